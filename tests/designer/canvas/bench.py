"""A canvas in a window of its own for tests: a document, checks that say what they are told, no motion."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from PySide6.QtCore import QObject, Signal
from PySide6.QtTest import QTest
from pytestqt.qtbot import QtBot

from designer.canvas import Canvas, LayoutWorker
from designer.document import Document
from designer.theme import Theme
from engine.diagnostics import Diagnostic


class StillChecks(QObject):
    """Findings as a test sets them."""

    changed = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.findings: tuple[Diagnostic, ...] = ()
        self.busy = False


class StillSettings:
    reduce_motion = True


class Clip:
    def __init__(self) -> None:
        self.content = ""

    def text(self) -> str:
        return self.content

    def set_text(self, text: str) -> None:
        self.content = text


@contextmanager
def canvas_on(document: Document, qtbot: QtBot, size: tuple[int, int] = (1100, 660)) -> Iterator[Canvas]:
    """A shown canvas whose layout is done."""
    theme, checks, worker = Theme("light"), StillChecks(), LayoutWorker()
    checks.findings = document.snapshot.parsed.diagnostics
    canvas = Canvas(document, document.selection, checks, theme, StillSettings(), worker, Clip())  # type: ignore[arg-type]
    canvas.resize(*size)
    canvas.show()
    settle(canvas, qtbot)
    try:
        yield canvas
    finally:
        canvas.close()
        canvas.deleteLater()
        worker.close()
        QTest.qWait(0)


def settle(canvas: Canvas, qtbot: QtBot) -> None:
    """Wait for the layout under way."""
    qtbot.waitUntil(lambda: not canvas.busy, timeout=60_000)
    QTest.qWait(0)
