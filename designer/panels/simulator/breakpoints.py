"""Where a run stops on its way: at states, transitions, changes of fields, and conditions in CEL."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from designer.panels.simulator.moments import Moment
from engine.cel import compile
from engine.dsl import Workflow


@dataclass(frozen=True, slots=True)
class Breakpoint:
    """``kind`` is state, transition, field or condition; ``text`` what a person typed."""

    kind: str
    text: str

    def hit(self, before: Moment, moment: Moment) -> bool:
        """Whether the run gets here with this moment."""
        match self.kind:
            case "state":
                return moment.kind == "fired" and moment.state == self.text
            case "transition":
                fired = moment.fired
                return fired is not None and f"{fired.source} → {fired.target}" == self.text
            case "field":
                return before.context.get(self.text) != moment.context.get(self.text)
        program = compile(self.text)
        return program.passes(moment.context) and not program.passes(before.context)


def breakpoint_of(text: str, workflow: Workflow) -> Breakpoint:
    """What was typed, understood: a state's name, ``a → b``, a field (or ``context.field``), else a condition.

    Raises ``CelError`` where it is none of these.
    """
    if text in workflow.states:
        return Breakpoint("state", text)
    source, arrow, target = (part.strip() for part in text.replace("->", "→").partition("→"))
    if arrow and source in workflow.states and target in workflow.states:
        return Breakpoint("transition", f"{source} → {target}")
    field = text.removeprefix("context.")
    if field in workflow.context:
        return Breakpoint("field", field)
    compile(text)
    return Breakpoint("condition", text)


def first_hit(
    breakpoints: Sequence[Breakpoint], moments: Sequence[Moment], after: int
) -> tuple[int, Breakpoint] | None:
    """The first moment past index ``after`` that one of them stops at."""
    for at in range(max(1, after + 1), len(moments)):
        for each in breakpoints:
            if each.hit(moments[at - 1], moments[at]):
                return at, each
    return None
