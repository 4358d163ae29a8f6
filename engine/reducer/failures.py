"""Attempts of commands that failed: tried again after a pause, or given up."""

from __future__ import annotations

from engine.reducer.advance import advance
from engine.reducer.clock import SECOND
from engine.reducer.definition import CommandTerms, Definition
from engine.reducer.envelope import Command, Due, Envelope
from engine.reducer.faults import fault
from engine.reducer.step import Step
from engine.reducer.work import StepFailed, Work, begin

DEADLINE, APPROVAL_LOST = "deadline", "approval-lost"
ONCE = CommandTerms(1, 0, 1.0, None, None, frozenset(), None)
"""The terms of a command that the machine has no entry for: one attempt."""


def attempt_failed(definition: Definition, envelope: Envelope, command: Command, error: str) -> Step:
    """The step after an attempt failed with this class of error, at the run's present time."""
    terms = definition.commands.get(command.command, ONCE)
    again = envelope.at + pause(terms, command.attempts)
    deadline = None if terms.deadline is None else command.sent + terms.deadline * SECOND
    retry = error in terms.retryable and command.attempts < terms.max_attempts
    if retry and not envelope.ended and (deadline is None or again < deadline):
        work = begin(envelope)
        _replace(work, command._replace(status="open", not_before=again, error=error))
        _note(work, command, error, final=False)
        after, record = work.commit("command", "failed", envelope.stop)
        return Step(envelope, after, record)
    return give_up(definition, envelope, command, error)


def give_up(definition: Definition, envelope: Envelope, command: Command, error: str) -> Step:
    """The command has failed for good; the system writes its ``onFailure`` if the run is still in that visit."""
    on_failure = definition.commands.get(command.command, ONCE).on_failure
    writes = on_failure is not None and not envelope.ended and envelope.visit == command.visit
    kind, name = ("system", "onFailure") if writes else ("command", "failed")
    try:
        work = begin(envelope)
        _close(work, command, error)
        if on_failure is None or not writes:
            after, record = work.commit(kind, name, envelope.stop)
        else:
            on_failure(work)
            after, record = work.commit(kind, name, advance(work))
    except StepFailed as failure:
        work = begin(envelope)
        _close(work, command, error)
        closed, _ = work.commit("command", "failed", envelope.stop)
        return fault(definition, closed, kind, name, failure)
    return Step(envelope, after, record)


def deadline_passed(definition: Definition, envelope: Envelope, due: Due) -> Step:
    """The deadline of a command that was not performed."""
    return give_up(definition, envelope, envelope.commands[due.name.split(":", 1)[1]], DEADLINE)


def pause(terms: CommandTerms, attempts: int) -> int:
    """Nanoseconds before the next attempt, after so many."""
    seconds = terms.initial * terms.factor ** min(max(attempts - 1, 0), 64)
    if terms.longest is not None:
        seconds = min(seconds, terms.longest)
    return int(min(seconds, 10**9) * SECOND)


def _close(work: Work, command: Command, error: str) -> None:
    work.expire(f"deadline:{command.id}", None, 0)
    _replace(work, command._replace(status="failed", error=error))
    _note(work, command, error, final=True)


def _replace(work: Work, command: Command) -> None:
    work.set(commands={**work.commands, command.id: command})


def _note(work: Work, command: Command, error: str, *, final: bool) -> None:
    work.note("outcome", {"command": command.id, "error": error, "attempt": command.attempts, "final": final})
