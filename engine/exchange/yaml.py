"""YAML that stands alone: aliases written out as what they stand for, comments and everything else kept."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator

from engine.dsl import Parsed
from engine.text import Alias, Edit, Mapping, Node, Patch, Scalar, Sequence

_ANCHOR = re.compile(r"&[^\s,\[\]{}]+[ \t]*")


def to_yaml(parsed: Parsed) -> str:
    """The text without anchors and aliases; a text that has none comes back as it is."""
    if parsed.root is None:
        return parsed.text
    edits = [edit for node in _nodes(parsed.root) for edit in _edits(parsed.text, node)]
    return Patch(tuple(edits)).apply(parsed.text)


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
