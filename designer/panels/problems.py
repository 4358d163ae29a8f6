"""The problems of a machine, live: where, why, and the next step for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QModelIndex, QRectF, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFont, QFontMetrics, QKeyEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QHBoxLayout,
    QLineEdit,
    QMenu,
    QStyle,
    QStyledItemDelegate,
    QStyleOptionViewItem,
    QTreeView,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document, Selection
from designer.document.checks import Checks
from designer.document.intents import ApplyPatch
from designer.panels import messages
from designer.panels.problems_model import (
    GROUP,
    PROBLEM,
    Problem,
    ProblemsModel,
    element_words,
    grouped,
    identity,
)
from designer.panels.source.symbols import element_of
from designer.panels.suppress import suppression
from designer.panels.widgets import Empty, IconButton, Panel, button, label, paint_pill, pill_width, row
from designer.theme import Theme, paint_icon
from engine.diagnostics import Diagnostic
from engine.errors import RefusedEdit

ROW = 40
_MORE = 52
_PLACE = 72
_PLACE_ELSEWHERE = 200
_ICONS = {"error": "warning-circle", "warning": "warning", "info": "info"}
_INKS = {"error": "error", "warning": "warning", "info": "accent"}


class Problems(Panel):
    """The list. A click selects the element; Enter shows the place; each row offers its fix by name.

    Signals: ``chosen`` (finding) to be shown in drawing and source; ``step_through`` (finding) with a witness;
    ``help_wanted`` (id of a check); ``open_wanted`` (machine, finding) of another machine of the project;
    ``count_changed`` (errors and warnings together).
    """

    chosen = Signal(object)
    step_through = Signal(object)
    help_wanted = Signal(str)
    open_wanted = Signal(str, object)
    count_changed = Signal(int)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self._document = document
        self._selection = selection
        self._checks = checks
        self._others: Mapping[str, Sequence[Diagnostic]] = {}
        self.model = ProblemsModel()
        self.view = ProblemsView(self.model, theme, self)
        self._filter = QLineEdit(placeholderText=messages.FILTER_PROBLEMS, clearButtonEnabled=True)
        self._filter.setAccessibleName(messages.FILTER_PROBLEMS)
        self._by = QComboBox()
        self._by.setAccessibleName(messages.GROUP_BY)
        for key, text in messages.GROUPINGS:
            self._by.addItem(text, key)
        self._nothing = Empty("")
        self._busy = label("", "soft")
        self._reason = ReasonBar(theme)
        self._lay_out()
        self._filter.textChanged.connect(self.refresh)
        self._by.currentIndexChanged.connect(self.refresh)
        self.view.clicked.connect(lambda index: self._choose(self.model.problem(index)))
        self.view.entered_row.connect(lambda index: self._choose(self.model.problem(index)))
        self.view.menu_wanted.connect(self._offer_menu)
        self._reason.given.connect(self._suppress)
        checks.changed.connect(self.refresh)
        document.changed.connect(self.refresh)
        self.refresh()

    def show_others(self, others: Mapping[str, Sequence[Diagnostic]]) -> None:
        """The findings of the project's other machines, by machine name."""
        self._others = dict(others)
        self.refresh()

    def refresh(self) -> None:
        problems = self._problems()
        groups = grouped(problems, str(self._by.currentData()), self._filter.text())
        current = self.model.problem(self.view.currentIndex())
        self.view.show_groups(groups, identity(current) if current else None)
        self._nothing.setText(self._nothing_words(bool(problems)))
        self._nothing.setVisible(not groups)
        self.view.setVisible(bool(groups))
        self._busy.setText(messages.CHECKING if self._checks.busy else self._checks.failure)
        self.count_changed.emit(sum(p.finding.severity != "info" and not p.unfinished for p in problems))

    def apply_fix(self, problem: Problem, at: int = 0) -> None:
        if not problem.current:
            self.open_wanted.emit(problem.machine, problem.finding)
            return
        fix = problem.finding.fixes[at]
        try:
            patch = fix.patch
        except RefusedEdit as refusal:
            self._document.refused.emit(str(refusal))
            return
        self._document.apply(ApplyPatch(patch, fix.title, self._document.snapshot.revision))

    def _problems(self) -> list[Problem]:
        snapshot = self._document.snapshot
        name = snapshot.workflow.name if snapshot.workflow else messages.MACHINE
        unfinished = {id(finding) for finding in getattr(self._checks, "unfinished", ())}
        own = [
            Problem(finding, name, element_words(finding.path, snapshot.workflow), True, id(finding) in unfinished)
            for finding in self._checks.findings
        ]
        return own + [
            Problem(finding, machine, element_words(finding.path, None), False)
            for machine, findings in self._others.items()
            for finding in findings
        ]

    def _nothing_words(self, any_problem: bool) -> str:
        snapshot = self._document.snapshot
        if any_problem:
            return messages.FILTER_HIDES_ALL
        if self._checks.busy:
            return messages.CHECKING
        if snapshot.workflow is None or not snapshot.workflow.states:
            return messages.NOTHING_TO_CHECK
        return messages.no_problems(len(snapshot.workflow.states))

    def _choose(self, problem: Problem | None) -> None:
        if problem is None:
            return
        if problem.current:
            self._selection.set((element_of(problem.finding.path),))
            self.chosen.emit(problem.finding)
        else:
            self.open_wanted.emit(problem.machine, problem.finding)

    def _offer_menu(self, problem: Problem, at: object) -> None:
        finding = problem.finding
        menu = QMenu(self)
        for place, fix in enumerate(finding.fixes):
            menu.addAction(messages.capital(fix.title), lambda place=place: self.apply_fix(problem, place))
        if getattr(finding, "witness", None) is not None:
            menu.addAction(messages.STEP_THROUGH, lambda: self.step_through.emit(finding))
        menu.addSeparator()
        menu.addAction(messages.about_check(finding.id), lambda: self.help_wanted.emit(finding.id))
        if problem.current and not finding.id.startswith("Y1"):
            menu.addAction(messages.suppress(finding.id), lambda: self._reason.ask(finding))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)  # type: ignore[arg-type]

    def _suppress(self, finding: Diagnostic, reason: str) -> None:
        try:
            patch = suppression(self._document.snapshot.parsed, finding, reason)
        except RefusedEdit as refusal:
            self._document.refused.emit(str(refusal))
            return
        if self._document.apply(
            ApplyPatch(patch, messages.suppress_label(finding.id), self._document.snapshot.revision)
        ):
            self._reason.hide()
            self.view.setFocus()

    def _lay_out(self) -> None:
        self._by.setMinimumWidth(140)
        top = row(self._filter, self._by, self._busy)
        top.setContentsMargins(12, 8, 12, 8)
        top.setStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self._reason)
        layout.addWidget(self._nothing)
        layout.addWidget(self.view, 1)


