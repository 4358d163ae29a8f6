"""Another order of the entries of a list or map; each takes the comments that are its own along."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise

from engine.text.layout import Container, column, line_end, newline, slot
from engine.text.span import Edit


@dataclass(frozen=True, slots=True)
class _Chunk:
    """An entry with its comments, from ``start`` to ``stop``; ``note`` is the one behind its comma in flow style."""

    start: int
    stop: int
    note: tuple[int, int]
    comments: str
    body: str
    indent: str
    alone: bool


def move_entry(text: str, container: Container, source: int, target: int) -> list[Edit]:
    """The edits that bring the entry at ``source`` to the index ``target``, the others closing up."""
    if source == target:
        return []
    low, high = min(source, target), max(source, target)
    chunks = [_chunk(text, container, index) for index in range(low, high + 1)]
    order = list(range(len(chunks)))
    order.insert(target - low, order.pop(source - low))
    gaps = {text[one.stop : other.start] for one, other in pairwise(chunks)}
    if not container.flow and len(gaps) == 1 and all(one.alone for one in chunks):
        return _shift(text, chunks, forward=target > source)
    edits: list[Edit] = []
    for place, index in zip(chunks, (chunks[index] for index in order), strict=True):
        if place is index:
            continue
        start, lead = place.start, index.comments + place.indent if place.alone else ""
        if index.comments and not place.alone:  # behind a dash: comments and entry get lines of their own
            start = len(text[:start].rstrip(" \t"))
            lead = newline(text) + index.comments + " " * column(text, place.start)
        edits.append(Edit(start, place.stop, lead + index.body))
        if container.flow and place.alone:
            note = text[slice(*index.note)]
            edits.append(Edit(*place.note, note if note.strip() else ""))
    return edits


def _shift(text: str, chunks: list[_Chunk], *, forward: bool) -> list[Edit]:
    """Where all gaps are alike, one entry and one gap change their place."""
    moved = chunks[0] if forward else chunks[-1]
    cut = text[moved.start : moved.stop]
    if forward:
        gap = text[moved.stop : chunks[1].start]
        return [Edit(moved.start, chunks[1].start, ""), Edit(chunks[-1].stop, chunks[-1].stop, gap + cut)]
    gap = text[chunks[-2].stop : moved.start]
    return [Edit(chunks[0].start, chunks[0].start, cut + gap), Edit(chunks[-2].stop, moved.stop, "")]


def _chunk(text: str, container: Container, index: int) -> _Chunk:
    place = slot(text, container, index)
    alone = place.alone
    indent = " " * column(text, place.body) if alone else ""
    after = place.end if place.comma is None else place.comma + 1
    end = line_end(text, after)
    stop = place.end if container.flow else line_end(text, place.end)
    comments = text[place.lead : place.body - len(indent)] if alone else ""
    return _Chunk(place.lead, stop, (after, end), comments, text[place.body : stop], indent, alone)
