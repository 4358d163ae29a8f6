"""Opening, saving and reloading files, and what is asked in bars on the way."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from PySide6.QtCore import QObject, Signal

from designer import messages
from designer.document.file import FileProblem, Outside, write_text
from designer.document.ports import FileChoice
from designer.document.watch import Watch
from designer.notices import Choice, Kind, Notice
from designer.settings import Settings
from designer.workbench import Machine, Workbench

OUTSIDE = "outside"
SAVE = "save"
EXPORT = "export"


class Saving(QObject):
    """What the file commands do.

    Signals: ``compare`` (Machine) when the user wants to see the file beside their text.
    """

    compare = Signal(object)

    def __init__(self, bench: Workbench, choice: FileChoice, settings: Settings, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._choice = choice
        self._settings = settings
        self._watch = Watch(self)
        self._watch.stirred.connect(self.look)
        bench.opened.connect(self._opened)
        bench.closed.connect(self._rewatch)

    @property
    def folder(self) -> pathlib.Path:
        """Where choosing starts: beside the current machine, else where one worked last."""
        current = self._bench.current
        if current is not None and current.path is not None:
            return current.path.parent
        recent = self._settings.recent
        return recent[0].parent if recent else pathlib.Path.cwd()

    def choose_and_open(self) -> None:
        self.open(self._choice.to_open(self.folder))

    def open(self, paths: Iterable[pathlib.Path]) -> None:
        for path in paths:
            self._bench.open(path)

    def save(self, machine: Machine) -> bool:
        """Save to the machine's file, asking for one when there is none; false when it was not saved (yet)."""
        if machine.path is None:
            return self.save_as(machine)
        return self._guarded(machine, overwrite=False)

    def save_as(self, machine: Machine) -> bool:
        name = machine.path.name if machine.path else f"{messages.file_stem(machine.title)}.yaml"
        path = self._choice.to_save(self.folder / name)
        if path is None:
            return False
        try:
            machine.file.save_as(path)
        except FileProblem as problem:
            self._tell(machine, Notice(SAVE, str(problem), Kind.ERROR, self._retry(machine)))
            return False
        self._saved(machine)
        self._rewatch()
        return True

    def export_yaml(self, machine: Machine, *, extensions: bool = True) -> None:
        """Write one file that stands alone, elsewhere than the machine's own; that stays what is edited.

        Without ``extensions`` its ``x-…`` keys are left out.
        """
        from engine.exchange import to_yaml

        machine.document.flush()
        snapshot = machine.document.snapshot
        path = self._choice.to_save(self.folder / f"{machine.title}.export.yaml")
        if path is None:
            return
        if machine.path is not None and path.resolve() == machine.path.resolve():
            self._tell(machine, Notice(EXPORT, messages.export_over_itself(path.name), Kind.WARNING))
            return
        try:
            write_text(to_yaml(snapshot.parsed, extensions=extensions), path, self._bench.disk)
        except FileProblem as problem:
            again = Choice(messages.TRY_AGAIN, lambda: self.export_yaml(machine, extensions=extensions))
            self._tell(machine, Notice(EXPORT, str(problem), Kind.ERROR, (again,)))
        else:
            self._tell(machine, Notice(EXPORT, messages.exported(path.name), brief=True))

    def save_all(self) -> None:
        """Save what is not saved; whatever could not be is named where one is looking."""
        failed = [machine for machine in self._bench.machines if machine.dirty and not self.save(machine)]
        behind = [machine for machine in failed if machine is not self._bench.current and machine.path is not None]
        if behind:
            show = Choice(messages.SHOW_IT, lambda: self._bench.show(behind[0]))
            sentence = messages.not_all_saved([machine.title for machine in behind])
            self._tell(self._bench.current, Notice("save-all", sentence, Kind.WARNING, (show,)))

    def discard(self, machine: Machine) -> None:
        """Go back to what the file says; one undo brings the working text back."""
        if machine.path is not None:
            self._reload(machine)

    def look(self) -> None:
        """See whether files became other ones; clean documents follow, dirty ones ask."""
        for machine in self._bench.machines:
            outside = machine.file.look()
            if outside is Outside.SAME:
                self._bench.settled.emit(machine, OUTSIDE)
            elif outside is Outside.GONE:
                machine.document.mark_unsaved()
                again = Choice(messages.SAVE_AGAIN, lambda machine=machine: self.save(machine))
                self._tell(machine, Notice(OUTSIDE, messages.gone(machine.title), Kind.WARNING, (again,)))
            elif machine.dirty:
                self._ask(machine, messages.changed_outside(machine.title))
            else:
                self._reload(machine)
                self._tell(machine, Notice(OUTSIDE, messages.reloaded(machine.title), brief=True))

    def overwrite(self, machine: Machine) -> None:
        """Save over whatever the file holds now."""
        self._guarded(machine, overwrite=True)

    def take_file(self, machine: Machine) -> None:
        """Give the file's text the preference, as one step that can be undone."""
        self._reload(machine)

    def _guarded(self, machine: Machine, *, overwrite: bool) -> bool:
        try:
            written = machine.file.save(overwrite=overwrite)
        except FileProblem as problem:
            self._tell(machine, Notice(SAVE, str(problem), Kind.ERROR, self._retry(machine)))
            return False
        if not written:
            self._ask(machine, messages.newer_file(machine.title))
            return False
        self._saved(machine)
        return True

    def _ask(self, machine: Machine, sentence: str) -> None:
        choices = (
            Choice(messages.COMPARE, lambda: self.compare.emit(machine)),
            Choice(messages.TAKE_FILE, lambda: self._reload(machine)),
            Choice(messages.KEEP_MINE, lambda: self.overwrite(machine)),
        )
        self._tell(machine, Notice(OUTSIDE, sentence, Kind.WARNING, choices))

    def _reload(self, machine: Machine) -> None:
        try:
            machine.file.reload()
        except FileProblem as problem:
            self._tell(machine, Notice(SAVE, str(problem), Kind.ERROR))
            return
        self._bench.settled.emit(machine, OUTSIDE)

    def _retry(self, machine: Machine) -> tuple[Choice, ...]:
        return (
            Choice(messages.TRY_AGAIN, lambda: self.save(machine)),
            Choice(messages.SAVE_ELSEWHERE, lambda: self.save_as(machine)),
        )

    def _saved(self, machine: Machine) -> None:
        for key in (SAVE, OUTSIDE):
            self._bench.settled.emit(machine, key)
        if machine.path is not None:
            self._settings.add_recent(machine.path)

    def _opened(self, machine: Machine) -> None:
        if machine.path is not None and not machine.document.snapshot.is_scenario:
            self._settings.add_recent(machine.path)
        if machine.file.undecodable and machine.path is not None:
            sentence = messages.undecodable(machine.path.name, machine.file.undecodable)
            self._tell(machine, Notice("undecodable", sentence, Kind.WARNING))
        document = machine.document
        document.refused.connect(lambda text: self._tell(machine, Notice("refused", text, Kind.WARNING, brief=True)))
        document.noted.connect(lambda text: self._tell(machine, Notice("noted", text, brief=True)))
        self._rewatch()

    def _rewatch(self) -> None:
        self._watch.watch(machine.path for machine in self._bench.machines if machine.path is not None)

    def _tell(self, machine: Machine | None, notice: Notice) -> None:
        self._bench.noticed.emit(machine, notice)
