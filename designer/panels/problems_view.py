"""The rows of the problems: drawn, but for the buttons of those in view, which are real."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QModelIndex, QPersistentModelIndex, QPoint, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QHBoxLayout,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from designer.panels import messages
from designer.panels.problems_model import GROUP, PROBLEM, Group, Problem, ProblemsModel
from designer.panels.widgets import Act, IconButton, after_rest, button, claims_help, paint_pill, pill_width
from designer.theme import Theme, paint_icon
from engine.diagnostics import Diagnostic

if TYPE_CHECKING:
    from designer.panels.problems import Problems

Index = QModelIndex | QPersistentModelIndex

ROW = 40
_MORE = 52
_PLACE = 72
_PLACE_ELSEWHERE = 200
_ICONS = {"error": "warning-circle", "warning": "warning", "info": "info"}
_INKS = {"error": "error", "warning": "warning", "info": "accent"}


class ProblemsView(QTreeView):
    """The rows; those in view carry real buttons.

    Signals: ``entered_row`` (index) on Enter; ``menu_wanted`` (problem, global point).
    """

    entered_row = Signal(object)
    menu_wanted = Signal(object, object)

    def __init__(self, model: ProblemsModel, theme: Theme, panel: Problems) -> None:
        super().__init__()
        self._model = model
        self._theme = theme
        self._panel = panel
        self.actions_width = _MORE
        self.setModel(model)
        self.setHeaderHidden(True)
        self.setIndentation(12)
        self.setUniformRowHeights(True)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
        self.setAccessibleName(messages.PROBLEMS)
        self.setItemDelegate(_ProblemDelegate(theme, self))
        self._placing = after_rest(self, 0, self._place_buttons)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._placing.start())
        self.expanded.connect(lambda _: self._placing.start())
        self.collapsed.connect(lambda _: self._placing.start())
        self.customContextMenuRequested.connect(self._context_menu)
        theme.changed.connect(self.viewport().update)

    def show_groups(self, groups: list[Group], current: object) -> None:
        """Show other groups and keep the current problem and the scroll position where they still are."""
        if groups == self._model.groups:
            return
        every = [problem for group in groups for problem in group.problems]
        self.actions_width = max((_actions_width(self._theme, problem) for problem in every), default=_MORE)
        at = self.verticalScrollBar().value()
        closed = {self._model.groups[row].title for row in range(len(self._model.groups)) if not self._is_open(row)}
        self._model.show_groups(groups)
        for place, group in enumerate(groups):
            self.setExpanded(self._model.index(place), group.title not in closed)
        if current is not None:
            self.setCurrentIndex(self._model.index_of(current))
        self.verticalScrollBar().setValue(at)
        self._placing.start()

    def event(self, event: QEvent) -> bool:
        return claims_help(event) or super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        problem = self._model.problem(self.currentIndex())
        if problem is not None and event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_row.emit(self.currentIndex())
        elif problem is not None and event.key() == Qt.Key.Key_F1:
            self._panel.help_wanted.emit(problem.finding.id)
        elif problem is not None and event.key() == Qt.Key.Key_Period and event.modifiers():
            self.menu_wanted.emit(problem, self._corner(self.currentIndex()))
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._placing.start()

    def _is_open(self, row_number: int) -> bool:
        return self.isExpanded(self._model.index(row_number))

    def _context_menu(self, at: QPoint) -> None:
        index = self.indexAt(at)
        problem = self._model.problem(index)
        if problem is not None:
            self.menu_wanted.emit(problem, self.viewport().mapToGlobal(at))

    def _corner(self, index: QModelIndex) -> QPoint:
        return self.viewport().mapToGlobal(self.visualRect(index).bottomLeft())

    def _place_buttons(self) -> None:
        """Give the rows in view their buttons; rows out of view have none until they come."""
        index = self.indexAt(self.viewport().rect().topLeft())
        bottom = self.viewport().rect().bottom()
        while index.isValid() and self.visualRect(index).top() <= bottom:
            problem = self._model.problem(index)
            if problem is not None and self.indexWidget(index) is None:
                self.setIndexWidget(index, RowActions(problem, index, self._theme, self._panel, self))
            index = self.indexBelow(index)


class RowActions(QWidget):
    """The buttons at a row's right end: the first fix or the witness by name, and the rest behind three dots."""

    def __init__(self, problem: Problem, index: QModelIndex, theme: Theme, panel: Problems, view: ProblemsView) -> None:
        super().__init__()
        finding = problem.finding
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 3, 8, 3)
        layout.setSpacing(4)
        layout.addStretch(1)
        if finding.fixes:
            title = messages.capital(finding.fixes[0].title)
            layout.addWidget(_short(title, lambda: panel.apply_fix(problem), finding, primary=True))
        elif getattr(finding, "witness", None) is not None:
            layout.addWidget(_short(messages.STEP_THROUGH, lambda: panel.step_through.emit(finding), finding))
        more = IconButton(theme, "dots-three", messages.more_about(finding.id))
        more.clicked.connect(lambda: view.menu_wanted.emit(problem, more.mapToGlobal(more.rect().bottomLeft())))
        layout.addWidget(more)


