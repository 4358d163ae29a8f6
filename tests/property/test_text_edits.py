"""Random edits of random texts in every style: the new text says what was meant, undo gives the old, comments stay."""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from typing import Any

import yaml

from engine.dsl import Parsed, edit, read
from engine.errors import RefusedEdit
from engine.text import Patch
from tests.counts import count
from tests.generators.json_values import Path, paths, value
from tests.generators.yaml_styles import Scribe

STYLES = (
    "alias",
    "bom",
    "comment above",
    "compact",
    "crlf",
    "double",
    "empty",
    "explicit key",
    "flow",
    "flow by lines",
)
STYLES += ("folded", "line comment", "literal", "next line", "no final newline", "plain", "single")
COMMENT = re.compile(r"# (?:note|above) \d+")


class _OtherReader(yaml.SafeLoader):
    """PyYAML's own reader with the core schema's scalars: shares no code with the engine's nodes."""


_OtherReader.yaml_implicit_resolvers = {}
for _tag, _pattern, _starts in (
    ("null", r"~|null|Null|NULL|", ["~", "n", "N", ""]),
    ("bool", r"true|True|TRUE|false|False|FALSE", list("tTfF")),
    ("int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", list("-+0123456789")),
    ("float", r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?", list("-+.0123456789")),
):
    _OtherReader.add_implicit_resolver(f"tag:yaml.org,2002:{_tag}", re.compile(rf"^(?:{_pattern})$"), _starts)
_OtherReader.add_constructor("tag:yaml.org,2002:int", lambda loader, node: int(loader.construct_scalar(node)))


def other_reading(text: str) -> Any:
    return yaml.load(text.removeprefix("\ufeff"), _OtherReader)["fsm"]


def same(one: Any, other: Any) -> bool:
    if isinstance(one, dict) and isinstance(other, dict):
        return list(one) == [str(key) for key in other] and all(map(same, one.values(), other.values()))
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(same, one, other))
    return type(one) is type(other) and bool(one == other)


class Editor:
    """Makes one random edit through a verb and, by itself, through plain Python on a copy of the data."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.made: Counter[str] = Counter()

    def edit(self, parsed: Parsed) -> tuple[str, Patch, Any] | None:
        """Kind, patch and the data meant; ``None`` where there is nothing to edit or the verb refuses."""
        meant = copy.deepcopy(parsed.data)
        kind = self.rng.choice(("set", "set", "remove", "insert", "move", "rename"))
        places = [(path, held) for path, held in paths(parsed.data) if path]
        if kind in ("insert", "move"):
            least = 1 if kind == "insert" else 2
            places = [(path, held) for path, held in places if isinstance(held, dict | list) and len(held) >= least]
        if not places:
            return None
        path, held = self.rng.choice(places)
        holder = self.at(meant, path[:-1])
        try:
            patch = getattr(self, kind)(parsed, path, held, holder)
        except RefusedEdit:
            self.made["refused"] += 1
            return None
        if patch is None:
            return None
        self.made[kind] += 1
        return kind, patch, meant

    @staticmethod
    def at(data: Any, path: Path) -> Any:
        for part in path:
            data = data[part]
        return data

    def set(self, parsed: Parsed, path: Path, held: Any, holder: Any) -> Patch:
        holder[path[-1]] = value(self.rng, 2, [])
        return edit.set_value(parsed, path, copy.deepcopy(holder[path[-1]]))

    def remove(self, parsed: Parsed, path: Path, held: Any, holder: Any) -> Patch:
        del holder[path[-1]]
        return edit.remove(parsed, path)

    def insert(self, parsed: Parsed, path: Path, held: Any, holder: Any) -> Patch:
        new = value(self.rng, 2, [])
        inside = holder[path[-1]]
        at = self.rng.randint(0, len(held))
        if isinstance(held, list):
            inside.insert(at, new)
            return edit.insert(parsed, path, at, new)
        key = f"key {self.made.total()}"
        items = list(inside.items())
        items.insert(at, (key, new))
        holder[path[-1]] = dict(items)
        return edit.insert(parsed, path, key, new, before=list(held)[at] if at < len(held) else None)

    def move(self, parsed: Parsed, path: Path, held: Any, holder: Any) -> Patch:
        source, target = self.rng.randrange(len(held)), self.rng.randrange(len(held))
        items = list(held.items()) if isinstance(held, dict) else holder[path[-1]]
        items.insert(target, items.pop(source))
        if isinstance(held, list):
            return edit.move(parsed, path, source, target)
        holder[path[-1]] = copy.deepcopy(dict(items))
        keys = list(held)
        after = [key for key in keys if key != keys[source]]
        return edit.move_key(parsed, (*path, keys[source]), after[target] if target < len(after) else None)

    def rename(self, parsed: Parsed, path: Path, held: Any, holder: Any) -> Patch | None:
        if not isinstance(path[-1], str):
            return None
        name = f"renamed {self.made.total()}: x"
        items = [(name if key == path[-1] else key, item) for key, item in holder.items()]
        holder.clear()
        holder.update(items)
        return edit.rename_key(parsed, path, name)


def test_random_edits_of_random_texts():
    styles: Counter[str] = Counter()
    made: Counter[str] = Counter()
    for seed in range(count(220, 12_000)):
        rng = random.Random(seed)
        pool: list[Any] = []
        data = {key: value(rng, 4, pool) for key in ("k", "l", "m", "n")}
        scribe, editor = Scribe(rng), Editor(rng)
        text = scribe.write({"fsm": data})
        assert same(read(text).data, data), (seed, text)
        for _ in range(4):
            parsed = read(text)
            result = editor.edit(parsed)
            if result is None:
                continue
            kind, patch, meant = result
            after = patch.apply(parsed.text)
            case = (seed, kind, parsed.text, after)
            assert same(meant, other_reading(after)), case
            assert same(meant, read(after).data), case
            assert patch.inverse(parsed.text).apply(after) == parsed.text, case
            before, left = Counter(COMMENT.findall(parsed.text)), Counter(COMMENT.findall(after))
            if kind in ("insert", "move", "rename") and "*" not in COMMENT.sub("", parsed.text):
                assert before == left, case
            assert not left - before, case
            text = after
        styles += scribe.counts
        made += editor.made
    assert set(styles) == set(STYLES)
    assert min(made[kind] for kind in ("set", "remove", "insert", "move", "rename")) > 40
    assert made["refused"] * 50 < made.total()


def test_one_changed_scalar_is_one_changed_line():
    lines = 0
    for seed in range(count(250, 5_000)):
        rng = random.Random(seed)
        data = {key: value(rng, 4, []) for key in ("k", "l", "m", "n")}
        scribe = Scribe(rng)
        scribe.alias_share = 0.0
        parsed = read(scribe.write({"fsm": data}))
        scalars = [path for path, held in paths(data) if isinstance(held, int | float | bool)]
        if not scalars:
            continue
        after = edit.set_value(parsed, rng.choice(scalars), 77).apply(parsed.text)
        old, new = parsed.text.splitlines(keepends=True), after.splitlines(keepends=True)
        assert len(old) == len(new)
        assert sum(one != other for one, other in zip(old, new, strict=True)) == 1
        lines += 1
    assert lines > 100
