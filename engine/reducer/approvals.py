"""Approvals: the proposal a decision is about, and the record it leaves."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.reducer.actor import Actor
from engine.reducer.canonical import digest, keyed_digest
from engine.reducer.clock import due
from engine.reducer.contribution import Proposal
from engine.reducer.definition import Definition, Terms
from engine.reducer.envelope import Approval, Envelope, Pin
from engine.reducer.work import Work


class Standing(NamedTuple):
    """Where a run is when something is asked for."""

    pin: Pin
    state: str
    visit: int


def proposal(definition: Definition, standing: Standing, context: Mapping[str, Any], terms: Terms) -> Proposal:
    """What a decision on ``terms`` is about."""
    values = {}
    for field in terms.approves:
        if field in context:
            value = context[field]
            values[field] = keyed_digest(value, standing.pin.key) if field in definition.sensitive else value
    content = {
        "run": standing.pin.run,
        "machine": definition.name,
        "definitionVersion": definition.version,
        "visit": standing.visit,
        "state": standing.state,
        "field": terms.field,
        "values": values,
    }
    return Proposal(content, digest(content))


def approve(work: Work, terms: Terms, decision: Any, made: Proposal, by: Actor) -> None:
    """Leave the record of a decision that was already written."""
    record = Approval(terms.field, made.hash, by, work.at, made.content["values"], decision)
    work.set(approvals={**work.approvals, terms.field: record})
    if terms.expires_after is not None:
        expires = due(work.at, terms.expires_after)
        work.expire(f"expiresAfter:{terms.field}", expires, work.definition.ranks[terms.field])


def in_force(definition: Definition, envelope: Envelope, field: str, hash: str, at: int) -> bool:
    """Whether this very record still stands at a moment."""
    record = envelope.approvals.get(field)
    if record is None or record.hash != hash:
        return False
    expires_after = definition.terms[field].expires_after
    return expires_after is None or at < due(record.at, expires_after)
