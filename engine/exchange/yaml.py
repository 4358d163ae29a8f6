"""YAML that stands alone: aliases written out as what they stand for, comments and everything else kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from engine.diagnostics import Path
from engine.dsl import Parsed, edit, read
from engine.dsl.catalog import EXTENSION, fixed_keys, shape_at
from engine.text import Alias, Edit, Mapping, Node, Patch, Scalar, Sequence, remove_entries

_ANCHOR = re.compile(r"&[^\s,\[\]{}]+[ \t]*")


def to_yaml(parsed: Parsed, *, extensions: bool = True) -> str:
    """The text without anchors and aliases; a text that has none comes back as it is.

    Without ``extensions`` the ``x-…`` keys are left out, wherever keys are fixed: a state may be called ``x-ray``.
    """
    if parsed.root is None:
        return parsed.text
    edits = [edit for node in _nodes(parsed.root) for edit in _edits(parsed.text, node)]
    text = Patch(tuple(edits)).apply(parsed.text)
    return text if extensions else _without_extensions(read(text, parsed.file))


def _without_extensions(parsed: Parsed) -> str:
    while (path := next(_extensions(parsed.data, ()), None)) is not None:
        parsed = read(edit.remove(parsed, path).apply(parsed.text), parsed.file)
    root = parsed.root
    if not isinstance(root, Mapping):
        return parsed.text
    keys = [key.value if isinstance(key, Scalar) else "" for key, _ in root.pairs()]
    beside = [place for place, key in enumerate(keys) if key.startswith(EXTENSION)]
    return Patch(tuple(remove_entries(parsed.text, root, beside))).apply(parsed.text)


def _extensions(value: Any, path: Path) -> Iterator[Path]:
    """The places of ``x-…`` keys below a place."""
    fixed = fixed_keys(shape_at(path)) if isinstance(value, dict) else False
    for key, inner in value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ():
        if fixed and str(key).startswith(EXTENSION):
            yield (*path, key)
        else:
            yield from _extensions(inner, (*path, key))


def _edits(text: str, node: Node) -> Iterator[Edit]:
    if isinstance(node, Alias):
        yield Edit(node.start, node.end, _flow(node.target))
    elif node.anchor is not None and (found := _ANCHOR.match(text, node.start)):
        yield Edit(found.start(), found.end(), "")


def _nodes(node: Node) -> Iterator[Node]:
    """Every node of a tree; what an alias stands for is not gone into again."""
    waiting = [node]
    while waiting:
        here = waiting.pop()
        yield here
        if isinstance(here, Mapping):
            waiting += [part for pair in here.pairs() for part in pair]
        elif isinstance(here, Sequence):
            waiting += here.items


def _flow(node: Node) -> str:
    """A value in flow style, strings in double quotes as JSON has them, plain scalars as they are written."""
    if isinstance(node, Alias):
        return _flow(node.target)
    if isinstance(node, Mapping):
        return "{" + ", ".join(f"{_flow(key)}: {_flow(value)}" for key, value in node.pairs()) + "}"
    if isinstance(node, Sequence):
        return "[" + ", ".join(_flow(item) for item in node.items) + "]"
    assert isinstance(node, Scalar)
    plain = re.fullmatch(r"[-+.\w]+", node.value) is not None
    return node.value if plain and node.style == "" else json.dumps(node.value, ensure_ascii=False)
