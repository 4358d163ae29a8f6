"""Trace events: what a journal appends for each step."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.reducer.canonical import same
from engine.reducer.clock import format_time
from engine.reducer.contribution import Contribution, Elicitation
from engine.reducer.envelope import ENDED
from engine.reducer.ledger import Effect, Fired, Note
from engine.reducer.templates import MASK

if TYPE_CHECKING:
    from engine.reducer.step import Step

Conceal = Callable[[str, Any], Any]
"""What an event carries instead of a sensitive value of this field."""

Asked = tuple[Sequence[Elicitation], Sequence[Elicitation]]
"""What was pending before a step and after it."""


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


def events_of(step: Step, conceal: Conceal = mask, asked: Asked | None = None) -> tuple[Event, ...]:
    """The events of a step, numbered from 1, causes within the step: 1 is what came in.

    ``asked`` is what was pending before and after the step, where that is known already.
    """
    events: list[Event] = []
    record, at, version = step.record, step.at, step.version

    def add(type: str, cause: int, data: Mapping[str, Any]) -> None:
        events.append(Event(len(events) + 1, type, at, cause, version, data))

    before = asked_before(step) if asked is None else asked[0]
    if record is None or step.code is not None:
        add("rejected", 0, {**_incoming(step, conceal, before), "code": step.code, "message": step.message})
        return tuple(events)
    last = 1
    opening = _opening(step, record.kind, conceal, before)
    if opening is not None:
        add(*opening)
    for item in record.trail:
        match item:
            case Fired():
                add("transition", last if events else 0, item.to_json())
                last = len(events)
            case Effect():
                add("effect", last, item.to_json())
            case Note():
                add(item.type, last if events else 0, item.data)
    for elicitation in _newly_asked(before, step.pending if asked is None else asked[1]):
        add("elicitation", last, elicitation)
    stop = record.stop
    closing = "terminal" if stop in ENDED else "parked" if stop == "parked" else "halted"
    add(closing, last, {"state": record.state or None, "visit": step.envelope.visit, "stop": stop})
    return tuple(events)


def _opening(
    step: Step, kind: str, conceal: Conceal, before: Sequence[Elicitation]
) -> tuple[str, int, Mapping[str, Any]] | None:
    """The event of what came in; commands speak by their notes."""
    data = _incoming(step, conceal, before)
    match kind:
        case "contribution":
            return ("response" if data["elicitations"] else "context"), 0, data
        case "system":
            return "context", 0, data
        case "command":
            return None
    return kind, 0, data


def _incoming(step: Step, conceal: Conceal, before: Sequence[Elicitation]) -> dict[str, Any]:
    envelope, contribution = step.envelope, step.contribution
    if contribution is not None:
        return _contributed(step, contribution, conceal, before)
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


def _contributed(
    step: Step, contribution: Contribution, conceal: Conceal, before: Sequence[Elicitation]
) -> dict[str, Any]:
    data = contribution.to_json()
    data["values"] = _concealed(step, data["values"], conceal)
    data["elicitations"] = [each.id for each in before if each.field in contribution.values]
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


def asked_before(step: Step) -> tuple[Elicitation, ...]:
    """What was pending before the step."""
    from engine.reducer.pending import pending

    return () if step.before is None else pending(step.before.definition, step.before)


def _newly_asked(before: Sequence[Elicitation], after: Sequence[Elicitation]) -> Iterator[dict[str, Any]]:
    known = {each.id: each.proposal for each in before}
    for elicitation in after:
        earlier = known.get(elicitation.id, NotImplemented)
        if earlier is NotImplemented or not same(
            earlier and earlier.hash, elicitation.proposal and elicitation.proposal.hash
        ):
            yield elicitation.to_json()
