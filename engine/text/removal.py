"""Taking entries out of a list or map, with the comments that are theirs."""

from __future__ import annotations

from collections.abc import Iterable
from collections.abc import Sequence as Ordered
from itertools import groupby

from engine.text.layout import Container, Slot, line_end, slot
from engine.text.span import Edit


def remove_entries(text: str, container: Container, indices: Iterable[int]) -> list[Edit]:
    """The edits that take out some of the entries, not all: what is left empty is for its holder to say."""
    gone = sorted(set(indices))
    runs = [[index for _, index in run] for _, run in groupby(enumerate(gone), lambda pair: pair[1] - pair[0])]
    edits: list[Edit] = []
    for run in runs:
        edits += (_flow_run if container.flow else _block_run)(text, container, run)
    return edits


def _block_run(text: str, container: Container, run: Ordered[int]) -> list[Edit]:
    first, last = slot(text, container, run[0]), slot(text, container, run[-1])
    if first.alone:
        return [_lines(text, slot(text, container, index)) for index in run]
    following = slot(text, container, run[-1] + 1)
    if not text[last.stop : following.body].strip(" \t"):
        return [Edit(first.body, following.body, "")]
    start = first.body
    while text[start - 1] in " \t":
        start -= 1
    return [Edit(start, line_end(text, last.end), "")]


def _lines(text: str, gone: Slot) -> Edit:
    """The lines of an entry; at the end of a text without a last break, the break before them."""
    start = gone.lead
    if gone.stop == len(text) and not text.endswith(("\n", "\r")) and start > 0:
        start -= 2 if text[start - 2 : start] == "\r\n" else 1
    return Edit(start, gone.stop, "")


def _flow_run(text: str, container: Container, run: Ordered[int]) -> list[Edit]:
    slots = [slot(text, container, index) for index in run]
    first, last = slots[0], slots[-1]
    if all(one.alone for one in slots):
        edits = [Edit(one.lead, one.stop, "") for one in slots]
        if run[-1] == len(container) - 1 and last.comma is None:
            before = slot(text, container, run[0] - 1)
            if before.comma is not None:
                edits.insert(0, Edit(before.comma, before.comma + 1, ""))
        return edits
    if run[-1] < len(container) - 1:
        return [Edit(first.body, slot(text, container, run[-1] + 1).body, "")]
    return [Edit(slot(text, container, run[0] - 1).end, last.end, "")]
