"""What happens when the program itself is at fault: it is logged and told, and the document stays as it was."""

from __future__ import annotations

import logging
import platform
import sys
import traceback
from logging.handlers import RotatingFileHandler
from pathlib import Path
from types import TracebackType

import PySide6
from PySide6.QtCore import QObject, Signal

LOG_BYTES = 500_000
LOG_FILES = 3

log = logging.getLogger("statewright")


class Faults(QObject):
    """Catches exceptions nobody caught, in Python and in Qt's slots alike.

    Signals: ``happened`` (details) with what a report of the fault needs, without the machine's text.
    """

    happened = Signal(str)

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._before = sys.excepthook

    def catch(self) -> None:
        """Take unhandled exceptions from now on."""
        sys.excepthook = self._hook

    def release(self) -> None:
        """Leave them to whoever had them before."""
        sys.excepthook = self._before

    def _hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        if issubclass(kind, KeyboardInterrupt):
            self._before(kind, error, trace)
            return
        details = report(error)
        log.error("%s", details)
        self.happened.emit(details)


def report(error: BaseException) -> str:
    """Versions and the places in the program that led to the fault, without values, which may be the user's text."""
    frames = []
    seen: BaseException | None = error
    while seen is not None:
        places = [
            f"  {frame.filename}:{frame.lineno} {frame.name}" for frame in traceback.extract_tb(seen.__traceback__)
        ]
        frames.append("\n".join([*places, f"  {type(seen).__name__}"]))
        seen = seen.__cause__ or seen.__context__
    versions = f"Python {platform.python_version()}, Qt {PySide6.__version__}, {platform.system()} {platform.release()}"
    return "\nafter\n".join([f"Statewright on {versions}", *reversed(frames)])


def start_log(file: Path) -> logging.Handler:
    """Write warnings and worse to a rotating file; give the handler back, to be removed at the end."""
    file.parent.mkdir(parents=True, exist_ok=True)
    handler = RotatingFileHandler(file, maxBytes=LOG_BYTES, backupCount=LOG_FILES, encoding="utf-8", delay=True)
    handler.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(name)s %(message)s"))
    handler.setLevel(logging.WARNING)
    log.addHandler(handler)
    log.propagate = False
    return handler


def stop_log(handler: logging.Handler) -> None:
    log.removeHandler(handler)
    log.propagate = True
    handler.close()
