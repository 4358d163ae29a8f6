"""The interface's side of the worker process that checks machines."""

from __future__ import annotations

from PySide6.QtCore import QObject, QProcess, QTimer, Signal

from designer import child
from designer.document.checker import Answer, Job
from designer.framing import Received, pack

LONGEST_MS = 30_000
"""A check that takes longer is given up; the next revision starts afresh."""


class CheckWorker(QObject):
    """Runs jobs one at a time in a child process, the newest of each key only.

    Signals: ``answered`` (Answer) for each job that was not overtaken by a newer one of its key. A process that
    dies or hangs is replaced, and its job answered with a failure.
    """

    answered = Signal(object)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._waiting: dict[str, Job] = {}
        self._running: Job | None = None
        self._process: QProcess | None = None
        self._received = Received()
        self._closed = False
        self._patience = QTimer(self)
        self._patience.setSingleShot(True)
        self._patience.setInterval(LONGEST_MS)
        self._patience.timeout.connect(self._give_up)

    def start(self) -> None:
        """Start the process ahead of the first job, so that the first answer comes sooner."""
        if self._process is None and not self._closed:
            self._process = self._spawn()

    def submit(self, job: Job) -> None:
        """Check this; a job of the same key that still waits is dropped."""
        self._waiting.pop(job.key, None)
        self._waiting[job.key] = job
        self._next()

    def drop(self, key: str) -> None:
        """Forget what waits for a key."""
        self._waiting.pop(key, None)

    def close(self) -> None:
        """End the process for good; no answer comes after this."""
        self._closed = True
        self._waiting.clear()
        self._running = None
        self._end_process()

    def _next(self) -> None:
        if self._closed or self._running is not None or not self._waiting:
            return
        self.start()
        assert self._process is not None
        key = next(iter(self._waiting))
        self._running = self._waiting.pop(key)
        self._patience.start()
        self._process.write(pack(self._running))

    def _spawn(self) -> QProcess:
        process = child.prepare(self, "designer.document.checker")
        process.readyReadStandardOutput.connect(self._receive)
        process.finished.connect(self._died)
        process.errorOccurred.connect(self._failed_to_start)
        process.start()
        return process

    def _receive(self) -> None:
        if self._process is not None:
            for answer in self._received.take(self._process.readAllStandardOutput().data()):
                self._finish(answer)

    def _finish(self, answer: Answer) -> None:
        self._patience.stop()
        self._running = None
        if answer.key not in self._waiting:
            self.answered.emit(answer)
        self._next()

    def _give_up(self) -> None:
        self._end_process()
        self._fail("The checks took too long and were stopped.")

    def _died(self) -> None:
        self._end_process()
        self._fail("The process that checks ended unexpectedly.")

    def _failed_to_start(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._end_process()
            self._fail("The process that checks cannot be started.")

    def _fail(self, failure: str) -> None:
        if self._running is not None:
            self._finish(Answer(self._running.key, self._running.revision, failure=failure))

    def _end_process(self) -> None:
        process, self._process = self._process, None
        self._received.clear()
        self._patience.stop()
        child.end(process)
