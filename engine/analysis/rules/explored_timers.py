"""A718: a timer writes something, and the run waits on all the same."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from itertools import islice

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule
from engine.analysis.templates import fields_in
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Timer
from engine.reducer import SYSTEM, Contribution, Step, tick

IDLE_TIMER = Check("A718", "idle-timer", Severity.WARNING, Kind.GLOBAL)

TARGETS_OFFERED = 3


def run(context: Context) -> Iterator[Found]:
    """Timers that move no run in any situation, though guards of the state they stand in read what they write."""
    explored = context.exploration
    if explored is None or explored.partial is not None:
        return
    for name, places in context.resting.items():
        for index, timer in enumerate(context.workflow.states[name].timers):
            if timer.to_state is None and _routes(context, name, timer) and not _serves_others(context, name, timer):
                context.checkpoint()
                yield from _idle(context, explored, name, index, places)


def _idle(context: Context, explored: Exploration, name: str, index: int, places: tuple[int, ...]) -> Iterator[Found]:
    state = context.workflow.states[name]
    timer = state.timers[index]
    due = [place for place in places if _next_due(explored, place) == timer.name]
    if not due or any(_moves(explored, place, timer.name) for place in due):
        return
    path: Path = ("states", name, "timers", index)
    targets = islice(dict.fromkeys(edge.to_state for edge in state.transitions), TARGETS_OFFERED)
    moment = explored.situations[due[0]].envelope.timers[0].at
    waiting = [each.name for each in state.requires if each.required]
    yield Found(
        check=IDLE_TIMER,
        path=path,
        message=messages.idle_timer(timer.name, list(timer.assign), waiting),
        fixes=tuple(
            Fix(
                messages.let_the_timer_move(target),
                partial(edit.set_value, path=(*path, "toState"), value=target),
                automatic=False,
            )
            for target in targets
        ),
        witness=explored.witness_to(due[0]).then(Contribution("timer", SYSTEM, {}, moment, current=True)),
        shows=partial(_writes_idly, name=timer.name),
    )


def _next_due(explored: Exploration, place: int) -> str | None:
    timers = explored.situations[place].envelope.timers
    return timers[0].name if timers else None


def _moves(explored: Exploration, place: int, name: str) -> bool:
    envelope = explored.situations[place].envelope
    steps = tick(explored.definition, envelope, envelope.timers[0].at)
    return any(step.name == name and step.fired for step in steps)


def _writes_idly(step: Step, name: str) -> bool:
    return step.accepted and step.kind == "timer" and step.name == name and not step.fired


def _routes(context: Context, name: str, timer: Timer) -> bool:
    own = (each for each in context.parts(name).expressions if each.role == "guard")
    return any(context.may_read(each, field) for each in own for field in timer.assign)


def _serves_others(context: Context, name: str, timer: Timer) -> bool:
    """Whether something apart from the state's own guards reads what the timer writes."""
    own = ("states", name, "transitions")
    for each in context.expressions:
        if each.path[:3] != own and any(context.may_read(each, field) for field in timer.assign):
            return True
    shown = {field for each in context.templated for field in fields_in(each.text)}
    asked = {each.name for state in context.workflow.states.values() for each in state.requires}
    approved = {f for state in context.workflow.states.values() for each in state.requires for f in each.approves}
    return any(field in shown | asked | approved | context.taken_over for field in timer.assign)


RULE = MachineRule((IDLE_TIMER,), run)
