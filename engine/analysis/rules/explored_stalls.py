"""L603, Q404: a run waits for something that nobody can give: no agent may act there, or nobody could anywhere.

Where the whole machine was looked at, only what a run shows is reported; else what the file alone tells is a guess.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.replaying import rests_in
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule
from engine.diagnostics import Severity, Verdict
from engine.dsl import edit
from engine.dsl.models import Requirement, Spawn, State

UNCOVERED = Check("L603", "uncovered", Severity.ERROR, Kind.GLOBAL)
UNPRODUCIBLE = Check("Q404", "unproducible", Severity.ERROR, Kind.GLOBAL)

AGENTS_OFFERED = 3


@dataclass(frozen=True, slots=True)
class Stall:
    """A state, and a field it requires that nobody can give there."""

    name: str
    state: State
    field: str

    @property
    def asked(self) -> list[tuple[int, Requirement]]:
        return [(index, each) for index, each in enumerate(self.state.requires) if each.name == self.field]

    @property
    def first(self) -> int:
        return next(index for index, each in self.asked if each.required)


def run(context: Context) -> Iterator[Found]:
    """Every reachable state counts; one whose timer moves the run or writes the field does not stall."""
    for name, state in context.workflow.states.items():
        if state.terminal or name not in context.reachable or any(timer.to_state for timer in state.timers):
            continue
        for field in dict.fromkeys(each.name for each in state.requires if each.required):
            stall = Stall(name, state, field)
            if _written_meanwhile(context, stall):
                continue
            if not any(_may_give(context, name, each) for _, each in stall.asked):
                yield from _proved(context, stall, _found(context, stall))
            elif _kept_apart(context, stall):
                yield from _proved(context, stall, _unproducible(stall, apart=True))


def _may_give(context: Context, name: str, requirement: Requirement) -> bool:
    source = requirement.from_
    match source.kind:
        case "driver":
            return bool(context.agents_in[name])
        case "agent":
            return source.name in context.agents_in[name]
        case "fsm":
            return source.name not in context.declared.children or _delivers(context, source.name, requirement.name)
    return True


def _delivers(context: Context, child: str, field: str) -> bool:
    """Whether the end of a child writes a field."""
    spawns = (action.spawn for parts in context.all_parts for _, action in parts.actions if isinstance(action, Spawn))
    return any(each.as_ == child and (each.into == field or field in each.outputs) for each in spawns)


def _written_meanwhile(context: Context, stall: Stall) -> bool:
    """Whether the field may be written while the run waits, whoever is asked."""
    if context.workflow.context.get(stall.field) is None:
        return True
    policy = context.workflow.policy
    if stall.field in policy.on_exhausted and context.agents_in[stall.name]:
        return True
    if any(stall.field in timer.assign for timer in stall.state.timers):
        return True
    return any(stall.field in command.on_failure for command in context.workflow.commands.values())


def _kept_apart(context: Context, stall: Stall) -> bool:
    """Whether everybody who may decide is always an author of what the decision must be separate from."""
    explored = context.exploration
    if explored is None or explored.partial is not None or not any(each.separate_from for _, each in stall.asked):
        return False
    return not any(stall.field in situation.envelope.context for situation in explored.situations) and not any(
        stall.field in seen.step.context for seen in explored.telling
    )


def _proved(context: Context, stall: Stall, found: Found) -> Iterator[Found]:
    """With a run that waits there; nothing where it is proved that none does; a guess where that is not known."""
    explored = context.exploration
    if explored is not None:
        for place in context.resting.get(stall.name, ()):
            if stall.field not in explored.situations[place].envelope.context:
                witness = explored.witness_to(place)
                yield replace(found, witness=witness, shows=rests_in(stall.name), verdict=Verdict.PROVED)
                return
        if explored.partial is None:
            return
    schema = context.workflow.context[stall.field]
    if schema.default is None or stall.field in context.fields_unset:
        yield found


def _found(context: Context, stall: Stall) -> Found:
    agents = {each.from_.kind for _, each in stall.asked} & {"driver", "agent"}
    if not agents or (agents == {"driver"} and not context.declared.agents):
        return _unproducible(stall)
    named = [each.from_.name for _, each in stall.asked if each.from_.kind == "agent" and each.from_.name is not None]
    offered = named or list(context.workflow.agents)[:AGENTS_OFFERED]
    message = (
        messages.uncovered_agents(stall.name, stall.field, named)
        if named
        else messages.uncovered_driver(stall.name, stall.field, offered)
    )
    declared = [agent for agent in offered if agent in context.workflow.agents]
    return Found(
        check=UNCOVERED,
        path=("states", stall.name, "requires", stall.first),
        message=message,
        about=(stall.field,),
        fixes=tuple(
            Fix(
                messages.allow(agent, stall.name),
                partial(edit.allow, agent=agent, state=stall.name),
                len(declared) == 1,
            )
            for agent in declared
        ),
        data={"state": stall.name, "field": stall.field, "agents": offered},
        verdict=Verdict.HEURISTIC,
    )


def _unproducible(stall: Stall, *, apart: bool = False) -> Found:
    sources = [messages.source_words(each.from_.kind, each.from_.name) for _, each in stall.asked]
    return Found(
        check=UNPRODUCIBLE,
        path=("states", stall.name, "requires", stall.first),
        message=(messages.kept_apart if apart else messages.unproducible)(stall.name, stall.field, sources),
        about=(stall.field,),
        data={"state": stall.name, "field": stall.field},
        verdict=Verdict.HEURISTIC,
    )


RULE = MachineRule((UNCOVERED, UNPRODUCIBLE), run)
