"""What comes back from the world: outcomes of commands and ends of child machines."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.contribution import Contribution
from engine.reducer.definition import Definition, StatePlan
from engine.reducer.envelope import Child, Command, Envelope
from engine.reducer.step import Step
from engine.reducer.work import StepFailed, Work, begin


def addressed(envelope: Envelope, contribution: Contribution) -> Command:
    """The command whose outcome this is: by its id or by its name, which means the open one, else the last one sent.

    Raises ``StepFailed`` where there is none, or where another than its addressee answers.
    """
    named = contribution.command or ""
    command = envelope.commands.get(named)
    if command is None:
        sent = [each for each in envelope.commands.values() if each.command == named]
        waiting = [each for each in sent if each.is_open]
        if len(waiting) > 1 or not sent:
            raise StepFailed("not-authorized", messages.no_such_command(named, len(waiting)))
        command = (waiting or sent)[-1]
    addressee = _actor(command.to)
    if addressee is not None and addressee != contribution.actor:
        raise StepFailed("not-authorized", messages.other_addressee(command.command, addressee, contribution.actor))
    return command


def expected(plan: StatePlan, actor: Actor, values: Mapping[str, Any], child: Child | None) -> bool:
    """Whether the state asks for this; for a child's end any of its fields will do, the spawn vouches for the rest."""
    asked = [actor in plan.admits.get(field, ()) for field in values]
    return any(asked) if child is not None else all(asked)


def late(
    definition: Definition,
    envelope: Envelope,
    contribution: Contribution,
    command: Command | None,
    child: Child | None,
) -> Step:
    """The step of an outcome that the state no longer asks for: taken, and nothing written."""
    work = begin(envelope)
    if command is not None:
        close(work, command, late=True)
    if child is not None:
        forget(work, child, contribution.values, late=bool(contribution.values))
    after, record = work.commit("contribution", contribution.id, envelope.stop, contribution)
    return Step(envelope, after, record)


def close(work: Work, command: Command, *, late: bool = False) -> None:
    """The command has its outcome."""
    work.expire(f"deadline:{command.id}", None, 0)
    work.set(commands={**work.commands, command.id: command._replace(status="done", error=None)})
    work.note("outcome", {"command": command.id, **({"late": True} if late else {})})


def forget(work: Work, child: Child, results: Mapping[str, Any], *, late: bool = False) -> None:
    """The child runs no longer."""
    work.set(children={name: each for name, each in work.children.items() if name != child.name})
    state = results.get(child.into) if child.into else None
    work.note("ended", {"as": child.name, "run": child.run, "state": state, **({"late": True} if late else {})})


def _actor(to: Any) -> Actor | None:
    """The addressee of a command, where its ``to`` names an actor."""
    try:
        return Actor.from_json(to)
    except ValueError:
        return None
