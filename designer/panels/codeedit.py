"""A text field for code: code face, completion, underlined problems, meanings on hover."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QHelpEvent, QKeyEvent, QTextCharFormat, QTextCursor
from PySide6.QtWidgets import QPlainTextEdit, QTextEdit, QToolTip, QWidget

from designer.panels.completion import CompletionList, Provider
from designer.panels.widgets import claims_help
from designer.theme import Theme, Tokens


@dataclass(frozen=True, slots=True)
class Mark:
    """A problem in the text: widget positions, how bad, and the sentence shown on hover."""

    start: int
    end: int
    severity: str
    message: str


class CodeEdit(QPlainTextEdit):
    """Plain text in the code face.

    Signals: ``help_wanted`` (word under the cursor) on F1. ``provider`` completes; ``meaning`` says what stands at
    a position, for the tooltip.
    """

    help_wanted = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.provider: Provider | None = None
        self.meaning: Callable[[int], str] | None = None
        self._marks: tuple[Mark, ...] = ()
        self._extra: tuple[QTextEdit.ExtraSelection, ...] = ()
        self._completions: CompletionList | None = None
        self.setProperty("code", "true")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.setTabChangesFocus(True)
        self.setMouseTracking(True)
        theme.changed.connect(self._dress)
        self._dress()

    @property
    def completions(self) -> CompletionList:
        """The list below the cursor, made when first needed."""
        if self._completions is None:
            self._completions = CompletionList(self, self._theme)
        return self._completions

    @property
    def marks(self) -> tuple[Mark, ...]:
        return self._marks

    def set_marks(self, marks: Sequence[Mark]) -> None:
        """Underline these problems and no others."""
        self._marks = tuple(marks)
        self._show_selections()

    def set_extra(self, selections: Sequence[QTextEdit.ExtraSelection]) -> None:
        """Further emphasis (current line, search hits), below the problems."""
        self._extra = tuple(selections)
        self._show_selections()

    def marks_at(self, position: int) -> list[Mark]:
        return [mark for mark in self._marks if mark.start <= position <= max(mark.end, mark.start + 1)]

    def complete(self, asked: bool = True) -> None:
        """Offer what can stand at the cursor; ``asked`` also where nothing is typed yet."""
        position = self.textCursor().position()
        offer = self.provider(position, asked) if self.provider else None
        if offer is None and self._completions is None:
            return
        typed = "" if offer is None else self.typed_since(offer.start)
        self.completions.offer(offer, typed)

    def typed_since(self, start: int) -> str:
        cursor = self.textCursor()
        cursor.setPosition(start)
        cursor.setPosition(self.textCursor().position(), QTextCursor.MoveMode.KeepAnchor)
        return cursor.selectedText()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._completions is not None and self._completions.take_key(event):
            return
        if event.key() == Qt.Key.Key_Space and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.complete()
            return
        if event.key() == Qt.Key.Key_F1:
            self.help_wanted.emit(self.word_at(self.textCursor().position()))
            return
        super().keyPressEvent(event)
        if event.text().isprintable() and event.text():
            self.complete(asked=False)
        elif self._completions is not None and self._completions.isVisible():
            if event.key() == Qt.Key.Key_Backspace:
                self.complete(asked=False)
            elif event.key() not in (Qt.Key.Key_Shift, Qt.Key.Key_Control, Qt.Key.Key_Alt):
                self._completions.hide()

    def word_at(self, position: int) -> str:
        cursor = self.textCursor()
        cursor.setPosition(position)
        cursor.select(QTextCursor.SelectionType.WordUnderCursor)
        return cursor.selectedText()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        if self._completions is not None:
            self._completions.hide()
        super().focusOutEvent(event)

    def event(self, event: QEvent) -> bool:
        if claims_help(event):
            return True
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            self._show_tooltip(event)
            return True
        return super().event(event)

    def _show_tooltip(self, event: QHelpEvent) -> None:
        position = self.cursorForPosition(self.viewport().mapFromGlobal(event.globalPos())).position()
        lines = [mark.message for mark in self.marks_at(position)]
        if not lines and self.meaning is not None:
            lines = [self.meaning(position)]
        QToolTip.showText(event.globalPos(), "\n".join(line for line in lines if line), self)

    def _show_selections(self) -> None:
        tokens = self._theme.tokens
        selections = list(self._extra)
        for mark in self._marks:
            form = QTextCharFormat()
            form.setUnderlineStyle(QTextCharFormat.UnderlineStyle.WaveUnderline)
            form.setUnderlineColor(severity_colour(tokens, mark.severity))
            cursor = self.textCursor()
            last = max(0, self.document().characterCount() - 1)
            cursor.setPosition(min(mark.start, last))
            cursor.setPosition(min(max(mark.end, mark.start + 1), last), QTextCursor.MoveMode.KeepAnchor)
            selection = QTextEdit.ExtraSelection()
            selection.format, selection.cursor = form, cursor
            selections.append(selection)
        self.setExtraSelections(selections)

    def _dress(self) -> None:
        font = self._theme.code_font(13)
        self.setFont(font)
        self.setTabStopDistance(self.fontMetrics().horizontalAdvance(" ") * 2)
        self._show_selections()


def severity_colour(tokens: Tokens, severity: str) -> QColor:
    return {"error": tokens.error, "warning": tokens.warning}.get(severity, tokens.accent)


def piece_colours(tokens: Tokens) -> dict[str, QColor]:
    """The colour of each kind of piece of code; kinds that are missing are drawn as text."""
    return {
        "key": tokens.work,
        "string": tokens.string,
        "number": tokens.person,
        "word": tokens.person,
        "function": tokens.work,
        "field": tokens.agent,
        "comment": tokens.soft,
        "mark": tokens.soft,
    }
