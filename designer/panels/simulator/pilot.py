"""The autopilot's controls: seed, length, how it answers, and the scripts of actors."""

from __future__ import annotations

import json
from typing import Any

from PySide6.QtGui import QIntValidator
from PySide6.QtWidgets import QLineEdit, QVBoxLayout, QWidget

from designer.panels.simulator import messages
from designer.panels.simulator.flying import Pilot, Scripts
from designer.panels.simulator.simulation import Simulation
from designer.panels.valueedit import AnswerArea
from designer.panels.widgets import button, label, row
from engine.dsl import Workflow
from engine.reducer import Actor


class PilotControls(QWidget):
    """Lets the run answer itself: at random, seeking what is not reached, or by script; can be stopped."""

    def __init__(self, simulation: Simulation) -> None:
        super().__init__()
        self._simulation = simulation
        self.pilot = Pilot(simulation, self)
        self.pilot.changed.connect(self._follow)
        self._seed = _number("1", messages.SEED)
        self._steps = _number("50", messages.STEPS)
        self._begins = [
            button(messages.RANDOM, lambda: self._begin()),
            button(messages.SEEK, lambda: self._begin(seeking=True)),
            button(messages.BY_SCRIPT, self._begin_script),
        ]
        self._stop = button(messages.STOP, self.pilot.stop)
        self._stop.hide()
        self._script = AnswerArea(code=True)
        self._script.setPlaceholderText(messages.SCRIPT_HINT)
        self._script.setAccessibleName(messages.SCRIPT)
        self._script.setToolTip(messages.SCRIPT_TIP)
        self._script.entered.connect(lambda: self._script.insertPlainText("\n"))
        self._said = label("", "soft", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(row(label(messages.SEED, "soft"), self._seed, label(messages.STEPS, "soft"), self._steps))
        column.addLayout(row(*self._begins[:2], self._stop, None, spacing=4))
        column.addWidget(self._script)
        column.addLayout(row(self._begins[2], None))
        column.addWidget(self._said)

    def _begin(self, *, seeking: bool = False, scripts: Scripts | None = None) -> None:
        self.pilot.begin(int(self._seed.text() or 0), int(self._steps.text() or 0), seeking=seeking, scripts=scripts)

    def _begin_script(self) -> None:
        definition = self._simulation.here.definition
        if definition is None:
            return
        try:
            scripts = scripts_in(self._script.toPlainText(), definition.workflow)
        except ValueError as error:
            self._said.setText(str(error))
            return
        self._begin(scripts=scripts)

    def _follow(self) -> None:
        busy = self.pilot.busy
        for each in self._begins:
            each.setVisible(not busy)
        self._stop.setVisible(busy)
        self._said.setText(self.pilot.said)


def scripts_in(text: str, workflow: Workflow) -> Scripts:
    """The answers of each actor: a line ``name: {field: value}`` each, in JSON.

    Raises ``ValueError`` with a sentence for a line that is none.
    """
    actors = {name: Actor("agent", name) for name in workflow.agents}
    actors |= {name: Actor("user", name) for name in workflow.users}
    found: dict[Actor, tuple[dict[str, Any], ...]] = {}
    for number, line in enumerate(text.splitlines(), 1):
        if not line.strip():
            continue
        name, _, written = line.partition(":")
        kind, space, tool = name.strip().partition(" ")
        actor = Actor("tool", tool) if kind == "tool" and space else actors.get(name.strip())
        if actor is None:
            raise ValueError(messages.no_such_actor(number, name.strip(), sorted(actors)))
        try:
            answer = json.loads(written)
        except ValueError:
            answer = None
        if not isinstance(answer, dict) or not answer:
            raise ValueError(messages.no_script_line(number))
        found[actor] = (*found.get(actor, ()), answer)
    if not found:
        raise ValueError(messages.SCRIPT_TIP)
    return found


def _number(text: str, name: str) -> QLineEdit:
    field = QLineEdit(text)
    field.setAccessibleName(name)
    field.setValidator(QIntValidator(0, 1_000_000, field))
    field.setMinimumWidth(56)
    return field
