"""The machines that are open, one of them in front; what belongs to one machine and no widget."""

from __future__ import annotations

import pathlib
from itertools import count

from PySide6.QtCore import QObject, Signal

from designer.document import Document, Selection
from designer.document.checks import Checks
from designer.document.disk import Disk
from designer.document.file import FileProblem, MachineFile
from designer.document.worker import CheckWorker
from designer.notices import Kind, Notice

NEW_MACHINE = "fsm:\n  name: untitled\n  initialState: start\n\n  states:\n    start: {}\n"
"""What *New* writes: one state, whose name is then open for typing."""


class Machine(QObject):
    """One open machine: its document, its file and its checks. ``key`` names it for as long as the window lives.

    Signals: ``titled`` when ``title`` or ``dirty`` may be another.
    """

    titled = Signal()

    def __init__(self, key: int, file: MachineFile, worker: CheckWorker, parent: QObject) -> None:
        super().__init__(parent)
        self.key = key
        self.file = file
        self.document = file.document
        self.document.setParent(self)
        self.checks = Checks(self.document, worker, self)
        self.document.saved_changed.connect(self.titled)

    @property
    def selection(self) -> Selection:
        return self.document.selection

    @property
    def path(self) -> pathlib.Path | None:
        return self.file.path

    @property
    def title(self) -> str:
        """What the tab says: the file's stem, or the machine's name before there is a file."""
        if self.path is not None:
            return self.path.stem
        workflow = self.document.snapshot.workflow
        return workflow.name if workflow is not None else "untitled"

    @property
    def dirty(self) -> bool:
        return self.document.dirty


class Workbench(QObject):
    """All open machines in tab order.

    Signals: ``opened`` and ``closed`` (Machine); ``current_changed`` when another is in front, or none;
    ``noticed`` (Machine or None, Notice) for what has to be said; ``settled`` (Machine, key) when it need not any more.
    """

    opened = Signal(object)
    closed = Signal(object)
    current_changed = Signal()
    noticed = Signal(object, object)
    settled = Signal(object, str)

    def __init__(self, disk: Disk, worker: CheckWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.machines: list[Machine] = []
        self.disk = disk
        self._worker = worker
        self._current: Machine | None = None
        self._keys = count(1)

    @property
    def current(self) -> Machine | None:
        return self._current

    def show(self, machine: Machine | None) -> None:
        """Bring a machine to the front, or with ``None`` the welcome page."""
        if machine is not self._current:
            self._current = machine
            self.current_changed.emit()

    def new(self, text: str = NEW_MACHINE) -> Machine:
        """An unsaved machine in front: one with one initial state, unless another text is given."""
        document = Document.of_text(text)
        document.mark_unsaved()
        return self.add(MachineFile(document, self.disk))

    def open(self, path: pathlib.Path, *, behind: bool = False) -> Machine | None:
        """The machine in ``path``, in front unless ``behind``; opened only once.

        A file that cannot be read is told as a notice.
        """
        path = path.absolute()
        machine = self.of_path(path)
        if machine is None:
            try:
                file = MachineFile.open(path, self.disk)
            except FileProblem as problem:
                self.noticed.emit(None, Notice(f"open {path}", str(problem), Kind.ERROR))
                return None
            machine = self.add(file, behind=behind)
        if not behind:
            self.show(machine)
        return machine

    def of_path(self, path: pathlib.Path) -> Machine | None:
        """The open machine of this file, also when it was reached by another name of it."""
        for machine in self.machines:
            if machine.path is not None and (machine.path == path or machine.path.resolve() == path.resolve()):
                return machine
        return None

    def add(self, file: MachineFile, *, behind: bool = False) -> Machine:
        """Take a document in as the last tab and bring it to the front, unless it is to stay ``behind``."""
        machine = Machine(next(self._keys), file, self._worker, self)
        self.machines.append(machine)
        self.opened.emit(machine)
        if not behind:
            self.show(machine)
        return machine

    def move(self, from_index: int, to_index: int) -> None:
        """Put a tab at another place."""
        self.machines.insert(to_index, self.machines.pop(from_index))

    def close(self, machine: Machine) -> None:
        """Take a machine off the bench; whoever keeps its text has done so."""
        place = self.machines.index(machine)
        self.machines.remove(machine)
        machine.checks.stop()
        if machine is self._current:
            self._current = self.machines[min(place, len(self.machines) - 1)] if self.machines else None
            self.current_changed.emit()
        self.closed.emit(machine)
        machine.deleteLater()
