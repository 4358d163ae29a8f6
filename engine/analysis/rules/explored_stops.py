"""G504, L605, L606: runs that stop where they should not: nobody is asked, or the machine goes round without end."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import islice

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration, Seen
from engine.analysis.exact.table import rows_of
from engine.analysis.replaying import rests_in
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule, Part
from engine.diagnostics import Path, Severity
from engine.dsl import Parsed, edit
from engine.dsl.models import State
from engine.reducer import Fired, Step
from engine.text import Patch

TARGETS_OFFERED = 3

ROUTING_GAP = Check("G504", "routing-gap", Severity.ERROR, Kind.GLOBAL)
UNCONSUMED_TRIGGER = Check("L605", "unconsumed-trigger", Severity.ERROR, Kind.GLOBAL)
MICROSTEP_CAP = Check("L606", "microstep-cap", Severity.ERROR, Kind.GLOBAL)


def routing_gap(context: Context) -> Iterator[Found]:
    """One finding for a state in which a run can be stuck: all values that lead nowhere, and a run to the first."""
    explored = context.exploration
    if explored is None:
        return
    for state, places in explored.stuck.items():
        parked = [place for place in places if explored.situations[place].envelope.stop == "parked"]
        if not parked or not context.workflow.states[state].transitions:
            continue
        contexts = [explored.situations[place].envelope.context for place in parked]
        _, rows = rows_of(context.workflow, state, contexts)
        witness = explored.witness_to(parked[0])
        yield Found(
            check=ROUTING_GAP,
            path=("states", state),
            part=Part.KEY,
            message=messages.routing_gap(state, [row for row in rows if row]),
            fixes=tuple(_closing(context.workflow.states[state], state)),
            data={"rows": rows, "complete": explored.partial is None},
            witness=witness,
            shows=rests_in(state),
        )


def _closing(state: State, name: str) -> Iterator[Fix]:
    """For each target a last transition without guards: it is taken for just the rows that are missing."""
    for target in islice(dict.fromkeys(edge.to_state for edge in state.transitions), TARGETS_OFFERED):
        yield Fix(messages.otherwise_to(target), partial(edit.add_transition, state=name, to=target), automatic=False)


def endless(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None:
        return
    for (stop, _), seen in explored.halted.items():
        witness = explored.witness(seen)
        source = seen.step.fired[-1].source
        cycle = list(dict.fromkeys(fired.source for fired in _cycle(seen)))
        if stop == "microstep-cap":
            yield Found(
                check=MICROSTEP_CAP,
                path=("states", source),
                part=Part.KEY,
                message=messages.microstep_cap(len(seen.step.fired), cycle),
                witness=witness,
                shows=_halts(stop),
            )
            continue
        edge = seen.step.fired[-1].index
        at: Path = ("states", source, "transitions", edge) if edge is not None else ("states", source)
        triggers = _triggers(explored, seen, cycle)
        yield Found(
            check=UNCONSUMED_TRIGGER,
            path=at,
            message=messages.unconsumed_trigger(cycle, triggers),
            fixes=_clearing(context, at, cycle, triggers) if edge is not None else (),
            data={"states": cycle, "fields": triggers},
            witness=witness,
            shows=_halts(stop),
        )


def _halts(stop: str) -> Callable[[Step], bool]:
    return lambda step: step.accepted and step.envelope.stop == stop


def _clearing(context: Context, edge: Path, cycle: Sequence[str], triggers: Sequence[str]) -> tuple[Fix, ...]:
    """Clear what a state of the cycle requires, so that it asks again; else what it routes on."""
    required = {each.name for state in cycle for each in context.workflow.states[state].requires if each.required}
    fields = [name for name in triggers if name in required] or list(triggers)
    if not fields:
        return ()
    clear = partial(_clear, edge=edge, fields=fields)
    return (Fix(messages.clear_on_the_way(fields), clear, automatic=False),)


def _clear(parsed: Parsed, edge: Path, fields: Sequence[str]) -> Patch:
    state = str(edge[1])
    assert parsed.workflow is not None
    actions = parsed.workflow.states[state].transitions[int(edge[3])].on_transition
    return edit.insert(parsed, (*edge, "onTransition"), len(actions), {"assign": dict.fromkeys(fields)})


def _cycle(seen: Seen) -> Sequence[Fired]:
    """The transitions from the last time the run was where it stopped."""
    fired = seen.step.fired
    end = fired[-1].target
    start = max((place for place, each in enumerate(fired) if each.source == end), default=0)
    return fired[start:]


def _triggers(explored: Exploration, seen: Seen, cycle: list[str]) -> list[str]:
    """The set fields that the states of the cycle ask for or route on."""
    present = seen.step.envelope.context
    fields = (name for state in cycle for name in explored.read_in(state))
    return [name for name in dict.fromkeys(fields) if name in present]


GAP = MachineRule((ROUTING_GAP,), routing_gap)
ENDLESS = MachineRule((UNCONSUMED_TRIGGER, MICROSTEP_CAP), endless)
