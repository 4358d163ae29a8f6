"""What whoever acts is shown: the objective, what is asked of them, messages, tool limits and the context."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.dsl.models import FieldType, Guidance
from engine.reducer.actor import Actor
from engine.reducer.definition import Definition
from engine.reducer.envelope import Envelope, Restriction
from engine.reducer.pending import masked, pending
from engine.reducer.templates import text_template


class Ask(NamedTuple):
    """One field that the actor still owes. ``prompt`` is rendered; ``proposal_hash`` is what a decision must carry."""

    field: str
    required: bool
    prompt: str | None
    proposal_hash: str | None


class Turn(NamedTuple):
    """A turn of one actor; ``context`` holds the set fields as texts, in schema order.

    ``description`` and ``context`` are ``None`` where the agent's guidance leaves them out.
    """

    actor: Actor
    state: str
    description: str | None
    asks: tuple[Ask, ...]
    messages: tuple[tuple[str, str], ...]
    restrict: Restriction | None
    context: Mapping[str, str] | None

    def text(self) -> str:
        """The turn as one text."""
        blocks = [self.description or ""]
        blocks.append("\n".join(ask.prompt for ask in self.asks if ask.prompt))
        blocks.append("\n".join(text if role == "system" else f"{role}: {text}" for role, text in self.messages))
        blocks.append("\n".join(_limits(self.restrict)))
        if self.context:
            lines = [f"  {field}: {text}" for field, text in self.context.items()]
            blocks.append("\n".join(("CONTEXT (workflow data set so far):", *lines)))
        return "\n\n".join(block for block in blocks if block)


def turn(definition: Definition, envelope: Envelope, actor: Actor) -> Turn:
    """What ``actor`` sees of a run at rest.

    Sensitive values are masked, but for those that this actor is asked to approve.
    """
    plan = definition.states[envelope.state]
    owed = []
    for elicitation in pending(definition, envelope):
        part = elicitation.id.rsplit("/", 1)[1]
        asker = next(each for each in plan.requirements if (each.field, each.id_part) == (elicitation.field, part))
        if actor in asker.admits:
            owed.append((elicitation, asker))
    clear = frozenset(field for _, asker in owed if asker.terms for field in asker.terms.approves)
    context = masked(definition, envelope.context, clear)
    guidance = Guidance.FULL
    if actor.kind == "agent" and (agent := definition.workflow.agents.get(str(actor.name))):
        guidance = agent.guidance
    description = definition.workflow.states[envelope.state].description if envelope.state else None
    asks = [
        Ask(
            elicitation.field,
            elicitation.required,
            asker.prompt(context) if asker.prompt else None,
            elicitation.proposal.hash if elicitation.proposal else None,
        )
        for elicitation, asker in owed
    ]
    return Turn(
        actor=actor,
        state=envelope.state,
        description=text_template(description)(context) if description and guidance != Guidance.NONE else None,
        asks=tuple(asks),
        messages=tuple((message.role, message.shown) for message in envelope.injected),
        restrict=envelope.restrict,
        context=_block(definition, context) if guidance == Guidance.FULL else None,
    )


def _block(definition: Definition, context: Mapping[str, Any]) -> Mapping[str, str]:
    """The set fields in schema order: enums plain, all else as JSON."""
    return {
        name: str(context[name]) if field.type is FieldType.ENUM else json.dumps(context[name], ensure_ascii=False)
        for name, field in definition.fields.items()
        if name in context
    }


def _limits(restriction: Restriction | None) -> list[str]:
    if restriction is None:
        return []
    lines = []
    if restriction.allow is not None:
        lines.append(f"Tools you may use: {', '.join(restriction.allow) or 'none'}.")
    if restriction.deny:
        lines.append(f"Tools you must not use: {', '.join(restriction.deny)}.")
    return lines
