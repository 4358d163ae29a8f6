"""Places in a text and changes of it, in code points."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.errors import PatchError


@dataclass(frozen=True, slots=True, order=True)
class Span:
    """A half-open range ``[start, end)`` of code-point offsets into the text without its BOM."""

    start: int
    end: int

    def __contains__(self, offset: int) -> bool:
        return self.start <= offset <= self.end

    def text(self, source: str) -> str:
        return source[self.start : self.end]


@dataclass(frozen=True, slots=True, order=True)
class Edit:
    """Replace ``[start, end)`` by ``text``."""

    start: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Patch:
    """Edits of one text, sorted and apart from one another; every change of a machine is one of these.

    Edits that touch are joined, so that the inverse has one order too; insertions at one place keep the given order.
    Raises ``PatchError`` where edits overlap or point outside the text.
    """

    edits: tuple[Edit, ...] = ()

    def __post_init__(self) -> None:
        joined: list[Edit] = []
        for edit in sorted(self.edits, key=lambda one: (one.start, one.end)):
            before = joined[-1] if joined else None
            if before is None or edit.start > before.end:
                joined.append(edit)
            elif edit.start == before.end:
                joined[-1] = Edit(before.start, edit.end, before.text + edit.text)
            else:
                raise PatchError(f"edits overlap at offset {edit.start}")
        object.__setattr__(self, "edits", tuple(edit for edit in joined if edit.start < edit.end or edit.text))

    @staticmethod
    def replace(start: int, end: int, text: str) -> Patch:
        return Patch((Edit(start, end, text),))

    @staticmethod
    def join(patches: Iterable[Patch]) -> Patch:
        """All edits of several patches of the same text."""
        return Patch(tuple(edit for patch in patches for edit in patch.edits))

    @staticmethod
    def between(old: str, new: str) -> Patch:
        """The smallest single edit that turns ``old`` into ``new``."""
        if old == new:
            return Patch()
        head = _alike(old, new, min(len(old), len(new)))
        tail = _alike(old[head:][::-1], new[head:][::-1], min(len(old), len(new)) - head)
        return Patch.replace(head, len(old) - tail, new[head : len(new) - tail])

    def __bool__(self) -> bool:
        return bool(self.edits)

    def apply(self, text: str) -> str:
        pieces: list[str] = []
        position = 0
        for edit in self.edits:
            if edit.start < 0 or edit.end > len(text) or edit.start > edit.end:
                raise PatchError(f"edit {edit.start}–{edit.end} lies outside a text of {len(text)} characters")
            pieces += (text[position : edit.start], edit.text)
            position = edit.end
        pieces.append(text[position:])
        return "".join(pieces)

    def inverse(self, text: str) -> Patch:
        """The patch that turns ``self.apply(text)`` back into ``text``."""
        shift = 0
        edits: list[Edit] = []
        for edit in self.edits:
            start = edit.start + shift
            edits.append(Edit(start, start + len(edit.text), text[edit.start : edit.end]))
            shift += len(edit.text) - (edit.end - edit.start)
        return Patch(tuple(edits))

    def map_offset(self, offset: int) -> int:
        """Where ``offset`` of the old text lies in the new one (the end of an edit that swallowed it)."""
        shift = 0
        for edit in self.edits:
            if offset < edit.start:
                break
            if offset < edit.end:
                return edit.start + shift + len(edit.text)
            shift += len(edit.text) - (edit.end - edit.start)
        return offset + shift


def _alike(one: str, other: str, limit: int) -> int:
    """How many characters two texts begin alike with, by halving: comparing slices is far faster than characters."""
    low, high = 0, limit
    while low < high:
        middle = (low + high + 1) // 2
        if one[low:middle] == other[low:middle]:
            low = middle
        else:
            high = middle - 1
    return low
