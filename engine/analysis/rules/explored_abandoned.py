"""Q408: a state is left while an optional answer is still being asked for."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration
from engine.analysis.finding import Witness
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Severity
from engine.dsl.models import Requirement
from engine.reducer import Step, microsteps

OPTIONAL_ABANDONED = Check("Q408", "optional-abandoned", Severity.INFO, Kind.GLOBAL)

MAX_STEPS = 60
"""Steps out of a state that are looked at."""


def run(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None:
        return
    for name, places in context.resting.items():
        optional = {
            each.name: index
            for index, each in enumerate(context.workflow.states[name].requires)
            if not each.required and not _also_required(context.workflow.states[name].requires, each)
        }
        if not optional:
            continue
        context.checkpoint()
        for field, witness in _abandoned(explored, name, places, set(optional)):
            yield Found(
                check=OPTIONAL_ABANDONED,
                path=("states", name, "requires", optional[field]),
                message=messages.optional_abandoned(name, field),
                about=(field,),
                witness=witness,
                shows=partial(_leaves_without, state=name, field=field),
            )


def _also_required(requires: tuple[Requirement, ...], optional: Requirement) -> bool:
    return any(each.required and each.name == optional.name for each in requires)


def _abandoned(
    explored: Exploration, name: str, places: tuple[int, ...], optional: set[str]
) -> Iterator[tuple[str, Witness]]:
    """The optional fields without which some step leaves the state, each with a run."""
    looked_at = 0
    for place in places:
        envelope = explored.situations[place].envelope
        if all(field in envelope.context for field in optional):
            continue
        for contribution, step, _ in explored.following(place):
            looked_at += 1
            for field in sorted(each for each in optional if _leaves_without(step, name, each)):
                optional.discard(field)
                yield field, explored.witness_to(place).then(contribution)
            if all(field in envelope.context for field in optional):
                break
            if looked_at > MAX_STEPS:
                return


def _leaves_without(step: Step, state: str, field: str) -> bool:
    """Whether a contribution moves a run on from a state in which it waited, while the field is unset."""
    if not step.accepted or step.before is None or step.before.state != state or not step.fired:
        return False
    first, values = microsteps(step)[0]
    return first.source == state and first.timer is None and field not in values


RULE = MachineRule((OPTIONAL_ABANDONED,), run)
