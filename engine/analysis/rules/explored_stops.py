"""G504, L605, L606: runs that stop where they should not: nobody is asked, or the machine goes round without end."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration, Seen
from engine.analysis.exact.table import rows_of
from engine.analysis.rule import Check, Found, Kind, MachineRule, Part
from engine.diagnostics import Severity
from engine.reducer import Fired, Step

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
        if explored.replays(witness, lambda step, state=state: _rests(step, state)):  # type: ignore[misc]
            yield Found(
                check=ROUTING_GAP,
                path=("states", state),
                part=Part.KEY,
                message=messages.routing_gap(state, [row for row in rows if row]),
                data={"rows": rows, "complete": explored.partial is None},
                witness=witness,
            )


def _rests(step: Step, state: str) -> bool:
    return step.accepted and step.envelope.state == state and step.envelope.stop == "parked"


def endless(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None:
        return
    for (stop, _), seen in explored.halted.items():
        witness = explored.witness(seen)
        if not explored.replays(witness, lambda step, stop=stop: step.accepted and step.envelope.stop == stop):  # type: ignore[misc]
            continue
        source = seen.step.fired[-1].source
        cycle = list(dict.fromkeys(fired.source for fired in _cycle(seen)))
        if stop == "microstep-cap":
            yield Found(
                check=MICROSTEP_CAP,
                path=("states", source),
                part=Part.KEY,
                message=messages.microstep_cap(len(seen.step.fired), cycle),
                witness=witness,
            )
            continue
        edge = seen.step.fired[-1].index
        at = ("states", source, "transitions", edge) if edge is not None else ("states", source)
        yield Found(
            check=UNCONSUMED_TRIGGER,
            path=at,
            message=messages.unconsumed_trigger(cycle, _triggers(explored, seen, cycle)),
            data={"states": cycle},
            witness=witness,
        )


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
