"""The list of completions below a cursor, shared by the source pane and the guard field."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QPoint, QRect, QSize, Qt
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QListWidget,
    QListWidgetItem,
    QPlainTextEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
)

from designer.panels import messages
from designer.theme import Theme


@dataclass(frozen=True, slots=True)
class Choice:
    """One completion: ``text`` is inserted, ``detail`` says what it is."""

    text: str
    detail: str = ""
    shown: str = ""


@dataclass(frozen=True, slots=True)
class Offer:
    """What can stand at a cursor: the choices, and where the text they replace starts (a widget position)."""

    start: int
    choices: Sequence[Choice]


Provider = Callable[[int, bool], Offer | None]
"""Given a position and whether the user asked for it (Ctrl+Space), what may be completed there."""

Index = QModelIndex | QPersistentModelIndex

ROW = 32
_SHOWN = 9


class CompletionList(QListWidget):
    """A list that never takes the focus; its editor forwards the keys."""

    def __init__(self, editor: QPlainTextEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self._theme = theme
        self._start = 0
        self.setWindowFlags(Qt.WindowType.ToolTip | Qt.WindowType.FramelessWindowHint)
        self.setAttribute(Qt.WidgetAttribute.WA_ShowWithoutActivating)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setProperty("role", "floating")
        self.setAccessibleName(messages.COMPLETIONS)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setItemDelegate(_ChoiceDelegate(theme, self))
        self.itemClicked.connect(lambda _: self.accept())

    def offer(self, offer: Offer | None, typed: str) -> None:
        """Show what of ``offer`` fits ``typed``; hide when nothing does or all of it is typed already."""
        fitting = [] if offer is None else matching(offer.choices, typed)
        if offer is None or not fitting or (len(fitting) == 1 and fitting[0].text == typed):
            self.hide()
            return
        self._start = offer.start
        self.clear()
        for choice in fitting:
            item = QListWidgetItem(choice.shown or choice.text)
            item.setData(Qt.ItemDataRole.UserRole, choice)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{choice.text}, {choice.detail}")
            self.addItem(item)
        self.setCurrentRow(0)
        self._place()
        self.show()

    def take_key(self, event: QKeyEvent) -> bool:
        """Handle a key of the editor while shown; true when it was for the list."""
        if not self.isVisible():
            return False
        match event.key():
            case Qt.Key.Key_Up | Qt.Key.Key_Down:
                step = 1 if event.key() == Qt.Key.Key_Down else -1
                self.setCurrentRow((self.currentRow() + step) % self.count())
            case Qt.Key.Key_PageUp | Qt.Key.Key_PageDown:
                step = _SHOWN if event.key() == Qt.Key.Key_PageDown else -_SHOWN
                self.setCurrentRow(max(0, min(self.count() - 1, self.currentRow() + step)))
            case Qt.Key.Key_Return | Qt.Key.Key_Enter | Qt.Key.Key_Tab:
                self.accept()
            case Qt.Key.Key_Escape:
                self.hide()
            case _:
                return False
        return True

    def accept(self) -> None:
        """Put the current choice into the editor in place of what was typed of it."""
        item = self.currentItem()
        self.hide()
        if item is None:
            return
        choice: Choice = item.data(Qt.ItemDataRole.UserRole)
        cursor = self._editor.textCursor()
        cursor.setPosition(self._start, cursor.MoveMode.KeepAnchor)
        cursor.insertText(choice.text)
        self._editor.setTextCursor(cursor)
        if choice.text.endswith("()"):
            self._editor.moveCursor(cursor.MoveOperation.Left)

    def _place(self) -> None:
        widest = max(
            self.itemDelegate().sizeHint(QStyleOptionViewItem(), self.model().index(row, 0)).width()
            for row in range(min(self.count(), 60))
        )
        self.resize(QSize(min(640, max(220, widest + 24)), ROW * min(self.count(), _SHOWN) + 2))
        cursor = self._editor.textCursor()
        cursor.setPosition(self._start)
        rect = self._editor.cursorRect(cursor)
        corner = self._editor.viewport().mapToGlobal(QPoint(rect.left() - 8, rect.bottom() + 4))
        screen = self._editor.screen().availableGeometry()
        if corner.y() + self.height() > screen.bottom():
            corner.setY(corner.y() - self.height() - rect.height() - 8)
        corner.setX(max(screen.left(), min(corner.x(), screen.right() - self.width())))
        self.move(corner)


def matching(choices: Sequence[Choice], typed: str) -> list[Choice]:
    """The choices that begin with ``typed``, then those that contain it, then those that have its letters in order."""
    wanted = typed.casefold()
    if not wanted:
        return list(choices)
    ranked: list[tuple[int, int, Choice]] = []
    for order, choice in enumerate(choices):
        text = choice.text.casefold()
        if text.startswith(wanted):
            ranked.append((0, order, choice))
        elif wanted in text:
            ranked.append((1, order, choice))
        elif in_order(wanted, text):
            ranked.append((2, order, choice))
    return [choice for _, _, choice in sorted(ranked, key=lambda row: row[:2])]


def in_order(letters: str, text: str) -> bool:
    """True when all ``letters`` occur in ``text`` in their order."""
    rest = iter(text)
    return all(letter in rest for letter in letters)


class _ChoiceDelegate(QStyledItemDelegate):
    """Draws a choice in the code face and its detail, softer, after it."""

    def __init__(self, theme: Theme, parent: QListWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        from PySide6.QtGui import QFontMetrics

        choice: Choice = index.data(Qt.ItemDataRole.UserRole)
        code = QFontMetrics(self._theme.code_font(13)).horizontalAdvance(choice.shown or choice.text)
        text = QFontMetrics(self._theme.text_font(12)).horizontalAdvance(choice.detail)
        return QSize(code + text + 40, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        choice: Choice = index.data(Qt.ItemDataRole.UserRole)
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, tokens.accent_soft)
        area = QRect(option.rect).adjusted(12, 0, -12, 0)
        painter.setFont(self._theme.code_font(13))
        painter.setPen(tokens.text)
        used = painter.boundingRect(area, Qt.AlignmentFlag.AlignVCenter, choice.shown or choice.text)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, choice.shown or choice.text)
        painter.setFont(self._theme.text_font(12))
        painter.setPen(tokens.soft)
        area.setLeft(used.right() + 16)
        detail = painter.fontMetrics().elidedText(choice.detail, Qt.TextElideMode.ElideRight, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, detail)
