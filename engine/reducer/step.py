"""The answer to whatever comes in: one step, committed or refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.reducer.clock import format_time
from engine.reducer.contribution import Contribution, Elicitation
from engine.reducer.definition import Definition
from engine.reducer.envelope import ENDED, Envelope
from engine.reducer.events import Event, events_of
from engine.reducer.ledger import Effect, Fired, Note, Record, rewind
from engine.reducer.pending import asked, masked
from engine.reducer.work import Payload, quiet


class Step:
    """One step of a run.

    ``kind`` is ``created``, ``contribution``, ``timer``, ``system``, ``command``, ``operator`` or ``migrated``;
    ``name`` the contribution's id or what was done. ``envelope`` is the run afterwards. A refused step has
    ``accepted`` false, a ``code`` and a ``message``; a duplicate is accepted, has the code ``duplicate`` and answers
    with the ``record`` of the earlier step. A refused step has no ``record``.
    """

    __slots__ = (
        "accepted",
        "before",
        "code",
        "contribution",
        "data",
        "definition",
        "envelope",
        "kind",
        "message",
        "name",
        "payloads",
        "record",
    )

    def __init__(
        self,
        definition: Definition,
        kind: str,
        name: str | None,
        before: Envelope | None,
        envelope: Envelope,
        record: Record | None,
        contribution: Contribution | None = None,
        accepted: bool = True,
        code: str | None = None,
        message: str | None = None,
        data: Mapping[str, Any] | None = None,
        payloads: tuple[Payload, ...] = (),
    ) -> None:
        self.definition = definition
        self.kind = kind
        self.name = name
        self.before = before
        self.envelope = envelope
        self.record = record
        self.contribution = contribution
        self.accepted = accepted
        self.code = code
        self.message = message
        self.data = data
        self.payloads = payloads

    @property
    def id(self) -> str | None:
        """The contribution's id."""
        return None if self.contribution is None else self.contribution.id

    @property
    def at(self) -> int:
        """The run's time at this step, in nanoseconds since 1970."""
        return self.envelope.at

    @property
    def late(self) -> bool:
        """Whether an outcome or a child's end was taken that nobody asked for any more: it wrote nothing."""
        return self.record is not None and any(
            type(item) is Note and item.data.get("late") for item in self.record.happened
        )

    @property
    def state(self) -> str:
        return self.envelope.state if self.record is None else self.record.state

    @property
    def version(self) -> int:
        return self.envelope.version if self.record is None else self.record.version

    @property
    def stop(self) -> str:
        return self.envelope.stop if self.record is None else self.record.stop

    @property
    def fired(self) -> tuple[Fired, ...]:
        return () if self.record is None else self.record.fired

    @property
    def effects(self) -> tuple[Effect, ...]:
        return () if self.record is None else self.record.effects

    @property
    def context(self) -> Mapping[str, Any]:
        """The context of the answer: of a duplicate, as it was after the earlier step."""
        record, envelope = self.record, self.envelope
        if record is None or record.version == envelope.version:
            return envelope.context
        context = dict(envelope.context)
        for later in envelope.ledger.back(envelope.version, to=record.version):
            rewind(context, later)
        return context

    @property
    def pending(self) -> tuple[Elicitation, ...]:
        record, envelope = self.record, self.envelope
        if record is not None and record.asked is not None:
            return record.asked
        if self.stop in ENDED or not envelope.version:
            return ()
        if record is None or record.version == envelope.version:
            return asked(self.definition, envelope, envelope.context, envelope.approvals)
        then = envelope.draft()
        then.state, then.visit = record.state, record.visit
        return asked(self.definition, then, self.context, record.approvals)

    @property
    def stuck(self) -> bool:
        rests = quiet(self.envelope) if self.record is None else self.record.quiet
        return rests and self.stop not in ENDED and not self.pending

    @property
    def events(self) -> tuple[Event, ...]:
        """The trace events of this step, numbered from 1, sensitive values masked."""
        return events_of(self)


def step_json(step: Step) -> dict[str, Any]:
    """The step as a line of ``statewright run --format jsonl``; sensitive values are masked."""
    line: dict[str, Any] = {"event": step.kind}
    if step.kind == "contribution":
        line["id"] = step.name
    elif step.name is not None:
        line["name"] = step.name
    if step.kind == "timer":
        line["at"] = format_time(step.at)
    if step.kind != "created" or not step.accepted:
        line |= {"accepted": step.accepted, "code": step.code}
    if step.late:
        line["late"] = True
    if step.message is not None:
        line["message"] = step.message
    line |= {
        "state": step.state or None,
        "version": step.version,
        "context": dict(masked(step.definition, step.context)),
        "fired": [fired.to_json() for fired in step.fired],
        "stop": step.stop,
        "stuck": step.stuck,
        "pending": [_pending_json(elicitation) for elicitation in step.pending],
        "effects": [effect.to_json() for effect in step.effects],
    }
    return line


def _pending_json(elicitation: Elicitation) -> dict[str, Any]:
    data = {"field": elicitation.field, "from": elicitation.from_, "required": elicitation.required}
    if elicitation.proposal is not None:
        data["proposalHash"] = elicitation.proposal.hash
    return data
