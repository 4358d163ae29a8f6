"""A session: a run stepped through by hand or by program, with every way it was taken kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from engine.reducer import Actor, Contribution, Definition, Operation, Step
from engine.simulate.inputs import Began, Claimed, Contributed, Failed, Input, Operated, Released, Waited
from engine.simulate.plant import NOTHING_DONE, CrashPoint, Plant, crash
from engine.simulate.world import Find, RunStep, World


@dataclass(frozen=True, slots=True)
class Crashed:
    """The process died at ``point`` and came back; ``plant`` is what it found, ``Session.crash`` makes it."""

    point: CrashPoint
    plant: Plant

    def apply(self, world: World) -> tuple[World, tuple[RunStep, ...]]:
        left, steps = crash(self.plant, self.point)
        return left.world, steps


@dataclass(frozen=True, slots=True, eq=False)
class Node:
    """One input and what came of it. ``depth`` is 0 for the creation; ``parent`` is the node it was taken from."""

    parent: Node | None
    depth: int
    input: Began | Input | Crashed
    steps: tuple[RunStep, ...]
    world: World

    def path(self) -> tuple[Node, ...]:
        """The nodes from the creation to this one."""
        nodes: list[Node] = []
        node: Node | None = self
        while node is not None:
            nodes.append(node)
            node = node.parent
        return tuple(reversed(nodes))

    def plant(self) -> Plant:
        """The run and its surroundings here: what the receiver performed on the way, and what came in last."""
        receiver = NOTHING_DONE
        for node in self.path():
            if isinstance(node.input, Crashed):
                receiver = crash(node.input.plant, node.input.point)[0].receiver
        last = None
        if self.parent is not None and isinstance(self.input, Contributed):
            last = (self.input, Plant(self.parent.world, receiver))
        return Plant(self.world, receiver, last)


@dataclass(frozen=True, slots=True, eq=False)
class Session:
    """A pinned definition, the ways taken (``tips``, the last node of each) and a cursor on one of them.

    Everything that is done goes on from the cursor: at the end of a way it prolongs it, in the past it forks.
    Sessions are never changed; each act gives another one.
    """

    definition: Definition
    find: Find
    tips: tuple[Node, ...]
    branch: int
    cursor: Node

    @staticmethod
    def begin(
        definition: Definition,
        find: Find | None = None,
        *,
        given: Mapping[str, Any] | None = None,
        at: int | None = None,
        actor: Actor | None = None,
        run: str = "run",
        key: str | None = None,
    ) -> Session:
        """Create the run; without ``find`` the machine can spawn itself alone. Arguments as for ``create``."""
        known = find if find is not None else {definition.name: definition}.get
        return Session.of(Began(given, at, actor, run, key), definition, known)

    @staticmethod
    def of(began: Began, definition: Definition, find: Find) -> Session:
        """The session that begins so."""
        world, steps = began.begin(definition, find)
        node = Node(None, 0, began, steps, world)
        return Session(definition, find, (node,), 0, node)

    @property
    def world(self) -> World:
        return self.cursor.world

    @property
    def step(self) -> Step:
        """The last step at the cursor."""
        return self.cursor.steps[-1].step if self.cursor.steps else self._last_step()

    @property
    def refused(self) -> bool:
        """Whether the run could not be created."""
        return not self.cursor.path()[0].steps[0].step.accepted

    def apply(self, input: Input | Crashed) -> Session:
        """The session after this input, from the cursor on."""
        world, steps = input.apply(self.cursor.world)
        node = Node(self.cursor, self.cursor.depth + 1, input, steps, world)
        if self.tips[self.branch] is self.cursor:
            tips = (*self.tips[: self.branch], node, *self.tips[self.branch + 1 :])
            return Session(self.definition, self.find, tips, self.branch, node)
        return Session(self.definition, self.find, (*self.tips, node), len(self.tips), node)

    def contribute(self, contribution: Contribution, run: str | None = None) -> Session:
        return self.apply(Contributed(contribution, run))

    def wait(self, until: int) -> Session:
        """Let the clock go to a moment, in nanoseconds since 1970."""
        return self.apply(Waited(until))

    def claim(self, command: str, run: str | None = None) -> Session:
        return self.apply(Claimed(command, run))

    def fail(self, command: str, error: str, run: str | None = None) -> Session:
        return self.apply(Failed(command, error, run))

    def release(self, command: str, run: str | None = None) -> Session:
        return self.apply(Released(command, run))

    def operate(self, operation: Operation, run: str | None = None) -> Session:
        return self.apply(Operated(operation, run))

    def crash(self, point: CrashPoint) -> Session:
        """The process dies and recovers. Raises ``Broken`` where something that is promised does not hold."""
        return self.apply(Crashed(point, self.cursor.plant()))

    def back(self) -> Session:
        """One node back; at the creation the session itself."""
        return self if self.cursor.parent is None else replace(self, cursor=self.cursor.parent)

    def forward(self) -> Session:
        """One node on along the present way; at its end the session itself."""
        return self.at(self.cursor.depth + 1)

    def at(self, depth: int) -> Session:
        """At the node of this depth on the present way, or at the nearest there is."""
        path = self.path()
        return replace(self, cursor=path[max(0, min(depth, len(path) - 1))])

    def stand(self, node: Node) -> Session:
        """At a node of the present way."""
        return Session(self.definition, self.find, self.tips, self.branch, node)

    def switch(self, branch: int) -> Session:
        """At the end of another way."""
        return replace(self, branch=branch, cursor=self.tips[branch])

    def path(self) -> tuple[Node, ...]:
        """All nodes of the present way, those after the cursor too."""
        return self.tips[self.branch].path()

    def forks(self) -> tuple[int, ...]:
        """For each way, the depth at which it leaves the first way that shares its beginning; 0 for the first."""
        paths = [tip.path() for tip in self.tips]
        found = [0]
        for number in range(1, len(paths)):
            own = {id(node) for node in paths[number]}
            found.append(max(sum(id(node) in own for node in path) for path in paths[:number]))
        return tuple(found)

    def again(self, definition: Definition, find: Find | None = None) -> Session:
        """The inputs of the present way, taken again under another definition."""
        known = find if find is not None else self.find
        first, *others = self.path()
        assert isinstance(first.input, Began)
        session = Session.of(first.input, definition, known)
        for other in others:
            assert not isinstance(other.input, Began)
            session = session.take(other.input)
        return session

    def take(self, input: Input | Crashed) -> Session:
        """An input of another session, here."""
        return self.crash(input.point) if isinstance(input, Crashed) else self.apply(input)

    def _last_step(self) -> Step:
        """Where an input led to no step, the step before."""
        node: Node | None = self.cursor
        while node is not None:
            if node.steps:
                return node.steps[-1].step
            node = node.parent
        raise AssertionError("a session begins with a step")
