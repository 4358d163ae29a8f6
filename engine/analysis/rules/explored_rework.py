"""L609: runs can go round the same states any number of times, and nothing in the context bounds it."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration
from engine.analysis.finding import Witness
from engine.analysis.replaying import leaves_by
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Severity
from engine.reducer import Contribution, Envelope, Fired

ENDLESS_REWORK = Check("L609", "endless-rework", Severity.INFO, Kind.GLOBAL)

MAX_STEPS = 2_000
"""Steps that are made to go round once."""


def run(context: Context) -> Iterator[Found]:
    """One finding for each transition that closes a loop; a machine that is never to end has none."""
    explored = context.exploration
    if explored is None or not any(context.workflow.states[name].terminal for name in context.reachable):
        return
    order = {name: place for place, name in enumerate(context.workflow.states)}
    reported: set[tuple[str, int]] = set()
    for loop in _loops(explored):
        context.checkpoint()
        round_ = _once_round(explored, loop)
        if round_ is None:
            continue
        witness, fired = round_
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
            witness=witness,
            shows=leaves_by(closing.source, closing.index),
        )


def _loops(explored: Exploration) -> Iterator[list[int]]:
    """Situations from each of which runs come to all the others, in more than one state or by a way back to one."""
    import networkx

    graph: networkx.DiGraph[int] = networkx.DiGraph()
    for place, situation in enumerate(explored.situations):
        graph.add_edges_from((place, after) for after in situation.after)
    for component in networkx.strongly_connected_components(graph):
        found = sorted(component)
        if len({explored.situations[place].envelope.state for place in found}) > 1:
            yield found


def _once_round(explored: Exploration, loop: list[int]) -> tuple[Witness, list[Fired]] | None:
    """A shortest way from the first situation of a loop back to it through another state, and what fires on it."""
    inside = set(loop)
    first = loop[0]
    home = explored.situations[first].envelope
    queue: deque[tuple[Envelope, tuple[Contribution, ...], tuple[Fired, ...]]] = deque([(home, (), ())])
    seen = {first}
    made = 0
    while queue and made < MAX_STEPS:
        envelope, way, fired = queue.popleft()
        for contribution, step, place in explored.following(envelope):
            made += 1
            here = (*way, contribution), (*fired, *step.fired)
            if place == first and len({each.source for each in here[1]}) > 1:
                return explored.witness_to(first).then(*here[0]), list(here[1])
            if place in inside and place not in seen:
                seen.add(place)
                queue.append((step.envelope, *here))
    return None


RULE = MachineRule((ENDLESS_REWORK,), run)
