"""Where the entries of a list or map lie in the lines of a text, with the comments that are theirs."""

from __future__ import annotations

import re
from dataclasses import dataclass

from engine.text.nodes import Mapping, Node, Sequence
from engine.text.scan import content_start, skip_gap

Container = Mapping | Sequence
_BREAK = re.compile(r"\r\n?|\n")
_COMMENT = re.compile(r"[ \t]*#")
_REST_OF_LINE = re.compile(r"[ \t]*(?:#[^\r\n]*)?(?=\r|\n|$)")


def line_start(text: str, offset: int) -> int:
    """The first offset of the line ``offset`` is in."""
    return max(text.rfind("\n", 0, offset), text.rfind("\r", 0, offset)) + 1


def line_end(text: str, offset: int) -> int:
    """The offset of the break that ends the line ``offset`` is in, or the text's end."""
    found = _BREAK.search(text, offset)
    return found.start() if found else len(text)


def next_line(text: str, offset: int) -> int:
    """The first offset of the next line, or the text's end."""
    found = _BREAK.search(text, offset)
    return found.end() if found else len(text)


def previous_line(text: str, start: int) -> int:
    """The first offset of the line before the one that begins at ``start``."""
    end = start - 1
    if end > 0 and text[end - 1 : end + 1] == "\r\n":
        end -= 1
    return line_start(text, end)


def lines_of(text: str) -> list[str]:
    """The lines of a text as an editor shows them, without their breaks; none after a last break."""
    lines = _BREAK.split(text)
    return lines if lines[-1] else lines[:-1]


def column(text: str, offset: int) -> int:
    return offset - line_start(text, offset)


def newline(text: str) -> str:
    """The line ending the text uses: that of its first line."""
    found = _BREAK.search(text)
    return found.group() if found else "\n"


@dataclass(frozen=True, slots=True)
class Slot:
    """The extent of one entry.

    ``body`` is where key, dash or flow item begins; ``end`` where its value ends; ``comma`` the offset of the comma
    after it, in flow style. Where the entry has its lines to itself (``alone``), ``lead`` is the start of the first,
    its own comments above included, and ``stop`` lies past the break of the last; else they are ``body`` and the end
    with its comma.
    """

    lead: int
    body: int
    end: int
    comma: int | None
    stop: int
    alone: bool


def children(container: Container) -> list[Node]:
    """What can be moved of a container: values of a list, keys and values in turn of a map."""
    return container.parts if isinstance(container, Mapping) else container.items


def entry_end(container: Container, index: int) -> int:
    """Where the value of an entry ends."""
    if isinstance(container, Mapping):
        key, value = container.pair(index)
        return max(key.end, value.end)
    return container.items[index].end


def _entry_head(container: Container, index: int) -> Node:
    return container.pair(index)[0] if isinstance(container, Mapping) else container.items[index]


def slot(text: str, container: Container, index: int) -> Slot:
    """The extent of an entry, in either style."""
    body = _body(text, container, index)
    end = entry_end(container, index)
    start = line_start(text, body)
    alone = not text[start:body].strip()
    comma: int | None = None
    after = end
    if container.flow:
        next_mark = skip_gap(text, end)
        if text[next_mark : next_mark + 1] == ",":
            comma = next_mark
            after = next_mark + 1
        alone = alone and _REST_OF_LINE.match(text, after) is not None
    if not alone:
        return Slot(body, body, end, comma, after if container.flow else next_line(text, end), False)
    floor = entry_end(container, index - 1) if index else 0
    return Slot(_lead(text, start, body - start, floor), body, end, comma, next_line(text, after), True)


def _body(text: str, container: Container, index: int) -> int:
    """Where an entry begins: at its dash, at the ``?`` of an explicit key, else at its node."""
    head = _entry_head(container, index)
    if container.flow and isinstance(container, Sequence):
        return head.start
    if index == 0:
        mark = content_start(text, container)
        if container.flow:
            mark = skip_gap(text, mark + 1) if text[mark] == "{" else mark
    else:
        mark = skip_gap(text, entry_end(container, index - 1))
        if container.flow and text[mark : mark + 1] == ",":
            mark = skip_gap(text, mark + 1)
    return min(mark, head.start)


def _lead(text: str, start: int, indent: int, floor: int) -> int:
    """The start of the comment lines directly above, indented no deeper than the entry itself."""
    lead = start
    while lead > 0:
        above = previous_line(text, lead)
        if above < floor or not (found := _COMMENT.match(text, above)) or found.end() > lead:
            break
        if found.end() - 1 - above > indent:
            break
        lead = above
    return lead


def line_gap(text: str, container: Container, index: int) -> bool:
    """Whether a blank line lies between an entry and the one before it."""
    return _blank_between(text, entry_end(container, index - 1), slot(text, container, index).body)


def _blank_between(text: str, start: int, stop: int) -> bool:
    return any(not line.strip() for line in text[start:stop].splitlines()[1:-1])


def colon(text: str, container: Mapping, index: int) -> int | None:
    """The offset of the colon after a key; ``None`` where the key stands without one."""
    key, _ = container.pair(index)
    mark = skip_gap(text, key.end)
    return mark if text[mark : mark + 1] == ":" else None


def inside(text: str, container: Container) -> tuple[int, int] | None:
    """Between the brackets of a flow list or map; ``None`` for block style and for a pair without braces."""
    start = content_start(text, container)
    if not container.flow or text[start : start + 1] not in ("[", "{"):
        return None
    return start + 1, container.end - 1
