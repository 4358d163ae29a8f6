"""A run with all its child machines: what one event outside sets going among them."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from engine.reducer import (
    MOST_FIRINGS,
    Actor,
    Child,
    Contribution,
    Definition,
    Envelope,
    Operation,
    Step,
    at_time,
    child_refused,
    claim,
    contribute,
    create,
    end_child,
    fail,
    migrate,
    operate,
    release,
    storm,
    tick,
)
from engine.simulate import messages

Find = Callable[[str], Definition | None]
"""Gives the machine of a name in the project."""

Made = Callable[[Mapping[str, Envelope]], tuple[Step, ...]]
"""Makes the steps that come next, once those before them are taken."""

MOST_SPAWNED = 100
"""More children without anything coming in from outside are a fault of the machines."""


class RunStep(NamedTuple):
    """A step and the run it belongs to."""

    run: str
    step: Step


@dataclass(frozen=True, slots=True)
class World:
    """Envelopes by run, the parent's first; replaced whole. ``find`` looks up machines that are spawned."""

    root: str
    runs: Mapping[str, Envelope]
    parents: Mapping[str, str]
    find: Find

    @staticmethod
    def begin(
        definition: Definition,
        find: Find,
        *,
        run: str = "run",
        given: Mapping[str, Any] | None = None,
        at: int | None = None,
        actor: Actor | None = None,
        key: str | None = None,
    ) -> tuple[World, tuple[RunStep, ...]]:
        """Create a run; arguments as for ``engine.reducer.create``."""
        step = create(definition, run=run, given=given, at=at, actor=actor, key=key)
        world = World(run, {run: step.envelope}, {}, find)
        return world._follow(run, (step,))

    @property
    def envelope(self) -> Envelope:
        """The parent's envelope."""
        return self.runs[self.root]

    @property
    def at(self) -> int:
        """The latest moment of any run, in nanoseconds since 1970."""
        return max(envelope.at for envelope in self.runs.values())

    @property
    def next_due(self) -> int | None:
        """When something is due next, in any run."""
        due = [each.timers[0].at for each in self.runs.values() if each.timers and each.faulted is None]
        return min(due, default=None)

    def contribute(self, contribution: Contribution, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        run = self.root if run is None else run
        world: World = self
        before: tuple[RunStep, ...] = ()
        if contribution.at is not None:
            world, before = self.tick(contribution.at)
        envelope = world.runs[run]
        world, steps = world._follow(run, contribute(envelope.definition, envelope, contribution))
        return world, (*before, *steps)

    def tick(self, until: int) -> tuple[World, tuple[RunStep, ...]]:
        """Let the clock go to ``until``: everything due by then happens, in order, in all runs."""
        world, found = self, list[RunStep]()
        firings: Counter[str] = Counter()
        while True:
            due = [
                (each.timers[0].at, number, run)
                for number, (run, each) in enumerate(world.runs.items())
                if each.timers and each.timers[0].at <= until and each.faulted is None
            ]
            if not due:
                break
            at, _, run = min(due)
            envelope = world.runs[run]
            fired = (
                tick(envelope.definition, envelope, at)
                if firings[run] < MOST_FIRINGS
                else (storm(envelope.definition, envelope),)
            )
            firings[run] += len(fired)
            world, steps = world._follow(run, fired)
            found += steps
        runs = {run: at_time(envelope, until) for run, envelope in world.runs.items()}
        return replace(world, runs=runs), tuple(found)

    def claim(self, command: str, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        """A worker takes a command."""
        return self._apply(run, lambda definition, envelope: claim(definition, envelope, command))

    def fail(self, command: str, error: str, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        """The attempt of a claimed command fails with this class of error."""
        return self._apply(run, lambda definition, envelope: fail(definition, envelope, command, error))

    def release(self, command: str, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        """A claimed command turns out not to have been performed."""
        return self._apply(run, lambda definition, envelope: release(definition, envelope, command))

    def operate(self, operation: Operation, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        return self._apply(run, lambda definition, envelope: operate(definition, envelope, operation))

    def migrate(self, new: Definition, by: str, why: str, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        """Carry a run to another version of its machine."""
        return self._apply(run, lambda definition, envelope: migrate(definition, envelope, new, by=by, why=why))

    def _apply(
        self, run: str | None, act: Callable[[Definition, Envelope], tuple[Step, ...]]
    ) -> tuple[World, tuple[RunStep, ...]]:
        run = self.root if run is None else run
        envelope = self.runs[run]
        return self._follow(run, act(envelope.definition, envelope))

    def _follow(self, run: str, steps: tuple[Step, ...]) -> tuple[World, tuple[RunStep, ...]]:
        """Take the steps of a run, start what they spawn, and tell parents of children that have ended."""
        if len(self.runs) == 1 and steps and not steps[-1].envelope.children and not self.envelope.children:
            runs = {run: steps[-1].envelope}
            world = World(run, runs, self.parents, self.find)
            return world, (RunStep(run, steps[0]),) if len(steps) == 1 else tuple(RunStep(run, step) for step in steps)
        runs = dict(self.runs)
        parents = dict(self.parents)
        found: list[RunStep] = []
        waiting: deque[tuple[str, Made]] = deque([(run, lambda runs: steps)])
        spawned = 0
        while waiting:
            run, make = waiting.popleft()
            made = make(runs)
            if not made:
                continue
            runs[run] = envelope = made[-1].envelope
            found += (RunStep(run, step) for step in made)
            for child in _spawned(made):
                spawned += 1
                parents[child.run] = run
                waiting.append(self._start(child, made[-1], run, spawned))
            if envelope.stop in ("cancelled", "rejected"):
                waiting.extend((child.run, _cancelled(child, run)) for child in envelope.children.values())
            waiting.append((run, _told_of_ends(run)))
            if run in parents:
                waiting.append((parents[run], _told_of_ends(parents[run])))
        return replace(self, runs=runs, parents=parents), tuple(found)

    def _start(self, child: Child, step: Step, parent: str, spawned: int) -> tuple[str, Made]:
        """The creation of a child; where it fails, the fault of its parent."""
        definition = self.find(child.fsm)
        if definition is None:
            reason = messages.no_machine(child.fsm)
        elif spawned > MOST_SPAWNED:
            reason = messages.spawn_storm(MOST_SPAWNED)
        else:
            given = {field: value for field, value in child.inputs.items() if value is not None}
            actor = Actor("fsm", step.definition.name)
            created = create(definition, run=child.run, given=given, at=step.at, actor=actor)
            if created.accepted:
                return child.run, lambda runs: (created,)
            reason = messages.child_refused(child.name, created.message or "")
        return parent, lambda runs: (child_refused(runs[parent].definition, runs[parent], child, reason),)


def _spawned(steps: tuple[Step, ...]) -> list[Child]:
    """The children that these steps started and that run still."""
    last = steps[-1].envelope
    started = {
        item.data["run"]
        for step in steps
        if step.record is not None and step.code is None
        for item in step.record.notes
        if item.type == "spawned"
    }
    return [child for child in last.children.values() if child.run in started]


def _told_of_ends(parent: str) -> Made:
    """The end of the first child of which its parent does not know yet."""

    def make(runs: Mapping[str, Envelope]) -> tuple[Step, ...]:
        envelope = runs[parent]
        if envelope.faulted is None:
            for child in envelope.children.values():
                if child.run in runs and runs[child.run].ended:
                    return end_child(envelope.definition, envelope, child, runs[child.run])
        return ()

    return make


def _cancelled(child: Child, parent: str) -> Made:
    """The end of a child whose parent was ended by an operator."""

    def make(runs: Mapping[str, Envelope]) -> tuple[Step, ...]:
        if child.run not in runs or runs[child.run].ended:
            return ()
        envelope = runs[child.run]
        return operate(envelope.definition, envelope, Operation("cancel", "system", messages.parent_ended(parent)))

    return make
