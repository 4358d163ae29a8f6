"""What the checks say of a document: known at once for its text, soon after for the whole machine."""

from __future__ import annotations

from dataclasses import replace
from itertools import count
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QTimer, Signal

from designer.document.checker import Answer, Job
from designer.document.document import Document
from designer.document.rebase import rebased
from designer.document.snapshot import Snapshot
from designer.document.worker import CheckWorker
from engine.diagnostics import Diagnostic, Severity
from engine.text import Patch

if TYPE_CHECKING:
    from engine.analysis import Coverage

IDLE_MS = 100
"""The whole machine is checked once the text has rested this long."""

UNFINISHED_STATE = ("G509", "L601", "L602")
"""No way out, no way in: in a state made since the last save merely not done yet."""

UNFINISHED_MACHINE = ("L607",)
"""No terminal state: in a machine that was never saved merely not done yet."""

TEXT_IDS = frozenset({"Y101", "Y102", "Y103", "Y104", "Y105", "Y107", "Y108"})
"""What reading the text itself finds, at once."""

_keys = count(1)


class Checks(QObject):
    """The findings of one document.

    While ``busy`` those on the text itself are new and the others those of an older text, moved to where they stand
    now; spans and fixes always fit the present text. What is merely unfinished is a hint. ``failure`` tells of checks
    that failed themselves, ``coverage`` what the exact ones could decide of the text they saw last.

    Signals: ``changed`` when any of these did.
    """

    changed = Signal()

    def __init__(self, document: Document, worker: CheckWorker, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self.findings: tuple[Diagnostic, ...] = document.snapshot.parsed.diagnostics
        self.unfinished: tuple[Diagnostic, ...] = ()
        """Those that only say that what was made since the last save is not done yet."""
        self.busy = True
        self.failure = ""
        self.coverage: Coverage | None = None
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
        document.saved.connect(self._show_again)
        worker.answered.connect(self._take)
        self._submit()

    @property
    def errors(self) -> int:
        return sum(finding.severity is Severity.ERROR for finding in self.findings)

    @property
    def warnings(self) -> int:
        return sum(finding.severity is Severity.WARNING for finding in self.findings)

    def at(self, path: tuple[str | int, ...]) -> tuple[Diagnostic, ...]:
        """Findings on an element or anything inside it."""
        return tuple(finding for finding in self.findings if finding.path[: len(path)] == path)

    def stop(self) -> None:
        """Ask for nothing more; the document is being closed."""
        self._idle.stop()
        self._worker.drop(self._key)
        self._worker.answered.disconnect(self._take)

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
        change = Patch.between(old.text, new.text)
        self._found = tuple(rebased(finding, change) for finding in self._found if finding.id not in TEXT_IDS)
        here = [finding for finding in self._found if not finding.path or new.parsed.span(finding.path) is not None]
        self._wanted = new.revision
        self.busy = True
        self._idle.start()
        self._show((*new.parsed.diagnostics, *(() if new.stale else here)))

    def _show(self, findings: tuple[Diagnostic, ...]) -> None:
        graded = [(finding, self._is_unfinished(finding)) for finding in findings]
        self.findings = tuple(replace(finding, severity=Severity.INFO) if hint else finding for finding, hint in graded)
        self.unfinished = tuple(shown for shown, (_, hint) in zip(self.findings, graded, strict=True) if hint)
        self.changed.emit()

    def _show_again(self) -> None:
        """Grade anew: what was unfinished before a save is not any more."""
        if not self.busy:
            self._show(self._found)

    def _submit(self) -> None:
        snapshot = self._document.snapshot
        place = "" if snapshot.file is None else str(snapshot.file)
        self._worker.submit(Job(self._key, snapshot.revision, snapshot.text, snapshot.parsed.file, place))

    def _take(self, answer: Answer) -> None:
        if answer.key != self._key or answer.revision < self._wanted:
            return
        self.busy = self._idle.isActive()
        self.failure = answer.failure
        if answer.failure:
            self.changed.emit()
        else:
            self._found = answer.findings
            self.coverage = answer.coverage
            self._show(answer.findings)
