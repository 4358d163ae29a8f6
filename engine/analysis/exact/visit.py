"""One visit of a state: where a run may rest meanwhile, and how it may leave, by number of contributions."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice, product
from typing import Final, NamedTuple

from engine.analysis.exact.manner import Manner, Way
from engine.analysis.exact.passage import written
from engine.analysis.exact.station import REST, Station
from engine.analysis.exact.symbols import UNSET_SYMBOL

MAX_RESTS: Final = 4_096
"""Situations of one visit that are told apart, and ways in which one contributor may answer at once."""

MAX_OTHERS: Final = 64
"""Ways out that are kept beside one from which they differ in nothing that counts afterwards."""


class Move(NamedTuple):
    """What moves a run at rest: values that are contributed, or the timer or expiry of this name."""

    values: tuple[tuple[str, int], ...] = ()
    timer: str | None = None


@dataclass(slots=True)
class Rest:
    """A situation to rest in; ``before`` is the place of the one it came from, ``fired`` counts the timers.

    ``fans`` are the places of what may come next.
    """

    situation: bytes
    before: int
    move: Move
    distance: int
    fired: int
    sure: bool
    fans: list[int] = field(default_factory=list)


@dataclass(slots=True)
class Exit:
    """A way out of the state, taken from the rest at ``before`` with these values in the end.

    ``others`` have values that make no difference after the way, each with the rest and the move.
    """

    way: Way
    situation: bytes
    before: int
    move: Move
    distance: int
    sure: bool
    others: list[tuple[bytes, int, Move]] = field(default_factory=list)


@dataclass(slots=True)
class Fan:
    """The rests and exits that contributions to some ``fields``, or a timer, may lead to."""

    fields: tuple[int, ...] = ()
    timer: str | None = None
    rests: list[int] = field(default_factory=list)
    exits: list[int] = field(default_factory=list)


class Visit:
    """Everything that may happen from one situation in which a state is entered, until it is left.

    ``narrow`` when that is too much to look at all of it.
    """

    def __init__(self, station: Station, manner: Manner, entered: bytes) -> None:
        self.station = station
        self.manner = manner
        self.rests = [Rest(entered, -1, Move(), 0, 0, True)]
        self.exits: list[Exit] = []
        self.refused: list[tuple[int, Move]] = []
        self.narrow = False
        self._fans: list[Fan] = []
        self._shared: dict[object, int] = {}
        self._places: dict[tuple[bytes, int], int] = {(entered, 0): 0}
        self._ways: dict[tuple[Way, bytes], int] = {}
        place = 0
        while place < len(self.rests):
            self._from(place)
            place += 1

    @cached_property
    def stuck(self) -> tuple[int, ...]:
        """The rests in which nobody is asked and no timer or expiry is to come."""
        return tuple(
            place
            for place, rest in enumerate(self.rests)
            if rest.fired == len(self.manner.timers)
            and not self.station.asks(rest.situation)
            and not any(rest.situation[each] for each in self.manner.expiring)
        )

    def reaching(self, wanted: frozenset[int]) -> set[int]:
        """The rests from which one of these exits can be taken."""
        found: set[int] = set()
        while True:
            fans = {
                number
                for number, fan in enumerate(self._fans)
                if not wanted.isdisjoint(fan.exits) or not found.isdisjoint(fan.rests)
            }
            more = {place for place, rest in enumerate(self.rests) if not fans.isdisjoint(rest.fans)}
            if more <= found:
                return found
            found |= more

    def following(self, place: int) -> Iterator[tuple[Move, int | None, int | None]]:
        """What may come next in a rest: each move with the rest or the exit it leads to."""
        for number in self.rests[place].fans:
            fan = self._fans[number]
            for after in fan.rests:
                yield self._move(place, fan, self.rests[after].situation), after, None
            for after in fan.exits:
                yield self._move(place, fan, self.exits[after].situation), None, after

    def _move(self, place: int, fan: Fan, after: bytes) -> Move:
        """The move by which a fan leads from a rest to these values."""
        before, local = self.rests[place].situation, self.station.local
        if fan.timer is not None:
            return Move(timer=fan.timer)
        changed = [at for at in fan.fields if after[at] != before[at]] or fan.fields[:1]
        return Move(tuple((local[at], after[at]) for at in changed))

    def _from(self, place: int) -> None:
        rest = self.rests[place]
        if not self.manner.hasty(rest.fired):
            for number in range(len(self.manner.groups)):
                self._contribute(place, number)
        if rest.fired < len(self.manner.timers):
            self._time_out(place)
        for at in self.manner.expiring:
            if rest.situation[at]:
                self._expire(place, at)

    def _contribute(self, place: int, number: int) -> None:
        """All that one contributor may do; rests that differ only in what it may write share the results."""
        rest, manner = self.rests[place], self.manner
        places = manner.places[number]
        choices = [manner.choices(at, rest.situation[at]) for at in places]
        key: object = (number, place)
        if not manner.coupled:
            others = bytearray(rest.situation)
            for at in places:
                others[at] = UNSET_SYMBOL
            key = (number, bytes(others), rest.fired, tuple(choices))
        known = self._shared.get(key)
        if known is not None:
            rest.fans.append(known)
            return
        fan = self._shared[key] = self._fan(place, Fan(places))
        every = product(*choices)
        for symbols in islice(every, MAX_RESTS):
            given = {at: symbol for at, symbol in zip(places, symbols, strict=True) if symbol != rest.situation[at]}
            self._give(place, fan, given or {places[0]: symbols[0]})
        if next(every, None) is not None:
            self.narrow = True

    def _give(self, place: int, fan: int, given: Mapping[int, int]) -> None:
        rest, manner = self.rests[place], self.manner
        names = self.station.local
        move = Move(tuple((names[at], symbol) for at, symbol in given.items()))
        if manner.coupled:
            values = dict(move.values)
            for decision, approved in manner.approves.items():
                if values.get(decision) and any(name in values for name in approved):
                    return  # what is decided on cannot be written along with the decision
            self._arrive(place, fan, self._written(rest.situation, values), move, rest.fired)
            return
        after = bytearray(rest.situation)
        for at, symbol in given.items():
            after[at] = symbol
        self._arrive(place, fan, bytes(after), move, rest.fired)

    def _time_out(self, place: int) -> None:
        rest, timer = self.rests[place], self.manner.timers[self.rests[place].fired]
        after = self._written(rest.situation, timer.writes)
        fan, move = self._fan(place, Fan(timer=timer.name)), Move(timer=timer.name)
        sure = not any(rest.situation[at] for at in self.manner.expiring)  # an expiry could come first
        if timer.leads:
            self._leave(place, fan, timer.name, after, move, sure)
        else:
            self._arrive(place, fan, after, move, rest.fired + 1, sure)

    def _expire(self, place: int, at: int) -> None:
        rest, manner = self.rests[place], self.manner
        name = self.station.local[at]
        after = self._written(rest.situation, {name: UNSET_SYMBOL})
        alone = not manner.timers and sum(1 for each in manner.expiring if rest.situation[each]) == 1
        move = Move(timer=manner.expiry(name))
        self._arrive(place, self._fan(place, Fan(timer=move.timer)), after, move, rest.fired, alone)

    def _written(self, situation: bytes, writes: Mapping[str, int]) -> bytes:
        fields = written(dict(zip(self.station.local, situation, strict=True)), writes, self.manner.approves)
        return bytes(fields[name] for name in self.station.local)

    def _fan(self, place: int, fan: Fan) -> int:
        self._fans.append(fan)
        self.rests[place].fans.append(len(self._fans) - 1)
        return len(self._fans) - 1

    def _arrive(self, place: int, fan: int, after: bytes, move: Move, fired: int, sure: bool = True) -> None:
        for outcome, certain in self.station.routes(after):
            if outcome == REST:
                self._rest(place, fan, after, move, fired, sure and certain)
            else:
                self._leave(place, fan, outcome, after, move, sure and certain)

    def _rest(self, place: int, fan: int, after: bytes, move: Move, fired: int, sure: bool) -> None:
        before = self.rests[place]
        sure = sure and before.sure
        known = self._places.get((after, fired))
        if known is None:
            if not self.station.holds(after):
                self.refused.append((place, move))
                if not self.station.doubtful:
                    return
                sure = False
            if len(self.rests) >= MAX_RESTS:
                self.narrow = True
                return
            known = self._places[after, fired] = len(self.rests)
            self.rests.append(Rest(after, place, move, before.distance + 1, fired, sure))
        elif sure and place < known and not self.rests[known].sure:
            found = self.rests[known]
            found.before, found.move, found.sure = place, move, True
        self._fans[fan].rests.append(known)

    def _leave(self, place: int, fan: int, way: Way, after: bytes, move: Move, sure: bool) -> None:
        key = (way, self.manner.kept[way](after))
        known = self._ways.get(key)
        sure = sure and self.rests[place].sure
        if known is None:
            known = self._ways[key] = len(self.exits)
            self.exits.append(Exit(way, after, place, move, self.rests[place].distance + 1, sure))
        else:
            found = self.exits[known]
            if sure and not found.sure:
                found.situation, found.before, found.move, found.sure = after, place, move, True
            elif len(found.others) < MAX_OTHERS and after != found.situation:
                found.others.append((after, place, move))
        self._fans[fan].exits.append(known)
