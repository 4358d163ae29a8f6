"""The events of a stored run: a table that follows the run and leads it, with causes and the first difference."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from PySide6.QtCore import QModelIndex, QPersistentModelIndex, QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPainter
from PySide6.QtWidgets import (
    QGridLayout,
    QHeaderView,
    QSplitter,
    QStyleOptionViewItem,
    QVBoxLayout,
    QWidget,
)

from designer.panels.simulator.simulation import Simulation
from designer.panels.widgets import Empty, Panel, Scroller, button, clear, label, row
from designer.replay import messages
from designer.replay.events_model import CAUSE, EVENT, LONG, PAUSE, SEQ, TIME, WHAT, EventsModel, data_of
from designer.replay.rows import RowDelegate, RowTable
from designer.theme import Theme
from engine.simulate import MISSING, Difference

if TYPE_CHECKING:
    from designer.replay.recorded import Recorded

ROW = 28
HEAD = 36
WIDTHS = {SEQ: 56, TIME: 168, PAUSE: 80, EVENT: 112, CAUSE: 80}
_INKS = {
    "rejected": ("error", "error_soft"),
    "halted": ("error", "error_soft"),
    "transition": ("ok", "ok_soft"),
    "effect": ("accent", "accent_soft"),
    "terminal": ("ok", "ok_soft"),
    "operator": ("warning", "warning_soft"),
}


class Events(Panel):
    """Signals: ``runs_wanted``, and ``fork_wanted`` where one stands."""

    runs_wanted = Signal()
    fork_wanted = Signal()

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._model = EventsModel()
        self._leading = False
        self._empty = Empty(messages.NO_EVENTS)
        self._table = _EventTable(self._model, theme)
        self._table.selectionModel().currentRowChanged.connect(lambda index, _: self._lead(index))
        self._table.cause_wanted.connect(self._to_cause)
        self._said = label("", "soft")
        self._to_difference = button(messages.TO_DIFFERENCE, self._go_to_difference)
        self._cause = button(messages.TO_CAUSE, self._to_cause)
        self._effect = button(messages.TO_EFFECT, self._to_effect)
        self._fork = button(messages.FORK, self.fork_wanted.emit, primary=True)
        self._details = Details()
        parts = QSplitter(Qt.Orientation.Horizontal)
        parts.addWidget(self._table)
        parts.addWidget(self._details)
        parts.setStretchFactor(0, 3)
        parts.setStretchFactor(1, 2)
        parts.setChildrenCollapsible(False)
        parts.setSizes([2_000, 1_000])
        head = row(
            button(messages.TO_RUNS, self.runs_wanted.emit, role="flat"), self._said, None,
            self._to_difference, self._cause, self._effect, self._fork,
        )  # fmt: skip
        head.setContentsMargins(12, 6, 12, 6)
        self._filled = QWidget()
        inside = QVBoxLayout(self._filled)
        inside.setContentsMargins(0, 0, 0, 0)
        inside.setSpacing(0)
        inside.addLayout(head)
        inside.addWidget(parts, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.addWidget(self._empty)
        layout.addWidget(self._filled, 1)
        simulation.changed.connect(self._follow)
        self.show_recorded(None)

    def show_recorded(self, recorded: Recorded | None) -> None:
        self._model.show_recorded(recorded)
        self._empty.setVisible(recorded is None)
        self._filled.setVisible(recorded is not None)
        if recorded is not None:
            found = recorded.differences
            self._said.setText(messages.difference(found[0].at, len(found)) if found else messages.SAME)
            self._said.setProperty("role", "error" if found else "soft")
            self._to_difference.setVisible(bool(found))
            self._follow()

    def begin(self) -> None:
        """Take the keyboard to the table."""
        self._table.setFocus()

    # the run and the table lead each other

    def _follow(self) -> None:
        """Stand at the first event of the moment the run is at, unless one of that moment is chosen."""
        recorded = self._model.recorded
        if recorded is None or self._leading or not recorded.events:
            return
        at = self._simulation.at
        present = self._table.currentIndex().row()
        if not (0 <= present < len(recorded.moments) and recorded.moments[present] == at):
            self._leading = True
            self._choose(recorded.event_at(at))
            self._leading = False
        self._show_details()

    def _lead(self, index: QModelIndex) -> None:
        recorded = self._model.recorded
        if recorded is None or self._leading or not index.isValid():
            return
        self._leading = True
        moment = recorded.moments[index.row()]
        if self._simulation.read_only and moment != self._simulation.at:
            self._simulation.go(moment)
        self._leading = False
        self._show_details()

    def _choose(self, at: int) -> None:
        self._table.setCurrentIndex(self._model.index(at, SEQ))

    def go_to(self, seq: int) -> None:
        """Stand at the event of this number, if it is one of this run."""
        at = self._model.row_of(seq)
        if at is not None:
            self._choose(at)
            self._table.setFocus()

    def _to_cause(self) -> None:
        event = self._model.event(self._table.currentIndex())
        if event is not None and event.cause:
            self.go_to(event.cause)

    def _to_effect(self) -> None:
        event, recorded = self._model.event(self._table.currentIndex()), self._model.recorded
        if event is not None and recorded is not None and event.seq in recorded.effects:
            self.go_to(recorded.effects[event.seq][0])

    def _go_to_difference(self) -> None:
        recorded = self._model.recorded
        if recorded is not None and recorded.differences:
            self.go_to(recorded.differences[0].at)

    def _show_details(self) -> None:
        event, recorded = self._model.event(self._table.currentIndex()), self._model.recorded
        if event is None or recorded is None:
            return
        led_to = recorded.effects.get(event.seq, [])
        self._cause.setEnabled(bool(event.cause))
        self._effect.setEnabled(bool(led_to))
        self._fork.setEnabled(self._simulation.read_only)
        differences = [each for each in recorded.differences if each.at == event.seq]
        cause = messages.caused_by(event.cause) if event.cause else messages.no_cause()
        lines = json.dumps(data_of(event), ensure_ascii=False, indent=2)
        self._details.show_event(f"{cause} {messages.effects(led_to)}", lines, differences)


class Details(Scroller):
    """One event: what led to it and what it led to, in what it differs, and what it tells."""

    def __init__(self) -> None:
        super().__init__(12, 8)
        self._links = label("", "soft", wrap=True)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(4)
        self._text = label("", code=True, wrap=True)
        self._text.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.column.addWidget(self._links)
        self.column.addLayout(self._grid)
        self.column.addWidget(self._text)
        self.column.addStretch(1)

    def show_event(self, links: str, text: str, differences: list[Difference]) -> None:
        self._links.setText(links)
        self._text.setText(text)
        clear(self._grid)
        if differences:
            for place, heading in enumerate((messages.FIELD, messages.STORED, messages.REBUILT)):
                self._grid.addWidget(label(heading, "soft"), 0, place)
        for line, each in enumerate(differences, 1):
            self._grid.addWidget(label(each.field, code=True, wrap=True), line, 0)
            self._grid.addWidget(label(_told(each.expected), "error", wrap=True), line, 1)
            self._grid.addWidget(label(_told(each.found), "ok", wrap=True), line, 2)


def _told(value: object) -> str:
    return messages.NOTHING if value is MISSING else messages.short(json.dumps(value, ensure_ascii=False))


class _EventTable(RowTable):
    """Signals: ``cause_wanted`` by the key C or a press on the cause."""

    cause_wanted = Signal()

    def __init__(self, model: EventsModel, theme: Theme) -> None:
        super().__init__(model, theme, messages.EVENTS, row=ROW, head=HEAD)
        self.setItemDelegate(_EventDelegate(theme, self, QSize(40, ROW)))
        self.horizontalHeader().setSectionResizeMode(WHAT, QHeaderView.ResizeMode.Stretch)
        for column, width in WIDTHS.items():
            self.setColumnWidth(column, width)
        self.clicked.connect(lambda index: index.column() == CAUSE and self.cause_wanted.emit())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_C and not event.modifiers():
            self.cause_wanted.emit()
        elif event.key() in (Qt.Key.Key_Home, Qt.Key.Key_End):
            last = self.model().rowCount() - 1
            self.setCurrentIndex(self.model().index(0 if event.key() == Qt.Key.Key_Home else last, SEQ))
        else:
            super().keyPressEvent(event)


class _EventDelegate(RowDelegate):
    """Draws the kind of event as a pill; a row after a long pause has a line above it."""

    def paint(
        self, painter: QPainter, option: QStyleOptionViewItem, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        tokens = self.theme.tokens
        area = self.ground(painter, option)
        model = index.model()
        assert isinstance(model, EventsModel)
        assert model.recorded is not None
        event = model.recorded.events[index.row()]
        paused = model.pause(index.row()) >= LONG
        if paused:
            painter.setPen(tokens.line)
            painter.drawLine(area.topLeft(), area.topRight())
        text = str(index.data() or "")
        if index.column() == EVENT:
            self.pill(painter, area, text, _INKS.get(event.type, ("text", "hover")))
            return
        wrong = any(each.at == event.seq for each in model.recorded.differences[:1])
        soft = index.column() in (SEQ, CAUSE) or (index.column() == PAUSE and not paused)
        colour = tokens.error if wrong else tokens.soft if soft else tokens.text
        self.line(painter, area, text, colour, Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft)
