"""What a journal tells: rows of its tables, as plain values."""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from engine.reducer import format_time

Status = Literal["parked", "running", "stuck", "faulted", "ended"]
"""``parked``: somebody is asked; ``running``: a timer, a command or a child will move it; ``stuck``: nothing will."""


class RunRow(NamedTuple):
    """One run. Moments are nanoseconds since 1970, ``root`` is the run whose trace it shares.

    ``waiting_for`` names contributors, such as ``user:brad``, ``role:approver`` or ``agent``; of a faulted run it is
    ``operator``. ``problems`` counts refused and halted steps; ``events`` counts those of this run alone.
    """

    run: str
    root: str
    parent: str | None
    machine: str
    definition_hash: str
    machine_version: int
    state: str
    status: Status
    waiting_for: tuple[str, ...]
    created_at: int
    changed_at: int
    version: int
    events: int
    problems: int


class EventRow(NamedTuple):
    """One event. ``data`` is JSON text as it was stored; ``hash`` covers the event and all before it."""

    root: str
    seq: int
    run: str
    step: int
    type: str
    at: int
    cause: int | None
    version: int
    data: str
    hash: str

    def line(self) -> str:
        """The event as a line of a trace."""
        return event_line(self.seq, self.type, self.at, self.cause, self.version, self.data, self.run, self.root)

    def to_json(self) -> dict[str, Any]:
        return dict(json.loads(self.line()))


_told_time = lru_cache(256)(format_time)


def event_line(seq: int, type: str, at: int, cause: int | None, version: int, data: str, run: str, root: str) -> str:
    """An event as a line of a trace; only those of children name their run."""
    own = "" if run == root else f', "run": {json.dumps(run, ensure_ascii=False)}'
    told_cause = "null" if cause is None else cause
    return (
        f'{{"seq": {seq}, "type": "{type}", "at": "{_told_time(at)}", "cause": {told_cause}, '
        f'"version": {version}, "data": {data}{own}}}'
    )


class StepRow(NamedTuple):
    """One stored step: what came in and what followed, as events."""

    root: str
    step: int
    run: str
    kind: str
    name: str | None
    version: int
    contribution: str | None
    events: tuple[EventRow, ...]

    @property
    def accepted(self) -> bool:
        return self.events[0].type != "rejected"

    def lines(self) -> list[dict[str, Any]]:
        """The events as JSON."""
        return [event.to_json() for event in self.events]

    def envelope(self) -> dict[str, Any]:
        """The envelope after the step, as it may be shown; concealed values name their payloads."""
        return dict(json.loads(self.events[-1].data)["envelope"])


class SnapshotRow(NamedTuple):
    """A checkpoint: the envelope of a run at a version, as it may be shown."""

    run: str
    version: int
    seq: int
    envelope: Mapping[str, Any]


class ParkedRow(NamedTuple):
    """An elicitation that a resting run waits for; ``since`` in nanoseconds since 1970."""

    elicitation: str
    run: str
    machine: str
    field: str
    contributor: str
    since: int
    data: Mapping[str, Any]

    @property
    def prompt(self) -> str | None:
        return self.data.get("prompt")

    @property
    def proposal(self) -> Mapping[str, Any] | None:
        return self.data.get("proposal")


class TimerRow(NamedTuple):
    run: str
    name: str
    at: int


class OutboxRow(NamedTuple):
    """A command. ``status`` is ``open``, ``claimed``, ``done``, ``failed`` or ``withdrawn``.

    ``owner`` has claimed it until ``lease``; what is ``performed`` needs no more attempts, whatever its status.
    """

    id: str
    run: str
    root: str
    command: str
    key: str
    status: str
    attempts: int
    sent: int
    not_before: int
    error: str | None
    owner: str | None
    lease: int | None
    performed: bool


class PayloadRow(NamedTuple):
    """A content of the payload store; ``purged`` says why it is gone."""

    key: str
    root: str
    run: str
    field: str
    file: str
    checksum: str
    size: int
    blob: bool
    expires_at: int | None
    purged: str | None


class Changes(NamedTuple):
    """The runs that changed since a token, and the token to ask with next."""

    token: int
    runs: tuple[RunRow, ...]
