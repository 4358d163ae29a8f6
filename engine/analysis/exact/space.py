"""The space of a question: a variable for each field that is read, with its classes, and the formulas over them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any, Final

from engine.analysis.exact.atoms import MIRRORED, Atom, Comparison, Presence, Test
from engine.analysis.exact.bound import (
    All,
    AnyOf,
    Bound,
    Box,
    Either,
    Equal,
    Fixed,
    Free,
    Inverse,
    Joint,
    Leaf,
    bits,
)
from engine.analysis.exact.cells import Cell, Cells
from engine.analysis.exact.compound import cells_of
from engine.analysis.exact.formula import (
    Choice,
    Conjunction,
    Constant,
    Disjunction,
    Equivalence,
    Formula,
    Negation,
    atoms,
)
from engine.analysis.exact.truth import ERROR, FALSE, TRUE, UNSET
from engine.dsl.models import Field, FieldType

MAX_COMBINATIONS = 4_096
"""Combinations of values that are evaluated one by one for an atom of several fields."""

NO_FIELD = Cells((), frozenset())

_KIND: Final[Mapping[FieldType, str]] = {
    FieldType.INT: "number",
    FieldType.NUMBER: "number",
    FieldType.BOOL: "bool",
    FieldType.ENUM: "string",
    FieldType.STRING: "string",
    FieldType.TIMESTAMP: "timestamp",
    FieldType.LIST: "list",
    FieldType.MAP: "map",
    FieldType.BLOB: "map",
}
_ORDERED: Final = frozenset({"number", "bool", "string", "timestamp"})
"""Kinds of values any two of which compare."""

_BELOW, _SAME, _ABOVE, _UNORDERED, _UNLIKE, _FAILS = (1 << index for index in range(6))
"""How two values may compare; without an order among doubles (NaN), of unlike types, not at all."""

_OUTCOMES: Final = 6
_TRUE_FOR: Final[Mapping[str, int]] = {
    "<": _BELOW,
    "<=": _BELOW | _SAME,
    "==": _SAME,
    "!=": _BELOW | _ABOVE | _UNORDERED | _UNLIKE,
    ">=": _SAME | _ABOVE,
    ">": _ABOVE,
}


class Variable:
    """A field with its classes; the last class is that of the unset field."""

    def __init__(self, name: str, cells: Cells) -> None:
        self.name = name
        self.cells: tuple[Cell, ...] = cells.cells
        self._told = cells
        self.unset = 1 << len(self.cells)
        self.set = self.unset - 1
        self.all = self.set | self.unset
        self.sure = self.all
        for place, cell in enumerate(self.cells):
            if not cell.sure:
                self.sure ^= 1 << place
        self.single = cells.single

    def value(self, mask: int) -> Any:
        """A value of the first class of ``mask``."""
        index = (mask & -mask).bit_length() - 1
        return UNSET if index == len(self.cells) else self.cells[index].value

    def values(self, mask: int) -> list[Any]:
        """A value of each class of ``mask``."""
        return [self.value(one) for one in bits(mask)]

    def class_of(self, value: Any) -> int:
        """The class of a value, as a mask; 0 when it cannot be told."""
        if value is UNSET:
            return self.unset
        exact = list(self._told.exact)
        wanted = [atom.answer({self.name: value}) for atom in exact]
        for place, cell in enumerate(self.cells):
            if cell.single:
                if cell.value == value and type(cell.value) is type(value):
                    return 1 << place
            elif all(atom.answer({self.name: cell.value}) == one for atom, one in zip(exact, wanted, strict=True)):
                return 1 << place
        return 0

    def _places(self, test: Test) -> int:
        """The classes of the values for which a comparison for equality, or the field itself, is true."""
        equal = 0
        for bound in test.bounds:
            for place, cell in enumerate(self.cells):
                if cell.value == bound and type(cell.value) is type(bound):
                    equal |= 1 << place
        return self.set & ~equal if test.test == "!=" else equal

    def tells(self, atom: Atom) -> bool:
        """Whether the answer of an atom of this field alone follows from the class."""
        return not self.cells or isinstance(atom, Presence) or self._told.tell(atom)

    def leaf(self, index: int, atom: Atom) -> Leaf:
        """The atom over this variable, which stands at ``index`` in its space."""
        if isinstance(atom, Presence):
            return Leaf(index, self.set, self.unset, 0)
        if self.single and isinstance(atom, Test) and atom.simple and self.cells:
            true = self._places(atom)
            return Leaf(index, true, self.set & ~true, self.unset)
        masks = {TRUE: 0, FALSE: 0, ERROR: 0}
        name = self.name
        for place, cell in enumerate(self.cells):
            masks[atom.answer({name: cell.value})] |= 1 << place
        masks[atom.answer({})] |= self.unset
        return Leaf(index, masks[TRUE], masks[FALSE], masks[ERROR])


class Space:
    """Variables for all fields that the given formulas read, and the formulas bound to them.

    ``also`` names further fields, ``singly`` those whose values are told apart one by one if there are few.
    """

    def __init__(
        self,
        fields: Mapping[str, Field],
        formulas: Iterable[Formula],
        also: Iterable[str] = (),
        singly: Iterable[str] = (),
    ) -> None:
        alone: dict[str, list[Atom]] = {name: [] for name in also}
        together = set(singly)
        for formula in formulas:
            for atom in atoms(formula):
                for name in atom.fields:
                    alone.setdefault(name, [])
                if len(atom.fields) > 1:
                    together.update(atom.fields)
                elif atom.fields and not isinstance(atom, Presence):
                    alone[atom.fields[0]].append(atom)
        self.fields = fields
        self.variables = [
            Variable(name, cells_of(fields[name], asked, singly=name in together) if name in fields else NO_FIELD)
            for name, asked in alone.items()
        ]
        self.index = {variable.name: place for place, variable in enumerate(self.variables)}
        self.free: list[Atom] = []
        """For each variable that stands for an answer that does not follow from the classes, an atom it decides."""
        self.outside: set[Atom] = set()
        """All atoms that such a variable decides."""
        self._decided: dict[object, int] = {}
        self._widths: list[int] = []
        self._bound: dict[Formula, Bound] = {}

    def box(self) -> Box:
        """Every combination; taken after all formulas are bound."""
        return [variable.all for variable in self.variables] + [(1 << width) - 1 for width in self._widths]

    @property
    def plain(self) -> bool:
        """Whether every answer follows from the classes, and every class has a value that is known."""
        return not self._widths and all(variable.sure == variable.all for variable in self.variables)

    def sure(self, box: Box) -> Box:
        """The box without the classes that may be empty."""
        known = len(self.variables)
        return [*(mask & each.sure for mask, each in zip(box, self.variables, strict=False)), *box[known:]]

    def bind(self, formula: Formula) -> Bound:
        """The formula over the variables; its fields are among those the space was made for."""
        bound = self._bound.get(formula)
        if bound is None:
            bound = self._bound[formula] = self._bind(formula)
        return bound

    def _bind(self, formula: Formula) -> Bound:
        match formula:
            case Constant(answer=answer):
                return Fixed(answer)
            case Negation(operand=operand):
                return Inverse(self.bind(operand))
            case Conjunction(terms=terms):
                return All([self.bind(term) for term in terms])
            case Disjunction(terms=terms):
                return AnyOf([self.bind(term) for term in terms])
            case Choice(condition=condition, then=then, otherwise=otherwise):
                return Either(self.bind(condition), self.bind(then), self.bind(otherwise))
            case Equivalence(left=left, right=right):
                return Equal([self.bind(left), self.bind(right)])
        return self._atom(formula)

    def _atom(self, atom: Atom) -> Bound:
        if len(atom.fields) == 1:
            place = self.index[atom.fields[0]]
            variable = self.variables[place]
            if variable.tells(atom):
                return variable.leaf(place, atom)
        return self._joint(atom) or self._free(atom)

    def _joint(self, atom: Atom) -> Bound | None:
        """The atom by its table, where the classes of all its fields are single values and not too many."""
        places = [self.index[name] for name in atom.fields]
        variables = [self.variables[place] for place in places]
        count = 1
        for variable in variables:
            count *= len(variable.cells) + 1
        if len(places) < 2 or count > MAX_COMBINATIONS or not all(variable.single for variable in variables):
            return None
        table = {
            masks: atom.answer({v.name: v.value(mask) for v, mask in zip(variables, masks, strict=True)})
            for masks in product(*(bits(variable.all) for variable in variables))
        }
        return Joint(places, table)

    def _free(self, atom: Atom) -> Bound:
        unset = [(self.index[name], self.variables[self.index[name]].unset) for name in atom.fields]
        if not isinstance(atom, Comparison):
            place = self._variable((atom.node, tuple(atom.local.items())), 3, atom)
            return Free(Leaf(place, TRUE, FALSE, ERROR), unset if atom.strict else (), False)
        kinds = self._kinds(atom)
        if len(kinds) == 2 and None not in kinds:  # values of unlike types are unequal and have no order
            unlike = FALSE if atom.operator == "==" else TRUE if atom.operator == "!=" else ERROR
            return Free(Fixed(unlike), unset, True)
        total = len(kinds) == 1 and kinds <= _ORDERED
        operator, key = atom.operator, (atom.left, atom.right)
        if (atom.right, atom.left) in self._decided:
            operator, key = MIRRORED[operator], (atom.right, atom.left)
        place = self._variable(key, 3 if total else _OUTCOMES, atom)
        true = _TRUE_FOR[operator]
        error = _FAILS if operator in ("==", "!=") else _FAILS | _UNLIKE
        false = ~(true | error) & (1 << _OUTCOMES) - 1
        return Free(Leaf(place, true, false, error), unset if atom.strict else (), total)

    def _variable(self, key: object, width: int, atom: Atom) -> int:
        """The place of the variable that decides atoms of this key."""
        self.outside.add(atom)
        if key not in self._decided:
            self._decided[key] = len(self.variables) + len(self._widths)
            self._widths.append(width)
            self.free.append(atom)
        return self._decided[key]

    def _kinds(self, atom: Comparison) -> set[str | None]:
        """The kinds of values that are compared, where two fields are; ``None`` for one that cannot be told."""
        if not atom.plain:
            return {None}
        return {_KIND.get(self.fields[name].type) if name in self.fields else None for name in atom.fields}