class ReasonBar(QWidget):
    """Asks why a finding is taken back. Signals: ``given`` (finding, reason)."""

    given = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._finding: Diagnostic | None = None
        self._words = label("")
        self._field = QLineEdit()
        self._field.returnPressed.connect(self._give)
        layout = row(
            self._words,
            self._field,
            button(messages.SUPPRESS, self._give, primary=True),
            IconButton(theme, "x", messages.CANCEL, self.hide),
        )
        layout.setContentsMargins(12, 0, 12, 8)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.hide()

    def ask(self, finding: Diagnostic) -> None:
        self._finding = finding
        self._words.setText(messages.reason_for(finding.id))
        self._field.setAccessibleName(messages.reason_for(finding.id))
        self._field.setPlaceholderText(messages.REASON_EXAMPLE)
        self._field.clear()
        self.show()
        self._field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _give(self) -> None:
        if self._finding is not None and self._field.text().strip():
            self.given.emit(self._finding, self._field.text())


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
        self._placing = QTimer(self, singleShot=True, interval=0, timeout=self._place_buttons)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._placing.start())
        self.expanded.connect(lambda _: self._placing.start())
        self.collapsed.connect(lambda _: self._placing.start())
        self.customContextMenuRequested.connect(self._context_menu)
        theme.changed.connect(self.viewport().update)

    def show_groups(self, groups: list, current: object) -> None:  # type: ignore[type-arg]
        """Show other groups and keep the current problem and the scroll position where they still are."""
        if groups == self._model.groups:
            return
        at = self.verticalScrollBar().value()
        closed = {self._model.groups[row].title for row in range(len(self._model.groups)) if not self._is_open(row)}
        self._model.show_groups(groups)
        for place, group in enumerate(groups):
            self.setExpanded(self._model.index(place), group.title not in closed)
        if current is not None:
            self.setCurrentIndex(self._model.index_of(current))
        self.verticalScrollBar().setValue(at)
        self._placing.start()

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

    def _context_menu(self, at: object) -> None:
        index = self.indexAt(at)  # type: ignore[arg-type]
        problem = self._model.problem(index)
        if problem is not None:
            self.menu_wanted.emit(problem, self.viewport().mapToGlobal(at))  # type: ignore[call-overload]

    def _corner(self, index: QModelIndex) -> object:
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


def _short(title: str, act: object, finding: Diagnostic, *, primary: bool = False) -> QWidget:
    made = button(_elided(title), act, primary=primary, name=f"{title}, {finding.id}")  # type: ignore[arg-type]
    made.setToolTip(title)
    return made


class _ProblemDelegate(QStyledItemDelegate):
    """Draws groups as headings, and problems as sign, id, element, message, place."""

    def __init__(self, theme: Theme, view: ProblemsView) -> None:
        super().__init__(view)
        self._theme = theme

    def sizeHint(self, option: QStyleOptionViewItem, index: QModelIndex) -> QSize:
        return QSize(200, ROW)

    def paint(self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex) -> None:
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

    def _paint_group(self, painter: QPainter, area: QRectF, index: QModelIndex) -> None:
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
        text.setRight(area.right() - _actions_width(self._theme, problem) - place_width)
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
