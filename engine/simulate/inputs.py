"""What may come in from outside: the recorded inputs of a session, each applied to a world."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.reducer import Actor, Contribution, Definition, Operation
from engine.simulate.world import Find, RunStep, World

Outcome = tuple[World, tuple[RunStep, ...]]


@dataclass(frozen=True, slots=True)
class Began:
    """The creation of the run; ``at`` in nanoseconds since 1970."""

    given: Mapping[str, Any] | None = None
    at: int | None = None
    actor: Actor | None = None
    run: str = "run"
    key: str | None = None

    def begin(self, definition: Definition, find: Find) -> Outcome:
        return World.begin(definition, find, run=self.run, given=self.given, at=self.at, actor=self.actor, key=self.key)


@dataclass(frozen=True, slots=True)
class Contributed:
    """A contribution; ``run`` names a child's run, ``None`` the parent's."""

    contribution: Contribution
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.contribute(self.contribution, self.run)


@dataclass(frozen=True, slots=True)
class Waited:
    """The clock went to ``until``."""

    until: int

    def apply(self, world: World) -> Outcome:
        return world.tick(self.until)


@dataclass(frozen=True, slots=True)
class Claimed:
    """A worker took a command."""

    command: str
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.claim(self.command, self.run)


@dataclass(frozen=True, slots=True)
class Failed:
    """The attempt of a claimed command failed with this class of error."""

    command: str
    error: str
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.fail(self.command, self.error, self.run)


@dataclass(frozen=True, slots=True)
class Released:
    """A claimed command turned out not to have been performed."""

    command: str
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.release(self.command, self.run)


@dataclass(frozen=True, slots=True)
class Operated:
    """An operator's act."""

    operation: Operation
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.operate(self.operation, self.run)


@dataclass(frozen=True, slots=True)
class Migrated:
    """An operator carried a run to another version of its machine."""

    definition: Definition
    by: str
    why: str
    run: str | None = None

    def apply(self, world: World) -> Outcome:
        return world.migrate(self.definition, self.by, self.why, self.run)


Input = Contributed | Waited | Claimed | Failed | Released | Operated | Migrated
