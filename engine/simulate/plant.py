"""The pure model of what survives a crash: a run, its outbox, and a receiver that remembers what it performed.

A run's commits are durable, and so is whatever the receiver has done; everything between them is lost with the
process. From these two facts alone follows what recovery finds at each point, and what it must do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, get_args
from typing import Literal as OneOf

from engine.reducer import Command, Envelope, pending
from engine.simulate.inputs import Contributed, Input
from engine.simulate.world import RunStep, World

CrashPoint = OneOf["before-commit", "after-commit", "during-command", "before-outcome"]
CRASH_POINTS: tuple[str, ...] = get_args(CrashPoint)


class Receipt(NamedTuple):
    """What the receiver gives for a performed command: the same, however often the key is sent."""

    number: int
    command: str
    data: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Receiver:
    """A pretend addressee of commands, with what it has done by key."""

    receipts: Mapping[str, Receipt]

    def perform(self, command: Command) -> Receiver:
        """Perform a command once: another attempt with a known key only gives the receipt again."""
        if command.key in self.receipts:
            return self
        receipt = Receipt(len(self.receipts) + 1, command.command, command.with_)
        return Receiver({**self.receipts, command.key: receipt})


NOTHING_DONE = Receiver({})


class Broken(Exception):
    """A guarantee did not hold; the text says which."""


@dataclass(frozen=True, slots=True)
class Plant:
    """A world with its surroundings. ``last`` is the last input and the plant it came to."""

    world: World
    receiver: Receiver = NOTHING_DONE
    last: tuple[Input, Plant] | None = None

    def apply(self, input: Input) -> tuple[Plant, tuple[RunStep, ...]]:
        """Take an input, to the end."""
        world, steps = input.apply(self.world)
        return Plant(world, self.receiver, (input, replace(self, last=None))), steps

    def open_commands(self) -> Iterator[tuple[str, Command]]:
        """The commands that wait to be performed, each with its run."""
        for run, envelope in self.world.runs.items():
            yield from ((run, each) for each in envelope.commands.values() if each.status == "open")

    def claimed_commands(self) -> Iterator[tuple[str, Command]]:
        for run, envelope in self.world.runs.items():
            yield from ((run, each) for each in envelope.commands.values() if each.status == "claimed")

    def claim(self) -> tuple[Plant, tuple[RunStep, ...]]:
        """A worker takes every command that may be taken now."""
        plant, steps = self, list[RunStep]()
        for run, command in list(self.open_commands()):
            if command.not_before <= plant.world.runs[run].at:
                world, more = plant.world.claim(command.id, run)
                plant, steps = replace(plant, world=world, last=None), [*steps, *more]
        return plant, tuple(steps)

    def perform(self) -> Plant:
        """The receiver performs every claimed command; no outcome has come back yet."""
        receiver = self.receiver
        for _, command in self.claimed_commands():
            receiver = receiver.perform(command)
        return replace(self, receiver=receiver)

    def crashed(self, point: CrashPoint) -> tuple[Plant, tuple[RunStep, ...]]:
        """What is left when the process dies at this point: of the last input, or of the work on the outbox."""
        if point == "before-commit":
            return (replace(self.last[1], receiver=self.receiver) if self.last else self), ()
        if point == "after-commit":
            return self, ()
        plant, steps = self.claim()
        return (plant if point == "during-command" else plant.perform()), steps

    def restarted(self) -> Plant:
        """Everything read back from what was stored. Raises ``Broken`` where something is not what it was."""
        runs = {}
        for run, envelope in self.world.runs.items():
            runs[run] = read_back = Envelope.from_json(envelope.definition, envelope.to_json())
            _same("stored and read back, the run is another", envelope.to_json(), read_back.to_json())
            _same("the elicitations issued again are others", _asked(envelope), _asked(read_back))
        return replace(self, world=replace(self.world, runs=runs))

    def recovered(self) -> tuple[Plant, tuple[RunStep, ...]]:
        """Every attempt whose result is unknown is asked about by its key; one that was not performed is made again."""
        plant, steps = self, list[RunStep]()
        for run, command in self.claimed_commands():
            if command.key not in self.receiver.receipts:
                world, more = plant.world.release(command.id, run)
                plant, steps = replace(plant, world=world, last=None), [*steps, *more]
        plant, more = plant.claim()
        return plant.perform(), (*steps, *more)

    def redelivered(self, input: Input) -> tuple[Plant, tuple[RunStep, ...]]:
        """An input whose sender never learned that it was taken, sent again."""
        return self.apply(input)


def crash(plant: Plant, point: CrashPoint) -> tuple[Plant, tuple[RunStep, ...]]:
    """Die at a point, restart, recover, and check what is promised.

    No accepted contribution is lost and none applied twice; the elicitations are issued again under their ids; each
    command is performed once by key. Raises ``Broken`` where one of these does not hold.
    """
    left, before = plant.crashed(point)
    back = left.restarted()
    recovered, steps = back.recovered() if point in ("during-command", "before-outcome") else (back, ())
    if plant.last is not None and point in ("before-commit", "after-commit"):
        recovered, again = recovered.redelivered(plant.last[0])
        _check_redelivery(plant, point, recovered, again)
        steps = (*steps, *again)
    for key, receipt in plant.receiver.receipts.items():
        if recovered.receiver.receipts.get(key) != receipt:
            raise Broken(f"the receipt of {key} was lost")
    return recovered, (*before, *steps)


def _check_redelivery(plant: Plant, point: CrashPoint, recovered: Plant, again: tuple[RunStep, ...]) -> None:
    """Whichever side of the commit the crash was on, the run is where it would have been, and no further."""
    assert plant.last is not None
    for run, envelope in plant.world.runs.items():
        _same(
            f"after the redelivery the run '{run}' is another", envelope.to_json(), recovered.world.runs[run].to_json()
        )
    input = plant.last[0]
    if point == "after-commit" and isinstance(input, Contributed) and again:
        taken = plant.world.runs[input.run or plant.world.root]
        known = taken.ledger.find(input.contribution.id, taken.version) is not None
        if known and again[-1].step.code != "duplicate":
            raise Broken("a contribution that was accepted was not known as a duplicate")


def _asked(envelope: Envelope) -> list[Any]:
    return [each.to_json() for each in pending(envelope.definition, envelope)]


def _same(what: str, one: Any, other: Any) -> None:
    if one != other:
        raise Broken(what)
