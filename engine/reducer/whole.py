"""What is true of a machine as a whole, whatever state it is in: its approvals, its literals, what is sensitive."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.dsl import parse_duration
from engine.dsl.models import Action, Assign, Compute, FieldType, Requirement, Workflow
from engine.reducer.definition import Terms
from engine.reducer.expressions import Expressions
from engine.reducer.values import MISFIT, Fit, unsets


def approval_terms(workflow: Workflow) -> Iterator[tuple[str, Terms]]:
    """The terms of every requirement that asks for an approval, by its field."""
    for state in workflow.states.values():
        for requirement in state.requires:
            if requirement.approves:
                yield requirement.name, terms_of(workflow, requirement)


def approving(terms: Mapping[str, Terms]) -> Mapping[str, tuple[str, ...]]:
    """The approval fields by what they approve."""
    found: dict[str, tuple[str, ...]] = {}
    for each in terms.values():
        for field in each.approves:
            found[field] = (*found.get(field, ()), each.field)
    return found


def terms_of(workflow: Workflow, requirement: Requirement) -> Terms:
    """What a requirement with ``approves`` asks for; for a bool a yes is true unless said otherwise."""
    field = workflow.context[requirement.name]
    implied = (True,) if field.type is FieldType.BOOL else ()
    return Terms(
        field=requirement.name,
        approves=requirement.approves,
        approved_when=requirement.approved_when or implied,
        separate_from=requirement.separate_from,
        expires_after=seconds(requirement.expires_after),
    )


def actions_of(workflow: Workflow) -> Iterator[Action]:
    """Every action of the machine."""
    for state in workflow.states.values():
        yield from state.entry
        yield from state.exit
        for transition in state.transitions:
            yield from transition.on_transition
        for timer in state.timers:
            yield from timer.on_transition
    for migration in workflow.migrations:
        yield from migration.actions


def literals_of(workflow: Workflow) -> Iterator[tuple[str, Any]]:
    """Every literal that the machine writes, with its field."""
    sources: list[Mapping[str, Any]] = [workflow.policy.on_exhausted]
    sources += [action.assign for action in actions_of(workflow) if isinstance(action, Assign)]
    sources += [timer.assign for state in workflow.states.values() for timer in state.timers]
    sources += [command.on_failure for command in workflow.commands.values()]
    for source in sources:
        yield from source.items()


def misassigned(workflow: Workflow, fits: Mapping[str, Fit]) -> Iterator[str]:
    """Fields that may hold a value that does not fit: some literal is written to them that does not."""
    for field, literal in literals_of(workflow):
        if not unsets(literal) and fits[field](literal) is MISFIT:
            yield field


def sensitive_fields(workflow: Workflow, expressions: Expressions) -> frozenset[str]:
    """The sensitive fields and whatever is computed from one, however many steps away."""
    found = {name for name, field in workflow.context.items() if field.sensitive}
    if not found:
        return frozenset()
    reads = [
        (field, expressions.fields_read(source))
        for action in actions_of(workflow)
        if isinstance(action, Compute)
        for field, source in action.compute.items()
    ]
    while more := {field for field, read in reads if field not in found and not found.isdisjoint(read)}:
        found |= more
    return frozenset(found)


def seconds(duration: str | None) -> int | None:
    """A duration of the file in seconds."""
    return None if duration is None else parse_duration(duration)
