"""The machines of the folder one works in, each with the number of its problems."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QObject, QTimer, Signal

from designer.document.checker import Answer, Job
from designer.document.disk import Disk
from designer.document.file import FileProblem, load
from designer.document.folder import machine_files, project_root
from designer.document.worker import CheckWorker
from designer.workbench import Machine, Workbench
from engine.diagnostics import Diagnostic, Severity

SETTLE_MS = 60


@dataclass(frozen=True, slots=True)
class Entry:
    """A machine in the list; ``path`` is ``None`` for one without a file, ``errors`` while it is not checked yet."""

    title: str
    path: pathlib.Path | None
    errors: int | None = None
    warnings: int = 0
    dirty: bool = False
    current: bool = False


class Project(QObject):
    """Follows the current machine's folder, and the open machines that lie elsewhere.

    Signals: ``changed`` when ``name`` or ``entries`` may be others.
    """

    changed = Signal()

    def __init__(self, bench: Workbench, worker: CheckWorker, disk: Disk, parent: QObject) -> None:
        super().__init__(parent)
        self.root: pathlib.Path | None = None
        self._bench = bench
        self._worker = worker
        self._disk = disk
        self.files: list[pathlib.Path] = []
        self._found: dict[pathlib.Path, tuple[Diagnostic, ...]] = {}
        self._revision = 0
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self.changed)
        bench.opened.connect(self._follow_machine)
        bench.closed.connect(self._settle.start)
        bench.current_changed.connect(self._follow_current)
        worker.answered.connect(self._take)

    @property
    def name(self) -> str:
        return self.root.name if self.root is not None else ""

    def look_at(self, path: pathlib.Path) -> None:
        """Make the folder of ``path`` the project; its machines are listed at once and checked when there is time."""
        root = project_root(path.absolute())
        if root != self.root:
            self.root = root
            self.refresh()

    def refresh(self) -> None:
        """Read the folder again."""
        self.files = machine_files(self.root, self._disk) if self.root else []
        self._revision += 1
        for path in self.files:
            if self._bench.of_path(path) is None:
                self._check(path)
        self.changed.emit()

    @property
    def entries(self) -> list[Entry]:
        """The folder's machines by name, then open ones from elsewhere in tab order."""
        listed = [self._entry(path, self._bench.of_path(path)) for path in self.files]
        known = set(self.files)
        elsewhere = [machine for machine in self._bench.machines if machine.path not in known]
        return listed + [self._entry(machine.path, machine) for machine in elsewhere]

    @property
    def findings_elsewhere(self) -> Mapping[str, Sequence[Diagnostic]]:
        """What was found in machines of the folder that are not in front, by their title."""
        found: dict[str, Sequence[Diagnostic]] = {}
        for path in self.files:
            machine = self._bench.of_path(path)
            if machine is None:
                found[path.stem] = self._found.get(path, ())
            elif machine is not self._bench.current:
                found[path.stem] = machine.checks.findings
        return found

    def _entry(self, path: pathlib.Path | None, machine: Machine | None) -> Entry:
        if machine is None:
            assert path is not None
            if path not in self._found:
                return Entry(path.stem, path)
            severities = [finding.severity for finding in self._found[path]]
            return Entry(path.stem, path, severities.count(Severity.ERROR), severities.count(Severity.WARNING))
        checks = machine.checks
        current = machine is self._bench.current
        return Entry(machine.title, machine.path, checks.errors, checks.warnings, machine.dirty, current)

    def _check(self, path: pathlib.Path) -> None:
        try:
            content = load(path, self._disk)
        except FileProblem:
            return
        self._worker.submit(Job(f"file {path}", self._revision, content.text, path.name, str(path)))

    def _take(self, answer: Answer) -> None:
        if answer.key.startswith("file ") and not answer.failure:
            self._found[pathlib.Path(answer.key.removeprefix("file "))] = answer.findings
            self._settle.start()

    def _follow_machine(self, machine: Machine) -> None:
        machine.checks.changed.connect(self._settle.start)
        machine.titled.connect(self._titled)
        self._settle.start()

    def _titled(self) -> None:
        current = self._bench.current
        if current is not None and current.path is not None and current.path not in self.files and self.root:
            self.root = None
            self.look_at(current.path)
        self._settle.start()

    def _follow_current(self) -> None:
        current = self._bench.current
        if current is not None and current.path is not None:
            self.look_at(current.path)
        self._settle.start()
