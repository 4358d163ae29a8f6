"""L602, G503, L608: states no run enters, transitions none takes, situations from which none ends."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.decide import Example
from engine.analysis.exact.explore import Exploration
from engine.analysis.finding import Certificate, Way
from engine.analysis.rule import Check, Found, Kind, MachineRule, Part
from engine.analysis.unknowns import UNKNOWN
from engine.diagnostics import Severity, Verdict

SEMANTICALLY_UNREACHABLE = Check("L602", "semantically-unreachable", Severity.ERROR, Kind.GLOBAL)
NEVER_FIRES = Check("G503", "never-fires", Severity.WARNING, Kind.GLOBAL)
CANNOT_FINISH = Check("L608", "cannot-finish", Severity.ERROR, Kind.GLOBAL)


def unreached(context: Context) -> Iterator[Found]:
    """What no run reaches, as is proved; what is only not seen is not reported."""
    explored = context.exploration
    if explored is None:
        return
    states = [name for name in context.workflow.states if name in context.reachable and name not in explored.entered]
    edges = [
        (name, index)
        for name in explored.entered
        for index, edge in enumerate(context.workflow.states[name].transitions)
        if (name, index) not in explored.fired and edge.to_state in context.workflow.states
    ]
    open_ = [name for name in states if not explored.never("entered", name)]
    if open_ or not all(explored.never("fired", *edge) for edge in edges):
        yield _unknown(explored, open_)
    states = [name for name in states if name not in open_]
    edges = [edge for edge in edges if explored.never("fired", *edge)]
    for name in states:
        yield Found(
            check=SEMANTICALLY_UNREACHABLE,
            path=("states", name),
            part=Part.KEY,
            message=messages.semantically_unreachable(name),
            certificate=_ways_to(context, name),
        )
    for name, index in edges:
        local = context.local(name)
        if isinstance(local.passes(index), Example) and isinstance(local.fires(index, range(index)), Example):
            edge = context.workflow.states[name].transitions[index]
            if edge.to_state not in states:
                yield Found(
                    check=NEVER_FIRES,
                    path=("states", name, "transitions", index),
                    message=messages.never_fires(edge.to_state),
                    certificate=Certificate((_way(context, name, index),)),
                )


def _ways_to(context: Context, target: str) -> Certificate:
    return Certificate(
        tuple(
            _way(context, name, index)
            for name, state in context.workflow.states.items()
            for index, edge in enumerate(state.transitions)
            if edge.to_state == target
        )
    )


def _way(context: Context, name: str, index: int) -> Way:
    """One transition, the values its state is left with at most, and the guards that exclude them all."""
    explored = context.exploration
    assert explored is not None
    guards = tuple(guard.expression for guard in context.workflow.states[name].transitions[index].guards)
    path = ("states", name, "transitions", index)
    if name not in explored.entered:
        return Way(path, {}, (messages.never_entered(name),))
    return Way(path, explored.values_in(name), guards or (messages.never_eligible(name),))


def cannot_finish(context: Context) -> Iterator[Found]:
    explored = context.exploration
    terminal = any(state.terminal for state in context.workflow.states.values())
    if explored is None or explored.partial is not None or not terminal:
        return
    finishing = explored.finishing()
    lost = [place for place, each in enumerate(explored.situations) if place not in finishing and each.sure]
    if not lost:
        return
    first = explored.situations[lost[0]]
    state = first.envelope.state
    yield Found(
        check=CANNOT_FINISH,
        path=("states", state),
        part=Part.KEY,
        message=messages.cannot_finish(state),
        data={"situations": len(lost)},
        witness=explored.witness_to(lost[0]),
        shows=lambda step: step.accepted and step.envelope.state == state,
    )


def _unknown(explored: Exploration, states: list[str]) -> Found:
    return Found(
        check=UNKNOWN,
        path=(),
        message=messages.not_all_explored(explored.why, states),
        about=(SEMANTICALLY_UNREACHABLE.id, NEVER_FIRES.id),
        data={"check": SEMANTICALLY_UNREACHABLE.id, "reason": "budget", "states": states},
        verdict=Verdict.UNKNOWN,
    )


REACH = MachineRule((SEMANTICALLY_UNREACHABLE, NEVER_FIRES), unreached)
FINISH = MachineRule((CANNOT_FINISH,), cannot_finish)
