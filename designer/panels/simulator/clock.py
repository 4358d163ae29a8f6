"""The virtual clock: the run's time, what is due when, and letting time pass."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.panels import durations
from designer.panels.inspector.lines import Line
from designer.panels.simulator import messages
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.words import timer_words
from designer.panels.widgets import button, clear, label, row, set_flag
from designer.theme import Theme
from engine.dsl import parse_duration
from engine.reducer import SECOND, format_time


class Clock(QWidget):
    """Full times with their zone; the clock only moves when it is told to."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._now = label("", code=True)
        self._timers = QVBoxLayout()
        self._timers.setSpacing(4)
        self._next = button(messages.NEXT_TIMER, simulation.wait_for_next)
        self._by = Line()
        self._by.setPlaceholderText("1h 30m")
        self._by.setAccessibleName(messages.ADVANCE_BY)
        self._by.returnPressed.connect(self._advance)
        self._said = label("", "error", wrap=True)
        self._said.hide()
        self._controls = row(self._by, button(messages.ADVANCE, self._advance, name=messages.ADVANCE_BY + " it"))
        self._controls.setStretch(0, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(8)
        column.addWidget(self._now)
        column.addLayout(self._timers)
        column.addWidget(self._next, 0, Qt.AlignmentFlag.AlignLeft)
        column.addLayout(self._controls)
        column.addWidget(self._said)

    def refresh(self) -> None:
        here = self._simulation.here
        clear(self._timers)
        if here.session is None or here.moment is None or here.envelope is None:
            return
        now = here.session.world.at if here.resting else here.moment.step.at
        self._now.setText(format_time(now))
        timers = here.envelope.timers if here.resting else ()
        for due in timers:
            left = durations.span_words(max(0, (due.at - now) // SECOND))
            name = timer_words(due.name, here.envelope)
            line = row(label(name, wrap=True), label(messages.due_in(left), "soft"))
            line.setStretch(0, 1)
            self._timers.addLayout(line)
            self._timers.addWidget(label(format_time(due.at), "soft", code=True))
        if not timers:
            self._timers.addWidget(label(messages.NO_TIMERS, "soft"))
        self._next.setVisible(bool(timers))

    def _advance(self) -> None:
        try:
            seconds = parse_duration(durations.written(self._by.text()))
        except ValueError as error:
            self._said.setText(str(error))
            self._said.show()
            set_flag(self._by, "invalid", "true")
            return
        self._said.hide()
        set_flag(self._by, "invalid", "false")
        self._simulation.wait(seconds)
