"""Undo: steps that swap one text and layout for another; nothing here knows what an edit meant."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from designer.document.snapshot import Layout, Position
from engine.diagnostics import Path
from engine.text import Patch

LayoutDelta = Mapping[str, Position | None]


@dataclass(frozen=True, slots=True)
class Version:
    """What undo restores."""

    text: str
    layout: Layout
    selection: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class Step:
    """One undo step, as the differences in both directions, so that long histories stay small."""

    label: str
    merge_key: str | None
    forward: Patch
    backward: Patch
    layout_forward: LayoutDelta
    layout_backward: LayoutDelta
    selection_before: tuple[Path, ...]
    selection_after: tuple[Path, ...]

    def __bool__(self) -> bool:
        return bool(self.forward or self.layout_forward)

    @staticmethod
    def between(old: Version, new: Version, label: str, merge_key: str | None) -> Step:
        forward = Patch.between(old.text, new.text)
        return Step(
            label=label,
            merge_key=merge_key,
            forward=forward,
            backward=forward.inverse(old.text),
            layout_forward=_delta(old.layout, new.layout),
            layout_backward=_delta(new.layout, old.layout),
            selection_before=old.selection,
            selection_after=new.selection,
        )

    def undone(self, version: Version) -> Version:
        return Version(
            self.backward.apply(version.text), moved(version.layout, self.layout_backward), self.selection_before
        )

    def redone(self, version: Version) -> Version:
        return Version(
            self.forward.apply(version.text), moved(version.layout, self.layout_forward), self.selection_after
        )


class History:
    """The steps done and undone; ``record`` forgets what was undone."""

    def __init__(self) -> None:
        self._done: list[Step] = []
        self._undone: list[Step] = []
        self._sealed = True

    @property
    def undo_label(self) -> str | None:
        return self.last.label if self.last else None

    @property
    def redo_label(self) -> str | None:
        return self.next.label if self.next else None

    @property
    def last(self) -> Step | None:
        """The step that undo would take back."""
        return self._done[-1] if self._done else None

    @property
    def next(self) -> Step | None:
        """The step that redo would do."""
        return self._undone[-1] if self._undone else None

    def record(self, old: Version, new: Version, label: str, merge_key: str | None = None) -> None:
        """Note a step; one with the merge key of the step before it, when nothing came between, joins that step.

        Steps that joined take each other back (a word typed and erased) leave nothing to undo.
        """
        self._undone.clear()
        step = Step.between(old, new, label, merge_key)
        if merge_key is not None and not self._sealed and self._done and self._done[-1].merge_key == merge_key:
            step = _joined(self._done.pop(), step, old, new)
        self._sealed = not step
        if step:
            self._done.append(step)

    def undo(self, version: Version) -> Version:
        """The version before the last step; the caller knows there is one from ``undo_label``."""
        step = self._done.pop()
        self._undone.append(step)
        self._sealed = True
        return step.undone(version)

    def redo(self, version: Version) -> Version:
        step = self._undone.pop()
        self._done.append(step)
        self._sealed = True
        return step.redone(version)

    def seal(self) -> None:
        """Let the next step stand for itself, whatever its merge key."""
        self._sealed = True


def moved(layout: Layout, delta: LayoutDelta) -> Layout:
    """``layout`` with the positions of ``delta``, those that are ``None`` forgotten."""
    if not delta:
        return layout
    positions = dict(layout)
    for name, position in delta.items():
        if position is None:
            positions.pop(name, None)
        else:
            positions[name] = position
    return positions


def _delta(old: Layout, new: Layout) -> LayoutDelta:
    if old is new:
        return {}
    names = old.keys() | new.keys()
    return {name: new.get(name) for name in sorted(names) if old.get(name) != new.get(name)}


def _joined(first: Step, second: Step, old: Version, new: Version) -> Step:
    start = first.undone(old)
    joined = Step.between(start, new, first.label, first.merge_key)
    return replace(joined, selection_before=first.selection_before, label=second.label)