def _actions_width(theme: Theme, problem: Problem) -> int:
    """The room the row's buttons take, as ``RowActions`` lays them out."""
    title = _first_action(problem.finding)
    if title is None:
        return _MORE
    return _MORE + QFontMetrics(theme.text_font(13, QFont.Weight.DemiBold)).horizontalAdvance(_elided(title)) + 44


def _first_action(finding: Diagnostic) -> str | None:
    if finding.fixes:
        return messages.capital(finding.fixes[0].title)
    return messages.STEP_THROUGH if getattr(finding, "witness", None) is not None else None


def _elided(title: str) -> str:
    return title if len(title) <= 28 else f"{title[:26]}…"


def _short(title: str, act: Act, finding: Diagnostic, *, primary: bool = False) -> QWidget:
    made = button(_elided(title), act, primary=primary, name=f"{title}, {finding.id}")
    made.setToolTip(title)
    return made


class _ProblemDelegate(QStyledItemDelegate):
    """Draws groups as headings, and problems as sign, id, element, message, place."""

    def __init__(self, theme: Theme, view: ProblemsView) -> None:
        super().__init__(view)
        self._theme = theme
        self._view = view

    def sizeHint(self, option: QStyleOptionViewItem, index: Index) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: Index) -> None:
        painter.save()
        tokens = self._theme.tokens
        problem: Problem | None = index.data(PROBLEM)
        selected = bool(option.state & QStyle.StateFlag.State_Selected)
        if selected or option.state & QStyle.StateFlag.State_MouseOver:
            painter.fillRect(option.rect, tokens.accent_soft if selected else tokens.hover)
        area = QRectF(option.rect).adjusted(8, 0, -8, 0)
        if problem is None:
            self._paint_group(painter, area, index)
        else:
            self._paint_problem(painter, area, problem, selected)
        painter.restore()

    def _paint_group(self, painter: QPainter, area: QRectF, index: Index) -> None:
        painter.setFont(self._theme.text_font(13, QFont.Weight.DemiBold))
        painter.setPen(self._theme.tokens.text)
        group = index.data(GROUP)
        title = " ".join(group.title.split("\n"))
        painter.drawText(area, Qt.AlignmentFlag.AlignVCenter, title)
        used = painter.fontMetrics().horizontalAdvance(title)
        count = str(len(group.problems))
        box = QRectF(area.left() + used + 8, area.center().y() - 10, pill_width(self._theme, count), 20)
        paint_pill(painter, self._theme, box, count, "text", "hover")

    def _paint_problem(self, painter: QPainter, area: QRectF, problem: Problem, selected: bool) -> None:
        tokens, finding = self._theme.tokens, problem.finding
        severity = "info" if problem.unfinished else str(finding.severity)
        ink = _INKS[severity]
        middle = area.center().y()
        paint_icon(painter, _ICONS[severity], getattr(tokens, ink), QRectF(area.left(), middle - 8, 16, 16))
        ground = "accent_soft" if severity == "info" else f"{severity}_soft"
        width = max(48, pill_width(self._theme, finding.id))
        paint_pill(painter, self._theme, QRectF(area.left() + 24, middle - 10, width, 20), finding.id, ink, ground)
        text = QRectF(area.left() + 24 + width + 16, area.top(), 0, area.height())
        place_width = _PLACE if problem.current else _PLACE_ELSEWHERE
        text.setRight(area.right() - self._view.actions_width - place_width)
        flags = Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        painter.setPen(tokens.text)
        painter.setFont(self._theme.text_font(13, QFont.Weight.DemiBold))
        element = " ".join(problem.element.split("\n"))
        shown = painter.fontMetrics().elidedText(element, Qt.TextElideMode.ElideMiddle, round(text.width() * 0.4))
        painter.drawText(text, flags, shown)
        text.setLeft(text.left() + painter.fontMetrics().horizontalAdvance(shown) + 12)
        painter.setFont(self._theme.text_font(13))
        message = " ".join(finding.message.split("\n"))
        painter.drawText(
            text, flags, painter.fontMetrics().elidedText(message, Qt.TextElideMode.ElideRight, round(text.width()))
        )
        painter.setPen(tokens.text if selected else tokens.soft)
        place = QRectF(text.right() + 12, area.top(), place_width - 12, area.height())
        at = finding.location
        words = f":{at.line}:{at.column}" if problem.current else str(at)
        painter.drawText(
            place, flags, painter.fontMetrics().elidedText(words, Qt.TextElideMode.ElideLeft, round(place.width()))
        )
