"""Coverage: which states, transitions and guard outcomes runs have shown."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from engine.dsl.models import Workflow
from engine.reducer import Definition, Step, microsteps

GuardOutcome = tuple[str, int, int, bool]
"""State, transition, guard (indices from 0), and whether it passed."""
Way = tuple[str, int | str]
"""State, and the index of a transition or the name of a timer that carries one."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What was seen of one machine. Guards are seen in the order of routing, up to the first transition that passes."""

    states: frozenset[str] = frozenset()
    transitions: frozenset[Way] = frozenset()
    guards: frozenset[GuardOutcome] = frozenset()

    def __or__(self, other: Coverage) -> Coverage:
        return Coverage(self.states | other.states, self.transitions | other.transitions, self.guards | other.guards)


def coverage_of(step: Step) -> Coverage:
    """What one committed step shows."""
    if step.record is None or step.code is not None:
        return Coverage()
    states, ways, guards = {step.state} - {""}, set[Way](), set[GuardOutcome]()
    for fired, context in microsteps(step):
        states |= {fired.source, fired.target}
        ways.add((fired.source, fired.index if fired.timer is None else fired.timer))  # type: ignore[arg-type]
        if fired.timer is None:
            guards |= set(_outcomes(step.definition, fired.source, context))
    if step.stop == "parked" and step.state and _eligible(step):
        guards |= set(_outcomes(step.definition, step.state, step.context))
    return Coverage(frozenset(states), frozenset(ways), frozenset(guards))


def everything(workflow: Workflow) -> Coverage:
    """All there is to see of a machine."""
    ways: set[Way] = set()
    guards: set[GuardOutcome] = set()
    for name, state in workflow.states.items():
        for index, transition in enumerate(state.transitions):
            ways.add((name, index))
            guards |= {(name, index, number, way) for number in range(len(transition.guards)) for way in (True, False)}
        ways |= {(name, timer.name) for timer in state.timers if timer.to_state is not None}
    return Coverage(frozenset(workflow.states), frozenset(ways), frozenset(guards))


def _eligible(step: Step) -> bool:
    plan = step.definition.states[step.state]
    context, approvals = step.context, step.envelope.approvals
    return all(field in context for field in plan.needs) and all(
        gate.satisfied(context, approvals) for gate in plan.gates
    )


def _outcomes(definition: Definition, state: str, context: object) -> Iterable[GuardOutcome]:
    for index, transition in enumerate(definition.states[state].transitions):
        for number, guard in enumerate(transition.guards):
            passed = guard(context)
            yield state, index, number, passed
            if not passed:
                break
        else:
            return
