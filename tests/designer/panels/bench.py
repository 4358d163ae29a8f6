"""What tests of a panel need: a document of a text, its findings, a theme, keys."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QKeySequence
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from designer.document import Document
from designer.theme import Theme
from engine.analysis import Coverage, check
from engine.diagnostics import Diagnostic
from tests.cases import CASES

REVIEW = (CASES / "features" / "delegated_review.yaml").read_text(encoding="utf-8")
APPROVALS = (CASES / "features" / "approvals.yaml").read_text(encoding="utf-8")


class Findings(QObject):
    """Stands for the checks of a document: they are done at once, and in this process."""

    changed = Signal()

    def __init__(self, document: Document, *, checked: bool = True) -> None:
        super().__init__()
        self.findings: Sequence[Diagnostic] = ()
        self.unfinished: Sequence[Diagnostic] = ()
        self.busy = False
        self.failure = ""
        self.coverage = Coverage()
        self._document = document
        if checked:
            self.look()
            document.changed.connect(lambda old, new: self.look())

    def look(self) -> None:
        parsed = self._document.snapshot.parsed
        report = check(parsed)
        self.findings = report.findings if parsed.workflow is not None else parsed.diagnostics
        self.coverage = report.coverage
        self.changed.emit()


class Bench:
    """One document and what panels are made with."""

    def __init__(self, text: str = REVIEW, *, checked: bool = True) -> None:
        self.document = Document.of_text(text)
        self.selection = self.document.selection
        self.checks = Findings(self.document, checked=checked)
        self.theme = Theme("light")
        self.start = text
        self.refused: list[str] = []
        self.document.refused.connect(self.refused.append)

    @property
    def text(self) -> str:
        return self.document.snapshot.text

    @property
    def parts(self) -> tuple[object, ...]:
        return self.document, self.selection, self.checks, self.theme

    def changed_lines(self) -> tuple[list[str], list[str]]:
        """The lines that went and those that came, since the start."""
        old, new = self.start.splitlines(), self.text.splitlines()
        return [line for line in old if line not in new], [line for line in new if line not in old]


def shown(widget: QWidget) -> QWidget:
    widget.resize(420, 800)
    widget.show()
    widget.activateWindow()
    QTest.qWaitForWindowActive(widget)
    return widget


def press(widget: QWidget, keys: str) -> None:
    combination = QKeySequence(keys)[0]
    QTest.keyClick(widget, combination.key(), combination.keyboardModifiers())
    for _ in range(3):  # a delegate hands its value in a turn later, and what follows from it comes after that
        QApplication.processEvents()


def retype(widget: QWidget, text: str, end: str = "Return") -> None:
    """Put ``text`` in place of what a field says, and leave it by a key."""
    widget.setFocus()
    press(widget, "Ctrl+A")
    if text:
        QTest.keyClicks(widget, text)
    else:
        press(widget, "Delete")
    if end:
        press(widget, end)
