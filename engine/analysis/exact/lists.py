"""Lists in finitely many classes, by their sizes and by which classes of elements occur where and how often."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, Literal

from engine.analysis.exact.atoms import Atom, Test
from engine.analysis.exact.automaton import combinations
from engine.analysis.exact.cells import Cell, Cells
from engine.analysis.exact.chain import MAX_PERIOD, cuts
from engine.analysis.exact.formula import Formula, Reader, answer, atoms
from engine.analysis.exact.line import Interval, IntLine, intervals
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.cel import tree
from engine.cel.tree import Binary, Index, Macro, Node
from engine.dsl import Field, FieldType

ELEMENT: Final = "element"
"""The name under which the formulas of a list's elements know an element."""

MAX_POSITION = 8
"""Largest index of an element that is looked at."""


Kind = Literal["all", "exists", "exists_one"]


@dataclass(frozen=True, slots=True)
class Look:
    """What an atom asks of the elements: for how many ``formula`` is true or, with ``at``, for the one there."""

    atom: Atom
    formula: Formula
    kind: Kind = "exists"
    at: int | None = None

    @property
    def most(self) -> int:
        """How far the atom counts."""
        return 2 if self.kind == "exists_one" else 1


_COUNTED: Final[Mapping[Kind, tuple[int, int, int]]] = {"all": (0, 1, 1), "exists": (1, 0, 1), "exists_one": (2, 0, 1)}
"""How far true, false and failing elements are counted."""


class _Tally:
    """How often the answers occur that decide a quantifier."""

    def __init__(self, kind: Kind, answers: Mapping[int, int]) -> None:
        self.start: Hashable = (0, 0, 0)
        self._kind = kind
        self._answers = answers

    def step(self, state: Hashable, symbol: Any) -> Hashable:
        assert isinstance(state, tuple)
        place = (TRUE, FALSE, ERROR).index(self._answers[symbol])
        counted = zip(state, _COUNTED[self._kind], strict=True)
        return tuple(min(count + (index == place), most) for index, (count, most) in enumerate(counted))

    def label(self, state: Hashable) -> Hashable:
        assert isinstance(state, tuple)
        true, false, failing = state
        match self._kind:
            case "exists":
                return "yes" if true else "error" if failing else "no"
            case "all":
                return "no" if false else "error" if failing else "yes"
            case "exists_one":
                return "error" if failing else "yes" if true == 1 else "no"


class _At:
    """What the element at one position answers."""

    def __init__(self, answers: dict[int, int], position: int) -> None:
        self.start: Hashable = -position - 1
        self._answers = answers

    def step(self, state: Hashable, symbol: Any) -> Hashable:
        assert isinstance(state, int)
        return state + 1 if state < -1 else self._answers[symbol] if state == -1 else state

    def label(self, state: Hashable) -> Hashable:
        return state if isinstance(state, int) and state > 0 else None


def list_cells(field: Field, tests: Sequence[Atom], cells_of: Callable[[Field, Sequence[Atom]], Cells]) -> Cells:
    """A list for every combination of answers to those of ``tests`` that are understood.

    Once a list is so long that some class of elements occurs more often than anything counts, one more of it, behind
    the positions that are looked at, changes no answer but that of the size.
    """
    sized = [test for test in tests if isinstance(test, Test) and _of_size(test)]
    pieces = _sizes(sized, field.max_items)
    looks = [look for look in map(_look, tests) if look is not None]
    inner = [atom for look in looks for atom in atoms(look.formula)]
    elements = cells_of(field.items or Field(type=FieldType.ANY), inner)
    understood = [look for look in looks if all(map(elements.tell, atoms(look.formula)))]
    if pieces is None:
        return Cells((Cell([]),), frozenset())
    found = _combined(elements, understood, pieces)
    if found is None:
        understood, found = [], _combined(elements, [], pieces)
    exact = frozenset([*sized, *(look.atom for look in understood)])
    return Cells(tuple(Cell(value, not value) for value in found or ()), exact)


def _combined(elements: Cells, looks: Sequence[Look], pieces: Sequence[Interval]) -> list[list[Any]] | None:
    answers: dict[tuple[int, ...], Any] = {}
    for cell in elements.cells:
        row = tuple(answer(look.formula, {ELEMENT: cell.value}) for look in looks)
        answers.setdefault(row, cell.value)
    alphabet = range(len(answers))
    values = list(answers.values())
    machines: list[_Tally | _At] = []
    for index, look in enumerate(looks):
        of_symbol = {symbol: row[index] for symbol, row in enumerate(answers)}
        machines.append(_Tally(look.kind, of_symbol) if look.at is None else _At(of_symbol, look.at))
    most = max((look.most for look in looks if look.at is None), default=1)
    head = max((look.at + 1 for look in looks if look.at is not None), default=0)
    far = head + most * len(values) + 1
    found = combinations(machines, alphabet, pieces, far, alphabet)
    return None if found is None else [[values[symbol] for symbol in each.symbols] for each in found]


def _of_size(test: Test) -> bool:
    """Whether the test sees a list by its size alone, or not at all."""
    return not (test.test in ("==", "!=", "in") and not test.measured and any(map(_some_list, test.bounds)))


def _some_list(bound: Any) -> bool:
    return isinstance(bound, list | dict) and bool(bound)


def _look(atom: Atom) -> Look | None:
    """How the atom looks at the elements, if that is understood."""
    reader = Reader(atom.source, atom.local)
    match atom.node:
        case Macro(kind="all" | "exists" | "exists_one" as kind, range=whole, variable=name, predicate=Node() as asked):
            inner = Reader(atom.source, {name: ELEMENT})
            if reader.field(whole) is None or inner.fields_in(asked) not in ((), (ELEMENT,)) or _open(asked, name):
                return None
            return Look(atom, inner.formula(asked), kind)
        case Binary(operator="in", left=tree.Literal() as left, right=whole) if reader.field(whole) is not None:
            return Look(atom, Test((ELEMENT,), atom.node, atom.source, test="==", operand=left.value))
        case (
            Binary(left=Index() as element, right=tree.Literal())
            | Binary(left=tree.Literal(), right=Index() as element)
        ):
            return _at_position(atom, reader, element)
    return None


def _open(predicate: Node, variable: str) -> bool:
    """Whether a predicate reads more than its element."""
    return Reader("", {} if variable != "context" else {"context": ""}).fields_in(predicate) != ()


def _at_position(atom: Atom, reader: Reader, element: Index) -> Look | None:
    """A comparison of the element at a fixed position with a constant."""
    position = element.index.value if isinstance(element.index, tree.Literal) else None
    if reader.field(element.operand) is None or type(position) is not int or not 0 <= position <= MAX_POSITION:
        return None
    found = _ElementReader(atom.source, element).formula(atom.node)
    return Look(atom, found, at=position) if isinstance(found, Test) and not found.converts else None


class _ElementReader(Reader):
    """Reads an indexed element as if it were a field."""

    def __init__(self, source: str, element: Index) -> None:
        super().__init__(source, {})
        self._element = element

    def field(self, node: Node) -> str | None:
        return ELEMENT if node is self._element else None


def _sizes(tests: Iterable[Test], most: int | None) -> list[Interval] | None:
    """The sizes of a list, the empty one apart, cut where a test tells them apart."""
    line = IntLine(0, most)
    found = {1}
    period = 1
    for test in tests:
        if test.measured:
            result = cuts(line, test.steps, [bound for bound in test.bounds if type(bound) in (int, float)])
            if result is None or period * result[1] > MAX_PERIOD:
                return None
            found |= result[0]
            period *= result[1]
    return list(intervals(line, found, period))
