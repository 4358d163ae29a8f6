"""What operators may do to a run: each act is journaled with who and why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple
from typing import Literal as OneOf

from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.advance import advance
from engine.reducer.clock import due
from engine.reducer.contribute import fitting
from engine.reducer.definition import Definition
from engine.reducer.envelope import ENDED, Envelope
from engine.reducer.link import BLANK
from engine.reducer.step import Extra, Step, refused
from engine.reducer.tick import catch_up, settle
from engine.reducer.work import DEADLINE_RANK, EXPIRY_RANK, Payload, StepFailed, Work, begin

Acted = tuple[str, tuple[Payload, ...]]
"""The ``stop`` an act leads to, and the contents it brings."""

OperationKind = OneOf["retry", "supply", "reject", "cancel", "clear"]


class Operation(NamedTuple):
    """Who acts and why; ``command`` is the id of the one to retry, ``values`` are supplied."""

    kind: OperationKind
    by: str
    why: str
    command: str | None = None
    values: Mapping[str, Any] | None = None


def operate(
    definition: Definition, envelope: Envelope, operation: Operation, at: int | None = None
) -> tuple[Step, ...]:
    """The steps of an operator's act, what was due before it first; ``at`` in nanoseconds since 1970.

    After ``clear`` whatever is due by then fires again.
    """
    timers: tuple[Step, ...] = ()
    if at is not None:
        timers, envelope = catch_up(definition, envelope, at)
    step = _act(definition, envelope, operation)
    owed = settle(definition, step.envelope)
    after = owed[-1].envelope if owed else step.envelope
    return (*timers, step, *owed, *catch_up(definition, after, after.at)[0])


def _act(definition: Definition, envelope: Envelope, operation: Operation) -> Step:
    data: dict[str, Any] = {"by": operation.by, "why": operation.why}
    if operation.command is not None:
        data["command"] = operation.command
    if operation.values is not None:
        data["values"] = dict(operation.values)
    try:
        if envelope.stop in ENDED:
            raise StepFailed("terminal", messages.ended())
        work = begin(envelope)
        work.stop = envelope.stop
        stop, payloads = _ACTS[operation.kind](work, operation)
        after, record = work.commit("operator", operation.kind, stop)
    except StepFailed as failure:
        return refused("operator", operation.kind, envelope, envelope, failure, data=data)
    return Step(envelope, after, record, Extra(data=data, payloads=payloads))


def _retry(work: Work, operation: Operation) -> Acted:
    command = work.commands.get(operation.command or "")
    if command is None or command.status != "failed":
        status = "unknown" if command is None else command.status
        raise StepFailed("not-claimable", messages.not_failed(str(operation.command), status))
    now = work.at
    again = command._replace(status="open", attempts=0, sent=now, not_before=now, error=None)
    work.set(commands={**work.commands, command.id: again})
    terms = work.definition.commands.get(command.command)
    if terms is not None and terms.deadline is not None:
        work.expire(f"deadline:{command.id}", due(now, terms.deadline), DEADLINE_RANK - EXPIRY_RANK + work.version)
    return work.stop, ()


def _supply(work: Work, operation: Operation) -> Acted:
    values, payloads = fitting(work.definition, work, operation.values or {})
    if not values:
        raise StepFailed("not-authorized", messages.no_values())
    by = (Actor("user", operation.by),)
    for field, value in values.items():
        if field in work.definition.terms:
            raise StepFailed("action-error", messages.approval_written(field))
        work.write(field, value, by)
    return advance(work), payloads


def _end(work: Work, operation: Operation) -> Acted:
    work.leave()
    work.plan = BLANK
    work.set(timers=())
    work.set(faulted=None)
    withdrawn = {
        name: each._replace(status="withdrawn") for name, each in work.commands.items() if each.status == "open"
    }
    work.set(commands={**work.commands, **withdrawn})
    return ("cancelled" if operation.kind == "cancel" else "rejected"), ()


def _clear(work: Work, operation: Operation) -> Acted:
    if work.faulted is None:
        raise StepFailed("not-authorized", messages.not_faulted())
    work.set(faulted=None)
    return work.stop, ()


_ACTS = {"retry": _retry, "supply": _supply, "reject": _end, "cancel": _end, "clear": _clear}
