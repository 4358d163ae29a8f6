"""What the checks say of a document: known at once for its text, soon after for the whole machine."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, QTimer, Signal

from designer.document.checker import Answer, Job
from designer.document.document import Document
from designer.document.snapshot import Snapshot
from designer.document.worker import CheckWorker
from engine.diagnostics import Diagnostic, Severity

IDLE_MS = 100
"""The whole machine is checked once the text has rested this long."""

UNFINISHED_STATE = ("G509", "L601", "L602")
"""No way out, no way in: in a state made since the last save merely not done yet."""

UNFINISHED_MACHINE = ("L607",)
"""No terminal state: in a machine that was never saved merely not done yet."""

_keys = count(1)


class Checks(QObject):
    """The findings of one document.

    ``findings`` belong to ``snapshot.revision`` when ``busy`` is false; while it is true those on the text itself
    are new and the others those of the revision before. ``failure`` tells of checks that failed themselves.

    Signals: ``changed`` when any of these did.
    """

    changed = Signal()

    def __init__(self, document: Document, worker: CheckWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Diagnostic, ...] = document.snapshot.parsed.diagnostics
        self.busy = True
        self.failure = ""
        self._document = document
        self._worker = worker
        self._key = f"document-{next(_keys)}"
        self._found: tuple[Diagnostic, ...] = ()
        self._wanted = document.snapshot.revision
        self._idle = QTimer(self)
        self._idle.setSingleShot(True)
        self._idle.setInterval(IDLE_MS)
        self._idle.timeout.connect(self._submit)
        document.changed.connect(self._follow)
        document.saved.connect(self.changed)
        worker.answered.connect(self._take)
        self._submit()

    @property
    def unfinished(self) -> tuple[Diagnostic, ...]:
        """Those findings that only say that what was made since the last save is not done yet."""
        return tuple(finding for finding in self.findings if self._is_unfinished(finding))

    @property
    def errors(self) -> int:
        return self._number(Severity.ERROR)

    @property
    def warnings(self) -> int:
        return self._number(Severity.WARNING)

    def at(self, path: tuple[str | int, ...]) -> tuple[Diagnostic, ...]:
        """Findings on an element or anything inside it."""
        return tuple(finding for finding in self.findings if finding.path[: len(path)] == path)

    def stop(self) -> None:
        """Ask for nothing more; the document is being closed."""
        self._idle.stop()
        self._worker.drop(self._key)
        self._worker.answered.disconnect(self._take)

    def _number(self, severity: Severity) -> int:
        """How many findings of a severity there are, unfinished work aside."""
        return sum(finding.severity is severity and not self._is_unfinished(finding) for finding in self.findings)

    def _is_unfinished(self, finding: Diagnostic) -> bool:
        if finding.id in UNFINISHED_MACHINE:
            return self._document.snapshot.file is None
        match finding.path:
            case ("states", str(name), *_):
                return finding.id in UNFINISHED_STATE and self._document.is_new(name)
        return False

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        if new.text == old.text and new.file == old.file:
            return
        own = {diagnostic.id for diagnostic in old.parsed.diagnostics}
        kept = () if new.stale else tuple(finding for finding in self._found if finding.id not in own)
        self.findings = (*new.parsed.diagnostics, *kept)
        self._wanted = new.revision
        self.busy = True
        self._idle.start()
        self.changed.emit()

    def _submit(self) -> None:
        snapshot = self._document.snapshot
        self._worker.submit(Job(self._key, snapshot.revision, snapshot.text, snapshot.parsed.file))

    def _take(self, answer: Answer) -> None:
        if answer.key != self._key or answer.revision < self._wanted:
            return
        self.busy = self._idle.isActive()
        self.failure = answer.failure
        if not answer.failure:
            self._found = answer.findings
            self.findings = answer.findings
        self.changed.emit()
