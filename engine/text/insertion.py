"""Putting an entry into a list or map where it belongs, in the style of its neighbours."""

from __future__ import annotations

from collections.abc import Sequence as Ordered
from typing import Any

from engine.text.fragments import write_entry, write_flow, write_item, write_key
from engine.text.habits import Habits
from engine.text.layout import Container, column, inside, line_gap, slot
from engine.text.nodes import Mapping, Node, Scalar, resolve
from engine.text.span import Edit

Entry = tuple[str | None, Any]
"""Key and value; no key for an item of a list."""


def insert_entries(
    text: str, container: Container, index: int, entries: Ordered[Entry], habits: Habits, where: str
) -> list[Edit] | None:
    """The edits that put entries before the one at ``index``, or last; ``None`` for an empty container.

    ``where`` names the key of the container.
    """
    if not len(container):
        return None
    if container.flow:
        if inside(text, container) is None:
            return None
        return _flow(text, container, index, [_piece(entry, habits, where) for entry in entries], habits)
    indent = column(text, slot(text, container, 0).body)
    blocks = [block_entry(container, entry, indent, habits, where) for entry in entries]
    return insert_lines(text, container, index, blocks, habits)


def block_entry(container: Container, entry: Entry, indent: int, habits: Habits, where: str) -> list[str]:
    """The lines of an entry as its siblings are written; the first lacks its indentation."""
    key, value = entry
    flow = sibling_flow(container, value)
    if key is None:
        return write_item(value, indent, habits, where, flow)
    return write_entry(key, value, indent, habits, flow)


def _piece(entry: Entry, habits: Habits, where: str) -> str:
    key, value = entry
    if key is None:
        return write_flow(value, habits, where + "[]")
    return f"{write_key(key, habits)}: {write_flow(value, habits, key)}"


def sibling_flow(container: Container, value: Any) -> bool | None:
    """Whether the last sibling of the value's kind is in flow style; ``None`` where there is none."""
    kind = "map" if isinstance(value, dict) else "list" if isinstance(value, list) else ""
    values = [value for _, value in container.pairs()] if isinstance(container, Mapping) else container.items
    for node in reversed(values[-20:]):
        if node.kind == kind and len(node):  # type: ignore[arg-type]
            return bool(node.flow)  # type: ignore[attr-defined]
    return None


def insert_lines(text: str, container: Container, index: int, blocks: Ordered[list[str]], habits: Habits) -> list[Edit]:
    """The edits that put entries, each given as its lines, into a block; their first lines lack the indentation."""
    indent = " " * column(text, slot(text, container, 0).body)
    nl = habits.newline
    spaced = len(container) > 1 and line_gap(text, container, min(max(index, 1), len(container) - 1))
    blank = nl if spaced else ""
    if index < len(container) and not slot(text, container, index).alone:
        place = slot(text, container, index).body
        return [Edit(place, place, "".join(nl.join(lines) + nl + indent for lines in blocks))]
    fragments = [indent + nl.join(lines) for lines in blocks]
    if index < len(container):
        place = slot(text, container, index).lead
        return [Edit(place, place, "".join(fragment + nl + blank for fragment in fragments))]
    stop = slot(text, container, index - 1).stop
    if stop == len(text) and not text.endswith(("\n", "\r")):
        return [Edit(stop, stop, "".join(nl + blank + fragment for fragment in fragments))]
    return [Edit(stop, stop, "".join(blank + fragment + nl for fragment in fragments))]


def _flow(text: str, container: Container, index: int, pieces: list[str], habits: Habits) -> list[Edit]:
    count = len(container)
    near = slot(text, container, min(index, count - 1))
    if near.alone:
        indent, nl = " " * column(text, near.body), habits.newline
        lines = "".join(f"{indent}{piece},{nl}" for piece in pieces)
        if index < count:
            return [Edit(near.lead, near.lead, lines)]
        if near.comma is None:
            return [Edit(near.end, near.end, ","), Edit(near.stop, near.stop, lines.removesuffix("," + nl) + nl)]
        return [Edit(near.stop, near.stop, lines)]
    between = ", "
    if count > 1:
        one, other = slot(text, container, 0), slot(text, container, 1)
        if one.comma is not None and not text[one.comma + 1 : other.body].strip(" "):
            between = text[one.comma : other.body]
    if index < count:
        return [Edit(near.body, near.body, "".join(piece + between for piece in pieces))]
    return [Edit(near.end, near.end, "".join(between + piece for piece in pieces))]


def is_empty(node: Node) -> bool:
    """Whether a value holds nothing: ``{}``, ``[]``, null."""
    node = resolve(node)
    return node.style == "" and not node.value if isinstance(node, Scalar) else not len(node)  # type: ignore[arg-type]
