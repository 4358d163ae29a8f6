"""What happens to a situation when a state is left: the actions on the way, and what counts in the next state."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Final

from engine.analysis.exact.station import Surroundings, picker
from engine.analysis.exact.symbols import UNSET_SYMBOL, Symbols, TooMany, as_stored
from engine.cel import CelError
from engine.dsl.models import Action, Assign, Compute, Send, Spawn
from engine.reducer.actions import is_yes
from engine.reducer.definition import Definition, Terms
from engine.reducer.values import MISFIT, unsets

BUSY: Final = ""
"""Stands among the fields for commands and children that are under way; no field has this name."""

MAX_RESULTS: Final = 256
"""Results of a computation that are followed where its values cannot be told."""

Fields = Mapping[str, int]
Writes = Mapping[str, int] | None
"""The symbols an action writes; ``None`` where it fails."""

Result = tuple[bytes | None, bool]
"""A situation after the actions, ``None`` where one of them fails, and whether it is certain."""


class Passage:
    """Actions between two places, each with its own fields that count; ``written`` are the fields they write.

    ``before`` and ``after`` list the fields that count; the ``clamped`` ones, of which it only counts afterwards that
    they are set, come last.
    """

    def __init__(
        self,
        actions: Iterable[Action],
        before: Sequence[str],
        after: Sequence[str],
        clamped: frozenset[str],
        definition: Definition,
        around: Surroundings,
    ) -> None:
        self._definition = definition
        self._around = around
        self.steps = [step for action in actions if (step := self._planned(action)) is not None]
        self.written = frozenset(name for step in self.steps for name in step.names)
        fallen = {each for each, fields in around.approves.items() if not self.written.isdisjoint(fields)}
        self._touched = tuple(sorted(self.written | fallen))
        self._places = {name: place for place, name in enumerate(before)}
        self._pick = self._picking(before, after, len(after) - len(clamped.intersection(after)))
        self._literal: bytes | None = None
        self.literal = not fallen and all(isinstance(step, _Literals) for step in self.steps)
        if self.literal:
            self._literal = self._end(b"", self._first({}, b""))

    def results(self, situation: bytes) -> Sequence[Result]:
        """What becomes of a situation; the certain result first. Raises ``TooMany``."""
        if self._literal is not None:
            return ((self._pick(situation + self._literal), True),)
        found: dict[bytes | None, bool] = {}
        for writes, sure in self._followed(situation):
            after = None if writes is None else self._pick(situation + self._end(situation, writes))
            found.setdefault(after, sure)
        return tuple(found.items())

    def _planned(self, action: Action) -> _Literals | _Sending | _Computation | None:
        match action:
            case Assign(assign=literals):
                fits, alphabet = self._definition.fits, self._around.alphabet
                return _Literals({n: alphabet[n].of(as_stored(fits[n], value)) for n, value in literals.items()})
            case Compute(compute=expressions):
                return _Computation(expressions, self._definition, self._around)
            case Send(send=spec):
                terms = self._definition.terms.get(spec.approved_by or "")
                return _Sending(terms, None if terms is None else self._around.alphabet[terms.field])
            case Spawn():
                return _Sending(None, None)
        return None

    def _picking(self, before: Sequence[str], after: Sequence[str], whole: int) -> Callable[[bytes], bytes]:
        """What is left of a situation with the symbols of the touched fields behind it."""
        touched = {name: len(before) + place for place, name in enumerate(self._touched)}
        never = len(before) + len(touched)
        pick = picker([touched.get(name, self._places.get(name, never)) for name in after])
        if whole == len(after):
            return lambda situation: pick(situation + NOTHING)

        def clamping(situation: bytes) -> bytes:
            found = pick(situation + NOTHING)
            return found[:whole] + found[whole:].translate(CLAMPED)

        return clamping

    def _followed(self, situation: bytes) -> Iterable[tuple[Writes, bool]]:
        ways: list[tuple[Writes, bool]] = [({}, True)]
        for step in self.steps:
            following: list[tuple[Writes, bool]] = []
            for fields, sure in ways:
                if fields is None:
                    following.append((None, sure))
                    continue
                read = {name: self._value(name, fields, situation) for name in step.read}
                for place, writes in enumerate(step(read)):
                    after = None if writes is None else self._also(fields, writes, situation)
                    following.append((after, sure and place == 0))
            ways = following
        return ways

    def _first(self, fields: Fields, situation: bytes) -> Fields:
        for step in self.steps:
            fields = {**fields, **(step({})[0] or {})}
        return fields

    def _also(self, fields: Fields, writes: Fields, situation: bytes) -> Fields:
        """The fields written so far with some more; decisions on what changes fall."""
        after = {**fields}
        for name, symbol in writes.items():
            for decision, approved in self._around.approves.items():
                if name in approved and self._value(name, after, situation) != symbol:
                    after[decision] = UNSET_SYMBOL
            after[name] = symbol
        return after

    def _end(self, situation: bytes, fields: Fields) -> bytes:
        return bytes(self._value(name, fields, situation) for name in self._touched)

    def _value(self, name: str, fields: Fields, situation: bytes) -> int:
        known = fields.get(name)
        if known is None:
            place = self._places.get(name)
            known = UNSET_SYMBOL if place is None else situation[place]
        return known


NOTHING: Final = bytes([UNSET_SYMBOL])
CLAMPED: Final = bytes([UNSET_SYMBOL] + [1] * 255)
"""Symbols as far as it only counts whether there is a value."""


def written(fields: Fields, writes: Fields, approves: Mapping[str, tuple[str, ...]]) -> dict[str, int]:
    """Fields after some writes; decisions on what changes fall."""
    after = dict(fields)
    for name, symbol in writes.items():
        if after.get(name, UNSET_SYMBOL) != symbol:
            for decision, approved in approves.items():
                if name in approved:
                    after[decision] = UNSET_SYMBOL
        after[name] = symbol
    return after


class _Literals:
    read: tuple[str, ...] = ()

    def __init__(self, writes: Fields) -> None:
        self._writes = writes
        self.names = tuple(writes)

    def __call__(self, fields: Fields) -> Sequence[Writes]:
        return (self._writes,)


class _Sending:
    """A command or a child is under way; with terms it fails unless a yes is in force."""

    names: tuple[str, ...] = (BUSY,)

    def __init__(self, terms: Terms | None, decisions: Symbols | None) -> None:
        self._terms = terms
        self._decisions = decisions
        self.read = () if terms is None else (terms.field,)

    def __call__(self, fields: Fields) -> Sequence[Writes]:
        if self._terms is not None and self._decisions is not None:
            symbol = fields.get(self._terms.field, UNSET_SYMBOL)
            if symbol == UNSET_SYMBOL or not is_yes(self._terms, self._decisions.values[symbol]):
                return (None,)
        return ({BUSY: 1},)


class _Computation:
    """Expressions over symbols; where a field read has other values of the same class, any result is possible."""

    def __init__(self, expressions: Mapping[str, str], definition: Definition, around: Surroundings) -> None:
        self._around = around
        self._definition = definition
        self.names = tuple(expressions)
        known = definition.expressions
        self._planned = [(name, known.compiled(source)) for name, source in expressions.items()]
        read = {name for source in expressions.values() for name in known.fields_read(source)}
        self.read = tuple(name for name in definition.fields if name in read)
        self._known: dict[tuple[int, ...], Sequence[Writes]] = {}

    def __call__(self, fields: Fields) -> Sequence[Writes]:
        key = tuple(fields.get(name, UNSET_SYMBOL) for name in self.read)
        known = self._known.get(key)
        if known is None:
            certain = self._computed(key)
            loose = any(s and name in self._around.doubtful for name, s in zip(self.read, key, strict=True))
            known = self._known[key] = (certain, *self._any(certain)) if loose else (certain,)
        return known

    def _computed(self, key: tuple[int, ...]) -> Writes:
        alphabet = self._around.alphabet
        context = {n: alphabet[n].values[symbol] for n, symbol in zip(self.read, key, strict=True) if symbol}
        writes: dict[str, int] = {}
        for name, evaluate in self._planned:
            try:
                value = evaluate(context)
            except CelError:
                return None
            stored = None if unsets(value) else self._definition.fits[name](value)
            if stored is MISFIT or (stored is not None and name in self._definition.terms):
                return None
            writes[name] = alphabet[name].of(stored)
        return writes

    def _any(self, certain: Writes) -> Iterator[Writes]:
        if certain is not None:
            yield None
        found: list[dict[str, int]] = [{}]
        for name in self.names:
            symbols = (UNSET_SYMBOL, *self._around.alphabet[name].given)
            found = [{**each, name: symbol} for each in found for symbol in symbols]
            if len(found) > MAX_RESULTS:
                raise TooMany
        yield from (each for each in found if each != certain)


Step = _Literals | _Sending | _Computation
"""An action over the symbols of the fields it reads: what it may write, the certain result first."""
