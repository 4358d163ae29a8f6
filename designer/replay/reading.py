"""Work on a journal away from the interface: one thread for what is read, the answers as signals."""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Event
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from engine.errors import StatewrightError

if TYPE_CHECKING:
    from engine.runtime.replay import Outcome


class Reading(QObject):
    """Does one piece of work after the other.

    Signals: ``done`` (what the caller called it, result), ``failed`` (the same, sentence), ``outcomes`` (some).
    """

    done = Signal(str, object)
    failed = Signal(str, str)
    outcomes = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._threads = ThreadPoolExecutor(1, thread_name_prefix="journal")
        self._many = ThreadPoolExecutor(1, thread_name_prefix="replay")
        self._closed = Event()
        self._stopped = Event()

    def ask(self, name: str, work: Callable[[], Any]) -> None:
        """Do this; its result comes as ``done``, a sentence of what is wrong as ``failed``."""
        self._threads.submit(self._do, name, work)

    def ask_many(self, work: Callable[[], Generator[tuple[Outcome, ...], None, None]]) -> None:
        """Replay many runs: ``outcomes`` some at a time, at the end ``done`` by the name ``many``."""
        self._stopped.clear()
        self._many.submit(self._do, "many", lambda: self._take(work()))

    def stop_many(self) -> None:
        """Leave what is not done yet."""
        self._stopped.set()

    @property
    def closed(self) -> bool:
        """Whether nobody waits for an answer any more; asked from within the work."""
        return self._closed.is_set()

    def close(self) -> None:
        self._closed.set()
        self._stopped.set()
        self._threads.shutdown(wait=True, cancel_futures=True)
        self._many.shutdown(wait=True, cancel_futures=True)

    def _take(self, found: Generator[tuple[Outcome, ...], None, None]) -> None:
        with closing(found):
            for some in found:
                if self._stopped.is_set():
                    return
                self.outcomes.emit(some)

    def _do(self, name: str, work: Callable[[], Any]) -> None:
        try:
            result = work()
        except (StatewrightError, OSError) as error:
            if not self.closed:
                self.failed.emit(name, str(error))
        except Exception:
            # A bug: told like one that happens in the interface, since nobody asks the thread. After closing it is work
            # that was left.
            if not self.closed:
                sys.excepthook(*sys.exc_info())
        else:
            if not self.closed:
                self.done.emit(name, result)
