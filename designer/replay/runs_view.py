"""The list of a journal's runs, in place of a drawing: filter it, open one, replay them all, act on one."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QAbstractItemView,
    QComboBox,
    QLineEdit,
    QMenu,
    QProgressBar,
    QPushButton,
    QStyleOptionViewItem,
    QVBoxLayout,
)

from designer.panels.widgets import Panel, after_rest, button, label, row
from designer.replay import messages
from designer.replay.acting import Acting
from designer.replay.rows import RowDelegate, RowTable
from designer.replay.runs_model import PROBLEMS, REPLAY, RUN, STANDING, STATUS, RunsModel
from designer.theme import Theme

if TYPE_CHECKING:
    from engine.reducer import Operation
    from engine.runtime import RunRow
    from engine.runtime.replay import Outcome

ROW = 32
HEAD = 40
WIDTHS = (200, 230, 150, 110, 200, 90, 90, 100)
"""Of the columns, in pixels; the last takes the rest."""
INKS: Mapping[str, tuple[str, str]] = {
    "parked": ("accent", "accent_soft"),
    "running": ("text", "hover"),
    "ended": ("ok", "ok_soft"),
    "same": ("ok", "ok_soft"),
    "migrates": ("accent", "accent_soft"),
    "stuck": ("warning", "warning_soft"),
    "elsewhere": ("warning", "warning_soft"),
}
PROBLEM = ("error", "error_soft")


class RunsView(Panel):
    """Signals: ``opened`` (run), ``compared`` (runs) for all that are shown, ``cancelled``,
    ``acted`` (run, Operation) and ``closed``.
    """

    opened = Signal(str)
    compared = Signal(object)
    cancelled = Signal()
    acted = Signal(str, object)
    closed = Signal()

    def __init__(self, name: str, theme: Theme, now: Callable[[], int] = time.time_ns) -> None:
        super().__init__()
        self.model = RunsModel(now)
        self._theme = theme
        self._title = label(name, "title")
        self._count = label(messages.READING, "soft")
        self._filter = QLineEdit()
        self._filter.setPlaceholderText(messages.FILTER_HINT)
        self._filter.setAccessibleName(messages.FILTER)
        self._status = QComboBox()
        self._status.setAccessibleName(messages.STATUS)
        for text in (messages.ANY_STATUS, "parked", "running", "stuck", "faulted", "ended"):
            self._status.addItem(text)
        self._table = _Table(self.model, theme)
        self._open = button(messages.OPEN_RUN, self._open_current, primary=True)
        self._compare = button(messages.COMPARE, lambda: self.compared.emit(list(self.model.shown)))
        self._under = QPushButton(messages.UNDER)
        self._under.setAutoDefault(False)
        self._under.setMenu(QMenu(self._under))
        self._act = button(messages.ACT, self._begin_act)
        self._said = label("", "soft", wrap=True)
        self._bar = QProgressBar()
        self._bar.setTextVisible(False)
        self._bar.setFixedHeight(6)
        self._cancel = button(messages.CANCEL, self.cancelled.emit)
        self._acting = Acting()
        self._acting.decided.connect(self._decide)
        self._soon = after_rest(self, 30, self._refilter)
        self._lay_out()
        self._join()
        self.show_progress(None)

    def _lay_out(self) -> None:
        close = button(messages.CLOSE, self.closed.emit, role="flat")
        working = row(self._said, self._bar, self._cancel, spacing=12)
        working.setStretch(0, 2)
        working.setStretch(1, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(24, 16, 24, 16)
        layout.setSpacing(12)
        layout.addLayout(row(self._title, self._count, None, close, spacing=12))
        filters = row(self._filter, self._status)
        filters.setStretch(0, 1)
        layout.addLayout(filters)
        layout.addWidget(self._table, 1)
        layout.addLayout(working)
        layout.addWidget(self._acting)
        layout.addLayout(row(self._open, self._compare, self._under, self._act, None))
        self._acting.hide()

    def _join(self) -> None:
        self._filter.textChanged.connect(lambda _: self._soon.start())
        self._status.currentIndexChanged.connect(lambda _: self._refilter())
        self._table.entered_row.connect(self._open_current)
        self._table.selectionModel().currentRowChanged.connect(lambda *_: self._allow())
        self._filter.returnPressed.connect(self._table.setFocus)

    # what is shown

    def show_rows(self, rows: Sequence[RunRow]) -> None:
        self.model.show_rows(rows)
        self._table.setCurrentIndex(self.model.index(0, RUN))
        self._tell()

    def change_rows(self, rows: Sequence[RunRow]) -> None:
        """Some runs have come or gone on; what is chosen stays chosen."""
        chosen, at = self.current, self._table.verticalScrollBar().value()
        self.model.change(rows)
        self._table.setCurrentIndex(self.model.index_of(chosen))
        self._table.verticalScrollBar().setValue(at)
        self._tell()

    def show_versions(self, choices: Sequence[tuple[str, Callable[[], object]]]) -> None:
        """What the runs can be taken under, in words, and what choosing it does."""
        menu = self._under.menu()
        menu.clear()
        for text, does in choices:
            menu.addAction(text, does)

    def show_outcomes(self, outcomes: Mapping[str, Outcome], under: str) -> None:
        """What became of runs so far."""
        self.model.show_outcomes(outcomes)
        counts = Counter(outcome.kind for outcome in outcomes.values())
        self._said.setText(messages.summary(counts, under) if counts else "")

    def show_progress(self, done: tuple[int, int] | None) -> None:
        """How many of how many runs are done; ``None`` once the work is."""
        for widget in (self._bar, self._cancel):
            widget.setVisible(done is not None)
        for widget in (self._compare, self._under):
            widget.setEnabled(done is None)
        if done is not None:
            self._bar.setMaximum(done[1])
            self._bar.setValue(done[0])
            self._bar.setAccessibleDescription(messages.progress(*done))

    def say(self, text: str) -> None:
        self._said.setText(text)

    @property
    def current(self) -> str | None:
        """The run that is chosen."""
        return self.model.run_at(self._table.currentIndex())

    # what is done

    def begin(self) -> None:
        """Take the keyboard to the list."""
        self._table.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_F and event.modifiers() & Qt.KeyboardModifier.ControlModifier:
            self._filter.setFocus()
        else:
            super().keyPressEvent(event)

    def _refilter(self) -> None:
        chosen = self.current
        status = "" if self._status.currentIndex() == 0 else self._status.currentText()
        self.model.filter(self._filter.text(), status)
        index = self.model.index_of(chosen)
        self._table.setCurrentIndex(index if index.isValid() else self.model.index(0, RUN))
        self._tell()

    def _tell(self) -> None:
        shown, total = len(self.model.shown), self.model.total
        self._count.setText(messages.counted(shown, total) if shown or not total else messages.NO_MATCH)
        self._allow()

    def _allow(self) -> None:
        self._open.setEnabled(self.current is not None)
        self._act.setEnabled(self.current is not None)
        self._acting.show_run(self.current)

    def _open_current(self) -> None:
        if self.current is not None:
            self.opened.emit(self.current)

    def _begin_act(self) -> None:
        self._acting.setVisible(not self._acting.isVisible())
        if self._acting.isVisible():
            self._acting.begin()

    def _decide(self, operation: Operation) -> None:
        if self.current is not None:
            self.acted.emit(self.current, operation)


class _Table(RowTable):
    """Rows of one line. Signals: ``entered_row`` by Enter or double click."""

    entered_row = Signal()

    def __init__(self, model: RunsModel, theme: Theme) -> None:
        super().__init__(model, theme, messages.RUNS, row=ROW, head=HEAD)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setItemDelegate(_RunDelegate(theme, self, QSize(80, ROW)))
        header = self.horizontalHeader()
        header.setStretchLastSection(True)
        header.setSectionsClickable(True)
        header.setSortIndicator(5, Qt.SortOrder.AscendingOrder)
        header.sortIndicatorChanged.connect(model.sort)
        header.setSortIndicatorShown(True)
        for column, width in enumerate(WIDTHS):
            self.setColumnWidth(column, width)
        self.doubleClicked.connect(lambda _: self.entered_row.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self.entered_row.emit()
        else:
            super().keyPressEvent(event)


class _RunDelegate(RowDelegate):
    """Draws the status and the outcome as pills, all else as text."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tokens = self.theme.tokens
        area = self.ground(painter, option)
        text = str(index.data() or "")
        if index.column() in (STATUS, REPLAY):
            if text:
                self.pill(painter, area, text, INKS.get(index.data(STANDING), PROBLEM))
            return
        colour = tokens.error if index.column() == PROBLEMS else tokens.text if index.column() < 3 else tokens.soft
        self.line(painter, area, text, colour, index.data(Qt.ItemDataRole.TextAlignmentRole))
