"""Symbols: small numbers that stand for the values of a field, so that a situation is a string of bytes."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Mapping
from typing import Any, Final, NamedTuple

from engine.analysis.exact.cells import Cell
from engine.analysis.exact.space import Variable
from engine.analysis.exact.values import as_json, stored
from engine.dsl import Field, FieldType, misfit
from engine.reducer.values import MISFIT, Fit, unsets

UNSET_SYMBOL: Final = 0

MAX_SYMBOLS: Final = 250
"""Values of one field that are told apart; a byte holds a symbol."""

MAX_GIVEN: Final = 32
"""Classes of one field of which a value each is contributed."""

_PLAIN = (str, int, float, bool)
_CONTENTS = ("content", "other content")


class TooMany(Exception):
    """A field takes more values than are told apart."""


class SymbolsOf(NamedTuple):
    """What the symbols of a field are made of: its classes, and with ``exact`` the literals written to it.

    Where decisions are about the field, there are two values of each class: ``twice``.
    """

    field: Field
    cells: tuple[Cell, ...]
    exact: bool
    twice: bool
    literals: tuple[str, ...]


class Symbols:
    """The symbols of one field: 0 for unset, the others each for one value as a context holds it.

    With ``exact``, every value has a symbol of its own; else a symbol stands for its class, too. ``given`` are the
    symbols contributions and inputs bring; ``narrow`` tells why they are not all that could be brought.
    """

    def __init__(self, made_of: SymbolsOf, variable: Variable, literals: Iterable[Any]) -> None:
        self.name = variable.name
        self.field = made_of.field
        self.exact = made_of.exact
        self.narrow: str | None = None
        self.values: list[Any] = [None]
        self._made_of = made_of
        self._variable = variable
        self._known: dict[str, int] = {}
        self._by_class: dict[int, int] = {}
        self._masks: dict[int, int] = {}
        self.given = tuple(dict.fromkeys(self._brought(made_of.twice, literals)))

    def serves(self, made_of: SymbolsOf) -> bool:
        """Whether these symbols would be made again, and there is still room for values that come up."""
        return self._made_of == made_of and len(self.values) <= MAX_SYMBOLS // 2

    def _brought(self, twice: bool, literals: Iterable[Any]) -> list[int]:
        if self.field.type is FieldType.BLOB:
            return [self._add({"store": "payloads", "key": each}) for each in _CONTENTS]
        cells = self._variable.cells[:MAX_GIVEN]
        if len(cells) < len(self._variable.cells) or any(not cell.sure for cell in cells):
            self.narrow = f"`{self.name}` has values for which no example was found"
        given = []
        for place, cell in enumerate(cells):
            if cell.sure:
                given.append(self._add(as_json(cell.value)))
                self._by_class[1 << place] = given[-1]
        if twice:
            others = (_another(self.field, self._variable, cell.value) for cell in cells if not cell.single)
            given += [self.of(value) for value in others if value is not None]
        if self.exact:
            written = [self.of(value) for value in literals]
            given += [each for each in written if each and misfit(self.field, self.values[each]) is None]
        return given

    def of(self, value: Any) -> int:
        """The symbol of a value as a context holds it. Raises ``TooMany``."""
        if unsets(value):
            return UNSET_SYMBOL
        written = _written(value)
        known = self._known.get(written)
        if known is None:
            known = None if self.exact else self._by_class.get(self._class(value))
            known = self._known[written] = self._add(value) if known is None else known
        return known

    def contributed(self, symbol: int) -> Any:
        """What a contributor gives for it."""
        if symbol and self.field.type is FieldType.BLOB:
            return self.values[symbol]["key"]
        return self.values[symbol]

    def mask(self, symbol: int) -> int:
        """The class the symbol's value is in, as a mask of the field's variable."""
        known = self._masks.get(symbol)
        if known is None:
            variable = self._variable
            known = variable.unset if symbol == UNSET_SYMBOL else self._class(self.values[symbol]) or variable.set
            self._masks[symbol] = known
        return known

    def _class(self, value: Any) -> int:
        seen = stored(self.field, value)
        return 0 if seen is None else self._variable.class_of(seen)

    def _add(self, value: Any) -> int:
        if len(self.values) >= MAX_SYMBOLS:
            raise TooMany
        self.values.append(value)
        self._known[_written(value)] = len(self.values) - 1
        return len(self.values) - 1


Alphabet = Mapping[str, Symbols]
"""The symbols of each field of a machine."""


def context_of(alphabet: Alphabet, names: Collection[str], situation: bytes) -> dict[str, Any]:
    """The values some symbols stand for; unset fields are left out."""
    return {name: alphabet[name].values[each] for name, each in zip(names, situation, strict=True) if each}


def as_stored(fit: Fit, literal: Any) -> Any:
    """A literal as a context holds it once it is written: as it is where it does not fit, ``None`` where it unsets."""
    if unsets(literal):
        return None
    value = fit(literal)
    return literal if value is MISFIT else value


def _written(value: Any) -> str:
    return repr(value) if type(value) in _PLAIN else json.dumps(value, sort_keys=True, default=str)


def _another(field: Field, variable: Variable, value: Any) -> Any:
    """A second value of a class, as a context holds it, or ``None``."""
    candidates: list[Any] = []
    if isinstance(value, str):
        candidates = [f"{value} again", f"{value}2", f"2{value}", f"{value}{value}"]
    elif type(value) in (int, float):
        candidates = [value + 1, value - 1, value + 0.25, value - 2]
    elif isinstance(value, list):
        candidates = [[*value, *value], [*value, "more"], [*value, 1]]
    elif isinstance(value, Mapping):
        candidates = [{**value, "more": 1}]
    place = variable.class_of(value)
    for candidate in candidates:
        if candidate != value and misfit(field, candidate) is None and variable.class_of(candidate) == place:
            return candidate
    return None
