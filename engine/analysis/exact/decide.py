"""Verdicts: a proof that something can never be, a context in which it is, or that it is not decided, and why."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from itertools import islice, product
from typing import Any

from engine.analysis.exact.bound import Box, Goal
from engine.analysis.exact.formula import Formula, answer
from engine.analysis.exact.solve import BudgetSpent, Search
from engine.analysis.exact.space import Space, Variable
from engine.analysis.exact.truth import UNSET
from engine.analysis.exact.values import as_json, stored
from engine.cel import Timestamp

MAX_TRIES = 12
"""Boxes that are tried for a context that really has the wanted answers, where some atoms are not understood."""

MAX_CANDIDATES = 200
"""Contexts that are tried in one such box."""

Claim = tuple[Formula, int]
"""A formula and the answers it shall have."""


@dataclass(frozen=True, slots=True)
class Never:
    """Proved: no context has the wanted answers."""


@dataclass(frozen=True)
class Example:
    """Shown: ``context``, as JSON, has them; fields that do not matter are left out. It is made when asked for."""

    make: Callable[[], Mapping[str, Any]]

    @cached_property
    def context(self) -> Mapping[str, Any]:
        return self.make()


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither: the budget is spent (``atoms`` is empty), or these parts of expressions are not understood."""

    atoms: tuple[str, ...] = ()


Verdict = Never | Example | Undecided


class Decider:
    """Answers questions in one space within one budget."""

    def __init__(self, space: Space, search: Search) -> None:
        self.space = space
        self.search = search

    def decide(self, claims: Iterable[Claim], within: Mapping[str, int] | None = None) -> Verdict:
        """Whether some context has the wanted answers; ``within`` narrows the classes of some fields."""
        claims = tuple(claims)
        goals = [(self.space.bind(formula), wanted) for formula, wanted in claims]
        box = self.space.box()
        for name, mask in (within or {}).items():
            box[self.space.index[name]] &= mask
        sure = self.space.sure(box)
        try:
            verdict = self._found(claims, goals, sure)
            if isinstance(verdict, Never) and sure != box:
                doubtful = self.search.find(box, goals)
                return verdict if doubtful is None else Undecided(self._patterns(doubtful))
            return verdict
        except BudgetSpent:
            return Undecided()

    def _found(self, claims: Sequence[Claim], goals: Sequence[Goal], box: Box) -> Verdict:
        known = len(self.space.variables)
        tried: list[Box] = []
        for part in islice(self.search.parts(box, goals), MAX_TRIES):
            if part[known:] == box[known:]:
                return Example(partial(self._example, part))
            tried.append(part)
            context = self._confirmed(claims, part)
            if context is not None:
                return Example(partial(as_json, context))
        if not tried:
            return Never()
        free = zip(self.space.free, zip(*(part[known:] for part in tried), strict=True), box[known:], strict=True)
        mattered = (atom.text for atom, masks, every in free if any(mask != every for mask in masks))
        return Undecided(tuple(dict.fromkeys(mattered)))

    def certain(self, box: Box) -> Box | None:
        """What is certain of a box to be had in a run: none of it, where an answer does not follow from the values."""
        if self.space.plain:
            return box
        known = len(self.space.variables)
        sure = self.space.sure(box)
        return sure if all(sure) and box[known:] == self.space.box()[known:] else None

    def _example(self, box: Box) -> Mapping[str, Any]:
        found: Mapping[str, Any] = as_json(self.context(box))
        return found

    def context(self, box: Box) -> dict[str, Any]:
        """A context in the box: defaults where they lie in it, fields that do not matter unset."""
        context = {}
        for variable, mask in zip(self.space.variables, box, strict=False):
            value = self._nicest(variable, mask)
            if value is not UNSET:
                context[variable.name] = value
        return context

    def _nicest(self, variable: Variable, mask: int) -> Any:
        field = self.space.fields.get(variable.name)
        if field is not None and field.default is not None and not field.sensitive:
            default = stored(field, field.default)
            if default is not None and variable.class_of(default) & mask:
                return default
        return UNSET if mask == variable.all else variable.value(mask)

    def _confirmed(self, claims: Sequence[Claim], box: Box) -> dict[str, Any] | None:
        """A context that has the wanted answers when the expressions themselves are evaluated."""
        involved = sorted({name for atom in self.space.free for name in atom.fields})
        base = self.context(box)
        choices = [self._candidates(name, box, involved) for name in involved]
        for values in islice(product(*choices), MAX_CANDIDATES):
            chosen = {**base, **dict(zip(involved, values, strict=True))}
            context = {name: value for name, value in chosen.items() if value is not UNSET}
            if all(answer(formula, context) & wanted for formula, wanted in claims):
                return context
        return None

    def _candidates(self, name: str, box: Box, involved: Iterable[str]) -> list[Any]:
        """Values of a field to try: of its classes in the box, and those of the fields it may be compared with."""
        index, variables = self.space.index, self.space.variables
        values = variables[index[name]].values(box[index[name]])
        field = self.space.fields.get(name)
        if field is not None:
            others = (variables[index[other]].values(box[index[other]]) for other in involved if other != name)
            near = (each for found in others for value in found for each in _near(value))
            stored_near = (stored(field, as_json(each)) for each in near)
            values += [each for each in stored_near if each is not None]
        return values[:16]

    def _patterns(self, box: Box) -> tuple[str, ...]:
        """The patterns of fields for which no matching string was found."""
        return tuple(
            f"{variable.name} matches {self.space.fields[variable.name].pattern}"
            for variable, mask in zip(self.space.variables, box, strict=False)
            if not mask & variable.sure
        )


def _near(value: Any) -> list[Any]:
    if type(value) in (int, float):
        return [value, value + 1, value - 1]
    return [value] if isinstance(value, str | bool | Timestamp) else []
