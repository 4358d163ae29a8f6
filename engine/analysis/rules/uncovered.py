"""L603 on the graph: a state requires something of agents who may not act there.

Whether the field may be unset there is guessed, so the verdict is heuristic; a proof needs the whole machine.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule
from engine.diagnostics import Severity, Verdict
from engine.dsl import edit
from engine.dsl.models import Requirement, State

UNCOVERED = Check("L603", "uncovered", Severity.ERROR)

AGENTS_OFFERED = 3


def run(context: Context) -> Iterator[Found]:
    """Every reachable state counts; one whose timer moves the run or writes the field does not stall."""
    for name, state in context.workflow.states.items():
        if (
            not state.requires
            or state.terminal
            or name not in context.reachable
            or any(timer.to_state for timer in state.timers)
        ):
            continue
        for field in dict.fromkeys(each.name for each in state.requires if each.required):
            if not _given(context, name, state, field) and not _arrives_otherwise(context, state, field):
                yield _found(context, name, state, field)


def _given(context: Context, name: str, state: State, field: str) -> bool:
    return any(_may_give(context, name, each) for each in state.requires if each.name == field)


def _may_give(context: Context, name: str, requirement: Requirement) -> bool:
    source = requirement.from_
    match source.kind:
        case "driver":
            return bool(context.agents_in[name])
        case "agent":
            return source.name in context.agents_in[name]
    return True


def _arrives_otherwise(context: Context, state: State, field: str) -> bool:
    """Whether the field is set for good from the start, or written while the run waits here."""
    schema = context.workflow.context.get(field)
    if schema is None or (schema.default is not None and field not in context.fields_unset):
        return True
    if any(field in timer.assign for timer in state.timers):
        return True
    return any(field in command.on_failure for command in context.workflow.commands.values())


def _found(context: Context, name: str, state: State, field: str) -> Found:
    asked = [(index, each) for index, each in enumerate(state.requires) if each.name == field]
    index, first = next((index, each) for index, each in asked if each.required)
    named = [each.from_.name for _, each in asked if each.from_.kind == "agent" and each.from_.name is not None]
    agents = named or list(context.workflow.agents)[:AGENTS_OFFERED]
    message = messages.uncovered_agents(name, field, named) if named else messages.uncovered_driver(name, field, agents)
    declared = [agent for agent in agents if agent in context.workflow.agents]
    return Found(
        check=UNCOVERED,
        path=("states", name, "requires", index),
        message=message,
        about=(first.name,),
        fixes=tuple(
            Fix(messages.allow(agent, name), partial(edit.allow, agent=agent, state=name), len(declared) == 1)
            for agent in declared
        ),
        data={"state": name, "field": field, "agents": agents},
        verdict=Verdict.HEURISTIC,
    )


RULE = MachineRule((UNCOVERED,), run)
