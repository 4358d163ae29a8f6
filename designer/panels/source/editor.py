"""The source pane's editor: lines, folding, indentation, fixes at the cursor; it knows text and no machine."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QRect, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QResizeEvent,
    QTextBlock,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import QTextEdit, QWidget

from designer.panels import messages
from designer.panels.codeedit import CodeEdit
from designer.panels.source.colours import Colours
from designer.panels.source.folds import Folds
from designer.panels.source.gutter import Gutter
from designer.theme import Theme

_FOLDED_FROM = 4
"""*Fold all* leaves the sections open and folds each state, field and agent."""

_WORST = ("error", "warning", "info")
_Key = QKeySequence.StandardKey


class SourceEdit(CodeEdit):
    """YAML with a gutter. Undo is the document's, so the widget's own is off.

    Signals: ``undo_wanted``, ``redo_wanted``, ``find_wanted`` (with replace), ``definition_wanted`` (position),
    ``rename_wanted`` (position), ``fixes_wanted`` (position).
    """

    undo_wanted = Signal()
    redo_wanted = Signal()
    find_wanted = Signal(bool)
    definition_wanted = Signal(int)
    rename_wanted = Signal(int)
    fixes_wanted = Signal(int)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(theme, parent)
        self.setUndoRedoEnabled(False)
        self.setTabChangesFocus(False)
        self.setProperty("frame", "none")
        self.setAccessibleName(messages.SOURCE)
        self.setCursorWidth(2)
        self.folds = Folds(self)
        self.colours = Colours(self, theme)
        self._gutter = Gutter(self, theme)
        self._emphasis: tuple[QTextEdit.ExtraSelection, ...] = ()
        self.blockCountChanged.connect(self._fit_gutter)
        self.updateRequest.connect(self._scroll_gutter)
        self.cursorPositionChanged.connect(self.refresh_emphasis)
        theme.changed.connect(self.refresh_emphasis)
        self._fit_gutter()
        self.refresh_emphasis()

    def visible_lines(self) -> Iterator[tuple[QTextBlock, float, float]]:
        """The lines in view, each with its top and height in the viewport."""
        block = self.firstVisibleBlock()
        top = self.blockBoundingGeometry(block).translated(self.contentOffset()).top()
        while block.isValid() and top <= self.viewport().height():
            height = self.blockBoundingRect(block).height()
            if block.isVisible():
                yield block, top, height
            top += height
            block = block.next()

    def worst_by_line(self) -> dict[int, str]:
        """The worst severity of each line that has a problem."""
        worst: dict[int, str] = {}
        for mark in self.marks:
            line = self.document().findBlock(mark.start).blockNumber()
            if line not in worst or _WORST.index(mark.severity) < _WORST.index(worst[line]):
                worst[line] = mark.severity
        return worst

    def set_emphasis(self, selections: list[QTextEdit.ExtraSelection]) -> None:
        """Search hits and the selected element's lines."""
        self._emphasis = tuple(selections)
        self.refresh_emphasis()

    def refresh_emphasis(self) -> None:
        line = QTextEdit.ExtraSelection()
        line.format.setBackground(self._theme.tokens.hover)
        line.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        line.cursor = self.textCursor()
        line.cursor.clearSelection()
        self.set_extra([line, *self._emphasis])
        self._gutter.update()

    def reveal(self, position: int, select_to: int | None = None) -> None:
        """Bring a position into view, unfolding what hides it, and put the cursor there."""
        self.folds.reveal(self.document().findBlock(position))
        cursor = self.textCursor()
        cursor.setPosition(position)
        if select_to is not None:
            cursor.setPosition(select_to, QTextCursor.MoveMode.KeepAnchor)
        self.setTextCursor(cursor)
        self.centerCursor()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        completing = self._completions is not None and self._completions.isVisible()
        if event.matches(_Key.Undo):
            self.undo_wanted.emit()
        elif event.matches(_Key.Redo) or event.keyCombination().toCombined() == _CTRL_SHIFT_Z:
            self.redo_wanted.emit()
        elif event.matches(_Key.Find):
            self.find_wanted.emit(False)
        elif event.matches(_Key.Replace):
            self.find_wanted.emit(True)
        elif event.key() == Qt.Key.Key_F12:
            self.definition_wanted.emit(self.textCursor().position())
        elif event.key() == Qt.Key.Key_F2:
            self.rename_wanted.emit(self.textCursor().position())
        elif event.key() == Qt.Key.Key_Period and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self.fixes_wanted.emit(self.textCursor().position())
        elif event.key() == Qt.Key.Key_Slash and event.modifiers() == Qt.KeyboardModifier.ControlModifier:
            self._toggle_comment()
        elif event.key() in (Qt.Key.Key_Tab, Qt.Key.Key_Backtab) and not completing:
            self._indent(event.key() == Qt.Key.Key_Tab)
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not completing:
            self._new_line()
        else:
            super().keyPressEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.modifiers() == Qt.KeyboardModifier.ControlModifier and event.button() == Qt.MouseButton.LeftButton:
            self.definition_wanted.emit(self.cursorForPosition(event.position().toPoint()).position())
            return
        super().mousePressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        position = self.cursorForPosition(event.pos()).position()
        menu = self.createStandardContextMenu()
        for old in menu.actions()[:3]:
            menu.removeAction(old)
        first = menu.actions()[0] if menu.actions() else None
        for text, signal in (
            (messages.GO_TO_DEFINITION, self.definition_wanted),
            (messages.RENAME_SYMBOL, self.rename_wanted),
            (messages.SHOW_FIXES, self.fixes_wanted),
        ):
            action = QAction(text, menu)
            action.triggered.connect(lambda _=False, signal=signal: signal.emit(position))
            if first is not None:
                menu.insertAction(first, action)
            else:
                menu.addAction(action)
        menu.addSeparator()
        menu.addAction(messages.FOLD_ALL, lambda: self.folds.fold_below(_FOLDED_FROM))
        menu.addAction(messages.UNFOLD_ALL, self.folds.unfold_all)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.popup(event.globalPos())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        area = self.contentsRect()
        self._gutter.setGeometry(QRect(area.left(), area.top(), self._gutter.width_needed(), area.height()))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.FontChange and hasattr(self, "_gutter"):
            self._fit_gutter()

    def _indent(self, deeper: bool) -> None:
        cursor = self.textCursor()
        if deeper and not cursor.hasSelection():
            cursor.insertText("  ")
            return
        cursor.beginEditBlock()
        for block in self._selected_blocks(cursor):
            line = QTextCursor(block)
            if deeper and block.text().strip():
                line.insertText("  ")
            elif not deeper and block.text().startswith(" "):
                step = 2 if block.text().startswith("  ") else 1
                line.movePosition(QTextCursor.MoveOperation.Right, QTextCursor.MoveMode.KeepAnchor, step)
                line.removeSelectedText()
        cursor.endEditBlock()

    def _new_line(self) -> None:
        """A new line begins where the last one did, deeper after a key without a value, beside a dash's entry."""
        cursor = self.textCursor()
        before = cursor.block().text()[: cursor.positionInBlock()]
        indent = len(before) - len(before.lstrip(" "))
        content = before.strip()
        if content.endswith(":"):
            indent += 4 if content.startswith("- ") else 2
        elif content.startswith("- ") and ":" in content:
            indent += 2
        cursor.insertText("\n" + " " * indent)
        self.ensureCursorVisible()

    def _toggle_comment(self) -> None:
        cursor = self.textCursor()
        blocks = [block for block in self._selected_blocks(cursor) if block.text().strip()]
        commented = all(block.text().lstrip().startswith("#") for block in blocks)
        column = min((len(b.text()) - len(b.text().lstrip()) for b in blocks), default=0)
        cursor.beginEditBlock()
        for block in blocks:
            line = QTextCursor(block)
            text = block.text()
            if commented:
                at = text.index("#")
                line.setPosition(block.position() + at)
                line.setPosition(block.position() + at + (2 if text[at : at + 2] == "# " else 1), _KEEP)
                line.removeSelectedText()
            else:
                line.setPosition(block.position() + column)
                line.insertText("# ")
        cursor.endEditBlock()

    def _selected_blocks(self, cursor: QTextCursor) -> list[QTextBlock]:
        block = self.document().findBlock(cursor.selectionStart())
        blocks = []
        while block.isValid() and block.position() <= cursor.selectionEnd():
            blocks.append(block)
            block = block.next()
        return blocks

    def _fit_gutter(self) -> None:
        self.setViewportMargins(self._gutter.width_needed(), 0, 0, 0)

    def _scroll_gutter(self, rect: QRect, dy: int) -> None:
        if dy:
            self._gutter.scroll(0, dy)
        else:
            self._gutter.update(0, rect.y(), self._gutter.width(), rect.height())


_KEEP = QTextCursor.MoveMode.KeepAnchor
_CTRL_SHIFT_Z = (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier).value | Qt.Key.Key_Z.value
