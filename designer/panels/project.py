"""The list of the project's machines, with their unsaved marks and problem counts."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence
from typing import Protocol

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFontMetrics, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QListWidget,
    QListWidgetItem,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.theme import Theme

ROW = 32
MARGIN = 12
ENTRY = Qt.ItemDataRole.UserRole


class Entry(Protocol):
    """What a row shows; ``errors`` is ``None`` while the machine is not checked yet."""

    @property
    def title(self) -> str: ...
    @property
    def path(self) -> pathlib.Path | None: ...
    @property
    def errors(self) -> int | None: ...
    @property
    def warnings(self) -> int: ...
    @property
    def dirty(self) -> bool: ...
    @property
    def current(self) -> bool: ...


class ProjectList(QWidget):
    """Signals: ``chosen`` (Entry) when a machine is clicked or entered."""

    chosen = Signal(object)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._list = QListWidget()
        self._list.setAccessibleName("Machines of the project")
        self._list.setItemDelegate(_Rows(theme, self._list))
        self._list.setMouseTracking(True)
        self._list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self._list.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self._list.itemClicked.connect(self._choose)
        self._list.itemActivated.connect(self._choose)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._list)
        theme.changed.connect(self._list.viewport().update)

    def show_entries(self, entries: Sequence[Entry]) -> None:
        """Show these machines; the current one is selected, what is focused stays."""
        self._list.setUpdatesEnabled(False)
        while self._list.count() > len(entries):
            self._list.takeItem(self._list.count() - 1)
        for row, entry in enumerate(entries):
            item = self._list.item(row)
            if item is None:
                item = QListWidgetItem()
                self._list.addItem(item)
            item.setText(entry.title)
            item.setData(ENTRY, entry)
            item.setToolTip(str(entry.path) if entry.path else f"{entry.title}: not saved yet")
            item.setData(Qt.ItemDataRole.AccessibleTextRole, _spoken(entry))
            if entry.current:
                self._list.setCurrentItem(item)
        self._list.setUpdatesEnabled(True)

    def sizeHint(self) -> QSize:
        return QSize(232, max(2, self._list.count()) * ROW + 8)

    def _choose(self, item: QListWidgetItem) -> None:
        self.chosen.emit(item.data(ENTRY))


class _Rows(QStyledItemDelegate):
    """A name, a dot while it is unsaved, and a pill with the number of errors or warnings."""

    def __init__(self, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return QSize(120, ROW)

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        entry: Entry = index.data(ENTRY)
        tokens = self._theme.tokens
        rect = option.rect
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        if entry.current:
            painter.fillRect(rect, tokens.accent_soft)
        elif option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(rect, tokens.hover)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.setPen(tokens.accent)
            painter.drawRoundedRect(QRectF(rect).adjusted(1.5, 1.5, -1.5, -1.5), 6, 6)
        right = rect.right() - MARGIN
        if entry.errors or entry.warnings:
            right = self._pill(painter, entry, right, rect) - 8
        font = self._theme.text_font()
        metrics = QFontMetrics(font)
        room = right - rect.left() - MARGIN - (14 if entry.dirty else 0)
        title = metrics.elidedText(entry.title, Qt.TextElideMode.ElideMiddle, room)
        painter.setFont(font)
        painter.setPen(tokens.accent if entry.current else tokens.text)
        painter.drawText(
            rect.adjusted(MARGIN, 0, 0, 0), Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft, title
        )
        if entry.dirty:
            painter.setPen(Qt.PenStyle.NoPen)
            painter.setBrush(tokens.accent if entry.current else tokens.text)
            centre = rect.left() + MARGIN + metrics.horizontalAdvance(title) + 10
            painter.drawEllipse(QRectF(centre - 3.5, rect.center().y() - 3, 7, 7))
        painter.restore()

    def _pill(self, painter: QPainter, entry: Entry, right: int, rect: QRect) -> int:
        tokens = self._theme.tokens
        count, ink, fill = (
            (entry.errors, tokens.error, tokens.error_soft)
            if entry.errors
            else (entry.warnings, tokens.warning, tokens.warning_soft)
        )
        font = self._theme.text_font(11)
        font.setWeight(font.Weight.DemiBold)
        width = max(20, QFontMetrics(font).horizontalAdvance(str(count)) + 12)
        pill = QRectF(right - width, rect.center().y() - 9, width, 19)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(fill)
        painter.drawRoundedRect(pill, 9.5, 9.5)
        painter.setFont(font)
        painter.setPen(ink)
        painter.drawText(pill, Qt.AlignmentFlag.AlignCenter, str(count))
        return round(pill.left())


def _spoken(entry: Entry) -> str:
    parts = [entry.title]
    if entry.dirty:
        parts.append("unsaved")
    if entry.errors is None:
        parts.append("not checked yet")
    elif entry.errors:
        parts.append(f"{entry.errors} error{'s' if entry.errors != 1 else ''}")
    elif entry.warnings:
        parts.append(f"{entry.warnings} warning{'s' if entry.warnings != 1 else ''}")
    return ", ".join(parts)
