"""Another value in the place of an entry's."""

from __future__ import annotations

from typing import Any

from engine.text.fragments import is_literal, write_after, write_flow, write_item
from engine.text.habits import Habits
from engine.text.layout import Container, colon, column, line_end, slot
from engine.text.nodes import Mapping, Node, Scalar
from engine.text.scalar_edit import rewrite, splice
from engine.text.scan import content_start, properties_end
from engine.text.span import Edit


def replace_value(
    text: str,
    container: Container,
    index: int,
    value: Any,
    habits: Habits,
    where: str,
    *,
    flow: bool | None = None,
    whole: bool = False,
) -> list[Edit]:
    """The edits that give an entry another value; ``where`` names the entry's key, or the list's for an item.

    ``flow`` prefers a style for a list or map; ``whole`` writes a changed string anew from its first character on.
    """
    node = container.pair(index)[1] if isinstance(container, Mapping) else container.items[index]
    if isinstance(node, Scalar) and isinstance(value, str) and not _wants_lines(container, node, value):
        edit = None if whole else splice(text, node, value, flow=container.flow)
        return [edit or _rewritten(text, container, node, value, habits, where)]
    if container.flow:
        return [_inline(text, container, index, node, write_flow(value, habits, where))]
    head = slot(text, container, index)
    indent = column(text, head.body)
    if isinstance(container, Mapping):
        mark = colon(text, container, index)
        after = (mark if mark is not None else container.pair(index)[0].end) + 1
        lines = write_after(text[head.body : after], value, indent, habits, where, flow)
    else:
        after = head.body + 1
        bare = node.anchor is None and node.tag is None
        lines = write_item(value, indent, habits, where, flow, compact=bare)
    first = lines[0][after - head.body :]
    return _block(text, node, after, first, lines[1:], habits)


def _wants_lines(container: Container, node: Scalar, value: str) -> bool:
    """Whether a text cannot stand where a plain one did: there was nothing, or it has lines now."""
    if node.style:
        return False
    return node.start == node.end or ("\n" in value and not container.flow and is_literal(value))


def _rewritten(text: str, container: Container, node: Scalar, value: str, habits: Habits, where: str) -> Edit:
    """A string's whole scalar anew, in its style where that can be."""
    start = content_start(text, node)
    where = where if isinstance(container, Mapping) else where + "[]"
    return Edit(start, node.end, rewrite(text, node, value, habits, where, flow=container.flow))


def _inline(text: str, container: Container, index: int, node: Node, piece: str) -> Edit:
    start = content_start(text, node)
    if isinstance(container, Mapping) and start == node.end:
        if colon(text, container, index) is None:
            return Edit(start, node.end, f": {piece}")
        return Edit(start, node.end, f" {piece}")
    return Edit(start, node.end, piece)


def _block(text: str, node: Node, after: int, first: str, rest: list[str], habits: Habits) -> list[Edit]:
    """What stands after a key's colon or a dash at ``after`` gives way to ``first`` on that line and ``rest`` below.

    Anchor and tag stay, and so does a comment at the end of the key's line.
    """
    start = content_start(text, node)
    if (properties := properties_end(text, node)) > node.start:
        after = properties
    end = line_end(text, after)
    tail = "".join(habits.newline + line for line in rest)
    if node.end > end:
        stop = line_end(text, node.end)
        own = getattr(node, "flow", True)  # the comment behind a bracket or quote is the entry's, else an inner one's
        note = text[node.end : stop].rstrip() if own else ""
        if start > end:
            return [Edit(after, after, first + note), Edit(end, stop, tail)]
        return [Edit(after, stop, first + note + tail)]
    if rest:
        return [Edit(after, node.end, first), Edit(end, end, tail)]
    return [Edit(start, node.end, first if start == after else first.lstrip(" "))]
