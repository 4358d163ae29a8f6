"""Find and replace in the source pane: one bar, live hits, replacing all is one edit."""

from __future__ import annotations

import re

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent, QTextCursor
from PySide6.QtWidgets import QGridLayout, QLineEdit, QTextEdit, QToolButton, QWidget

from designer.panels import messages
from designer.panels.source.editor import SourceEdit
from designer.panels.source.positions import Positions
from designer.panels.widgets import IconButton, button, label, set_flag
from designer.theme import Theme

MOST_HITS = 5000
MOST_MARKED = 500


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
        button = QToolButton()
        button.setText(text)
        button.setCheckable(True)
        button.setToolTip(name)
        button.setAccessibleName(name)
        button.toggled.connect(lambda _: self.changed.emit())
        return button


class Search(QObject):
    """The bar and what it does to an editor.

    Signals: ``changed`` when other hits are to be shown; ``replacing`` (the whole text, label) all hits at once.
    """

    changed = Signal()
    replacing = Signal(str, str)

    def __init__(self, editor: SourceEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self._theme = theme
        self.bar = FindBar(theme)
        self.bar.changed.connect(self.changed)
        self.bar.step.connect(self._step)
        self.bar.replace.connect(self._replace)
        self.bar.closed.connect(self._close)

    def emphasis(self) -> list[QTextEdit.ExtraSelection]:
        """The hits to be marked, while the bar is open; the count is told to the bar."""
        if not self.bar.isVisible():
            return []
        found = self._hits()
        cursor = self._editor.textCursor()
        here = (cursor.selectionStart(), cursor.selectionEnd())
        self.bar.show_count(found.index(here) + 1 if here in found else 0, len(found))
        ground = self._theme.tokens.warning_soft
        return [emphasis(self._editor, start, end, ground) for start, end in found[:MOST_MARKED]]

    def _shown(self) -> str:
        return self._editor.document().toRawText().replace("\u2029", "\n")

    def _hits(self) -> list[tuple[int, int]]:
        shown = self._shown()
        units = Positions(shown)
        return [(units.position(start), units.position(end)) for start, end in hits(self.bar.pattern, shown)]

    def _step(self, step: int) -> None:
        found = self._hits()
        if not found:
            return
        at = self._editor.textCursor()
        if step > 0:
            following = next((hit for hit in found if hit[0] >= at.selectionEnd()), found[0])
        else:
            following = next((hit for hit in reversed(found) if hit[1] <= at.selectionStart()), found[-1])
        self._editor.reveal(*following)
        self.changed.emit()

    def _replace(self, everything: bool) -> None:
        pattern = self.bar.pattern
        if pattern is None:
            return
        if everything:
            replaced = pattern.sub(self.bar.replaced, self._shown())
            self.replacing.emit(replaced, messages.replacing(self.bar.wanted.text()))
        else:
            cursor = self._editor.textCursor()
            match = pattern.fullmatch(cursor.selectedText())
            if match:
                cursor.insertText(self.bar.replaced(match))
            self._step(1)
        self.changed.emit()

    def _close(self) -> None:
        self.changed.emit()
        self._editor.setFocus()


def emphasis(editor: SourceEdit, start: int, end: int, ground: QColor) -> QTextEdit.ExtraSelection:
    """A stretch of text on another ground."""
    selection = QTextEdit.ExtraSelection()
    selection.format.setBackground(ground)
    selection.cursor = QTextCursor(editor.document())
    selection.cursor.setPosition(start)
    selection.cursor.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
    return selection
