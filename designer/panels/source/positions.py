"""Between code points of the document's text and positions of a ``QTextDocument``.

Qt counts UTF-16 units and knows one line end; the file counts code points and keeps the line ends it has. The text is
the truth, so every offset that crosses into the widget goes through here.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass

from engine.text import Edit, Patch

_PAIR = re.compile("\r\n")
_WIDE = re.compile("[\U00010000-\U0010ffff]")
_BREAK = re.compile("\r\n|[\r\u2029\ufdd0\ufdd1]")
"""What Qt turns into a line break of its own, ``\\n`` apart."""


@dataclass(frozen=True, slots=True)
class _Shifts:
    """A monotone map of offsets: each of ``points`` moves everything after it by ``step``."""

    points: Sequence[int]
    step: int

    def forth(self, offset: int) -> int:
        return offset + self.step * bisect_left(self.points, offset)

    def back(self, offset: int) -> int:
        low, high = 0, len(self.points)
        while low < high:
            middle = (low + high) // 2
            if self.points[middle] + self.step * middle < offset:
                low = middle + 1
            else:
                high = middle
        return offset - self.step * low


class Positions:
    """One text and how the widget counts it.

    ``shown`` is the text as the widget holds it, each line end a ``\\n``; ``line_end`` is the one the file uses most.
    """

    def __init__(self, text: str) -> None:
        self.text = text
        self.shown = _BREAK.sub("\n", text) if _BREAK.search(text) else text
        pairs = [match.start() for match in _PAIR.finditer(text)] if "\r" in text else []
        wide = [] if text.isascii() else [match.start() for match in _WIDE.finditer(self.shown)]
        self.line_end = "\r\n" if len(pairs) * 2 > self.shown.count("\n") else "\n"
        self._ends = _Shifts(pairs, -1)
        self._units = _Shifts(wide, 1)

    def position(self, offset: int) -> int:
        """The widget's position of a code-point offset of the text."""
        return self._units.forth(self._ends.forth(offset))

    def offset(self, position: int) -> int:
        """The code-point offset of a position of the widget; within a surrogate pair, its start."""
        return self._ends.back(self._units.back(position))

    def edited(self, shown: str) -> Edit | None:
        """The one edit of the text that makes the widget's text ``shown``; ``None`` when nothing changed.

        Line ends outside the edit stay as they are; new ones are the file's own.
        """
        old = self.shown
        if old == shown:
            return None
        (change,) = Patch.between(old, shown).edits
        added = change.text.replace("\n", self.line_end)
        return Edit(self._ends.back(change.start), self._ends.back(change.end), added)
