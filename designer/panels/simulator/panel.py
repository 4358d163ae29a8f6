"""The simulator: what the run waits for, why it rests, its values, effects and clock."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QApplication, QBoxLayout, QGridLayout, QVBoxLayout, QWidget

from designer.document.ports import Clipboard, SystemClipboard
from designer.panels.simulator import messages
from designer.panels.simulator.clock import Clock
from designer.panels.simulator.effects import Effects, Outbox
from designer.panels.simulator.pilot import PilotControls
from designer.panels.simulator.reasons import Reasons
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.trying import Branches, Breakpoints, Faults
from designer.panels.simulator.values import ContextView, Watches
from designer.panels.simulator.waiting import Waiting
from designer.panels.valueedit import ValueEdit
from designer.panels.widgets import Panel, Scroller, button, clear, heading, label, row
from designer.theme import Theme

_WIDE = 720
"""From this width on the parts stand side by side, in pixels."""


class Simulator(Panel):
    """Signals: ``save_wanted`` (a trace), ``scenario_wanted`` and ``open_wanted``, whose files the window asks for;
    ``compare_wanted`` (branch), to be shown beside the present one.
    """

    save_wanted = Signal()
    scenario_wanted = Signal()
    open_wanted = Signal()
    compare_wanted = Signal(int)

    def __init__(self, simulation: Simulation, theme: Theme, clipboard: Clipboard | None = None) -> None:
        super().__init__()
        self.simulation = simulation
        self._banner = Banner(simulation, theme)
        self._start = Start(simulation)
        self._start.open_wanted.connect(self.open_wanted)
        self._scroller = Scroller(12, 12)
        self._waiting = Waiting(simulation, theme, clipboard or SystemClipboard())
        self._reasons = Reasons(simulation, theme)
        self._context = ContextView(simulation, theme)
        self._watches = Watches(simulation, theme)
        self._effects = Effects(simulation, theme)
        self._outbox_head = heading(messages.OUTBOX)
        self._outbox = Outbox(simulation, theme)
        self._clock = Clock(simulation, theme)
        self._branches_head = heading(messages.BRANCHES)
        self._branches = Branches(simulation)
        self._branches.compare_wanted.connect(self.compare_wanted)
        self._breakpoints = Breakpoints(simulation, theme)
        self._groups = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._groups.setSpacing(16)
        for parts in self._arranged():
            self._groups.addLayout(_group(*parts), 3)
        self._scroller.column.addLayout(self._groups)
        self._scroller.column.addStretch(1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self._banner)
        layout.addWidget(self._start)
        layout.addWidget(self._scroller, 1)
        simulation.changed.connect(self.refresh)
        self.refresh()

    def _arranged(self) -> Iterator[tuple[QWidget, ...]]:
        """The parts in groups: what is asked, why, the values, what went out, and what can be tried."""
        yield heading(messages.WAITING_FOR), self._waiting
        yield self._reasons, self._branches_head, self._branches
        yield heading(messages.CONTEXT), self._context, heading(messages.WATCH), self._watches
        timers = (heading(messages.TIMERS), self._clock)
        yield heading(messages.EFFECTS), self._effects, self._outbox_head, self._outbox, *timers
        breakpoints = (heading(messages.BREAKPOINTS), self._breakpoints)
        pilot = (heading(messages.AUTOPILOT), PilotControls(self.simulation))
        yield *breakpoints, *pilot, heading(messages.FAULTS), Faults(self.simulation), self._footer()

    def _footer(self) -> QWidget:
        """What can be done with the run as a whole."""
        holder = QWidget()
        grid = QGridLayout(holder)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.setSpacing(0)
        acts = (
            (messages.START_AGAIN, self._again),
            (messages.OPEN_TRACE, self.open_wanted.emit),
            (messages.SAVE_TRACE, self.save_wanted.emit),
            (messages.SAVE_SCENARIO, self.scenario_wanted.emit),
        )
        for place, (text, act) in enumerate(acts):
            grid.addWidget(button(text, act, role="flat"), place // 2, place % 2, Qt.AlignmentFlag.AlignLeft)
        return holder

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Side by side where there is room, else below one another."""
        super().resizeEvent(event)
        wide = event.size().width() >= _WIDE
        self._groups.setDirection(QBoxLayout.Direction.LeftToRight if wide else QBoxLayout.Direction.TopToBottom)

    def refresh(self) -> None:
        running = self.simulation.session is not None
        focus = QApplication.focusWidget()
        begun = running and focus is not None and self._start.isAncestorOf(focus)
        self._start.setVisible(not running)
        self._start.refresh()
        self._scroller.setVisible(running)
        self._banner.refresh()
        if running:
            for part in (self._waiting, self._reasons, self._context, self._watches, self._effects, self._clock):
                part.refresh()
            self._breakpoints.refresh()
            self._branches_head.setVisible(self._branches.refresh())
            self._outbox_head.setVisible(self._outbox.refresh())
        if begun:
            self.begin()

    def begin(self) -> None:
        """Start a run, unless it needs inputs that a person should give first; and take the keyboard to the answer."""
        if self.simulation.session is None and not self.simulation.input_fields:
            self.simulation.start()
        if self._waiting.cards:
            self._waiting.cards[0].begin()

    def _again(self) -> None:
        self.simulation.stop()
        self.begin()


