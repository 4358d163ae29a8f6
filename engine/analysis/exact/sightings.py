"""What a search has seen: entries of states, and of each kind of thing the step that showed it first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from engine.analysis.exact.forecast import Goal
from engine.analysis.exact.machine import Machine
from engine.analysis.exact.manner import Way
from engine.analysis.exact.visit import Move, Visit

HALTED: Final = ("no-progress", "microstep-cap")
PASSING: Final = "passing"
"""Instead of a ``stop``: no run rests here, but other values than were tried may lead on from here in other ways."""

Edge = tuple[str, Way]
"""A transition by its state and place, or by the timer that carries it."""

Place = tuple[int, int]
"""A situation to rest in: the number of an entry, and of a rest in its visit."""


class Sighting(NamedTuple):
    """A step as it was found: from where, by which move, and what it comes to: a state and a ``stop``.

    Where it is refused, ``stop`` is the code. It is ``sure`` unless it takes other values than those it is shown with.
    """

    before: Place | None
    given: Mapping[str, Any]
    move: Move
    state: str
    stop: str
    sure: bool

    def unless(self, sure: bool) -> Sighting:
        """The same, in doubt unless ``sure``."""
        if sure or not self.sure:
            return self
        return Sighting(self.before, self.given, self.move, self.state, self.stop, False)


class Micro(NamedTuple):
    """One transition of a step, and the situation in which it was chosen."""

    state: str
    way: Way
    situation: bytes


@dataclass(slots=True)
class Entry:
    """A situation in which a run first rests when it has come to a state; ``past`` are the states it rested in before.

    ``after`` has for each exit of its visit the entries it may lead to.
    """

    state: str
    situation: bytes
    stop: str
    cost: int
    sighting: Sighting
    past: int
    visit: Visit | None = None
    after: list[list[int]] = field(default_factory=list)


class Sightings:
    """Everything seen in a machine, each with the step that showed it first.

    States and transitions that only other values of the same classes may lead to are in ``perhaps``. ``unclear`` are
    fields that count in a loop without contributions though they are read nowhere afterwards. Of what can happen at
    most, ``met`` was seen and ``left``, where that is known, was not.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.entries: list[Entry] = []
        self.entered: dict[str, Sighting] = {}
        self.fired: dict[Edge, Sighting] = {}
        self.halted: dict[tuple[str, str], Sighting] = {}
        self.refused: dict[tuple[str, str, str], Sighting] = {}
        self.passed: dict[tuple[str, str], Sighting] = {}
        self.telling: list[Sighting] = []
        self.perhaps: set[str | Edge] = set()
        self.unclear: set[str] = set()
        self.met: set[Goal] = set()
        self._passed_with: dict[str, set[bytes]] = {}
        self._told: set[tuple[str, Way, bytes]] = set()
        self._bits = {name: 1 << place for place, name in enumerate(machine.workflow.states)}
        self.left: set[Goal] = set()

    def situations_in(self, state: str) -> Iterator[bytes]:
        """The values of a state's own fields when runs rest there or leave it, as they were seen."""
        for entry in self.entries:
            if entry.state == state and entry.visit is not None:
                yield from (rest.situation for rest in entry.visit.rests)
                yield from (exit.situation for exit in entry.visit.exits)
        yield from self._passed_with.get(state, ())

    def _meet(self, goal: Goal) -> None:
        if goal not in self.met:
            self.met.add(goal)
            self.left.discard(goal)

    def _record(self, sighting: Sighting, micros: list[Micro]) -> bool:
        """Note what a step shows; whether it begins a run, or a transition was chosen over values not seen before."""
        if sighting.before is None:
            self._note(self.entered, self.machine.workflow.initial_state, sighting)
        new = sighting.before is None
        for place, micro in enumerate(micros):
            self._note(self.fired, (micro.state, micro.way), sighting)
            if place:
                self._note(self.entered, micro.state, sighting)
                self._pass(micro.state, sighting)
            stage = self.machine.stage(micro.state)
            local = stage.local(micro.situation)
            told = (micro.state, micro.way, stage.manner.kept[micro.way](local))
            if told not in self._told and sighting.sure:
                self._told.add(told)
                self._passed_with.setdefault(micro.state, set()).add(local)
                new = True
        self._note(self.entered, sighting.state, sighting)
        if sighting.stop in HALTED and sighting.sure:
            self.halted.setdefault((sighting.stop, sighting.state), sighting)
            for name in {sighting.state, *(micro.state for micro in micros)}:
                self._meet(("halted", name))
        return new

    def _note(self, found: dict[Any, Sighting], key: Any, sighting: Sighting) -> None:
        if key not in found:
            if sighting.sure:
                found[key] = sighting
                self.perhaps.discard(key)
                self._meet(("entered", key) if isinstance(key, str) else ("fired", *key))
            else:
                self.perhaps.add(key)

    def _pass(self, state: str, sighting: Sighting) -> None:
        """Note a state passed without a rest by a run that rested there before."""
        if sighting.before is not None and sighting.sure:
            entry = self.entries[sighting.before[0]]
            if self._bits[state] & (entry.past | self._bits[entry.state]):
                self.passed.setdefault((state, entry.state), sighting)

    def _refuse(self, sighting: Sighting, code: str, state: str) -> None:
        if sighting.sure:
            number = None if sighting.before is None else sighting.before[0]
            began = self.machine.workflow.initial_state if number is None else self.entries[number].state
            self.refused.setdefault((code, began, state), sighting._replace(stop=code))
            self._meet(("broken" if code == "invariant" else "refused", state))

    def _unclear(self, loop: Iterable[Micro], state: str) -> None:
        """Fields written on a loop whose values are no part of the situations that were found equal."""
        stage = self.machine.stage(state)
        counted = set(stage.live) - stage.clamped
        for micro in loop:
            self.unclear |= self.machine.way(micro.state, micro.way)[1].written - counted
