"""The life of a command in the outbox: claimed, tried, failed, released."""

from __future__ import annotations

from collections.abc import Callable

from engine.reducer import messages
from engine.reducer.approvals import in_force
from engine.reducer.definition import Definition
from engine.reducer.envelope import Command, Envelope
from engine.reducer.failures import APPROVAL_LOST, attempt_failed, give_up
from engine.reducer.step import Extra, Step, refused
from engine.reducer.tick import catch_up, settle
from engine.reducer.work import StepFailed, begin


def claim(definition: Definition, envelope: Envelope, command_id: str, at: int | None = None) -> tuple[Step, ...]:
    """The steps of a worker that takes a command to perform it; ``at`` in nanoseconds since 1970.

    One whose approval is no longer in force fails with the class ``approval-lost`` instead. A claim that cannot be
    had is refused with the code ``not-claimable``.
    """

    def step(envelope: Envelope, command: Command) -> Step:
        if command.status != "open" or command.not_before > envelope.at or envelope.stop == "cancelled":
            return _refused(definition, envelope, "claimed", command_id, command.status)
        if command.approval is not None and not in_force(
            definition, envelope, str(command.approved_by), command.approval, envelope.at
        ):
            return give_up(definition, envelope, command, APPROVAL_LOST)
        attempt = command.attempts + 1
        return _changed(definition, envelope, command._replace(status="claimed", attempts=attempt), "claimed")

    return _at(definition, envelope, command_id, at, "claimed", step)


def fail(
    definition: Definition, envelope: Envelope, command_id: str, error: str, at: int | None = None
) -> tuple[Step, ...]:
    """The steps after a claimed command failed with this class of error: another attempt later, or the end of it."""

    def step(envelope: Envelope, command: Command) -> Step:
        if command.status != "claimed":
            return _refused(definition, envelope, "failed", command_id, command.status)
        return attempt_failed(definition, envelope, command, error)

    return _at(definition, envelope, command_id, at, "failed", step)


def release(definition: Definition, envelope: Envelope, command_id: str, at: int | None = None) -> tuple[Step, ...]:
    """The steps after it is known that a claimed command was not performed: it may be claimed again."""

    def step(envelope: Envelope, command: Command) -> Step:
        if command.status != "claimed":
            return _refused(definition, envelope, "released", command_id, command.status)
        return _changed(definition, envelope, command._replace(status="open"), "released")

    return _at(definition, envelope, command_id, at, "released", step)


def _at(
    definition: Definition,
    envelope: Envelope,
    command_id: str,
    at: int | None,
    name: str,
    make: Callable[[Envelope, Command], Step],
) -> tuple[Step, ...]:
    timers: tuple[Step, ...] = ()
    if at is not None:
        timers, envelope = catch_up(definition, envelope, at)
    command = envelope.commands.get(command_id)
    if command is None:
        return (*timers, _refused(definition, envelope, name, command_id, "unknown"))
    step = make(envelope, command)
    return (*timers, step, *settle(definition, step.envelope))


def _changed(definition: Definition, envelope: Envelope, command: Command, name: str) -> Step:
    work = begin(envelope)
    work.set(commands={**work.commands, command.id: command})
    work.note("attempt", {"command": command.id, "attempt": command.attempts, "key": command.key, "status": name})
    after, record = work.commit("command", name, envelope.stop)
    return Step(envelope, after, record, Extra(data={"command": command.id}))


def _refused(definition: Definition, envelope: Envelope, name: str, command_id: str, status: str) -> Step:
    failure = StepFailed("not-claimable", messages.not_claimable(command_id, status))
    return refused("command", name, envelope, envelope, failure, data={"command": command_id})
