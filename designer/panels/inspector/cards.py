"""Lists whose order matters: cards that are dragged by their handle or moved with Alt+Up and Alt+Down."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, QRectF, Qt, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QHBoxLayout, QVBoxLayout, QWidget

from designer.panels.inspector import messages
from designer.panels.widgets import Card, IconButton
from designer.theme import Theme, paint_icon

_THRESHOLD = 6


class Handle(QWidget):
    """Six dots to drag by. Signals: ``dragged`` (global point), ``dropped``, ``cancelled``."""

    dragged = Signal(QPoint)
    dropped = Signal()
    cancelled = Signal()

    def __init__(self, theme: Theme, name: str) -> None:
        super().__init__()
        self._theme = theme
        self._pressed: QPoint | None = None
        self._dragging = False
        self.setFixedSize(18, 24)
        self.setCursor(Qt.CursorShape.OpenHandCursor)
        self.setToolTip(messages.DRAG)
        self.setAccessibleName(name)
        theme.changed.connect(self.update)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        paint_icon(painter, "dots-six-vertical", self._theme.tokens.soft, QRectF(1, 4, 16, 16))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._pressed = event.globalPosition().toPoint()
        self.grabKeyboard()

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        at = event.globalPosition().toPoint()
        if self._pressed is not None and (self._dragging or (at - self._pressed).manhattanLength() >= _THRESHOLD):
            self._dragging = True
            self.dragged.emit(at)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self.releaseKeyboard()
        if self._dragging:
            self.dropped.emit()
        self._pressed, self._dragging = None, False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._dragging:
            self._pressed, self._dragging = None, False
            self.cancelled.emit()
        else:
            super().keyPressEvent(event)


class ItemCard(Card):
    """One item: a head line with handle and cross, and whatever its maker puts below.

    Signals: ``nudged`` (-1 or 1), ``removed``, and those of ``Card``.
    """

    nudged = Signal(int)
    removed = Signal()

    def __init__(self, theme: Theme, name: str, *, active: bool, sortable: bool = True) -> None:
        super().__init__(theme, active=active)
        self.setAccessibleName(name)
        self.handle = Handle(theme, messages.move(name))
        if not sortable:
            self.handle.hide()
        self._remove = IconButton(theme, "x", messages.remove(name), self.removed.emit).shrink()
        self.head = QHBoxLayout()
        self.head.setSpacing(6)
        line = QHBoxLayout()
        line.setSpacing(4)
        line.addLayout(self.head, 1)
        line.addWidget(self.handle)
        line.addWidget(self._remove)
        self.body.addLayout(line)

    def show_name(self, name: str) -> None:
        self.setAccessibleName(name)
        self.handle.setAccessibleName(messages.move(name))
        self._remove.setAccessibleName(messages.remove(name))
        self._remove.setToolTip(messages.remove(name))

    def refresh(self) -> None:
        """Show what the text says now."""

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.modifiers() == Qt.KeyboardModifier.AltModifier and event.key() in (Qt.Key.Key_Up, Qt.Key.Key_Down):
            self.nudged.emit(1 if event.key() == Qt.Key.Key_Down else -1)
        elif event.key() == Qt.Key.Key_Delete and self.hasFocus():
            self.removed.emit()
        else:
            super().keyPressEvent(event)


class CardList(QWidget):
    """As many cards as there are items; card ``n`` shows item ``n``, so a move only makes them show others.

    Signals: ``moved`` (from, to), ``removed`` (index), ``opened`` (index).
    """

    moved = Signal(int, int)
    removed = Signal(int)
    opened = Signal(int)

    def __init__(self, theme: Theme, make: Callable[[int], ItemCard], spacing: int = 8) -> None:
        super().__init__()
        self._theme = theme
        self._make = make
        self.cards: list[ItemCard] = []
        self._drop: int | None = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(spacing)

    def show_count(self, count: int) -> None:
        """Have this many cards, each showing its item anew."""
        while len(self.cards) > count:
            card = self.cards.pop()
            self._column.removeWidget(card)
            card.hide()
            card.deleteLater()
        for card in self.cards:
            card.refresh()
        while len(self.cards) < count:
            self._add()
        self.setVisible(count > 0)

    def _add(self) -> None:
        at = len(self.cards)
        card = self._make(at)
        card.nudged.connect(lambda step: self._nudge(at, step))
        card.removed.connect(lambda: self.removed.emit(at))
        card.activated.connect(lambda: self.opened.emit(at))
        card.handle.dragged.connect(self._drag)
        card.handle.dropped.connect(lambda: self._finish(at))
        card.handle.cancelled.connect(self._cancel)
        self.cards.append(card)
        self._column.addWidget(card)
        card.refresh()

    def _nudge(self, at: int, step: int) -> None:
        if 0 <= at + step < len(self.cards):
            self.moved.emit(at, at + step)
            self.cards[at + step].setFocus()

    def _drag(self, point: QPoint) -> None:
        y = self.mapFromGlobal(point).y()
        self._drop = sum(card.geometry().center().y() < y for card in self.cards)
        self.update()

    def _finish(self, at: int) -> None:
        drop, self._drop = self._drop, None
        self.update()
        if drop is not None:
            target = drop - 1 if drop > at else drop
            if target != at:
                self.moved.emit(at, target)

    def _cancel(self) -> None:
        self._drop = None
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        if self._drop is None or not self.cards:
            return
        if self._drop < len(self.cards):
            y = self.cards[self._drop].geometry().top() - 4
        else:
            y = self.cards[-1].geometry().bottom() + 3
        QPainter(self).fillRect(0, max(0, y), self.width(), 2, self._theme.tokens.accent)
