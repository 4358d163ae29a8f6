"""The document: the only door through which a machine is changed."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

from PySide6.QtCore import QObject, Signal

from designer.document import messages
from designer.document.change import Change, Intent
from designer.document.history import History, Step, Version, moved
from designer.document.selection import Selection
from designer.document.snapshot import NO_LAYOUT, Layout, Position, Snapshot
from engine.errors import RefusedEdit


@dataclass(frozen=True, slots=True)
class Outcome:
    """What became of an intent; false when it was refused, with the sentence that says why."""

    refusal: str = ""
    note: str = ""

    def __bool__(self) -> bool:
        return not self.refusal


class Document(QObject):
    """One machine being edited: its snapshot, its history and its selection.

    Signals:
    ``flushing``  before anything reads or changes the text: panes with half-typed text hand it in now;
    ``changed``   (old snapshot, new snapshot) after every edit, undo, redo and reload, once each;
    ``refused``   (sentence) when ``apply`` refuses an intent;
    ``noted``     (sentence) a hint about an edit that was done;
    ``renamed``   (Renaming, step) after an edit that other files which speak of this machine have to follow;
    ``stepped``   (step, forward) after undo, or with ``forward`` redo, of a step;
    ``saved``     when what is on disk became the present text;
    ``saved_changed`` when ``dirty``, the file or an undo label may have changed.
    """

    flushing = Signal()
    changed = Signal(object, object)
    refused = Signal(str)
    noted = Signal(str)
    renamed = Signal(object, object)
    stepped = Signal(object, bool)
    saved_changed = Signal()
    saved = Signal()

    def __init__(self, snapshot: Snapshot, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._snapshot = snapshot
        self._history = History()
        self._saved: tuple[str, Layout] | None = (snapshot.text, snapshot.layout)
        self._saved_states = _states(snapshot)
        self._flushing = False
        self.selection = Selection(self)

    @staticmethod
    def of_text(text: str, *, layout: Layout = NO_LAYOUT, file: pathlib.Path | None = None) -> Document:
        """A document of this text, clean, with nothing to undo."""
        return Document(Snapshot.of(text, layout=layout, file=file))

    @property
    def snapshot(self) -> Snapshot:
        return self._snapshot

    @property
    def dirty(self) -> bool:
        """True when text or positions differ from what was last saved, or nothing was."""
        if self._saved is None:
            return True
        text, layout = self._saved
        return text != self._snapshot.text or layout != self._snapshot.layout

    @property
    def undo_label(self) -> str | None:
        """What undo would take back (``rename draft → writing``), ``None`` when there is nothing."""
        return self._history.undo_label

    @property
    def redo_label(self) -> str | None:
        return self._history.redo_label

    @property
    def last_step(self) -> Step | None:
        """The step that undo would take back."""
        return self._history.last

    @property
    def next_step(self) -> Step | None:
        """The step that redo would do."""
        return self._history.next

    def flush(self) -> None:
        """Ask panes for what is typed but not yet handed in; saving, running and every edit do this first."""
        if not self._flushing:
            self._flushing = True
            try:
                self.flushing.emit()
            finally:
                self._flushing = False

    def apply(self, intent: Intent, merge_key: str | None = None) -> Outcome:
        """Do what the user means, as one undo step; a refusal is also told through ``refused``.

        Steps in a row with the same ``merge_key`` become one.
        """
        outcome = self.attempt(intent, merge_key)
        if not outcome:
            self.refused.emit(outcome.refusal)
        elif outcome.note:
            self.noted.emit(outcome.note)
        return outcome

    def attempt(self, intent: Intent, merge_key: str | None = None) -> Outcome:
        """Like ``apply``, for fields that show the refusal themselves: nothing is emitted for it."""
        self.flush()
        old = self._snapshot
        if old.stale and not intent.on_text:
            return Outcome(refusal=messages.unreadable_machine(next(iter(old.parsed.diagnostics), None)))
        try:
            change = intent.plan(old)
        except RefusedEdit as refusal:
            return Outcome(refusal=str(refusal))
        new = old.follow(change.patch.apply(old.text), _moved_by(change, old.layout))
        if new.stale and not intent.on_text:
            return Outcome(refusal=messages.would_break(intent.label))
        before = self.selection.paths
        self.selection.follow(change.renames, change.select, new.parsed)
        if new.text != old.text or new.layout != old.layout:
            version = Version(old.text, old.layout, before)
            self._history.record(version, self._version(new), intent.label, merge_key)
            self._show(new)
        self.selection.announce()
        if change.renaming is not None and new.text != old.text:
            self.renamed.emit(change.renaming, self._history.last)
        return Outcome(note=change.note)

    def undo(self) -> None:
        """Take the last step back; does nothing when there is none."""
        self.flush()
        if (step := self._history.last) is not None:
            self._restore(self._history.undo(self._version(self._snapshot)))
            self.stepped.emit(step, False)

    def redo(self) -> None:
        self.flush()
        if (step := self._history.next) is not None:
            self._restore(self._history.redo(self._version(self._snapshot)))
            self.stepped.emit(step, True)

    def mark_saved(self, text: str, layout: Layout) -> None:
        """What is on disk now; undo keeps working across it."""
        self._history.seal()
        self._saved = (text, layout)
        if text == self._snapshot.text:
            self._saved_states = _states(self._snapshot)
        self.saved.emit()
        self.saved_changed.emit()

    def mark_unsaved(self) -> None:
        """Count as changed until the next save: the file is gone, or never was."""
        self._saved = None
        self.saved_changed.emit()

    def is_new(self, state: str) -> bool:
        """Whether a state was made since the last save; in a machine without a file all were."""
        return self._snapshot.file is None or state not in self._saved_states

    def place(self, file: pathlib.Path | None, *, bom: bool) -> None:
        """Say where the text is kept and whether its file begins with a byte order mark."""
        old = self._snapshot
        if (file, bom) != (old.file, old.bom):
            self._show(old.placed(file, bom))

    def _restore(self, version: Version) -> None:
        new = self._snapshot.follow(version.text, version.layout)
        self.selection.follow({}, version.selection, new.parsed)
        self._show(new)
        self.selection.announce()

    def _show(self, new: Snapshot) -> None:
        old, self._snapshot = self._snapshot, new
        self.changed.emit(old, new)
        self.saved_changed.emit()

    def _version(self, snapshot: Snapshot) -> Version:
        return Version(snapshot.text, snapshot.layout, self.selection.paths)


def _states(snapshot: Snapshot) -> frozenset[str]:
    return frozenset(snapshot.workflow.states) if snapshot.workflow is not None else frozenset()


def _moved_by(change: Change, layout: Layout) -> Layout:
    delta: dict[str, Position | None] = {}
    for old, new in change.renames.items():
        if len(old) == 2 and old[0] == "states" and str(old[1]) in layout:
            delta[str(old[1])] = None
            if new is not None:
                delta[str(new[1])] = layout[str(old[1])]
    return moved(layout, {**delta, **change.layout})
