"""The values of plain fields in cells that no test of them tells apart, each with a value that stands for it."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

from engine.analysis.exact.atoms import Atom, Test
from engine.analysis.exact.chain import MAX_PERIOD, cuts
from engine.analysis.exact.line import Interval, IntLine, Line, TimeLine, intervals
from engine.analysis.exact.strings import Text, texts, understood
from engine.cel import Timestamp
from engine.dsl import Field
from engine.dsl.patterns import matches

MAX_POINTS = 64
"""Largest range of integers whose values are told apart one by one where two fields are compared."""


@dataclass(frozen=True, slots=True)
class Cell:
    """``single`` when no other value is in it; ``sure`` unless it may be empty; ``shape`` says what is in it."""

    value: Any
    single: bool = False
    sure: bool = True
    shape: Interval | Text | None = None


@dataclass(frozen=True)
class Cells:
    """The cells of a field's values and the atoms whose answers they tell exactly; all, where cells are single."""

    cells: tuple[Cell, ...]
    exact: frozenset[Atom] = frozenset()

    @cached_property
    def single(self) -> bool:
        """Whether each cell is one value."""
        return all(cell.single for cell in self.cells)

    def tell(self, atom: Atom) -> bool:
        """Whether the answer of the atom follows from the cell."""
        return self.single or atom in self.exact


@lru_cache(maxsize=4096)
def listed(values: tuple[Any, ...]) -> Cells:
    """A cell for each of finitely many values: whatever is asked of them has an answer."""
    return Cells(tuple(Cell(value, True) for value in dict.fromkeys(values)))


def on_a_line(line: Line, atoms: Sequence[Atom], singly: bool) -> Cells:
    """Integers or doubles, cut where a test changes its answer.

    ``singly`` asks for cells of one value each if there are few, for comparisons with other fields.
    """
    found: set[int] = set()
    period = 1
    exact: set[Atom] = set()
    few = isinstance(line, IntLine) and line.last - line.first < MAX_POINTS
    if few and (singly or any(not isinstance(atom, Test) for atom in atoms)):
        found.update(range(line.first, line.last + 1))
        exact.update(atoms)
    for atom in atoms:
        if atom in exact or not isinstance(atom, Test):
            continue
        result = cuts(line, atom.steps, [] if atom.measured else comparable(line, atom.bounds))
        if result is not None and math.lcm(period, result[1]) <= MAX_PERIOD:
            period = math.lcm(period, result[1])
            found |= result[0]
            exact.add(atom)
    pieces = intervals(line, found, period)
    return Cells(tuple(Cell(line.nicest(piece), piece.single, True, piece) for piece in pieces), frozenset(exact))


def comparable(line: Line, bounds: Sequence[Any]) -> list[Any]:
    """Those of the constants that values of the line compare with; to all others they are unlike."""
    kinds = (Timestamp,) if isinstance(line, TimeLine) else (int, float)
    return [bound for bound in bounds if type(bound) in kinds]


def strings(field: Field, atoms: Sequence[Atom]) -> Cells:
    """Strings by what the tests can tell of them; those that may not match the field's pattern are not sure."""
    tests = [atom for atom in atoms if isinstance(atom, Test) and understood(atom)]
    found = texts(tests, field.max_length)
    if found is None:
        tests, found = [], texts([], field.max_length)
    return Cells(tuple(_patterned(field, found or [])), frozenset(tests))


def _patterned(field: Field, found: Sequence[Text]) -> Iterator[Cell]:
    for text in found:
        fits = field.pattern is None or matches(field.pattern, text.example)
        if fits or not text.only:
            yield Cell(text.example, text.only, fits, text)
