"""What can happen in a machine at most: each field by itself in each state, so that large ones are soon through."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from heapq import heappop, heappush
from itertools import product
from typing import Final

from engine.analysis.exact.machine import Machine, Stage
from engine.analysis.exact.manner import Way
from engine.analysis.exact.passage import Passage, Step
from engine.analysis.exact.station import REST
from engine.analysis.exact.symbols import UNSET_SYMBOL, TooMany
from engine.analysis.walk import actions_of
from engine.dsl.models import Compute, State

MAX_TOGETHER: Final = 4_096
"""Values of a state's own fields that are looked at together."""

LITERALS: Final = 8
COMPUTED: Final = 64
"""Values a field may take besides those that are known from the start: by literals, by computations."""

LONGEST: Final = 128
"""Transitions without a rest after which a run is halted."""

Goal = tuple[str, str] | tuple[str, str, Way]
"""Something that may happen: what, in which state, and by which way."""


class Forecast:
    """Everything that may happen, and perhaps more: what is not in ``goals`` never does.

    Sets of values are bits, some for each field. Raises ``TooMany`` where there is too much to look at.
    """

    def __init__(self, machine: Machine) -> None:
        self.machine = machine
        self.goals: set[Goal] = set()
        self._shift: dict[str, int] = {}
        self._masks: dict[str, int] = {}
        self._lay_out()
        self._live: dict[str, int] = {}
        self._leaving: dict[tuple[str, int], Mapping[Way, int]] = {}
        self._kept: dict[Passage, tuple[int, int]] = {}
        self._arriving: dict[str, int] = {}
        self._at_once: dict[str, set[str]] = {}
        self._order = {name: place for place, name in enumerate(machine.workflow.states)}
        self._pending: list[tuple[int, str]] = []
        self._waiting: set[str] = set()
        self._begin()
        while self._pending:
            _, name = heappop(self._pending)
            self._waiting.discard(name)
            self._from(name)
        for name in self._arriving:
            self._look(name)
        self.goals |= {("halted", name) for name in _endless(self._at_once)}

    def _begin(self) -> None:
        machine, initial = self.machine, self.machine.workflow.initial_state
        created = 0
        for name, field in machine.workflow.context.items():
            symbols = {machine.alphabet[name].of(machine.definition.defaults.get(name))}
            symbols |= {UNSET_SYMBOL, *machine.alphabet[name].given} if field.input else set()
            created |= self._set(name, symbols)
        created |= self._set("", [UNSET_SYMBOL])
        self._arrive(initial, self._through(initial, machine.opening(), created))

    def _lay_out(self) -> None:
        """Room for the symbols of each field, and for some more where it is computed."""
        machine = self.machine
        computed = {each for state in machine.workflow.states.values() for each in computed_in(state)}
        shift = 0
        for name in ("", *machine.workflow.context):
            width = 2 if not name else len(machine.alphabet[name].values) + (COMPUTED if name in computed else LITERALS)
            self._shift[name] = shift
            self._masks[name] = (1 << width) - 1 << shift
            shift += width

    def _set(self, name: str, symbols: Iterable[int]) -> int:
        bits = 0
        for symbol in symbols:
            bits |= 1 << symbol + self._shift[name]
        if bits & ~self._masks[name]:
            raise TooMany
        return bits

    def _of(self, values: int, name: str) -> int:
        """The set of one field's symbols, as bits."""
        return (values & self._masks[name]) >> self._shift[name]

    def _mask(self, names: Iterable[str]) -> int:
        mask = 0
        for name in names:
            mask |= self._masks[name]
        return mask

    def _arrive(self, state: str, values: int | None) -> None:
        """Let a state be entered with these values, too."""
        if values is None:
            return
        live = self._live.get(state)
        if live is None:
            self.goals.add(("entered", state))
            live = self._live[state] = self._mask(self.machine.stage(state).live)
        elif not values & live & ~self._arriving[state]:
            return
        self._arriving[state] = self._arriving.get(state, 0) | values & live
        if state not in self._waiting:
            self._waiting.add(state)
            heappush(self._pending, (self._order[state], state))

    def _from(self, state: str) -> None:
        stage = self.machine.stage(state)
        inside = self._inside(stage, self._arriving[state])
        own = self._mask(stage.station.local)
        key = (state, inside & own)
        leaving = self._leaving.get(key)
        if leaving is None:
            leaving = self._leaving[key] = self._ways_out(stage, inside, own)
        for way, values in leaving.items():
            self.goals.add(("fired", state, way))
            target, passage = self.machine.way(state, way)
            self._arrive(target, self._through(state, passage, values | inside & ~own))

    def _ways_out(self, stage: Stage, inside: int, own: int) -> Mapping[Way, int]:
        """The ways a state may be left, each with the values of its own fields then."""
        leaving: dict[Way, int] = {}
        for situation in self._situations(stage, inside):
            for way, _ in stage.station.routes(situation):
                if way != REST:
                    leaving[way] = leaving.get(way, 0) | self._own(stage, situation, inside)
        for due in stage.manner.timers:
            if due.leads:
                leaving[due.name] = inside & own
        return leaving

    def _inside(self, stage: Stage, values: int) -> int:
        """The values while a run is in a state: those it came with, and all that may be written there."""
        manner = stage.manner
        for group in manner.groups:
            for name in group:
                values |= self._set(name, [UNSET_SYMBOL, *self.machine.alphabet[name].given])
        for due in manner.timers:
            for name, symbol in due.writes.items():
                values |= self._set(name, [symbol])
        for name in (*manner.approves, *(stage.station.local[at] for at in manner.expiring)):
            values |= self._set(name, [UNSET_SYMBOL])
        return values

    def _situations(self, stage: Stage, values: int) -> Iterator[bytes]:
        """Every combination of values of a state's own fields."""
        choices = []
        count = 1
        for name in stage.station.local:
            symbols = list(_bits(self._of(values, name)))
            if name in stage.clamped:
                symbols = sorted({min(symbol, 1) for symbol in symbols})
            choices.append(symbols)
            count *= len(symbols)
        if count > MAX_TOGETHER:
            raise TooMany
        return map(bytes, product(*choices))

    def _own(self, stage: Stage, situation: bytes, inside: int) -> int:
        values = 0
        for name, symbol in zip(stage.station.local, situation, strict=True):
            if name in stage.clamped and symbol:
                values |= inside & self._masks[name] & ~(1 << self._shift[name])
            else:
                values |= 1 << symbol + self._shift[name]
        return values

    def _through(self, state: str, passage: Passage, values: int) -> int | None:
        """The values after a passage, ``None`` where it fails with all of them."""
        if passage.literal:
            known = self._kept.get(passage)
            if known is None:
                written: dict[str, int] = {}
                for step in passage.steps:
                    written |= step({})[0] or {}
                constant = sum(self._set(name, [symbol]) for name, symbol in written.items())
                known = self._kept[passage] = (~self._mask(written), constant)
            return values & known[0] | known[1]
        for step in passage.steps:
            results = self._results(state, step, values)
            if results is None:
                return None
            values = values & ~self._mask(results)
            for name, found in results.items():
                values |= self._set(name, found)
                for decision, approved in self.machine.around.approves.items():
                    if name in approved:
                        values |= self._set(decision, [UNSET_SYMBOL])
        return values

    def _results(self, state: str, step: Step, values: int) -> Mapping[str, set[int]] | None:
        """What an action may write; ``None`` where it can but fail."""
        results: dict[str, set[int]] = {}
        passes = False
        sets = [tuple(_bits(self._of(values, name))) for name in step.read]
        for symbols in product(*sets):
            for writes in step(dict(zip(step.read, symbols, strict=True))):
                if writes is None:
                    self.goals.add(("refused", state))
                    continue
                passes = True
                for name, symbol in writes.items():
                    results.setdefault(name, set()).add(symbol)
        return results if passes else None

    def _look(self, state: str) -> None:
        """What may happen in a state besides: runs that are stuck, break an invariant, or go on at once."""
        stage = self.machine.stage(state)
        if stage.station.state.terminal:
            return
        self._at_once[state] = {
            self.machine.way(state, way)[0]
            for situation in self._situations(stage, self._arriving[state])
            for way, _ in stage.station.routes(situation)
            if way != REST
        }
        stays = not any(due.leads for due in stage.manner.timers)
        for situation in self._situations(stage, self._inside(stage, self._arriving[state])):
            if not stage.station.holds(situation):
                self.goals.add(("broken", state))
            rests = any(way == REST for way, _ in stage.station.routes(situation))
            if rests and stays and not stage.station.asks(situation):
                self.goals.add(("stuck", state))


def computed_in(state: State) -> Iterator[str]:
    """The fields a state's actions compute."""
    for _, action in actions_of("", state):
        if isinstance(action, Compute):
            yield from action.compute


def _bits(values: int) -> Iterator[int]:
    while values:
        lowest = values & -values
        yield lowest.bit_length() - 1
        values ^= lowest


def _endless(graph: Mapping[str, set[str]]) -> set[str]:
    """The states on a cycle, or from which a path is longer than a run may go without a rest."""
    left = {name: {after for after in targets if after in graph} for name, targets in graph.items()}
    length = 0
    while left and length < LONGEST:
        ends = {name for name, targets in left.items() if not targets}
        if not ends:
            break
        left = {name: targets - ends for name, targets in left.items() if name not in ends}
        length += 1
    return set(left)
