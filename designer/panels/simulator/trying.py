"""Trying things out: breakpoints, faults on purpose, a run that answers itself, branches held side by side."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from designer.panels.inspector.lines import Line
from designer.panels.simulator import messages
from designer.panels.simulator.breakpoints import breakpoint_of
from designer.panels.simulator.faults import crash_here, deliver_again, deliver_reordered, deliver_stale
from designer.panels.simulator.simulation import Simulation
from designer.panels.widgets import IconButton, button, clear, label, row
from designer.theme import Theme
from engine.cel import CelError
from engine.simulate import CRASH_POINTS, CrashPoint, compare_sessions


class Breakpoints(QWidget):
    """What the run stops at; typed as a state, ``a → b``, a field or a condition."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._rows = QVBoxLayout()
        self._said = label("", "error", wrap=True)
        self._said.hide()
        self._new = Line()
        self._new.setPlaceholderText(messages.ADD_BREAKPOINT)
        self._new.setAccessibleName(messages.ADD_BREAKPOINT)
        self._new.returnPressed.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._rows)
        column.addWidget(self._new)
        column.addWidget(self._said)

    def refresh(self) -> None:
        clear(self._rows)
        for each in self._simulation.breakpoints:
            drop = IconButton(
                self._theme, "x", messages.no_breakpoint(each.text), lambda each=each: self._simulation.unbreak(each)
            )
            line = row(label(messages.BREAKS[each.kind], "soft"), label(each.text, code=True, wrap=True), drop.shrink())
            line.setStretch(1, 1)
            self._rows.addLayout(line)

    def _add(self) -> None:
        definition = self._simulation.here.definition
        text = self._new.text().strip()
        if definition is None or not text:
            return
        try:
            self._simulation.break_at(breakpoint_of(text, definition.workflow))
        except CelError as error:
            self._said.setText(messages.no_breakpoint_of(text, str(error)))
            self._said.show()
            return
        self._said.hide()
        self._new.clear()


class Faults(QWidget):
    """A button for each fault; what became of it is told above them, where it is seen."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__()
        self._simulation = simulation
        self._said = label("", "ok", wrap=True)
        self._said.hide()
        grid = QGridLayout()
        grid.setSpacing(4)
        grid.addWidget(label(messages.CRASH, "soft"), 0, 0, 1, 2)
        for place, point in enumerate(CRASH_POINTS):
            text = messages.CRASHES[point]
            made = button(text, lambda point=point: self._crash(point), name=f"{messages.CRASH} {text}")
            grid.addWidget(made, 1 + place // 2, place % 2)
        grid.addWidget(label(messages.DELIVER, "soft"), 3, 0, 1, 2)
        again = button(messages.DELIVER_AGAIN, lambda: self._say(deliver_again(simulation)))
        stale = button(messages.DELIVER_STALE, lambda: self._say(deliver_stale(simulation)))
        for column, made in enumerate((again, stale)):
            made.setAccessibleName(f"{messages.DELIVER} {made.text()}")
            grid.addWidget(made, 4, column)
        swapped = button(messages.DELIVER_REORDERED, lambda: self._say(deliver_reordered(simulation)))
        grid.addWidget(swapped, 5, 0, 1, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._said)
        column.addLayout(grid)

    def _crash(self, point: CrashPoint) -> None:
        self._say(crash_here(self._simulation, point))

    def _say(self, text: str) -> None:
        self._said.setText(text)
        self._said.setVisible(bool(text))


class Branches(QWidget):
    """The ways taken, and where the present one parts from another. Signals: ``compare_wanted`` (branch)."""

    compare_wanted = Signal(int)

    def __init__(self, simulation: Simulation) -> None:
        super().__init__()
        self._simulation = simulation
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)

    def refresh(self) -> bool:
        """Show the other ways; true when there are any."""
        clear(self._column)
        session = self._simulation.session
        if session is None or len(session.tips) < 2:
            return False
        for branch, tip in enumerate(session.tips):
            name = messages.branch(branch)
            state = tip.world.envelope.state
            if branch == session.branch:
                self._column.addWidget(label(messages.branch_here(name, state)))
                continue
            difference = compare_sessions(session.switch(session.branch), session.switch(branch))
            said = messages.branch_differs(name, state, difference) if difference else messages.branch_same(name)
            self._column.addWidget(label(said, "soft", wrap=True))
            go = button(messages.go_to_branch(name), lambda branch=branch: self._simulation.switch(branch), role="flat")
            compare = messages.compare_with(name)
            beside = button(compare, lambda branch=branch: self.compare_wanted.emit(branch), role="flat")
            self._column.addLayout(row(go, beside, None, spacing=4))
        return True
