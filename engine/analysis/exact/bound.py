"""Formulas over classes: what each may answer in a box of values, and where to split the box to learn more.

A *box* holds a set of classes for each variable, as a bit mask; it stands for all their combinations.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product
from typing import Protocol

from engine.analysis.exact.truth import AND, ANY, ERROR, FALSE, NOT, OR, SAME, TRUE

Box = list[int]
Goal = tuple["Bound", int]
"""A formula and the answers that are wanted of it."""

Split = tuple[int, tuple[int, ...]]
"""A variable and the disjoint sets of classes its set is split into."""


class Bound(Protocol):
    """A formula over the classes of a space."""

    def spread(self, wanted: int) -> Sequence[Goal] | None:
        """Goals that together say the same as this formula having a ``wanted`` answer; ``None`` when there are none."""
        ...

    def answers(self, box: Box) -> int:
        """Every answer some combination in the box has, and perhaps more: exact when it is a single one."""
        ...

    def split(self, box: Box) -> Split:
        """Where to split a box in which more than one answer is possible."""
        ...


class Fixed:
    def __init__(self, answer: int) -> None:
        self._answer = answer

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        return self._answer

    def split(self, box: Box) -> Split:
        raise AssertionError("a constant leaves nothing to split")


class Leaf:
    """An atom of one variable: the classes for which it is true, false and an error."""

    __slots__ = ("classes", "error", "false", "true", "variable")

    def __init__(self, variable: int, true: int, false: int, error: int) -> None:
        self.variable = variable
        self.true = true
        self.false = false
        self.error = error
        some, none = true | false, true | error
        self.classes = (0, true, false, some, error, none, false | error, some | error)
        """The classes with one of the answers, by the answers."""

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        mask = box[self.variable]
        found = TRUE if mask & self.true else 0
        if mask & self.false:
            found |= FALSE
        return found | ERROR if mask & self.error else found

    def split(self, box: Box) -> Split:
        mask = box[self.variable]
        return self.variable, tuple(part for part in (mask & self.true, mask & self.false, mask & self.error) if part)


class Joint:
    """An atom of several variables that is known for each combination of their classes."""

    def __init__(self, variables: Sequence[int], table: dict[tuple[int, ...], int]) -> None:
        self._variables = tuple(variables)
        self._table = table
        self._known: dict[tuple[int, ...], int] = {}

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        masks = tuple(box[variable] for variable in self._variables)
        known = self._known.get(masks)
        if known is None:
            known = 0
            for classes in product(*map(bits, masks)):
                known |= self._table[classes]
                if known == ANY:
                    break
            self._known[masks] = known
        return known

    def split(self, box: Box) -> Split:
        variable = next(variable for variable in self._variables if box[variable] & (box[variable] - 1))
        return variable, tuple(bits(box[variable]))


class Free:
    """An atom whose answer does not follow from the classes: a variable of its own decides.

    ``unset`` lists its fields and their unset classes where one unset field makes it fail; with ``total`` it fails
    then only.
    """

    def __init__(self, decided: Bound, unset: Sequence[tuple[int, int]], total: bool) -> None:
        self._decided = decided
        self._unset = tuple(unset)
        self._total = total

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        perhaps = 0
        for variable, unset in self._unset:
            mask = box[variable]
            if mask == unset:
                return ERROR
            if mask & unset:
                perhaps = ERROR
        return self._decided.answers(box) | perhaps

    def split(self, box: Box) -> Split:
        for variable, unset in self._unset:
            mask = box[variable]
            if mask & unset and mask != unset:
                return variable, (mask & ~unset, unset)
        return self._decided.split(box)


class Inverse:
    __slots__ = ("_operand",)

    def __init__(self, operand: Bound) -> None:
        self._operand = operand

    def spread(self, wanted: int) -> Sequence[Goal]:
        return ((self._operand, NOT[wanted]),)

    def answers(self, box: Box) -> int:
        return NOT[self._operand.answers(box)]

    def split(self, box: Box) -> Split:
        return self._operand.split(box)


class _Many:
    __slots__ = ("_terms",)

    def __init__(self, terms: Sequence[Bound]) -> None:
        self._terms = tuple(terms)

    def split(self, box: Box) -> Split:
        """At the first term that leaves a doubt; one that decides the whole leaves none at all."""
        return next(term for term in self._terms if not single(term.answers(box))).split(box)


class All(_Many):
    __slots__ = ()

    def spread(self, wanted: int) -> Sequence[Goal] | None:
        return [(term, TRUE) for term in self._terms] if wanted == TRUE else None

    def answers(self, box: Box) -> int:
        found = TRUE
        for term in self._terms:
            found = AND[found << 3 | term.answers(box)]
            if found == FALSE:
                break
        return found


class AnyOf(_Many):
    __slots__ = ()

    def spread(self, wanted: int) -> Sequence[Goal] | None:
        if wanted == FALSE | ERROR:
            return [(term, wanted) for term in self._terms]
        return [(term, FALSE) for term in self._terms] if wanted == FALSE else None

    def answers(self, box: Box) -> int:
        found = FALSE
        for term in self._terms:
            found = OR[found << 3 | term.answers(box)]
            if found == TRUE:
                break
        return found


class Either:
    """``condition ? then : otherwise``."""

    def __init__(self, condition: Bound, then: Bound, otherwise: Bound) -> None:
        self._condition = condition
        self._then = then
        self._otherwise = otherwise

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        condition = self._condition.answers(box)
        found = condition & ERROR
        if condition & TRUE:
            found |= self._then.answers(box)
        if condition & FALSE:
            found |= self._otherwise.answers(box)
        return found

    def split(self, box: Box) -> Split:
        condition = self._condition.answers(box)
        if not single(condition):
            return self._condition.split(box)
        return (self._then if condition == TRUE else self._otherwise).split(box)


class Equal(_Many):
    """Equality of two booleans."""

    __slots__ = ()

    def spread(self, wanted: int) -> None:
        return None

    def answers(self, box: Box) -> int:
        left, right = self._terms
        return SAME[left.answers(box) << 3 | right.answers(box)]


def bits(mask: int) -> list[int]:
    """The classes of a mask, each as a mask of its own."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest)
        mask ^= lowest
    return found


def single(answers: int) -> bool:
    return not answers & (answers - 1)
