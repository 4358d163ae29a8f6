"""Random verbs one after another on real machines, in each line ending, with and without a byte order mark."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from engine.cel import rename_field as in_expression
from engine.dsl import Parsed, Workflow, edit, read, read_bytes
from engine.errors import RefusedEdit
from engine.text import Decoded, Patch, decode, encode
from tests.cases import CASES
from tests.counts import count

FILES = [file for file in sorted(CASES.glob("[mtf]*/*.yaml")) if file.stem != "chain_1000"]
NAMES = ["new", "on", "GetExperiment (1)", "12:30", "a: b", "it's", "# x", "日本語", "null", "x, y", "[z]"]
FIELDS = ["field_a", "Field_b", "f9"]
Verb = Callable[[random.Random, Parsed], Patch]


@pytest.mark.parametrize("file", sorted(CASES.rglob("*.yaml")), ids=lambda file: f"{file.parent.name}-{file.stem}")
def test_opening_and_saving_changes_no_byte(file):
    data = file.read_bytes()
    decoded = decode(data)
    if not isinstance(decoded, Decoded):
        assert file.stem == "latin1"
        return
    parsed = read_bytes(data, file.name)
    assert encode(parsed.text, parsed.bom) == data


def state(rng: random.Random, parsed: Parsed) -> str:
    return rng.choice([*parsed.data["states"]])


def some(rng: random.Random, parsed: Parsed, key: str) -> tuple[str, int, list[Any]]:
    """A state with a list that is not empty, and an index into it."""
    held = [
        (name, entry[key])
        for name, entry in parsed.data["states"].items()
        if isinstance(entry, dict) and isinstance(entry.get(key), list) and entry[key]
    ]
    if not held:
        raise RefusedEdit(f"no {key}")
    name, items = rng.choice(held)
    return name, rng.randrange(len(items)), items


def set_guards(rng: random.Random, parsed: Parsed) -> Patch:
    name, index, _ = some(rng, parsed, "transitions")
    guards = rng.sample(
        ["has(context.x)", "context.x == 'it'", 'context.y == "q"', "true && !false"], rng.randint(0, 3)
    )
    return edit.set_guards(parsed, name, index, guards)


def move(rng: random.Random, parsed: Parsed, key: str) -> Patch:
    name, index, items = some(rng, parsed, key)
    return edit.move(parsed, ("states", name, key), index, rng.randrange(len(items)))


VERBS: dict[str, Verb] = {
    "add_state": lambda rng, p: edit.add_state(p, rng.choice(NAMES), rng.choice([None, {"terminal": True}])),
    "remove_states": lambda rng, p: edit.remove_states(p, {state(rng, p), state(rng, p)}),
    "rename_state": lambda rng, p: edit.rename_state(p, state(rng, p), rng.choice(NAMES)),
    "add_transition": lambda rng, p: edit.add_transition(
        p, state(rng, p), state(rng, p), rng.choice([(), ("true",)]), rng.choice([None, 0])
    ),
    "retarget": lambda rng, p: edit.retarget(p, *some(rng, p, "transitions")[:2], state(rng, p)),
    "remove_transition": lambda rng, p: edit.remove_transition(p, *some(rng, p, "transitions")[:2]),
    "move_transition": lambda rng, p: move(rng, p, "transitions"),
    "set_guards": set_guards,
    "add_requirement": lambda rng, p: edit.add_requirement(
        p, state(rng, p), rng.choice(FIELDS), rng.choice([None, {"user": "o'brien"}]), rng.random() < 0.5
    ),
    "remove_requirement": lambda rng, p: edit.remove_requirement(p, *some(rng, p, "requires")[:2]),
    "move_requirement": lambda rng, p: move(rng, p, "requires"),
    "add_field": lambda rng, p: edit.add_field(p, rng.choice(FIELDS), {"type": "enum", "values": ["yes", "no"]}),
    "rename_field": lambda rng, p: edit.rename_field(
        p, rng.choice([*p.data.get("context", {"none": 0})]), rng.choice(FIELDS), in_expression
    ),
    "remove_field": lambda rng, p: edit.remove_field(p, rng.choice([*p.data.get("context", {"none": 0})])),
    "add_agent": lambda rng, p: edit.add_agent(p, rng.choice(NAMES), {"canTransition": [state(rng, p)]}),
    "rename_agent": lambda rng, p: edit.rename_agent(p, rng.choice([*p.data.get("agents", {"none": 0})]), "on"),
    "allow": lambda rng, p: edit.allow(p, rng.choice([*p.data.get("agents", {"none": 0})]), state(rng, p)),
    "disallow": lambda rng, p: edit.disallow(p, rng.choice([*p.data.get("agents", {"none": 0})]), state(rng, p)),
    "paste": lambda rng, p: edit.paste_states(p, edit.copy_states(p, {state(rng, p), state(rng, p)})).patch,
    "describe": lambda rng, p: edit.set_value(
        p, ("states", state(rng, p), "description"), "two\nlines: {{ context.x }}"
    ),
    "move_state": lambda rng, p: edit.move_key(p, ("states", state(rng, p)), rng.choice([None, state(rng, p)])),
    "policy": lambda rng, p: edit.set_value(p, ("policy", "maxExchangesPerStage"), rng.randint(1, 9)),
}


def variant(text: str, rng: random.Random) -> bytes:
    lines = text.replace("\r\n", "\n")
    if rng.random() < 0.3:
        lines = lines.replace("\n", "\r\n")
    if rng.random() < 0.3:
        lines = lines.rstrip("\r\n")
    return encode(lines, rng.random() < 0.3)


def kept_lines(before: str, after: str, patch: Patch) -> bool:
    """Whether every line that no edit touches is in the new text as it was."""
    touched = [(edit.start, edit.end) for edit in patch.edits]
    position = 0
    for line in before.splitlines(keepends=True):
        start, position = position, position + len(line)
        if not any(first <= position and start <= last for first, last in touched):
            moved = patch.map_offset(start)
            if after[moved : moved + len(line)] != line:
                return False
    return True


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_random_verbs_one_after_another(file):
    made: Counter[str] = Counter()
    for seed in range(count(4, 60)):
        rng = random.Random(f"{file.stem} {seed}")
        parsed = read_bytes(variant(file.read_bytes().decode("utf-8-sig"), rng), file.name)
        first, undo = parsed.text, []
        for _ in range(count(20, 60)):
            name = rng.choice([*VERBS])
            try:
                patch = VERBS[name](rng, parsed)
            except RefusedEdit:
                made["refused"] += 1
                continue
            after = patch.apply(parsed.text)
            undo.append(patch.inverse(parsed.text))
            assert kept_lines(parsed.text, after, patch), (file.stem, seed, name)
            faults = Counter(fault.id for fault in parsed.diagnostics)
            parsed = read(after, file.name)
            fresh = Counter(fault.id for fault in parsed.diagnostics) - faults
            assert not fresh["Y101"], (file.stem, seed, name, after)
            assert parsed.workflow is not None
            if not parsed.data.get("states"):
                break
            made[name] += 1
        reads_as_drawn(parsed)
        text = parsed.text
        for patch in reversed(undo):
            text = patch.apply(text)
        assert text == first
    assert made.total() - made["refused"] > 10


def reads_as_drawn(parsed: Parsed) -> None:
    """The machine of a sound text is that of its data, key by key."""
    if not parsed.diagnostics:
        assert parsed.workflow == Workflow.model_validate(parsed.data)


def test_every_verb_on_the_machine_s_parts_is_tried():
    parts = ("state", "states", "transition", "requirement", "field")
    verbs = {name for name in edit.__all__ if name.split("_")[-1] in parts}
    assert verbs - set(VERBS) == {"copy_states", "paste_states"}
