"""Tables of one-line rows: how they stand, and how their cells are drawn."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHeaderView,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTableView,
)

from designer.panels.widgets import paint_pill, pill_width
from designer.theme import Theme

INSET = 12
PILL = 20
"""Pixels, as all measures here."""


class RowTable(QTableView):
    """Whole rows are selected, one at a time; Tab goes on to the next control. ``row`` and ``head`` are heights."""

    def __init__(self, model: QAbstractItemModel, theme: Theme, name: str, *, row: int, head: int) -> None:
        super().__init__()
        self.setModel(model)
        self.setProperty("rows", "lines")  # the style sheet puts the words of the header above those of the cells
        self.setAccessibleName(name)
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setShowGrid(False)
        self.setWordWrap(False)
        self.setTabKeyNavigation(False)
        self.verticalHeader().hide()
        self.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.verticalHeader().setDefaultSectionSize(row)
        self.horizontalHeader().setHighlightSections(False)
        self.horizontalHeader().setFixedHeight(head)
        theme.changed.connect(self.viewport().update)


class RowDelegate(QStyledItemDelegate):
    """What the cells of such tables have in common; subclasses paint one."""

    def __init__(self, theme: Theme, view: QTableView, size: QSize) -> None:
        super().__init__(view)
        self.theme = theme
        self._size = size

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex) -> QSize:
        return self._size

    def ground(self, painter: QPainter, option: QStyleOptionViewItem) -> QRectF:
        """Paint the ground of a cell, and give its area."""
        if option.state & QStyle.StateFlag.State_Selected:
            painter.fillRect(option.rect, self.theme.tokens.accent_soft)
        return QRectF(option.rect)

    def pill(self, painter: QPainter, area: QRectF, text: str, colours: tuple[str, str]) -> None:
        """A pill at the left of a cell; ``colours`` are tokens, of the text and of the ground."""
        box = QRectF(area.left() + INSET, area.center().y() - PILL / 2, pill_width(self.theme, text), PILL)
        paint_pill(painter, self.theme, box, text, *colours)

    def line(
        self, painter: QPainter, area: QRectF, text: str, colour: QColor, alignment: Qt.AlignmentFlag | int
    ) -> None:
        """The text of a cell, elided at its right."""
        painter.setFont(self.theme.text_font(13))
        painter.setPen(colour)
        inside = area.adjusted(INSET, 0, -INSET, 0)
        elided = painter.fontMetrics().elidedText(text, Qt.TextElideMode.ElideRight, round(inside.width()))
        painter.drawText(inside, alignment, elided)
