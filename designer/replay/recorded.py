"""A stored run made ready to be stepped through: rebuilt step by step, its events beside the moments they tell of."""

from __future__ import annotations

import gc
from bisect import bisect_left
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from designer.panels.simulator.moments import Way
from engine.reducer import Definition, Step
from engine.runtime.replay import Rebuilder, Rebuilt, StoredEvent, StoredRun, StoredStep, by_input
from engine.simulate import Difference, Find, Node, RunStep, Session, Waited, World


class Stopped(Exception):
    """Whoever asked for the run does not want it any more."""


@dataclass(frozen=True)
class Recorded:
    """``moments`` gives for each event the index of its moment; those from the first difference on have the last.

    ``effects`` gives by ``seq`` what an event led to.
    """

    run: str
    session: Session
    way: Way
    events: tuple[StoredEvent, ...]
    moments: tuple[int, ...]
    effects: dict[int, list[int]]
    differences: tuple[Difference, ...]

    @property
    def definition(self) -> Definition:
        return self.session.definition

    def event_at(self, moment: int) -> int:
        """The index of the first event that tells of a moment, or of the last moment before it that has one."""
        at = bisect_left(self.moments, moment)
        return min(at, len(self.events) - 1) if at < len(self.moments) else len(self.events) - 1


class _Kept:
    """A stored run that keeps the events it gave."""

    def __init__(self, run: StoredRun, stopped: Callable[[], bool]) -> None:
        self._run = run
        self._stopped = stopped
        self.events: list[StoredEvent] = []

    @property
    def run(self) -> str:
        return self._run.run

    @property
    def key(self) -> str | None:
        return self._run.key

    def steps(self) -> Iterator[StoredStep]:
        for step in self._run.steps():
            if self._stopped():
                raise Stopped
            self.events += step
            yield step

    def payload(self, key: str) -> Any:
        return self._run.payload(key)

    def definition(self, machine: str, version: int, hash: str) -> Definition:
        return self._run.definition(machine, version, hash)


def rebuilt(run: StoredRun, find: Find, stopped: Callable[[], bool] = lambda: False) -> Recorded:
    """Rebuild a run for the window. Raises ``Unreplayable``, and ``Stopped`` where ``stopped`` came to say so."""
    with _uncollected():
        return _rebuilt(run, find, stopped)


@contextmanager
def _uncollected() -> Iterator[None]:
    """Everything that is made is kept, so looking for garbage meanwhile only costs time."""
    collecting = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if collecting:
            gc.enable()


def _rebuilt(run: StoredRun, find: Find, stopped: Callable[[], bool]) -> Recorded:
    kept = _Kept(run, stopped)
    rebuilder = Rebuilder(kept)
    last: Node | None = None
    moments: list[int] = []
    at = 0
    for group in by_input(rebuilder):
        last = _node(last, group, run.run, find)
        for each in group:
            count = each.last - each.first + 1
            moments += (at + offset for offset in _offsets(each.step, kept.events[len(moments) : len(moments) + count]))
            at += _length(each.step)
    assert last is not None
    if rebuilder.differences:
        kept.events += [event for step in _rest(run, kept) for event in step]
    moments += [at - 1] * (len(kept.events) - len(moments))
    effects: dict[int, list[int]] = {}
    for event in kept.events:
        if event.cause:
            effects.setdefault(event.cause, []).append(event.seq)
    definition = last.world.envelope.definition
    session = Session(definition, find, (last,), 0, last)
    way = Way()
    way.show(session.path())
    return Recorded(run.run, session, way, tuple(kept.events), tuple(moments), effects, rebuilder.differences)


def _rest(run: StoredRun, kept: _Kept) -> Iterator[StoredStep]:
    """The steps after the first difference, as they were stored."""
    last = kept.events[-1].seq
    return (step for step in run.steps() if step[0].seq > last)


def _node(parent: Node | None, group: tuple[Rebuilt, ...], run: str, find: Find) -> Node:
    input = group[0].input or Waited(group[0].step.at)
    world = World(run, {run: group[-1].step.envelope}, {}, find)
    steps = tuple(RunStep(run, each.step) for each in group)
    return Node(parent, 0 if parent is None else parent.depth + 1, input, steps, world)


def _length(step: Step) -> int:
    """How many moments a step has: it comes, fires, and rests."""
    return len(step.fired) + 2 if step.accepted and step.code is None else 1


def _offsets(step: Step, events: list[StoredEvent]) -> Iterator[int]:
    """For each event of a step, which of its moments it tells of."""
    fired, last = 0, _length(step) - 1
    for number, event in enumerate(events):
        if event.type == "transition":
            fired += 1
        resting = number == len(events) - 1 or event.type == "elicitation"
        yield last if resting else min(fired, last)
