"""Approvals: the proposal a decision is about, and the record it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.reducer.actor import Actor
from engine.reducer.canonical import digest, keyed_digest
from engine.reducer.clock import due
from engine.reducer.contribution import Proposal
from engine.reducer.definition import Definition, Terms
from engine.reducer.envelope import Approval, Draft
from engine.reducer.work import Work


def proposal(definition: Definition, draft: Draft, context: Mapping[str, Any], terms: Terms) -> Proposal:
    """What a decision on ``terms`` is about now."""
    values = {}
    for field in terms.approves:
        if field in context:
            value = context[field]
            values[field] = keyed_digest(value, draft.pin.key) if field in definition.sensitive else value
    content = {
        "run": draft.pin.run,
        "machine": definition.name,
        "definitionVersion": definition.version,
        "visit": draft.visit,
        "state": draft.state,
        "field": terms.field,
        "values": values,
    }
    return Proposal(content, digest(content))


def approve(work: Work, terms: Terms, decision: Any, made: Proposal, by: Actor) -> None:
    """Leave the record of a decision that was already written."""
    draft = work.draft
    record = Approval(terms.field, made.hash, by, draft.at, made.content["values"], decision)
    draft.approvals = {**draft.approvals, terms.field: record}
    if terms.expires_after is not None:
        expires = due(draft.at, terms.expires_after)
        work.expire(f"expiresAfter:{terms.field}", expires, work.definition.ranks[terms.field])


def in_force(definition: Definition, draft: Draft, field: str, hash: str, at: int) -> bool:
    """Whether this very record still stands at a moment."""
    record = draft.approvals.get(field)
    if record is None or record.hash != hash:
        return False
    expires_after = definition.terms[field].expires_after
    return expires_after is None or at < due(record.at, expires_after)
