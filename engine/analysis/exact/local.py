"""One state by itself: what its requirements and guards can be, over every context the schema allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice, product
from typing import Any

from engine.analysis.exact.atoms import Presence
from engine.analysis.exact.bound import Box
from engine.analysis.exact.formula import Conjunction, Constant, Formula, answer, formula_of
from engine.analysis.exact.solve import BudgetSpent, Goal, Search
from engine.analysis.exact.space import Space, Variable
from engine.analysis.exact.truth import ERROR, TRUE, UNSET
from engine.analysis.exact.values import as_json, stored
from engine.cel.tree import Has, Ident
from engine.dsl import Field, Guard, Requirement, State, misfit
from engine.text import Span

MAX_TRIES = 12
"""Boxes that are tried for a context that really has the wanted answers, where some atoms are not understood."""

MAX_CANDIDATES = 200
"""Contexts that are tried in one such box."""

Claim = tuple[Formula, int]
"""A formula and the answers it shall have."""


@dataclass(frozen=True, slots=True)
class Never:
    """Proved: no context has the wanted answers."""


@dataclass(frozen=True, slots=True)
class Example:
    """Shown: this context has them. Fields that do not matter are left out."""

    context: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Undecided:
    """Neither: the budget is spent (``atoms`` is empty), or these parts of expressions are not understood."""

    atoms: tuple[str, ...] = ()


Verdict = Never | Example | Undecided


class Local:
    """The questions about one state. ``requirements`` and ``transitions`` are formulas, in the order of the file.

    A guard that cannot be parsed never passes.
    """

    def __init__(self, fields: Mapping[str, Field], state: State) -> None:
        self.fields = fields
        self.state = state
        self.requirements = tuple(satisfied(requirement) for requirement in state.requires)
        self.transitions = tuple(every(guard_formulas(edge.guards)) for edge in state.transitions)
        self.invariants = tuple(guard_formulas(state.invariants))
        self.space = Space(fields, (*self.requirements, *self.transitions, *self.invariants))
        self.search = Search()
        self.eligible: tuple[Claim, ...] = tuple(
            (formula, TRUE)
            for formula, requirement in zip(self.requirements, state.requires, strict=True)
            if requirement.required
        )

    def decide(self, claims: Iterable[Claim], within: Mapping[str, int] | None = None) -> Verdict:
        """Whether some context has the wanted answers; ``within`` narrows the classes of some fields."""
        claims = tuple(claims)
        goals = [(self.space.bind(formula), wanted) for formula, wanted in claims]
        box = self.space.box()
        for name, mask in (within or {}).items():
            box[self.space.index[name]] &= mask
        sure = [mask & variable.sure for mask, variable in zip(box, self.space.variables, strict=False)]
        try:
            found = self._found(claims, goals, [*sure, *box[len(sure) :]])
            if isinstance(found, Never) and sure != box[: len(sure)]:
                doubtful = self.search.find(box, goals)
                return found if doubtful is None else Undecided(self._patterned(doubtful))
            return found
        except BudgetSpent:
            return Undecided()

    def _found(self, claims: Sequence[Claim], goals: Sequence[Goal], box: Box) -> Verdict:
        known = len(self.space.variables)
        parts = self.search.parts(box, goals)
        tried: list[Box] = []
        for part in islice(parts, MAX_TRIES):
            if part[known:] == box[known:]:
                return Example(as_json(self.context(part)))
            tried.append(part)
            context = self._confirmed(claims, part)
            if context is not None:
                return Example(as_json(context))
        if not tried:
            return Never()
        used = {
            atom
            for part in tried
            for atom, mask, all_ in zip(self.space.free, part[known:], box[known:], strict=True)
            if mask != all_
        }
        return Undecided(tuple(dict.fromkeys(atom.text for atom in self.space.free if atom in used)))

    def context(self, box: Box) -> dict[str, Any]:
        """A context in the box: defaults where they lie in it, fields that do not matter unset."""
        context = {}
        for variable, mask in zip(self.space.variables, box, strict=False):
            value = self._nicest(variable, mask)
            if value is not UNSET:
                context[variable.name] = value
        return context

    def _nicest(self, variable: Variable, mask: int) -> Any:
        field = self.fields.get(variable.name)
        default = None if field is None else stored(field, field.default)
        if default is not None and variable.class_of(default) & mask:
            return default
        if mask == variable.all:
            return UNSET
        return variable.value(mask)

    def _confirmed(self, claims: Sequence[Claim], box: Box) -> dict[str, Any] | None:
        """A context that has the wanted answers when the expressions themselves are evaluated."""
        involved = {name for atom in self.space.free for name in atom.fields}
        base = self.context(box)
        choices = {name: self._candidates(name, box, involved) for name in sorted(involved)}
        for values in islice(product(*choices.values()), MAX_CANDIDATES):
            context = {**base, **dict(zip(choices, values, strict=True))}
            context = {name: value for name, value in context.items() if value is not UNSET}
            if all(answer(formula, context) & wanted for formula, wanted in claims):
                return context
        return None

    def _candidates(self, name: str, box: Box, involved: Iterable[str]) -> list[Any]:
        """Values of a field to try: of its classes in the box, and those of the fields it is compared with."""
        place = self.space.index[name]
        variable = self.space.variables[place]
        values = variable.values(box[place])
        field = self.fields.get(name)
        for other in involved:
            if other != name and field is not None:
                place = self.space.index[other]
                for value in self.space.variables[place].values(box[place]):
                    values += [near for near in _near(value) if misfit(field, near) is None and near not in values]
        return values[:16]

    def _patterned(self, box: Box) -> tuple[str, ...]:
        """The patterns of fields for which no matching string was found."""
        return tuple(
            f"{variable.name} matches {self.fields[variable.name].pattern}"
            for variable, mask in zip(self.space.variables, box, strict=False)
            if not mask & variable.sure
        )


def _near(value: Any) -> list[Any]:
    if type(value) in (int, float):
        return [value, value + 1, value - 1]
    return [] if value is UNSET or value == "" else [value]


def satisfied(requirement: Requirement) -> Formula:
    """The requirement is satisfied: its field is set, and what validates it is true."""
    return every([presence(requirement.name), *guard_formulas(requirement.validate_, requirement.name)])


def presence(field: str) -> Formula:
    nowhere = Span(0, 0)
    return Presence((field,), Has(nowhere, 0, Ident(nowhere, 0, "context"), field, nowhere), f"has(context.{field})")


def guard_formulas(guards: Iterable[Guard], value: str | None = None) -> Iterator[Formula]:
    for guard in guards:
        yield formula_of(guard.expression, value) or Constant(None, ERROR)


def every(formulas: Iterable[Formula]) -> Formula:
    terms = tuple(formulas)
    return terms[0] if len(terms) == 1 else Conjunction(None, terms)
