"""Pending elicitations: what a run at rest waits for, the same under the same ids on every replay."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from urllib.parse import quote

from engine.reducer.approvals import proposal
from engine.reducer.contribution import Elicitation
from engine.reducer.definition import Definition, RequirementPlan
from engine.reducer.envelope import Draft, Envelope
from engine.reducer.templates import MASK
from engine.reducer.work import quiet


def pending(definition: Definition, envelope: Envelope) -> tuple[Elicitation, ...]:
    """The requirements of the state that are not satisfied, optional ones too, in their order."""
    return () if envelope.ended else asked(definition, envelope, envelope.context, envelope.approvals)


def is_stuck(definition: Definition, envelope: Envelope) -> bool:
    """Whether the run has not ended, nobody is asked, and no timer, command or child could move it."""
    return quiet(envelope) and not envelope.ended and not pending(definition, envelope)


def asked(
    definition: Definition, draft: Draft, context: Mapping[str, Any], approvals: Mapping[str, Any]
) -> tuple[Elicitation, ...]:
    """What is asked for in the state of ``draft`` over this context and these approvals."""
    plan = definition.states[draft.state]
    found = []
    for requirement in plan.requirements:
        if not plan.by_field[requirement.field].satisfied(context, approvals):
            found.append(_elicitation(definition, draft, context, requirement))
    return tuple(found)


def _elicitation(
    definition: Definition, draft: Draft, context: Mapping[str, Any], requirement: RequirementPlan
) -> Elicitation:
    terms = requirement.terms
    return Elicitation(
        id=f"{quote(draft.pin.run, safe='')}/{draft.visit}/{quote(requirement.field, safe='')}/{requirement.id_part}",
        state=draft.state,
        field=requirement.field,
        from_=requirement.from_,
        required=requirement.required,
        prompt=requirement.prompt(masked(definition, context)) if requirement.prompt else None,
        proposal=None if terms is None else proposal(definition, draft, context, terms),
    )


def masked(
    definition: Definition, context: Mapping[str, Any], clear: frozenset[str] = frozenset()
) -> Mapping[str, Any]:
    """The context as it may be shown: sensitive values masked, but for the ``clear`` ones."""
    hidden = (definition.sensitive - clear) & context.keys()
    return {**context, **dict.fromkeys(hidden, MASK)} if hidden else context
