"""Find and replace in the source pane: one bar, live hits, replacing all is one edit."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLineEdit, QToolButton, QWidget

from designer.panels import messages
from designer.panels.widgets import IconButton, button, label, set_flag
from designer.theme import Theme

MOST_HITS = 5000


def pattern_of(text: str, *, case: bool, regex: bool) -> re.Pattern[str] | None:
    """What to look for; ``None`` while nothing or no valid expression is typed."""
    if not text:
        return None
    try:
        return re.compile(text if regex else re.escape(text), 0 if case else re.IGNORECASE)
    except re.error:
        return None


def hits(pattern: re.Pattern[str] | None, text: str) -> list[tuple[int, int]]:
    """The first matches as ``(start, end)``, empty ones left out."""
    found: list[tuple[int, int]] = []
    for match in pattern.finditer(text) if pattern else ():
        if match.end() > match.start():
            found.append(match.span())
        if len(found) == MOST_HITS:
            break
    return found


class FindBar(QWidget):
    """Signals: ``changed`` what is looked for; ``step`` (1 or -1); ``replace`` (all); ``closed``."""

    changed = Signal()
    step = Signal(int)
    replace = Signal(bool)
    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.wanted = QLineEdit(placeholderText=messages.FIND)
        self.wanted.setAccessibleName(messages.FIND)
        self.replacement = QLineEdit(placeholderText=messages.REPLACE_BY)
        self.replacement.setAccessibleName(messages.REPLACE_BY)
        self._case = self._switch("Aa", messages.MATCH_CASE)
        self._regex = self._switch(".*", messages.REGEX)
        self._count = label("", "soft")
        self._count.setMinimumWidth(96)
        self._replace_one = button(messages.REPLACE, lambda: self.replace.emit(False))
        self._replace_all = button(messages.REPLACE_ALL, lambda: self.replace.emit(True))
        previous = IconButton(theme, "arrow-up", messages.PREVIOUS_HIT, lambda: self.step.emit(-1))
        following = IconButton(theme, "arrow-down", messages.NEXT_HIT, lambda: self.step.emit(1))
        close = IconButton(theme, "x", messages.CLOSE_FIND, self.close_bar)
        grid = QGridLayout(self)
        grid.setContentsMargins(12, 8, 8, 8)
        grid.setSpacing(4)
        for column, widget in enumerate(
            (self.wanted, self._case, self._regex, previous, following, self._count, close)
        ):
            grid.addWidget(widget, 0, column)
        grid.addWidget(self.replacement, 1, 0)
        grid.addWidget(self._replace_one, 1, 1, 1, 2)
        grid.addWidget(self._replace_all, 1, 3, 1, 3, Qt.AlignmentFlag.AlignLeft)
        grid.setColumnStretch(0, 1)
        self.wanted.textChanged.connect(self.changed)
        self.wanted.returnPressed.connect(lambda: self.step.emit(1))
        self.replacement.returnPressed.connect(lambda: self.replace.emit(False))
        self.hide()

    @property
    def pattern(self) -> re.Pattern[str] | None:
        return pattern_of(self.wanted.text(), case=self._case.isChecked(), regex=self._regex.isChecked())

    def replaced(self, match: re.Match[str]) -> str:
        """What stands in place of a match; groups only where expressions are on."""
        if not self._regex.isChecked():
            return self.replacement.text()
        try:
            return match.expand(self.replacement.text())
        except (re.error, IndexError):
            return self.replacement.text()

    def open(self, text: str, replacing: bool) -> None:
        for widget in (self.replacement, self._replace_one, self._replace_all):
            widget.setVisible(replacing)
        self.show()
        if text:
            self.wanted.setText(text)
        self.wanted.selectAll()
        self.wanted.setFocus()
        self.changed.emit()

    def show_count(self, current: int, total: int) -> None:
        wrong = bool(self.wanted.text()) and self.pattern is None
        self._count.setText(messages.hits(current, total, bool(self.wanted.text()), wrong))
        set_flag(self.wanted, "invalid", "true" if self.wanted.text() and not total else "false")

    def close_bar(self) -> None:
        self.hide()
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.close_bar()
        elif (
            event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
            and event.modifiers() & Qt.KeyboardModifier.ShiftModifier
        ):
            self.step.emit(-1)
        else:
            super().keyPressEvent(event)

    def _switch(self, text: str, name: str) -> QToolButton:
        button = QToolButton(text=text, checkable=True, toolTip=name)
        button.setAccessibleName(name)
        button.toggled.connect(lambda _: self.changed.emit())
        return button
