"""Why a machine rests where it does, and why a transition fired and not an earlier one."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple
from typing import Literal as OneOf

from engine.cel import CelError, Explanation, Program
from engine.dsl.models import Transition
from engine.reducer.actor import Actor
from engine.reducer.definition import Definition, StatePlan
from engine.reducer.envelope import Due, Envelope, Fault
from engine.reducer.ledger import Fired, Note, rewind
from engine.reducer.pending import is_stuck
from engine.reducer.step import Step
from engine.reducer.values import MISFIT

Missing = OneOf["unset", "misfit", "undecided", "check"]


class GuardWhy(NamedTuple):
    """One expression over the context. ``explanation`` has every part; where there is none, ``error`` says why."""

    expression: str
    passes: bool
    explanation: Explanation | None
    error: str | None


@dataclass(frozen=True, slots=True)
class RequirementWhy:
    """One requirement. ``missing`` is ``None`` for a satisfied one; ``who`` are the actors that may contribute."""

    index: int
    field: str
    from_: Any
    required: bool
    missing: Missing | None
    checks: tuple[GuardWhy, ...]
    who: tuple[Actor, ...]


@dataclass(frozen=True, slots=True)
class TransitionWhy:
    """One transition, as if everything required were there."""

    index: int
    target: str
    passes: bool
    guards: tuple[GuardWhy, ...]


class Routing(NamedTuple):
    """What decides in one state over one context: ``takes`` is the index of the transition that fires, if any does."""

    state: str
    context: Mapping[str, Any]
    eligible: bool
    requirements: tuple[RequirementWhy, ...]
    transitions: tuple[TransitionWhy, ...]
    takes: int | None


class Why(NamedTuple):
    """Why a run is where it is. ``due`` is the next timer, ``stuck`` that nothing asked for could move it."""

    stop: str
    ended: bool
    stuck: bool
    faulted: Fault | None
    routing: Routing
    due: Due | None


class FiredWhy(NamedTuple):
    """One transition that fired, and what decided it; of a delayed transition the ``timer`` did."""

    fired: Fired
    routing: Routing


def explain(definition: Definition, envelope: Envelope) -> Why:
    """Why a run at rest does not move: what is missing, which guards fail, who is awaited."""
    plan = definition.states[envelope.state]
    return Why(
        stop=envelope.stop,
        ended=envelope.ended,
        stuck=is_stuck(definition, envelope),
        faulted=envelope.faulted,
        routing=routing(definition, plan, dict(envelope.context), envelope.approvals),
        due=envelope.timers[0] if envelope.timers else None,
    )


def explain_fired(step: Step) -> tuple[FiredWhy, ...]:
    """For each transition of a committed step, in order, what decided it: why this one and not an earlier one."""
    return tuple(
        FiredWhy(fired, routing(step.definition, step.definition.states[fired.source], context, approvals))
        for fired, context, approvals in _decisions(step)
    )


def microsteps(step: Step) -> tuple[tuple[Fired, Mapping[str, Any]], ...]:
    """The transitions of a committed step, each with the context over which it was chosen."""
    return tuple((fired, context) for fired, context, _ in _decisions(step))


def routing(definition: Definition, plan: StatePlan, context: Mapping[str, Any], approvals: Collection[str]) -> Routing:
    """What would decide in a state over a context while these approval fields are decided."""
    requirements = tuple(
        _requirement(definition, plan, index, context, approvals) for index in range(len(plan.requirements))
    )
    eligible = not any(each.missing for each in requirements if each.required)
    written = definition.workflow.states[plan.name].transitions if plan.name else ()
    transitions = tuple(_transition(definition, index, transition, context) for index, transition in enumerate(written))
    takes = next((each.index for each in transitions if each.passes), None) if eligible else None
    return Routing(plan.name, context, eligible, requirements, transitions, takes)


def _decisions(step: Step) -> Iterator[tuple[Fired, Mapping[str, Any], Collection[str]]]:
    """Each transition with the context and the approvals that were there when it was chosen."""
    record = step.record
    if record is None:
        return
    approved = {*(step.before.approvals if step.before else ()), *record.then.approvals}
    if step.contribution is not None:
        values = step.contribution.values
        approved |= {field for field in step.definition.terms if values.get(field) not in (None, "")}
    for place, item in enumerate(record.trail):
        if isinstance(item, Note) and item.type == "invalidated":
            approved.discard(item.data["field"])
        elif isinstance(item, Fired):
            context = dict(step.context)
            rewind(context, record.trail, place)
            yield item, context, frozenset(approved)


def _requirement(
    definition: Definition, plan: StatePlan, index: int, context: Mapping[str, Any], approvals: Collection[str]
) -> RequirementWhy:
    requirement = plan.requirements[index]
    field = requirement.field
    gate = plan.by_field[field]
    value = context.get(field)
    checks: tuple[GuardWhy, ...] = ()
    missing: Missing | None = None
    if value is None:
        missing = "unset"
    elif gate.approval and field not in approvals:
        missing = "undecided"
    elif gate.fit is not None and gate.fit(value) is MISFIT:
        missing = "misfit"
    else:
        expressions = definition.expressions
        checks = tuple(
            _guard(guard.expression, expressions.checker(definition.fields[field], guard.expression), context, value)
            for guard in requirement.model.validate_
        )
        if not gate.satisfied(context, approvals):
            missing = "check"
    return RequirementWhy(
        index,
        field,
        requirement.from_,
        requirement.required,
        missing,
        checks,
        tuple(sorted(requirement.admits, key=str)),
    )


def _transition(definition: Definition, index: int, written: Transition, context: Mapping[str, Any]) -> TransitionWhy:
    guards = tuple(
        _guard(guard.expression, definition.expressions.program(guard.expression), context) for guard in written.guards
    )
    return TransitionWhy(index, written.to_state, all(guard.passes for guard in guards), guards)


def _guard(source: str, program: Program | CelError, context: Mapping[str, Any], value: Any = None) -> GuardWhy:
    if isinstance(program, CelError):
        return GuardWhy(source, False, None, program.message)
    explanation = program.explain(context) if value is None else program.explain(context, value=value)
    return GuardWhy(source, explanation.passes, explanation, explanation.outcome.error)
