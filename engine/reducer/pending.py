"""Pending elicitations: what a run at rest waits for, the same under the same ids on every replay."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from typing import Any
from urllib.parse import quote

from engine.reducer.approvals import Standing, proposal
from engine.reducer.contribution import Elicitation
from engine.reducer.definition import Definition, RequirementPlan
from engine.reducer.envelope import Envelope
from engine.reducer.templates import MASK


def pending(definition: Definition, envelope: Envelope) -> tuple[Elicitation, ...]:
    """The requirements of the state that are not satisfied, optional ones too, in their order."""
    if envelope.ended:
        return ()
    standing = Standing(envelope.pin, envelope.state, envelope.visit)
    return asked(definition, standing, envelope.context, envelope.approvals)


def is_stuck(definition: Definition, envelope: Envelope) -> bool:
    """Whether the run has not ended, nobody is asked, and no timer, command or child could move it."""
    return envelope.quiet and not envelope.ended and not pending(definition, envelope)


def asked(
    definition: Definition, standing: Standing, context: Mapping[str, Any], approvals: Collection[str]
) -> tuple[Elicitation, ...]:
    """What is asked for where a run stands, over this context and while these approvals are in force."""
    plan = definition.states[standing.state]
    found = []
    for requirement in plan.requirements:
        if not plan.by_field[requirement.field].satisfied(context, approvals):
            found.append(_elicitation(definition, standing, context, requirement))
    return tuple(found)


def _elicitation(
    definition: Definition, standing: Standing, context: Mapping[str, Any], requirement: RequirementPlan
) -> Elicitation:
    terms = requirement.terms
    return Elicitation(
        id=f"{_quoted(standing.pin.run)}/{standing.visit}/{_quoted(requirement.field)}/{requirement.id_part}",
        state=standing.state,
        field=requirement.field,
        from_=requirement.from_,
        required=requirement.required,
        prompt=requirement.prompt(masked(definition, context)) if requirement.prompt else None,
        proposal=None if terms is None else proposal(definition, standing, context, terms),
    )


@lru_cache(maxsize=1_000)
def _quoted(part: str) -> str:
    return quote(part, safe="")


def masked(
    definition: Definition, context: Mapping[str, Any], clear: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """The context as it may be shown: sensitive values masked, but for the ``clear`` ones."""
    hidden = (definition.sensitive - clear) & context.keys()
    return {**context, **dict.fromkeys(hidden, MASK)} if hidden else context
