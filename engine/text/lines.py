"""Offsets to lines and columns and back."""

from __future__ import annotations

import re
from array import array
from bisect import bisect_right

_BREAK = re.compile(r"\r\n?|\n")


class LineIndex:
    """Lines of one text; lines and columns count from 1, columns in code points."""

    __slots__ = ("_length", "_starts")

    def __init__(self, text: str) -> None:
        self._starts = array("L", [0])  # a file may be nothing but lines, and 16 MiB of them
        self._starts.extend(found.end() for found in _BREAK.finditer(text))
        self._length = len(text)

    def __len__(self) -> int:
        return len(self._starts)

    def line_column(self, offset: int) -> tuple[int, int]:
        """The place of ``offset``; offsets outside the text are taken as its nearest end."""
        offset = max(0, min(offset, self._length))
        line = bisect_right(self._starts, offset)
        return line, offset - self._starts[line - 1] + 1

    def offset(self, line: int, column: int) -> int:
        """The offset of a place; a column past the line's end is the start of the next line, at most the text's end."""
        line = max(1, min(line, len(self._starts)))
        limit = self._starts[line] if line < len(self._starts) else self._length
        return min(self._starts[line - 1] + max(column, 1) - 1, limit)
