"""Scenarios as sessions: the steps of one taken one after another, to be gone on with by hand."""

from __future__ import annotations

from collections.abc import Iterator

from engine.reducer import SECOND, Command, Definition, Operation
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Operated, Waited
from engine.simulate.plant import Broken
from engine.simulate.play import contribution_of
from engine.simulate.scenario import After, Contribute, Crash, Fail, Operate, Redeliver, Scenario, ScenarioStep
from engine.simulate.session import Session
from engine.simulate.world import Find


def lead(scenario: Scenario, definition: Definition, find: Find) -> Session:
    """The session that a scenario leads to; what it expects is not looked at.

    It ends early where a step cannot be taken: a command that is not open, a promise that does not hold.
    """
    session = Session.of(Began(scenario.given, scenario.at, scenario.as_), definition, find)
    for number, step in enumerate(scenario.steps):
        try:
            session = _taken(session, step, number)
        except (Broken, LookupError):
            break
    return session


def _taken(session: Session, step: ScenarioStep, number: int) -> Session:
    match step:
        case Contribute():
            for run, command in _commands(session):
                if command.status == "open" and command.command == step.command:
                    session = session.claim(command.id, run)
            return session.apply(Contributed(contribution_of(step, number, session.definition), step.run))
        case After(after=seconds):
            return session.apply(Waited(session.world.at + seconds * SECOND))
        case Crash(crash=point):
            return session.crash(point)
        case Redeliver(redeliver=which):
            return session.apply(_delivered(session, which))
        case Fail(fail=spec):
            run, command = _open(session, spec.command)
            if command.status == "open":
                session = session.apply(Claimed(command.id, run))
            return session.apply(Failed(command.id, spec.error, run))
        case Operate(operate=spec):
            named = _named(session, spec.command) if spec.command else None
            return session.apply(Operated(Operation(spec.kind, spec.by, spec.why, named, spec.values)))


def _delivered(session: Session, which: str) -> Contributed:
    """The contribution of this id, or the last one. Raises ``LookupError``."""
    for node in reversed(session.path()):
        input = node.input
        if isinstance(input, Contributed) and which in ("last", input.contribution.id):
            return Contributed(input.contribution._replace(at=None), input.run)
    raise LookupError(which)


def _open(session: Session, named: str) -> tuple[str, Command]:
    for run, command in _commands(session):
        if command.is_open and named in (command.command, command.id):
            return run, command
    raise LookupError(named)


def _named(session: Session, named: str) -> str:
    return next((each.id for _, each in _commands(session) if named in (each.command, each.id)), named)


def _commands(session: Session) -> Iterator[tuple[str, Command]]:
    for run, envelope in session.world.runs.items():
        yield from ((run, command) for command in envelope.commands.values())
