"""The command palette and quick open: type part of a name, Enter does it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QModelIndex, QObject, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QAction, QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QFrame,
    QLineEdit,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.panels import messages
from designer.panels.completion import in_order
from designer.panels.look import Look, look_of, paint_glyph
from designer.panels.widgets import Empty
from designer.theme import Theme
from engine.dsl import Workflow

Index = QModelIndex | QPersistentModelIndex

ROW = 36
_SHOWN = 10
_MOST = 200
_WIDTH = 560
_ENTRY = Qt.ItemDataRole.UserRole


@dataclass(frozen=True, slots=True)
class Entry:
    """One line: what it says, what it does, its keys or kind at the right, and how a state looks."""

    text: str
    act: Callable[[], object]
    detail: str = ""
    look: Look | None = None


class Palette(QFrame):
    """Floats over the window until something is chosen, Esc is pressed or the focus goes. Signals: ``closed``."""

    closed = Signal()

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._entries: Sequence[Entry] = ()
        self.setProperty("role", "floating")
        self.setFrameShape(QFrame.Shape.NoFrame)
        self._field = QLineEdit()
        self._list = QListWidget()
        self._list.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._list.setUniformItemSizes(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setItemDelegate(_EntryDelegate(theme, self._list))
        self._nothing = Empty(messages.NOTHING_FITS)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(8, 8, 8, 8)
        layout.setSpacing(4)
        layout.addWidget(self._field)
        layout.addWidget(self._list)
        layout.addWidget(self._nothing)
        self._field.textChanged.connect(self._narrow)
        self._field.installEventFilter(self)
        self._list.itemClicked.connect(lambda _: self._choose())
        self.hide()

    def offer(self, entries: Iterable[Entry], hint: str) -> None:
        """Open over the parent with these entries."""
        self._entries = tuple(entries)
        self._field.clear()
        self._field.setPlaceholderText(hint)
        self._field.setAccessibleName(hint)
        self._list.setAccessibleName(hint)
        self._narrow("")
        self.show()
        self.raise_()
        self._field.setFocus()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.FocusOut and self.isVisible():
            self._close()
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            return self._take_key(event)
        return super().eventFilter(watched, event)

    def _take_key(self, event: QKeyEvent) -> bool:
        steps = {
            Qt.Key.Key_Up: -1,
            Qt.Key.Key_Down: 1,
            Qt.Key.Key_PageUp: -_SHOWN,
            Qt.Key.Key_PageDown: _SHOWN,
        }
        if event.key() in steps and self._list.count():
            step = steps[Qt.Key(event.key())]
            at = self._list.currentRow() + step
            count = self._list.count()
            self._list.setCurrentRow(at % count if abs(step) == 1 else max(0, min(count - 1, at)))
        elif event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._choose()
        elif event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            return False
        return True

    def _narrow(self, text: str) -> None:
        self._list.clear()
        for entry in ranked(self._entries, text)[:_MOST]:
            item = QListWidgetItem(entry.text)
            item.setData(_ENTRY, entry)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{entry.text}, {entry.detail}".rstrip(", "))
            self._list.addItem(item)
        self._list.setCurrentRow(0)
        rows = min(_SHOWN, self._list.count())
        self._list.setFixedHeight(rows * ROW + 4)
        self._list.setVisible(rows > 0)
        self._nothing.setVisible(rows == 0)
        self._place()

    def _place(self) -> None:
        parent = self.parentWidget()
        width = min(_WIDTH, parent.width() - 32)
        self.setFixedWidth(width)
        self.adjustSize()
        self.move((parent.width() - width) // 2, min(72, parent.height() // 8))

    def _choose(self) -> None:
        item = self._list.currentItem()
        if item is None:
            return
        entry: Entry = item.data(_ENTRY)
        self._close()
        entry.act()

    def _close(self) -> None:
        if self.isVisible():
            self.hide()
            self.closed.emit()


def command_entries(actions: Iterable[QAction]) -> list[Entry]:
    """An entry for each action that can be done now."""
    return [
        Entry(action.text().replace("&", ""), action.trigger, action.shortcut().toString())
        for action in actions
        if action.isEnabled() and action.isVisible() and action.text()
    ]


def state_entries(workflow: Workflow | None, choose: Callable[[str], object]) -> list[Entry]:
    """An entry for each state, in the order of the file."""
    if workflow is None:
        return []
    return [
        Entry(name, lambda name=name: choose(name), look_of(state).words, look_of(state))
        for name, state in workflow.states.items()
    ]


def ranked(entries: Sequence[Entry], text: str) -> list[Entry]:
    """What fits: beginnings first, then beginnings of words, then parts, then letters in their order."""
    wanted = text.casefold().strip()
    if not wanted:
        return list(entries)
    found = []
    for place, entry in enumerate(entries):
        name = entry.text.casefold()
        if name.startswith(wanted):
            rank = 0
        elif any(word.startswith(wanted) for word in name.replace("-", " ").replace("_", " ").split()):
            rank = 1
        elif wanted in name:
            rank = 2
        elif in_order(wanted.replace(" ", ""), name):
            rank = 3
        else:
            continue
        found.append((rank, place, entry))
    return [entry for _, _, entry in sorted(found, key=lambda item: item[:2])]


class _EntryDelegate(QStyledItemDelegate):
    """Draws an entry: how it looks, what it says, its keys."""

    def __init__(self, theme: Theme, view: QListWidget) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        entry: Entry = index.data(_ENTRY)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        box = QRect(option.rect)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.accent_soft if selected else tokens.hover)
            painter.drawRoundedRect(box, 7, 7)
        area = box.adjusted(12, 0, -12, 0)
        if entry.look is not None:
            glyph = QRectF(area.left(), area.center().y() - 6, 12, 12)
            paint_glyph(painter, entry.look.glyph, entry.look.colour(tokens), glyph)
            area.setLeft(area.left() + 22)
        painter.setFont(self._theme.text_font(12))
        painter.setPen(tokens.text if selected else tokens.soft)
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignRight, entry.detail)
        area.setRight(area.right() - painter.fontMetrics().horizontalAdvance(entry.detail) - 16)
        painter.setFont(self._theme.text_font(13, QFont.Weight.Medium))
        painter.setPen(tokens.text)
        name = messages.shown_name(entry.text)
        text = painter.fontMetrics().elidedText(name, Qt.TextElideMode.ElideMiddle, area.width())
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, text)
