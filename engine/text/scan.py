"""Steps over what stands between nodes: blanks, breaks, comments, anchors and tags."""

from __future__ import annotations

import re

from engine.text.nodes import Mapping, Node, Sequence
from engine.text.span import Span

_GAP = re.compile(r"(?:[ \t\r\n\x85\u2028\u2029]|(?:(?<=[\s])|(?<![\s\S]))#[^\r\n]*)*")
_PROPERTY = re.compile(r"(?:&[^\s,\[\]{}]+|!(?:<[^>\s]*>|[^\s,\[\]{}]*))(?=[\s,\[\]{}]|$)")


def skip_gap(text: str, offset: int) -> int:
    """The offset of the first character from ``offset`` on that is no blank, break or part of a comment."""
    found = _GAP.match(text, offset)
    assert found is not None
    return found.end()


def properties_end(text: str, node: Node) -> int:
    """Where a node's anchor and tag end; its start if it has neither."""
    end = node.start
    if node.anchor is None and node.tag is None:
        return end
    mark = node.start
    while mark < node.end and (found := _PROPERTY.match(text, mark)):
        end = found.end()
        mark = skip_gap(text, end)
    return min(end, node.end)


def anchors(text: str, node: Node) -> list[Span]:
    """Where anchors stand in a node and all that is in it, with the blanks around them."""
    spans: list[Span] = []
    pending = [node]
    while pending:
        here = pending.pop()
        if here.anchor is not None:
            name = re.escape(f"&{here.anchor}")
            found = re.compile(rf"[ \t]+{name}(?=\s|$)|{name}[ \t]*").search(text, max(here.start - 1, 0), here.end)
            spans += [Span(*found.span())] if found else []
        pending += here.parts if isinstance(here, Mapping) else here.items if isinstance(here, Sequence) else []
    return spans


def content_start(text: str, node: Node) -> int:
    """Where the node itself begins, after its anchor and tag."""
    end = properties_end(text, node)
    if end == node.start:
        return end
    start = skip_gap(text, end)
    return start if start < node.end else end
