"""The strip at the left of the source: line numbers, fold marks, and a dot on lines with problems."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QWidget

from designer.panels import messages
from designer.panels.codeedit import severity_colour
from designer.theme import Theme, paint_icon

if TYPE_CHECKING:
    from designer.panels.source.editor import SourceEdit

_FOLD = 18
_DOT = 14


class Gutter(QWidget):
    """Drawn along the visible lines; a click on a fold mark folds, on a dot shows the fixes."""

    def __init__(self, editor: SourceEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self._theme = theme
        self.setAccessibleName(messages.LINE_NUMBERS)
        self.setCursor(Qt.CursorShape.ArrowCursor)
        theme.changed.connect(self.update)

    def width_needed(self) -> int:
        digits = max(3, len(str(self._editor.blockCount())))
        return _DOT + digits * self._editor.fontMetrics().horizontalAdvance("0") + _FOLD + 6

    def sizeHint(self) -> QSize:
        return QSize(self.width_needed(), 0)

    def paintEvent(self, event: QPaintEvent) -> None:
        tokens = self._theme.tokens
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.fillRect(event.rect(), tokens.panel)
        painter.setFont(self._theme.code_font(12))
        current = self._editor.textCursor().blockNumber()
        worst = self._editor.worst_by_line()
        for block, top, height in self._editor.visible_lines():
            line = block.blockNumber()
            painter.setPen(tokens.text if line == current else tokens.soft)
            numbers = QRectF(_DOT, top, self.width() - _DOT - _FOLD, height)
            painter.drawText(numbers, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, str(line + 1))
            if line in worst:
                painter.setBrush(severity_colour(tokens, worst[line]))
                painter.setPen(Qt.PenStyle.NoPen)
                painter.drawEllipse(QRectF(5, top + height / 2 - 3, 6, 6))
            if self._editor.folds.foldable(block):
                name = "caret-right" if self._editor.folds.folded(block) else "caret-down"
                paint_icon(painter, name, tokens.soft, QRectF(self.width() - _FOLD + 2, top + height / 2 - 6, 12, 12))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        for block, top, height in self._editor.visible_lines():
            if not top <= event.position().y() < top + height:
                continue
            if event.position().x() >= self.width() - _FOLD and self._editor.folds.foldable(block):
                self._editor.folds.toggle(block)
            elif event.position().x() < _DOT and block.blockNumber() in self._editor.worst_by_line():
                self._editor.fixes_wanted.emit(block.position())
            else:
                cursor = self._editor.textCursor()
                cursor.setPosition(block.position())
                self._editor.setTextCursor(cursor)
                self._editor.setFocus()
            return
