"""Workers: they fire timers, claim commands, perform them by their keys, and bring back what came of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.reducer import SECOND, SYSTEM, Actor, Command, Contribution
from engine.runtime.journal import Journal
from engine.runtime.rows import OutboxRow
from engine.runtime.write import Lease
from engine.simulate import RunStep


class CommandFailed(Exception):
    """Raised by a handler whose attempt failed: ``error`` is its class, as ``retryable`` lists them."""

    def __init__(self, error: str, message: str = "") -> None:
        super().__init__(message or error)
        self.error = error


@dataclass(frozen=True, slots=True)
class Order:
    """A command to be performed: once for each ``key``, however often it comes. ``data`` is its ``with``."""

    id: str
    run: str
    command: str
    to: Any
    data: Mapping[str, Any]
    key: str
    attempt: int


Outcome = Mapping[str, Any] | None
"""The values that the addressee contributes; ``None`` where it has none to give."""

Handler = Callable[[Order], Outcome]
"""Performs a command, raising ``CommandFailed`` (or anything, whose class's name is then the error) where it cannot."""

Ask = Callable[[Order], tuple[Outcome] | None]
"""Tells what came of an earlier attempt with this key, in a tuple; ``None`` where it was not performed."""


class Worker:
    """One worker on a journal; any number of them share it.

    ``lease`` is how long a claim is held, in seconds: a worker that has not come back by then is taken for dead, and
    its attempt is asked about by its key before another is made. Without ``ask`` the command is sent again under the
    same key, and the addressee has to know it.
    """

    def __init__(
        self, journal: Journal, handler: Handler, *, name: str = "worker", ask: Ask | None = None, lease: float = 60.0
    ) -> None:
        self._journal = journal
        self._handler = handler
        self._ask = ask
        self._name = name
        self._lease = round(lease * SECOND)

    def round(self) -> int:
        """Do whatever can be done now, once, and give how much that was."""
        return self.fire() + self.recover() + self.deliver()

    def settle(self, most: int = 1_000) -> int:
        """Go round until there is nothing to do."""
        done = 0
        while (more := self.round()) and done < most:
            done += more
        return done

    def fire(self) -> int:
        """Fire the timers that are due."""
        return sum(len(self._journal.tick(root)) for root in self._journal.due())

    def recover(self) -> int:
        """See to the attempts of workers that did not come back: ask, then bring the outcome or release the command."""
        done = 0
        for row in self._journal.claimed(abandoned=True):
            order = self._order(row)
            known = None if self._ask is None else self._ask(order)
            if known is not None:
                done += self._bring(order, known[0])
            else:
                done += bool(self._journal.release_abandoned(row))
        return done

    def deliver(self) -> int:
        """Claim every command that may be claimed, perform it, and bring its outcome."""
        done = 0
        for row in self._journal.claimable():
            steps = self._journal.claim(row.run, row.id, Lease(self._name, self._journal.now() + self._lease))
            done += len(steps)
            if _claimed(steps, row.id):
                self._journal.reached("after-claim")
                self._perform(self._order(row))
        return done

    def _perform(self, order: Order) -> None:
        try:
            outcome = self._handler(order)
        except CommandFailed as failure:
            self._journal.fail(order.run, order.id, failure.error)
            return
        except Exception as error:
            self._journal.fail(order.run, order.id, type(error).__name__)
            return
        self._journal.reached("after-effect")
        self._bring(order, outcome)

    def _bring(self, order: Order, outcome: Outcome) -> int:
        """Contribute the outcome under an id of its own, so that it counts once; one that is refused is a failure."""
        if not outcome:
            self._journal.performed(order.id)
            return 1
        self._journal.reached("before-outcome")
        contribution = Contribution(f"{order.id}/outcome", addressee(order.to), outcome, command=order.id)
        steps = self._journal.contribute(order.run, contribution)
        own = next(each.step for each in steps if each.step.id == contribution.id)
        if not own.accepted and own.code is not None:
            steps = (*steps, *self._journal.fail(order.run, order.id, own.code))
        return len(steps)

    def _order(self, row: OutboxRow) -> Order:
        command: Command = self._journal.command(row.run, row.id)
        return Order(row.id, row.run, command.command, command.to, command.with_, command.key, command.attempts)


def addressee(to: Any) -> Actor:
    """Who contributes the outcome of a command: the actor it was sent to, a tool of that name, else the system."""
    try:
        return Actor.from_json(to)
    except ValueError:
        return Actor("tool", to) if isinstance(to, str) and to else SYSTEM


def _claimed(steps: tuple[RunStep, ...], id: str) -> bool:
    return any(
        each.step.kind == "command"
        and each.step.name == "claimed"
        and each.step.accepted
        and each.step.data.get("command") == id
        for each in steps
    )
