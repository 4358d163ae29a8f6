"""The search over the situations in which states are entered, by the number of contributions it takes to come there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from heapq import heapify, heappop, heappush
from typing import Final

from engine.analysis.exact.forecast import Forecast
from engine.analysis.exact.machine import Machine
from engine.analysis.exact.manner import Way
from engine.analysis.exact.sightings import PASSING, Entry, Micro, Sighting, Sightings
from engine.analysis.exact.station import REST
from engine.analysis.exact.symbols import TooMany
from engine.analysis.exact.visit import Exit, Move
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


class Search(Sightings):
    """What happens in a machine; ``partial`` tells why not all was seen.

    ``forecast`` is there when it was a large machine; when nothing is ``left`` of what it holds possible, the search
    has ``stopped`` before all situations were looked at.
    """

    def __init__(self, machine: Machine, checkpoint: Callable[[], None]) -> None:
        super().__init__(machine)
        self.partial: str | None = None
        self.situations = 0
        self._numbers: dict[tuple[str, bytes, str], int] = {}
        self._entries_of: Counter[str] = Counter()
        self._situations_of: Counter[str] = Counter()
        self.forecast: Forecast | None = None
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

    def _begin(self) -> None:
        initial, opening = self.machine.workflow.initial_state, self.machine.opening()
        for given, created in self.machine.beginnings():
            for situation, sure in opening.results(created):
                sighting = Sighting(None, given, Move(), initial, "", sure)
                if situation is None:
                    self._refuse(sighting, "action-error", initial)
                else:
                    self._run(sighting, initial, situation, None)

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
