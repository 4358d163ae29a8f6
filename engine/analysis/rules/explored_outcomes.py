"""A714: the outcome of a command, or the end of a child, can come where nothing requires it, and is lost."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Found, Kind, MachineRule, Part
from engine.diagnostics import Path, Severity
from engine.dsl.models import Send, Source, Spawn, Workflow
from engine.reducer import Step

OUTCOME_UNHEARD = Check("A714", "outcome-unheard", Severity.WARNING, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    """A run sends or spawns and comes to rest where it does not ask for what comes back.

    What is asked for nowhere is not waited for. Later rests do not count: a timer may give up waiting on purpose.
    """
    awaited = dict(_awaited(context))
    explored = context.exploration
    if explored is None or not awaited:
        return
    reported: set[tuple[str, str]] = set()
    for seen in explored.telling:
        step = seen.step
        if step.envelope.ended:
            continue
        for kind, name, who in _begun(step):
            rest = step.envelope.state
            path = awaited.get((kind, name))
            if path is None or (kind, name) in reported or who in _asked(context.workflow, rest):
                continue
            reported.add((kind, name))
            yield Found(
                check=OUTCOME_UNHEARD,
                path=path,
                part=Part.VALUE,
                message=messages.outcome_unheard(name, kind, rest),
                about=(name,),
                data={"state": rest},
                witness=explored.witness(seen),
                shows=partial(_begins, kind=kind, name=name, rest=rest),
            )


def _awaited(context: Context) -> Iterator[tuple[tuple[str, str], Path]]:
    """Commands and children whose addressee some state asks for something, with the first place that begins them."""
    asked = {who for state in context.workflow.states for who in _asked(context.workflow, state)}
    found: dict[tuple[str, str], Path] = {}
    for parts in context.all_parts:
        for path, action in parts.actions:
            match action:
                case Send() if _addressee(action.send.to) in asked:
                    found.setdefault(("send", action.send.command), (*path, "send"))
                case Spawn() if Source(kind="fsm", name=action.spawn.as_) in asked or action.spawn.into:
                    found.setdefault(("spawn", action.spawn.as_), (*path, "spawn"))
    yield from found.items()


def _begun(step: Step) -> Iterator[tuple[str, str, Source | None]]:
    """What a step has sent and spawned that is not over, each with who will answer."""
    before = step.before
    for id, command in step.envelope.commands.items():
        if command.is_open and (before is None or id not in before.commands):
            yield "send", command.command, _addressee(command.to)
    for name in step.envelope.children:
        if before is None or name not in before.children:
            yield "spawn", name, Source(kind="fsm", name=name)


def _asked(workflow: Workflow, state: str) -> set[Source]:
    return {each.from_ for each in workflow.states[state].requires}


def _addressee(to: Any) -> Source | None:
    """Who a command goes to, where the file says so outright."""
    match to:
        case {"tool": str(name)}:
            return Source(kind="tool", name=name)
        case {"agent": str(name)}:
            return Source(kind="agent", name=name)
        case {"user": str(name)}:
            return Source(kind="user", name=name)
        case "system":
            return Source(kind="system")
    return None


def _begins(step: Step, kind: str, name: str, rest: str) -> bool:
    begun = ((sort, what) for sort, what, _ in _begun(step))
    return step.accepted and step.envelope.state == rest and (kind, name) in begun


RULE = MachineRule((OUTCOME_UNHEARD,), run)
