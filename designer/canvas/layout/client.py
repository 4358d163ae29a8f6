"""The interface's side of the layout's process."""

from __future__ import annotations

from itertools import count

from PySide6.QtCore import QObject, QProcess, Signal

from designer import child
from designer.canvas.layout.order import Order
from designer.canvas.layout.process import Reply, Request
from designer.framing import Received, pack


class LayoutWorker(QObject):
    """Lays out one order after the other in a child process; one worker serves all drawings.

    Signals: ``finished`` (number, Laid or ``None`` when it failed, failure) for each order that was not cancelled.
    """

    finished = Signal(int, object, str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._numbers = count(1)
        self._waiting: dict[int, Request] = {}
        self._running: int | None = None
        self._closed = False
        self._child = _Child()
        self._received = Received()
        self.destroyed.connect(self._child.end)

    def start(self) -> None:
        """Start the process ahead of the first order, so that the first drawing comes sooner."""
        if self._child.process is None and not self._closed:
            self._child.process = self._spawn()

    def submit(self, order: Order) -> int:
        """Lay this out; the number tells its answer from others."""
        number = next(self._numbers)
        if not self._closed:
            self._waiting[number] = Request(number, order)
            self._next()
        return number

    def cancel(self, number: int) -> None:
        """No answer to this order, please; one that is being laid out is ended at once."""
        self._waiting.pop(number, None)
        if self._running == number:
            self._running = None
            self._end()
            self._next()

    def close(self) -> None:
        """End the process for good; no answer comes after this."""
        self._closed = True
        self._waiting.clear()
        self._running = None
        self._end()

    def _next(self) -> None:
        if self._running is not None or not self._waiting:
            return
        self.start()
        assert self._child.process is not None
        self._running = next(iter(self._waiting))
        self._child.process.write(pack(self._waiting.pop(self._running)))

    def _spawn(self) -> QProcess:
        process = child.prepare(self, "designer.canvas.layout.process", forward_errors=False)
        process.readyReadStandardOutput.connect(self._receive)
        process.finished.connect(self._died)
        process.errorOccurred.connect(self._failed)
        process.start()
        return process

    def _receive(self) -> None:
        if self._child.process is not None:
            for reply in self._received.take(self._child.process.readAllStandardOutput().data()):
                self._answer(reply)

    def _answer(self, reply: Reply) -> None:
        if reply.number == self._running:
            self._running = None
            self.finished.emit(reply.number, reply.laid, reply.failure)
            self._next()

    def _died(self) -> None:
        self._end()
        if self._running is not None:
            self._answer(Reply(self._running, None, "The process that lays machines out ended unexpectedly."))

    def _failed(self, error: QProcess.ProcessError) -> None:
        if error == QProcess.ProcessError.FailedToStart:
            self._died()

    def _end(self) -> None:
        self._received.clear()
        self._child.end()


class _Child:
    """The process, outside the worker's own life: it must be ended while Qt takes the worker apart."""

    def __init__(self) -> None:
        self.process: QProcess | None = None

    def end(self) -> None:
        process, self.process = self.process, None
        child.end(process)
