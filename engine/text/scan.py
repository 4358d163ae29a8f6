"""Steps over what stands between nodes: blanks, breaks, comments, anchors and tags."""

from __future__ import annotations

import re

from engine.text.nodes import Node

_GAP = re.compile(r"(?:[ \t\r\n\x85\u2028\u2029]|(?:(?<=[\s])|(?<![\s\S]))#[^\r\n]*)*")
_PROPERTY = re.compile(r"(?:&[^\s,\[\]{}]+|!(?:<[^>\s]*>|[^\s,\[\]{}]*))(?=[\s,\[\]{}]|$)")


def skip_gap(text: str, offset: int) -> int:
    """The offset of the first character from ``offset`` on that is no blank, break or part of a comment."""
    found = _GAP.match(text, offset)
    assert found is not None
    return found.end()


def content_start(text: str, node: Node) -> int:
    """Where the node itself begins, after its anchor and tag."""
    if node.anchor is None and node.tag is None:
        return node.start
    offset = node.start
    while offset < node.end and (found := _PROPERTY.match(text, offset)):
        offset = found.end()
        after = skip_gap(text, offset)
        if after > node.end or after >= len(text):
            return min(offset, node.end)
        offset = after
    return min(offset, node.end)
