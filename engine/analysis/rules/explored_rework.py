"""L609: runs can go round the same states any number of times, and nothing in the context bounds it."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.replaying import leaves_by
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Severity

ENDLESS_REWORK = Check("L609", "endless-rework", Severity.INFO, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    """One finding for each transition that closes a loop; a machine that is never to end has none."""
    explored = context.exploration
    if explored is None or not any(context.workflow.states[name].terminal for name in context.reachable):
        return
    order = {name: place for place, name in enumerate(context.workflow.states)}
    reported: set[tuple[str, int]] = set()
    for way in explored.rounds(context.checkpoint):
        fired = way.fired
        closing = next((each for each in reversed(fired) if order[each.target] <= order[each.source]), fired[-1])
        if closing.index is None or (closing.source, closing.index) in reported:
            continue
        reported.add((closing.source, closing.index))
        states = sorted({each.source for each in fired}, key=order.__getitem__)
        yield Found(
            check=ENDLESS_REWORK,
            path=("states", closing.source, "transitions", closing.index),
            message=messages.endless_rework(states),
            data={"states": states},
            witness=explored.witness_to(way.place).then(*way.contributions),
            shows=leaves_by(closing.source, closing.index),
        )


RULE = MachineRule((ENDLESS_REWORK,), run)
