"""Witnesses are replayed before anybody sees them: what a run is said to show, the machine itself must do again."""

from __future__ import annotations

from collections.abc import Callable

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.playback import played
from engine.analysis.rule import Check, Found, Kind
from engine.analysis.unknowns import UNKNOWN
from engine.diagnostics import Severity, Verdict
from engine.dsl import Policy
from engine.reducer import Definition, Step

INTERNAL = Check("M900", "internal", Severity.ERROR, Kind.GLOBAL)


def replayed(context: Context, found: Found) -> Found:
    """The finding, if its witness shows it; else that this program is wrong, or that budgets end the run before."""
    if found.witness is None or context.exploration is None:
        return found
    shows = found.shows or accepted
    if not _shown(context.exploration.definition, found, shows):
        return Found(
            check=INTERNAL,
            path=found.path,
            part=found.part,
            message=messages.not_replayed(found.check.id),
            about=(found.check.id, *found.about),
            data={"check": found.check.id},
        )
    if context.workflow.policy != Policy() and not _shown(context.definition, found, shows):
        return Found(
            check=UNKNOWN,
            path=found.path,
            part=found.part,
            message=messages.over_budget(found.check.id),
            about=(found.check.id, *found.about),
            data={"check": found.check.id, "reason": "policy"},
            verdict=Verdict.UNKNOWN,
        )
    return found


def _shown(definition: Definition, found: Found, shows: Callable[[Step], bool]) -> bool:
    assert found.witness is not None
    return any(shows(step) for part in played(definition, found.witness) for step in part.steps)


def accepted(step: Step) -> bool:
    return step.accepted


def rests_in(state: str) -> Callable[[Step], bool]:
    """Steps after which a run waits in a state."""
    return lambda step: step.accepted and step.envelope.state == state and step.envelope.stop == "parked"


def leaves_by(source: str, index: int | None, timer: str | None = None) -> Callable[[Step], bool]:
    """Steps in which a transition fires."""
    return lambda step: (
        step.accepted and any((each.source, each.index, each.timer) == (source, index, timer) for each in step.fired)
    )
