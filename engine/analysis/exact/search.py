"""The search over the situations in which states are entered, by the number of contributions it takes to come there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heapify, heappop, heappush
from typing import Any, Final, NamedTuple

from engine.analysis.exact.forecast import Forecast, Goal
from engine.analysis.exact.machine import Machine
from engine.analysis.exact.manner import Way
from engine.analysis.exact.station import REST
from engine.analysis.exact.symbols import TooMany
from engine.analysis.exact.visit import Exit, Move, Visit
from engine.reducer.advance import MICROSTEP_CAP

MAX_SITUATIONS: Final = 200_000
MAX_IN_STATE: Final = 4_096
"""Situations that are looked into, in all and in one state."""

MAX_STEPS: Final = 40_000
"""Ways out of states that are followed."""

PATIENCE: Final = 2_000
"""After so many steps it is asked what can happen at most, and what may show something new goes first.

The more states there are, the sooner: all situations of a machine of hundreds of states are seldom looked at.
"""

FAIRNESS: Final = 16
"""After so many entries of one state its next ones wait a turn longer, so that large machines are seen broadly."""

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


class Search:
    """What happens in a machine, each with the step that showed it first; ``partial`` tells why not all was seen.

    States and transitions that only other values of the same classes may lead to are in ``perhaps``. ``unclear`` are
    fields that count in a loop without contributions though they are read nowhere afterwards. ``forecast`` is there
    when it was a large machine; ``left`` is what it holds possible and was not seen, and when that is nothing, the
    search has ``stopped`` before all situations were looked at.
    """

    def __init__(self, machine: Machine, checkpoint: Callable[[], None]) -> None:
        self.machine = machine
        self.partial: str | None = None
        self.entries: list[Entry] = []
        self.entered: dict[str, Sighting] = {}
        self.fired: dict[Edge, Sighting] = {}
        self.halted: dict[tuple[str, str], Sighting] = {}
        self.refused: dict[tuple[str, str, str], Sighting] = {}
        self.passed: dict[tuple[str, str], Sighting] = {}
        self.telling: list[Sighting] = []
        self.perhaps: set[str | Edge] = set()
        self.unclear: set[str] = set()
        self.situations = 0
        self.met: set[Goal] = set()
        self._passed_with: dict[str, set[bytes]] = {}
        self._told: set[tuple[str, Way, bytes]] = set()
        self._numbers: dict[tuple[str, bytes, str], int] = {}
        self._entries_of: Counter[str] = Counter()
        self._situations_of: Counter[str] = Counter()
        self._bits = {name: 1 << place for place, name in enumerate(machine.workflow.states)}
        self.forecast: Forecast | None = None
        self.left: set[Goal] = set()
        self.stopped = False
        self._steps = 0
        self._queue: list[tuple[bool, int, int]] = []
        self._rare: list[tuple[bool, int, int]] = []
        self._begin()
        self._explore(checkpoint)

    def _explore(self, checkpoint: Callable[[], None]) -> None:
        patience = PATIENCE // (1 + len(self.machine.workflow.states) // 100)
        while self._queue if self.forecast is None else self._rare:
            checkpoint()
            if self._steps >= patience:
                patience = MAX_STEPS + 1
                self._look_ahead()
            if self.forecast is not None and not self.left:
                self.stopped = True
                self.partial = None
                return
            if self.situations >= MAX_SITUATIONS or self._steps >= MAX_STEPS:
                self.partial = f"more than {self.situations} situations can arise"
                return
            self._expand(self._next())

    def _next(self) -> int:
        """The entry to look into next: the nearest, or in large machines one of a state that was entered least."""
        return heappop(self._queue if self.forecast is None else self._rare)[2]

    def _look_ahead(self) -> None:
        """Ask what can happen at most, and what of it was not seen yet."""
        try:
            self.forecast = Forecast(self.machine)
        except TooMany:
            return
        self.left = self.forecast.goals - self.met
        waiting: Counter[str] = Counter()
        for unsure, _, number in sorted(self._queue):
            state = self.entries[number].state
            waiting[state] += 1
            self._rare.append((unsure, waiting[state], number))
        heapify(self._rare)

    def situations_in(self, state: str) -> Iterator[bytes]:
        """The values of a state's own fields when runs rest there or leave it, as they were seen."""
        for entry in self.entries:
            if entry.state == state and entry.visit is not None:
                yield from (rest.situation for rest in entry.visit.rests)
                yield from (exit.situation for exit in entry.visit.exits)
        yield from self._passed_with.get(state, ())

    def _begin(self) -> None:
        initial, opening = self.machine.workflow.initial_state, self.machine.opening()
        for given, created in self.machine.beginnings():
            for situation, sure in opening.results(created):
                sighting = Sighting(None, given, Move(), initial, "", sure)
                if situation is None:
                    self._refuse(sighting, "action-error", initial)
                else:
                    self._run(sighting, initial, situation, None)

    def _meet(self, goal: Goal) -> None:
        if goal not in self.met:
            self.met.add(goal)
            self.left.discard(goal)

    def _expand(self, number: int) -> None:
        entry = self.entries[number]
        if entry.visit is not None or entry.after:
            return
        if entry.stop == PASSING:
            self._steps += 1
            try:
                entry.after.append(self._pass_on(entry))
            except TooMany:
                self.partial = "a field counts on without bound"
            return
        stage = self.machine.stage(entry.state)
        visit = entry.visit = stage.visit(stage.local(entry.situation))
        if visit.narrow:
            self.partial = f"there are too many ways to answer in '{entry.state}'"
        self.situations += len(visit.rests)
        self._situations_of[entry.state] += len(visit.rests)
        given, sure = entry.sighting.given, entry.sighting.sure
        if self.stuck_in(entry):
            self._meet(("stuck", entry.state))
        for place, move in visit.refused:
            refused = Sighting((number, place), given, move, "", "", sure and visit.rests[place].sure)
            self._refuse(refused, "invariant", entry.state)
        for exit in visit.exits:
            entry.after.append(self._leave(number, entry, exit))

    def stuck_in(self, entry: Entry) -> list[int]:
        """The rests of an entry's visit in which a run is stuck."""
        stage = self.machine.stage(entry.state)
        busy = stage.busy is not None and entry.situation[stage.busy]
        if entry.visit is None or busy or entry.stop == "terminal" or not entry.sighting.sure:
            return []
        return [place for place in entry.visit.stuck if entry.visit.rests[place].sure]

    def _leave(self, number: int, entry: Entry, exit: Exit) -> list[int]:
        """Take an exit; values that count for nothing but coming back unchanged do so where the run comes back."""
        stage = self.machine.stage(entry.state)
        ends: list[int] = []
        for local, before, move in [(exit.situation, exit.before, exit.move), *exit.others]:
            whole = stage.whole(entry.situation, local)
            sure = exit.sure and entry.sighting.sure
            sighting = Sighting((number, before), entry.sighting.given, move, "", "", sure)
            micros, after = self._run(sighting, entry.state, whole, exit.way)
            ends += after
            passed = {micro.state for micro in micros[1:]} | {self.entries[each].state for each in after}
            if entry.state not in passed:
                break
        return list(dict.fromkeys(ends))

    def _run(self, sighting: Sighting, state: str, situation: bytes, way: Way | None) -> tuple[list[Micro], list[int]]:
        """Go on until the run rests, first by ``way`` if one is given: the transitions, and the entries it comes to."""
        micros: list[Micro] = []
        ends: list[int | None] = []
        try:
            self._go_on(sighting, state, situation, way, micros, ends)
        except TooMany:
            self.partial = "a field counts on without bound"
        self._steps += 1 + len(micros) // 4
        return micros, [each for each in ends if each is not None]

    def _go_on(
        self,
        sighting: Sighting,
        state: str,
        situation: bytes,
        way: Way | None,
        micros: list[Micro],
        ends: list[int | None],
    ) -> None:
        reached = {(state, situation): 0}
        while True:
            if way is None:
                way = self._choose(sighting, state, situation, micros, ends)
            if way is None:
                return
            target, passage = self.machine.way(state, way)
            micros.append(Micro(state, way, situation))
            (after, _), *others = passage.results(situation)
            ends += [self._cross(sighting, target, each, micros) for each, _ in others if each is not None]
            if after is None:
                self._refuse(sighting, "action-error", state)
                return
            if (target, after) in reached:
                self._unclear(micros[reached[target, after] :], target)
                ends.append(self._rest(sighting, target, after, "no-progress", micros))
                return
            reached[target, after] = len(micros)
            state, situation, way = target, after, None

    def _choose(
        self, sighting: Sighting, state: str, situation: bytes, micros: list[Micro], ends: list[int | None]
    ) -> Way | None:
        """The transition that fires in a state just entered; where none does, the run rests."""
        station = self.machine.stage(state).station
        outcomes = station.routes(self.machine.stage(state).local(situation))
        way = outcomes[0][0]
        if len(outcomes) > 1:
            ends.append(self._cross(sighting, state, situation, micros))
        if way == REST:
            stop = "terminal" if station.state.terminal else "parked"
        elif len(micros) == MICROSTEP_CAP:
            stop = "microstep-cap"
        else:
            return way
        ends.append(self._rest(sighting, state, situation, stop, micros))
        return None

    def _cross(self, sighting: Sighting, state: str, situation: bytes, micros: list[Micro]) -> int | None:
        """The entry from which the run may go on otherwise than was tried."""
        sighting = Sighting(sighting.before, sighting.given, sighting.move, state, PASSING, False)
        if micros:
            self._note(self.fired, (micros[-1].state, micros[-1].way), sighting)
        self._note(self.entered, state, sighting)
        self._steps += 1
        return self._numbered(state, situation, sighting)

    def _pass_on(self, entry: Entry) -> list[int]:
        """One transition further, whichever it may be."""
        station = self.machine.stage(entry.state).station
        ends: list[int | None] = []
        for way, _ in station.routes(self.machine.stage(entry.state).local(entry.situation)):
            if way == REST:
                stop = "terminal" if station.state.terminal else "parked"
                ends.append(self._rest(entry.sighting, entry.state, entry.situation, stop, []))
                continue
            micros = [Micro(entry.state, way, entry.situation)]
            target, passage = self.machine.way(entry.state, way)
            results = passage.results(entry.situation)
            ends += [self._cross(entry.sighting, target, each, micros) for each, _ in results if each is not None]
        return [each for each in ends if each is not None]

    def _rest(self, sighting: Sighting, state: str, situation: bytes, stop: str, micros: list[Micro]) -> int | None:
        """The entry a step comes to, if it is taken."""
        stage = self.machine.stage(state)
        if not stage.station.holds(stage.local(situation)):
            self._refuse(sighting, "invariant", state)
            if not stage.station.doubtful:
                return None
            sighting = sighting.unless(False)
        sighting = Sighting(sighting.before, sighting.given, sighting.move, state, stop, sighting.sure)
        new = self._record(sighting, micros)
        if new:
            self.telling.append(sighting)
        return self._numbered(state, situation, sighting)

    def _numbered(self, state: str, situation: bytes, sighting: Sighting) -> int | None:
        """The number of the entry with these values; ``None`` where there are too many of the state."""
        key = (state, situation, sighting.stop)
        number = self._numbers.get(key)
        if number is None:
            if self._situations_of[state] >= MAX_IN_STATE:
                self.partial = f"more than {self.situations} situations can arise"
                return None
            number = self._numbers[key] = len(self.entries)
            self._enter(number, state, situation, sighting)
        return number

    def _enter(self, number: int, state: str, situation: bytes, sighting: Sighting) -> None:
        cost = past = 0
        if sighting.before is not None:
            entry = self.entries[sighting.before[0]]
            rests = entry.visit.rests if entry.visit is not None else []
            cost = entry.cost + (rests[sighting.before[1]].distance if rests else 0) + 1
            past = entry.past | self._bits[entry.state]
        self.entries.append(Entry(state, situation, sighting.stop, cost, sighting, past))
        self._entries_of[state] += 1
        if self.forecast is None:
            heappush(self._queue, (not sighting.sure, cost + self._entries_of[state] // FAIRNESS, number))
        else:
            heappush(self._rare, (not sighting.sure, self._entries_of[state], number))

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
