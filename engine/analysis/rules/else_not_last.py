"""G508: an unguarded transition stands before others, which are never tried."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Transition

ELSE_NOT_LAST = Check("G508", "else-not-last", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    """Only the first unguarded transition of a state is reported: it alone decides."""
    for name, state in context.workflow.states.items():
        for index, edge in enumerate(state.transitions):
            if not edge.guards:
                if index < len(state.transitions) - 1:
                    yield _found(name, state.transitions, index)
                break


def _found(name: str, edges: Sequence[Transition], first: int) -> Found:
    at: Path = ("states", name, "transitions")
    later = range(first + 1, len(edges))
    fixes: tuple[Fix, ...] = ()
    if all(edges[index].guards for index in later):
        move = partial(edit.move_transition, state=name, from_index=first, to_index=len(edges) - 1)
        fixes = (Fix(messages.move_last(), move),)
    return Found(
        check=ELSE_NOT_LAST,
        path=(*at, first),
        message=messages.else_not_last(edges[first].to_state, len(later)),
        related=tuple((messages.never_tried(edges[index].to_state), (*at, index)) for index in later),
        fixes=fixes,
    )


RULE = MachineRule((ELSE_NOT_LAST,), run)
