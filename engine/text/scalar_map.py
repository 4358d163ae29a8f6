"""Where each code point of a scalar's value stands in the text, whatever the scalar's style."""

from __future__ import annotations

import re
from collections.abc import Iterator

from engine.text.nodes import Scalar
from engine.text.scan import content_start

_BREAK = re.compile(r"\r\n?|[\n\x85\u2028\u2029]")
_BLANKS = re.compile(r"[ \t]*")
_HEADER = re.compile(r"[|>][-+0-9]*[ \t]*(?:#[^\r\n]*)?(?:\r\n?|\n|$)")
_ESCAPE = re.compile(r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|.)")

Placed = Iterator[tuple[int, int]]
"""Offset and length in code points of the value of each piece, in order."""


def scalar_offsets(text: str, node: Scalar) -> list[int]:
    """``len(node.value) + 1`` offsets, never falling: of each code point of the value, and of the content's end.

    What folding made of line breaks stands where they do.
    """
    start = content_start(text, node)
    match node.style:
        case "'" | '"':
            end = node.end - 1
            placed = _flow(text, start + 1, end, node.style)
        case "|" | ">":
            end = node.end
            placed = _block(text, start, end, node.value)
        case _:
            end = node.end
            placed = _flow(text, start, end, "")
    offsets = [offset for offset, length in placed for _ in range(length)]
    offsets += [end] * (len(node.value) - len(offsets))
    return [*offsets[: len(node.value)], end]


def _flow(text: str, position: int, end: int, quote: str) -> Placed:
    """A plain or quoted scalar: one break folds to a blank, ``n`` breaks to ``n - 1``, blanks around them vanish."""
    while position < end:
        if quote == "'" and text[position] == "'":
            yield position, 1
            position += 2
            continue
        if quote == '"' and text[position] == "\\":
            broken = _BREAK.match(text, position + 1, end)
            if broken is None:
                found = _ESCAPE.match(text, position, end)
                yield position, 1
                position = found.end() if found else position + 2
                continue
            *breaks, position = _breaks(text, broken.end(), end)
            yield from ((place, 1) for place in breaks)
            continue
        blanks = _BLANKS.match(text, position, end)
        assert blanks is not None
        broken = _BREAK.match(text, blanks.end(), end)
        if broken is None:
            run = max(1, blanks.end() - position)
            yield from ((place, 1) for place in range(position, position + run))
            position += run
            continue
        *breaks, position = _breaks(text, broken.end(), end)
        yield from ((place, 1) for place in breaks or [broken.start()])


def _breaks(text: str, position: int, end: int) -> list[int]:
    """The offsets of further breaks from ``position`` on, blanks between them, and last where content goes on."""
    places: list[int] = []
    while True:
        blanks = _BLANKS.match(text, position, end)
        assert blanks is not None
        found = _BREAK.match(text, blanks.end(), end)
        if found is None:
            return [*places, blanks.end()]
        places.append(found.start())
        position = found.end()


def _block(text: str, start: int, end: int, value: str) -> Placed:
    """A literal or folded scalar: its lines stand in the value as they are, what joins them is read off the value."""
    header = _HEADER.match(text, start)
    lines = list(_lines(text, header.end() if header else start, end))
    full = next(((at, content) for at, content in lines if content.strip(" ")), None)
    if full is None:
        return
    lead = len(value) - len(value.lstrip("\n"))
    shown = len(value[lead:]) - len(value[lead:].lstrip(" "))
    indent = len(full[1]) - len(full[1].lstrip(" ")) - shown
    position = 0
    joint = lines[0][0]
    for at, content in lines:
        content = content[indent:]
        if not content:
            continue
        joined = len(value[position:]) - len(value[position:].lstrip("\n"))
        if not joined and position and value[position : position + 1] == " ":
            joined = 1
        yield joint, joined
        yield from ((at + indent + column, 1) for column in range(len(content)))
        position += joined + len(content)
        joint = at + indent + len(content)


def _lines(text: str, position: int, end: int) -> Iterator[tuple[int, str]]:
    while position < end:
        found = _BREAK.search(text, position, end)
        stop = found.start() if found else end
        yield position, text[position:stop]
        position = found.end() if found else end
