"""The rows of the outline, drawn; names are edited in place."""

from __future__ import annotations

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QLineEdit,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from designer.panels import messages
from designer.panels.look import paint_glyph
from designer.panels.outline_model import DETAIL, INITIAL, PATH, PROBLEMS, OutlineModel, look_for
from designer.panels.widgets import paint_pill, pill_width
from designer.theme import Theme
from engine.diagnostics import Path

Index = QModelIndex | QPersistentModelIndex

ROW = 32
_LEAST_DETAIL = 48
"""With less room than this beside the name, in pixels, the detail is left to the tooltip."""

_KEYS = {
    (Qt.Key.Key_F2, Qt.KeyboardModifier.NoModifier): "rename",
    (Qt.Key.Key_Delete, Qt.KeyboardModifier.NoModifier): "delete",
    (Qt.Key.Key_Insert, Qt.KeyboardModifier.NoModifier): "add",
    (Qt.Key.Key_Return, Qt.KeyboardModifier.NoModifier): "reveal",
    (Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier): "connect",
    (Qt.Key.Key_Up, Qt.KeyboardModifier.AltModifier): "up",
    (Qt.Key.Key_Down, Qt.KeyboardModifier.AltModifier): "down",
}


class OutlineView(QTreeView):
    """The tree. Signals: ``acted`` (what a key asks for), ``renamed`` (old name, new name)."""

    acted = Signal(str)
    renamed = Signal(str, str)

    def __init__(self, model: OutlineModel, theme: Theme) -> None:
        super().__init__()
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(18)
        self.setUniformRowHeights(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)
        # Qt lets a screen reader select whole rows by their place below their parent: in a tree, other ones.
        self.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectItems)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setExpandsOnDoubleClick(False)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setAccessibleName(messages.OUTLINE)
        self.setItemDelegate(_RowDelegate(theme, self))
        theme.changed.connect(self.viewport().update)

        self._opened: set[Path] = set()
        self.expanded.connect(lambda index: self._opened.add(index.data(PATH)))
        self.collapsed.connect(lambda index: self._opened.discard(index.data(PATH)))

    def reopen(self) -> None:
        """Open what was open before other rows came."""
        model = self.model()
        assert isinstance(model, OutlineModel)
        for path in tuple(self._opened):
            index = model.index_of(path)
            if index.isValid():
                self.expand(index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = Qt.Key.Key_Return if event.key() == Qt.Key.Key_Enter else Qt.Key(event.key())
        what = _KEYS.get((key, event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier))
        if what is not None and self.state() != QAbstractItemView.State.EditingState:
            self.acted.emit(what)
        else:
            super().keyPressEvent(event)


class _RowDelegate(QStyledItemDelegate):
    """Draws a row: kind, name, detail, count of problems; edits names in place."""

    def __init__(self, theme: Theme, view: OutlineView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(80, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        tokens = self._theme.tokens
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, tokens.accent_soft if selected else tokens.hover)
        if option.state & QStyle.StateFlag.State_HasFocus:
            painter.fillRect(QRect(option.rect.topLeft(), QSize(2, option.rect.height())), tokens.accent)
        area = QRectF(option.rect).adjusted(4, 0, -12, 0)
        look = look_for(index)
        if look is not None:
            paint_glyph(painter, look.glyph, look.colour(tokens), QRectF(area.left(), area.center().y() - 6, 12, 12))
        area.setLeft(area.left() + 20)
        count, worst = index.data(PROBLEMS)
        if count:
            width = pill_width(self._theme, str(count))
            box = QRectF(area.right() - width, area.center().y() - 10, width, 20)
            paint_pill(painter, self._theme, box, str(count), worst, f"{worst}_soft")
            area.setRight(box.left() - 8)
        weight = QFont.Weight.DemiBold if index.data(INITIAL) else QFont.Weight.Normal
        self._write(painter, index, area, weight, selected)

    def _write(self, painter: QPainter, index: Index, area: QRectF, weight: QFont.Weight, selected: bool) -> None:
        tokens = self._theme.tokens
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setFont(self._theme.text_font(13, weight))
        painter.setPen(tokens.text)
        metrics = painter.fontMetrics()
        detail = index.data(DETAIL)
        name = messages.shown_name(str(index.data()))
        shown = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, round(area.width()))
        painter.drawText(area, flags, shown)
        if detail and area.width() - metrics.horizontalAdvance(shown) >= _LEAST_DETAIL:
            area.setLeft(area.left() + metrics.horizontalAdvance(shown) + 12)
            look = look_for(index)
            painter.setFont(self._theme.text_font(12) if look else self._theme.code_font(12))
            painter.setPen(tokens.text if selected else look.colour(tokens) if look else tokens.soft)
            text = painter.fontMetrics().elidedText(detail, Qt.TextElideMode.ElideMiddle, round(area.width()))
            painter.drawText(area, flags, text)

    def createEditor(self, parent: QWidget, option: QStyleOptionViewItem, index: Index) -> QWidget:
        field = QLineEdit(parent)
        field.setAccessibleName(messages.rename("state", str(index.data())))
        return field

    def updateEditorGeometry(self, editor: QWidget, option: QStyleOptionViewItem, index: Index) -> None:
        editor.setGeometry(option.rect.adjusted(16, 0, -4, 0))

    def setEditorData(self, editor: QWidget, index: Index) -> None:
        """The name as it was when the field opened: news of problems must not take back what is typed."""
        if not editor.property("begun"):
            editor.setProperty("begun", True)
            super().setEditorData(editor, index)

    def setModelData(self, editor: QWidget, model: QAbstractItemModel, index: Index) -> None:
        assert isinstance(editor, QLineEdit)
        old = str(index.data())
        if editor.text() != old:
            self._view.renamed.emit(old, editor.text())