def _group(*parts: QWidget) -> QVBoxLayout:
    """Parts below one another, with what room is left below them."""
    column = QVBoxLayout()
    column.setSpacing(8)
    for part in parts:
        column.addWidget(part)
    column.addStretch(1)
    return column


class Start(QWidget):
    """Before a run: its inputs and a button. Signals: ``open_wanted``."""

    open_wanted = Signal()

    def __init__(self, simulation: Simulation) -> None:
        super().__init__()
        self._simulation = simulation
        self._edits: dict[str, ValueEdit] = {}
        self._shown: object = None
        self._inside = QVBoxLayout()
        self._inside.setSpacing(8)
        self._said = label("", "error", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 12, 12, 12)
        column.setSpacing(12)
        column.addWidget(label(messages.NOT_STARTED, "soft", wrap=True))
        column.addLayout(self._inside)
        column.addWidget(self._said)
        column.addLayout(
            row(
                button(messages.START, self._begin, primary=True),
                button(messages.OPEN_TRACE, self.open_wanted.emit, role="flat"),
                None,
            )
        )
        column.addStretch(1)

    def refresh(self) -> None:
        self._said.setText(self._simulation.refusal)
        self._said.setVisible(bool(self._simulation.refusal))
        fields = self._simulation.input_fields
        if fields == self._shown:
            return
        self._shown = fields
        clear(self._inside)
        self._edits = {}
        if fields:
            self._inside.addWidget(heading(messages.INPUTS))
        for name, field in fields.items():
            self._edits[name] = ValueEdit(field, messages.value_for(name), secret=field.sensitive)
            if field.default is not None:
                self._edits[name].show_value(field.default)
            self._edits[name].entered.connect(self._begin)
            self._inside.addWidget(label(name, code=True))
            if field.description:
                self._inside.addWidget(label(field.description, "soft", wrap=True))
            self._inside.addWidget(self._edits[name])

    def _begin(self) -> None:
        given: dict[str, Any] = {}
        try:
            for name, edit in self._edits.items():
                value = edit.value()
                if value is not None:
                    given[name] = value
        except ValueError:
            return
        self._simulation.start(given)


class Banner(QWidget):
    """Says when the machine is another one by now, and when a recorded run is being read."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self.setProperty("role", "banner")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self._text = label("", wrap=True)
        self._replay = button(messages.REPLAY_NEW, simulation.replay_on_new, primary=True)
        self._fork = button(messages.FORK, simulation.fork)
        column = QVBoxLayout(self)
        column.setContentsMargins(12, 8, 12, 8)
        column.setSpacing(8)
        column.addWidget(self._text)
        column.addLayout(row(self._replay, self._fork, None))

    def refresh(self) -> None:
        simulation = self._simulation
        outdated = simulation.outdated
        difference = simulation.difference
        lines = []
        if outdated and simulation.session is not None:
            lines.append(messages.outdated(simulation.session.definition.version))
        if simulation.stopped_by is not None:
            lines.append(messages.stopped_by(simulation.stopped_by.text))
        if simulation.read_only:
            same = f"{messages.READ_ONLY} {messages.SAME_AS_RECORDED}"
            lines.append(same if difference is None else messages.recorded_difference(*difference))
        elif difference is not None:
            lines.append(messages.difference(difference.field, difference.expected, difference.found))
        self._text.setText("\n".join(lines))
        self._replay.setVisible(outdated)
        self._fork.setVisible(simulation.read_only)
        self.setVisible(bool(lines))
