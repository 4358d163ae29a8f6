"""Trace events: what a journal appends for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.reducer.canonical import same
from engine.reducer.clock import format_time
from engine.reducer.contribution import Contribution
from engine.reducer.envelope import ENDED
from engine.reducer.ledger import Effect, Fired, Note
from engine.reducer.templates import MASK

if TYPE_CHECKING:
    from engine.reducer.step import Step

Conceal = Callable[[str, Any], Any]
"""What an event carries instead of a sensitive value of this field."""


class Event(NamedTuple):
    """One line of a trace. ``cause`` is the ``seq`` that led to it, 0 for what came from outside.

    ``at`` is in nanoseconds since 1970, ``version`` the run's after the step.
    """

    seq: int
    type: str
    at: int
    cause: int
    version: int
    data: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        return self._asdict() | {"at": format_time(self.at), "data": dict(self.data)}


def mask(field: str, value: Any) -> Any:
    return MASK


def events_of(step: Step, conceal: Conceal = mask) -> tuple[Event, ...]:
    """The events of a step, numbered from 1, causes within the step: 1 is what came in."""
    events: list[Event] = []

    def add(type: str, cause: int, data: Mapping[str, Any]) -> None:
        events.append(Event(len(events) + 1, type, step.at, cause, step.version, data))

    if step.record is None or step.code is not None:
        add("rejected", 0, {**_incoming(step, conceal), "code": step.code, "message": step.message})
        return tuple(events)
    last = 1
    opening = _opening(step, conceal)
    if opening is not None:
        add(*opening)
    for item in step.record.trail:
        match item:
            case Fired():
                add("transition", last if events else 0, item.to_json())
                last = len(events)
            case Effect():
                add("effect", last, item.to_json())
            case Note():
                add(item.type, last if events else 0, item.data)
    for elicitation in _newly_asked(step):
        add("elicitation", last, elicitation)
    closing = "terminal" if step.stop in ENDED else "parked" if step.stop == "parked" else "halted"
    add(closing, last, {"state": step.state or None, "visit": step.envelope.visit, "stop": step.stop})
    return tuple(events)


def _opening(step: Step, conceal: Conceal) -> tuple[str, int, Mapping[str, Any]] | None:
    """The event of what came in; commands speak by their notes."""
    data = _incoming(step, conceal)
    match step.kind:
        case "contribution":
            return ("response" if data["elicitations"] else "context"), 0, data
        case "system":
            return "context", 0, data
        case "command":
            return None
    return step.kind, 0, data


def _incoming(step: Step, conceal: Conceal) -> dict[str, Any]:
    envelope = step.envelope
    if step.contribution is not None:
        return _contributed(step, step.contribution, conceal)
    own: dict[str, Any] = {"kind": step.kind} if step.record is None else {}
    if step.kind != "created":
        own["name"] = step.name
    else:
        own |= {
            "run": envelope.run,
            "machine": envelope.machine,
            "definitionVersion": envelope.definition_version,
            "hash": envelope.hash,
        }
    if step.kind == "system":
        own["actor"] = "system"
    data = dict(step.data)
    for key in ("given", "values"):
        if data.get(key):
            data[key] = _concealed(step, data[key], conceal)
    return own | data


def _contributed(step: Step, contribution: Contribution, conceal: Conceal) -> dict[str, Any]:
    data = contribution.to_json()
    data["values"] = _concealed(step, data["values"], conceal)
    data["elicitations"] = [each.id for each in asked_before(step) if each.field in contribution.values]
    return data


def _concealed(step: Step, values: Mapping[str, Any], conceal: Conceal) -> dict[str, Any]:
    """Contributed values as they may be written down; contents that no store has taken are concealed as well."""
    sensitive, blobs = step.definition.sensitive, step.definition.blobs
    return {
        field: conceal(field, value)
        if field in sensitive or isinstance(value, bytes) or (field in blobs and isinstance(value, str))
        else value
        for field, value in values.items()
    }


def asked_before(step: Step) -> Iterator[Any]:
    """What was pending before the step."""
    from engine.reducer.pending import pending

    return iter(() if step.before is None else pending(step.before.definition, step.before))


def _newly_asked(step: Step) -> Iterator[dict[str, Any]]:
    before = {each.id: each.proposal for each in asked_before(step)}
    for elicitation in step.pending:
        known = before.get(elicitation.id, NotImplemented)
        if known is NotImplemented or not same(
            known and known.hash, elicitation.proposal and elicitation.proposal.hash
        ):
            yield elicitation.to_json()
