"""Nothing typed is ever lost: copies of unsaved text within two seconds, tabs reopened, crashes noticed."""

from __future__ import annotations

import pathlib

from PySide6.QtCore import QObject, QTimer

from designer import messages
from designer.document import Document, Snapshot
from designer.document.file import FileProblem, MachineFile, load
from designer.document.intents import Reload
from designer.document.messages import reason
from designer.document.recovery import Copy, Earlier, Recovery, Tab
from designer.notices import Choice, Kind, Notice
from designer.workbench import Machine, Workbench

DELAY_MS = 1000
"""A copy is written this long after the first edit it does not hold; the promise is two seconds."""

RESTORED = "restore unsaved changes"


class Keeping(QObject):
    """Writes copies of what is not saved, and brings back what earlier windows left."""

    def __init__(self, bench: Workbench, recovery: Recovery, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._recovery = recovery
        self._stale: dict[int, Machine] = {}
        self._kept: set[int] = set()
        self._shelf: dict[int, Copy] = {}
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(DELAY_MS)
        self._timer.timeout.connect(self.keep)
        bench.opened.connect(self._opened)
        bench.closed.connect(self._closed)
        bench.current_changed.connect(self._timer.start)

    def restore(self, *, tabs: bool) -> None:
        """Bring back what earlier windows left: with ``tabs`` all that was open, else only what was not saved."""
        for earlier in self._recovery.earlier():
            if earlier.damaged:
                sentence = messages.damaged(len(earlier.damaged))
                self._bench.noticed.emit(None, Notice("damaged", sentence, Kind.WARNING))
            restored = [self._restore(tab, earlier) for tab in earlier.tabs if tab.copy or tabs]
            self.keep()
            if all(machine.key in self._kept for machine in self._bench.machines if machine.dirty):
                self._recovery.forget(earlier)
            if tabs and 0 <= earlier.current < len(restored) and (front := restored[earlier.current]):
                self._bench.show(front)

    def keep(self) -> None:
        """Write every copy that is due, and which tabs are open."""
        self._timer.stop()
        stale, self._stale = self._stale, {}
        for machine in stale.values():
            self._keep(machine)
        self._note(closed=False)

    def close(self) -> None:
        """Keep all for the next start; nothing is asked."""
        for machine in self._bench.machines:
            machine.document.flush()
        self.keep()
        self._note(closed=True)
        self._recovery.release()

    def give_up(self, machine: Machine) -> None:
        """Close a machine for good: what is not saved of it is forgotten."""
        machine.document.mark_saved(machine.document.snapshot.text, machine.document.snapshot.layout)
        self._bench.close(machine)

    def _opened(self, machine: Machine) -> None:
        for key, copy in list(self._shelf.items()):
            if machine.path is not None and copy.file == str(machine.path):
                machine.document.apply(Reload(copy.text, copy.layout, label=RESTORED))
                self._forget(key)
        machine.document.changed.connect(lambda: self._touch(machine))
        machine.titled.connect(lambda: self._touch(machine))
        self._touch(machine)

    def _closed(self, machine: Machine) -> None:
        self._stale.pop(machine.key, None)
        self._keep(machine)
        if machine.dirty:
            copy = _copy(machine)
            self._shelf[machine.key] = copy
            reopen = Choice(messages.REOPEN, lambda: self._unshelve(machine.key))
            forget = Choice(messages.GIVE_UP, lambda: self._forget(machine.key))
            notice = Notice(f"closed {machine.key}", messages.closed_unsaved(copy.title), choices=(reopen, forget))
            self._bench.noticed.emit(None, notice)
        self._timer.start()

    def _unshelve(self, key: int) -> None:
        copy = self._shelf[key]
        if copy.file is not None:
            self._bench.open(pathlib.Path(copy.file))
        else:
            self._reopen(copy, None)
            self._forget(key)

    def _forget(self, key: int) -> None:
        self._shelf.pop(key, None)
        self._kept.discard(key)
        self._recovery.drop(key)

    def _touch(self, machine: Machine) -> None:
        self._stale[machine.key] = machine
        if not self._timer.isActive():
            self._timer.start()

    def _keep(self, machine: Machine) -> None:
        if not machine.dirty:
            self._drop(machine)
            return
        try:
            self._recovery.keep(machine.key, _copy(machine))
            self._kept.add(machine.key)
            self._bench.settled.emit(machine, "keep")
        except OSError as error:
            sentence = messages.cannot_keep(machine.title, reason(error))
            self._bench.noticed.emit(machine, Notice("keep", sentence, Kind.WARNING))

    def _drop(self, machine: Machine) -> None:
        if machine.key in self._kept:
            self._forget(machine.key)

    def _note(self, *, closed: bool) -> None:
        tabs = {machine.key: machine.path for machine in self._bench.machines}
        current = self._bench.machines.index(self._bench.current) if self._bench.current else 0
        try:
            self._recovery.note(tabs, current, closed=closed)
        except OSError:
            # Only the list of tabs is lost by this; unsaved texts tell of their own failures.
            return

    def _restore(self, tab: Tab, earlier: Earlier) -> Machine | None:
        if tab.copy is None:
            return self._bench.open(tab.file) if tab.file and tab.file.exists() else None
        machine = self._reopen(tab.copy, tab.file)
        if earlier.crashed:
            choices = (
                Choice(messages.KEEP_CHANGES, _nothing),
                Choice(messages.GIVE_UP, lambda: self._take_back(machine)),
            )
            notice = Notice("crashed", messages.crashed(machine.title), Kind.WARNING, choices)
            self._bench.noticed.emit(machine, notice)
        return machine

    def _take_back(self, machine: Machine) -> None:
        if machine.file.digest is None:
            self.give_up(machine)
        else:
            machine.document.undo()

    def _reopen(self, copy: Copy, file: pathlib.Path | None) -> Machine:
        """The file as it is on disk with the kept text as one step over it, or the kept text alone."""
        try:
            content = load(file, self._bench.disk) if file else None
        except FileProblem:
            content = None
        if content is None:
            document = Document(Snapshot.of(copy.text, bom=copy.bom, layout=copy.layout, file=file))
            document.mark_unsaved()
            return self._bench.add(MachineFile(document, self._bench.disk))
        document = Document(Snapshot.of(content.text, bom=content.bom, layout=content.layout, file=file))
        document.apply(Reload(copy.text, copy.layout, label=RESTORED))
        return self._bench.add(MachineFile(document, self._bench.disk, copy.digest, content.undecodable))


def _copy(machine: Machine) -> Copy:
    snapshot = machine.document.snapshot
    file = str(snapshot.file) if snapshot.file else None
    return Copy(machine.title, file, machine.file.digest, snapshot.text, snapshot.bom, dict(snapshot.layout))


def _nothing() -> None:
    """What keeping something takes."""
