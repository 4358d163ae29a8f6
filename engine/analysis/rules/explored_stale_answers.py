"""Q406: a state is entered again with its requirements already satisfied, so nobody is asked."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from itertools import pairwise
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Seen
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Severity
from engine.reducer import Fired, Step, microsteps

STALE_ANSWER = Check("Q406", "stale-answer", Severity.INFO, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None:
        return
    reported: set[str] = set()
    for (name, began), seen in explored.passed.items():
        asked = [index for index, each in enumerate(context.workflow.states[name].requires) if each.required]
        if name == began or name in reported or not asked:
            continue
        field = context.workflow.states[name].requires[asked[0]].name
        if any(fired.source == name and _kept(before, values, field) for before, (fired, values) in _pairs(seen)):
            reported.add(name)
            yield Found(
                check=STALE_ANSWER,
                path=("states", name, "requires", asked[0]),
                message=messages.stale_answer(name, field),
                witness=explored.witness(seen),
                shows=partial(_passes, state=name),
            )


def _passes(step: Step, state: str) -> bool:
    """Whether a step goes on from a state without a rest there."""
    return step.accepted and any(fired.source == state for fired in step.fired[1:])


def _pairs(seen: Seen) -> Iterator[tuple[Mapping[str, Any], tuple[Fired, Mapping[str, Any]]]]:
    """Each transition but the first with the context it was chosen over, and the context of the one before."""
    return ((before, following) for (_, before), following in pairwise(microsteps(seen.step)))


def _kept(before: Mapping[str, Any], values: Mapping[str, Any], field: str) -> bool:
    return field in before and before[field] == values.get(field)


RULE = MachineRule((STALE_ANSWER,), run)
