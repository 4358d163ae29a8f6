"""The answer to whatever comes in: one step, committed or refused."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.reducer.approvals import Standing
from engine.reducer.clock import format_time
from engine.reducer.contribution import Contribution, Elicitation
from engine.reducer.definition import Definition
from engine.reducer.envelope import ENDED, Envelope
from engine.reducer.events import Event, events_of
from engine.reducer.ledger import CONTENT, Effect, Fired, Record, RecordParts, rewind
from engine.reducer.pending import asked, masked, pending
from engine.reducer.work import Payload, StepFailed


class Extra(NamedTuple):
    """What only some steps have: a refused one its own ``kind`` and ``name``, and why it was refused.

    ``data`` is what came in besides a contribution; ``payloads`` are contents for the payload store.
    """

    kind: str = ""
    name: str | None = None
    code: str | None = None
    message: str | None = None
    data: Mapping[str, Any] | None = None
    payloads: tuple[Payload, ...] = ()
    contribution: Contribution | None = None


PLAIN = Extra()


class Step:
    """One step of a run.

    ``before`` and ``envelope`` are the run before and after it, ``record`` is what was committed. A refused step has
    no record; a duplicate has that of the earlier step, with which it answers. ``before`` is ``None`` at the creation.
    """

    __slots__ = ("before", "envelope", "extra", "parts")

    def __init__(
        self,
        before: Envelope | None,
        envelope: Envelope,
        parts: RecordParts | None,
        extra: Extra = PLAIN,
    ) -> None:
        self.before = before
        self.envelope = envelope
        self.parts = parts
        self.extra = extra

    @property
    def record(self) -> Record | None:
        """What was committed."""
        return None if self.parts is None else Record(*self.parts)

    @property
    def definition(self) -> Definition:
        """The definition the run is pinned to after the step."""
        return self.envelope.definition

    @property
    def kind(self) -> str:
        """``created``, ``contribution``, ``timer``, ``system``, ``command``, ``operator`` or ``migrated``."""
        return self.extra.kind if self.record is None else self.record.kind

    @property
    def name(self) -> str | None:
        """The contribution's id, the timer's name, or what was done."""
        return self.extra.name if self.record is None else self.record.name

    @property
    def accepted(self) -> bool:
        return self.parts is not None

    @property
    def code(self) -> str | None:
        """Why it was refused; ``duplicate`` for an accepted contribution that came again."""
        return self.extra.code

    @property
    def message(self) -> str | None:
        """The reason of a refusal, one sentence for the user."""
        return self.extra.message

    @property
    def data(self) -> Mapping[str, Any]:
        """What came in besides a contribution: inputs, an operator's reasons, the command that was claimed."""
        return self.extra.data or {}

    @property
    def payloads(self) -> tuple[Payload, ...]:
        """Contents for the payload store, to be kept under their keys when the step is committed."""
        return self.extra.payloads

    @property
    def purges(self) -> bool:
        """Whether the run's contents are to be deleted from the payload store: it has just ended, under ``purge``."""
        ended = self.accepted and self.code is None and self.envelope.ended
        return ended and self.definition.policy.on_terminal == "purge" and not (self.before and self.before.ended)

    @property
    def contribution(self) -> Contribution | None:
        """The contribution that was judged."""
        if self.parts is None or self.extra.contribution is not None:
            return self.extra.contribution
        content = self.parts[CONTENT]
        return content if isinstance(content, Contribution) else None

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
        record = self.record
        return record is not None and any(note.data.get("late") for note in record.notes)

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
            rewind(context, later.trail)
        return context

    @property
    def pending(self) -> tuple[Elicitation, ...]:
        record, envelope = self.record, self.envelope
        if record is not None and record.asked is not None:
            return record.asked
        if self.stop in ENDED or not envelope.version:
            return ()
        if record is None or record.version == envelope.version:
            return pending(self.definition, envelope)
        return asked(
            self.definition, Standing(envelope.pin, record.state, record.visit), self.context, record.then.approvals
        )

    @property
    def stuck(self) -> bool:
        rests = self.envelope.quiet if self.record is None else self.record.then.quiet
        return rests and self.stop not in ENDED and not self.pending

    @property
    def events(self) -> tuple[Event, ...]:
        """The trace events of this step, numbered from 1, sensitive values masked."""
        return events_of(self)


def refused(
    kind: str,
    name: str | None,
    before: Envelope | None,
    envelope: Envelope,
    failure: StepFailed,
    contribution: Contribution | None = None,
    data: Mapping[str, Any] | None = None,
) -> Step:
    """A step that changes nothing but, perhaps, that the run is faulted."""
    extra = Extra(kind, name, failure.code, failure.message, data, contribution=contribution)
    return Step(before, envelope, None, extra)


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
