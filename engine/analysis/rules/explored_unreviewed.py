"""A713: a command is sent, or a machine started, on a run that no person took part in."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration, Seen, explore
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Path, Severity
from engine.dsl.models import Requirement, Send, Source, Spawn, Workflow
from engine.reducer import Step

IRREVERSIBLE_UNREVIEWED = Check("A713", "irreversible-unreviewed", Severity.INFO, Kind.GLOBAL)

NOBODY = Source(kind="agent", name="")
"""Who is asked where a person was: no agent has this name."""


def run(context: Context) -> Iterator[Found]:
    """Runs of the same machine in which nobody answers for people."""
    performed = [
        (path, action)
        for parts in context.all_parts
        for path, action in parts.actions
        if isinstance(action, Send | Spawn)
    ]
    if not performed or context.exploration is None:
        return
    alone = _without_people(context)
    if alone is None:
        return
    for path, action in performed:
        seen = _reached(alone, path)
        if seen is None:
            continue
        kind, name = ("send", action.send.command) if isinstance(action, Send) else ("spawn", action.spawn.as_)
        yield Found(
            check=IRREVERSIBLE_UNREVIEWED,
            path=(*path, kind),
            message=messages.unreviewed(name, kind),
            about=(name,),
            witness=alone.witness(seen),
            shows=lambda step, kind=kind: _performs(step, kind),  # type: ignore[misc]
        )


def _without_people(context: Context) -> Exploration | None:
    asked = [each for state in context.workflow.states.values() for each in state.requires]
    if not any(each.from_.kind in ("user", "role") for each in asked):
        return context.exploration
    return explore(unattended(context.workflow), context.checkpoint)


def unattended(workflow: Workflow) -> Workflow:
    """The machine with every person gone: what they are asked for is never given."""
    states = {
        name: state.model_copy(update={"requires": tuple(map(_unanswered, state.requires))})
        for name, state in workflow.states.items()
    }
    return workflow.model_copy(update={"states": states})


def _unanswered(requirement: Requirement) -> Requirement:
    if requirement.from_.kind not in ("user", "role"):
        return requirement
    return requirement.model_copy(update={"from_": NOBODY})


def _reached(alone: Exploration, path: Path) -> Seen | None:
    """The first step that comes by a place where actions stand."""
    match path:
        case ("states", str(name), "entry", *_):
            return alone.entered.get(name)
        case ("states", str(name), "transitions", int(index), *_):
            return alone.fired.get((name, index))
        case ("states", str(name), "timers", int(index), *_):
            return alone.fired.get((name, alone.workflow.states[name].timers[index].name))
        case ("states", str(name), "exit", *_):
            return next((seen for (source, _), seen in alone.fired.items() if source == name), None)
    return None


def _performs(step: Step, kind: str) -> bool:
    return step.accepted and any(effect.kind == kind for effect in step.effects)


RULE = MachineRule((IRREVERSIBLE_UNREVIEWED,), run)
