"""The last few readings, so that a text that was read to prove an edit is not read again to be shown."""

from __future__ import annotations

from collections import OrderedDict

from engine.dsl.parsed import Parsed


class Recent:
    """Remembers readings by what was read; reading is pure, so a remembered one is as good as a new one."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[tuple[str, str, bool], Parsed] = OrderedDict()

    def recall(self, text: str, file: str, bom: bool) -> Parsed | None:
        return self._kept.get((text, file, bom))

    def keep(self, parsed: Parsed) -> Parsed:
        """Remember a reading, and forget the oldest past the limit; gives it back."""
        self._kept[(parsed.text, parsed.file, parsed.bom)] = parsed
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)
        return parsed

    def clear(self) -> None:
        self._kept.clear()
