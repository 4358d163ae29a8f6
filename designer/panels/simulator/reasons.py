"""Why the run rests here, or why this transition fired and not an earlier one, part by part."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.panels.inspector.guard import short_value
from designer.panels.simulator import messages
from designer.panels.simulator.hiding import tells
from designer.panels.simulator.simulation import Simulation
from designer.panels.widgets import Pill, clear, heading, label, row
from designer.theme import Theme
from engine.cel import Part
from engine.reducer import MASK, GuardWhy, RequirementWhy, Routing, TransitionWhy, Why


class Reasons(QWidget):
    """Statements, each with a pill that says what kind it is; parts of a failing guard with their values below it."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._shown: object = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def refresh(self) -> None:
        here = self._simulation.here
        shown = (here.session.cursor if here.session else None, here.at, self._simulation.revealed)
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._column)
        fired, why = here.why_fired, here.why
        if fired is not None:
            self._column.addWidget(heading(messages.WHY_FIRED))
            self._show_fired(fired)
        elif why is not None:
            self._column.addWidget(heading(messages.WHY))
            self._show_why(why)

    def _show_why(self, why: Why) -> None:
        if why.faulted is not None:
            self._say("faulted", why.faulted.message, "error")
        elif why.ended:
            self._say("ended", messages.ended_in(why.routing.state), "ok")
        elif why.stop in ("no-progress", "microstep-cap"):
            self._say(why.stop, messages.HALTED[why.stop], "error")
        for requirement in why.routing.requirements:
            if requirement.missing is not None and requirement.required and not why.ended:
                self._say_missing(requirement)
        if why.routing.eligible and not why.ended:
            for transition in why.routing.transitions:
                self._say_transition(transition)
            if not why.routing.transitions:
                self._say("stuck", messages.NO_TRANSITIONS, "error")
        if why.stuck:
            self._say("stuck", messages.STUCK, "error")
        for going in self._simulation.here.goings():
            pill = "timer" if going.index is None else messages.fires(going.index)
            self._say(pill, messages.would_go(messages.with_value(going.field, going.value), going.target), "ok")

    def _show_fired(self, routing: Routing) -> None:
        for transition in routing.transitions:
            self._say_transition(transition)
            if transition.index == routing.takes:
                return

    def _say_missing(self, requirement: RequirementWhy) -> None:
        assert requirement.missing is not None
        self._say("waiting", messages.missing(requirement.field, requirement.missing), "agent")
        for check in requirement.checks:
            if not check.passes:
                self._say_guard(check)

    def _say_transition(self, transition: TransitionWhy) -> None:
        number, target = transition.index + 1, messages.shown_name(transition.target)
        failing = next((guard for guard in transition.guards if not guard.passes), None)
        if failing is None:
            self._say(f"✓ {number}", messages.passes(target, [guard.expression for guard in transition.guards]), "ok")
            return
        erred = failing.error is not None
        self._say(f"{'!' if erred else '✗'} {number}", f"→ {target}", "error" if erred else "soft")
        self._say_guard(failing)

    def _say_guard(self, guard: GuardWhy) -> None:
        """The expression, its outcome, and the value of every part that mattered."""
        self._column.addWidget(label(guard.expression, code=True, wrap=True))
        if guard.error is not None:
            self._column.addWidget(label(guard.error, "error", wrap=True))
        if guard.explanation is None:
            return
        for part in guard.explanation:
            text = part.span.text(guard.expression)
            if part.needed and part.outcome.ok and part.node.children and text != guard.expression:
                value = MASK if self._hides(part) else short_value(part.outcome.value)
                self._column.addWidget(label(f"{text}  =  {value}", "soft", wrap=True))

    def _hides(self, part: Part) -> bool:
        definition = self._simulation.here.definition
        if definition is None or self._simulation.revealed:
            return False
        return tells(definition, part.node, part.outcome.value)

    def _say(self, pill: str, text: str, token: str) -> None:
        ground = {"error": "error_soft", "ok": "ok_soft", "agent": "accent_soft"}.get(token, "hover")
        ink = "accent" if token == "agent" else token
        said = label(text, wrap=True)
        line = row(Pill(self._theme, pill, ink if token != "soft" else "text", ground), said)
        line.setStretch(1, 1)
        self._column.addLayout(line)
