"""One state by itself: what its requirements and guards can be, over every context the schema allows."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache, partial

from engine.analysis.exact.atoms import Presence
from engine.analysis.exact.bound import Bound, Box, Goal, Leaf, single
from engine.analysis.exact.decide import Claim, Decider, Example, Never, Verdict
from engine.analysis.exact.formula import Conjunction, Constant, Formula, formula_of
from engine.analysis.exact.solve import BudgetSpent, Search, narrow
from engine.analysis.exact.space import Space
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.cel.tree import Has, Ident
from engine.diagnostics import Path
from engine.dsl import Field, Guard, Requirement, State
from engine.text import Span

FAILS = FALSE | ERROR
"""The answers with which a guard does not pass."""

MAX_CASES = 1_000
"""Splits that are made to list all cases of a state, before each question about it is asked by itself."""


@dataclass(frozen=True, slots=True)
class Case:
    """A box of situations and the transitions that pass in all of them, as bits."""

    box: Box
    passing: int


@dataclass(frozen=True, slots=True, eq=False)
class Condition:
    """A formula, the text it was read from, and where that stands in the machine."""

    formula: Formula
    source: str
    path: Path


class Local(Decider):
    """The questions about one state.

    ``asked`` has a list of conditions for each requirement: that it is set, and what validates it; ``guards`` one for
    each transition; both in the order of the file. A guard that cannot be parsed never passes.
    """

    def __init__(self, fields: Mapping[str, Field], name: str, state: State) -> None:
        self.name = name
        self.state = state
        at: Path = ("states", name)
        self.asked = [
            tuple(_satisfied(requirement, (*at, "requires", index))) for index, requirement in enumerate(state.requires)
        ]
        self.guards = [
            tuple(_conditions(edge.guards, (*at, "transitions", index, "guards")))
            for index, edge in enumerate(state.transitions)
        ]
        self.invariants = tuple(_conditions(state.invariants, (*at, "invariants")))
        self.satisfied = [every(conditions) for conditions in self.asked]
        self.passing = [every(conditions) for conditions in self.guards]
        formulas = (*self.satisfied, *self.passing, *(each.formula for each in self.invariants))
        super().__init__(Space(fields, formulas), Search())
        for condition in self.conditions:
            self.space.bind(condition.formula)
        self._passes: dict[tuple[int, ...], Verdict] = {}

    @property
    def conditions(self) -> Iterator[Condition]:
        """Every condition of the state, in the order of the file."""
        return (each for group in (*self.asked, *self.guards, self.invariants) for each in group)

    @property
    def required(self) -> Iterator[int]:
        """The indices of the requirements that must be satisfied."""
        return (index for index, each in enumerate(self.state.requires) if each.required)

    @cached_property
    def eligible(self) -> tuple[Claim, ...]:
        return tuple((self.satisfied[index], TRUE) for index in self.required)

    def goals(self, claims: Iterable[Claim]) -> list[Goal]:
        return [(self.space.bind(formula), wanted) for formula, wanted in claims]

    @cached_property
    def cases(self) -> tuple[Case, ...] | None:
        """Every eligible situation, by which transitions pass in it; ``None`` when there are too many."""
        search = Search(MAX_CASES)
        try:
            told = [Case(box, 0) for box in search.parts(self.space.box(), self.goals(self.eligible))]
            for place, formula in enumerate(self.passing):
                guard = self.space.bind(formula)
                told = [part for case in told for part in _told_apart(search, case, guard, 1 << place)]
        except BudgetSpent:
            return None
        return tuple(told)

    @cached_property
    def can_route(self) -> Verdict:
        """Whether all required requirements can be satisfied at all."""
        return self._answered(lambda passing: True, ())

    def passes(self, *indices: int) -> Verdict:
        """Whether these transitions can pass together when the state is eligible."""
        known = self._passes.get(indices)
        if known is not None:
            return known
        mask = sum(1 << index for index in indices)
        known = self._passes[indices] = self._answered(
            lambda passing: passing & mask == mask, ((self.passing[each], TRUE) for each in indices)
        )
        return known

    def fires(self, index: int, earlier: Iterable[int]) -> Verdict:
        """Whether a transition can pass while none of ``earlier`` does."""
        earlier = tuple(earlier)
        before = sum(1 << each for each in earlier)
        one = 1 << index
        claims = ((self.passing[each], TRUE if each == index else FAILS) for each in (index, *earlier))
        return self._answered(lambda passing: bool(passing & one) and not passing & before, claims)

    @cached_property
    def gap(self) -> Verdict:
        """Whether none of the transitions may pass though the state is eligible."""
        return self._answered(lambda passing: not passing, ((formula, FAILS) for formula in self.passing))

    def never(self, claims: Iterable[Claim]) -> bool:
        """Whether it is proved that no context has the wanted answers."""
        try:
            return self.search.find(self.space.box(), self.goals(claims)) is None
        except BudgetSpent:
            return False

    def boxes(self, claims: Iterable[Claim]) -> tuple[Box, ...]:
        """Boxes all of which is as claimed; none, where that takes more than looking at one variable at a time."""
        narrowed = narrow(self.space.box(), self.goals(claims))
        return () if narrowed is None or narrowed[1] else (narrowed[0],)

    def varies(self, formula: Formula, boxes: Iterable[Box]) -> bool:
        """Whether the formula is seen to be true somewhere in the boxes and false somewhere; a quick look only."""
        bound = self.space.bind(formula)
        seen = 0
        for box in boxes:
            answers = bound.answers(box)
            if type(bound) is Leaf or single(answers):
                seen |= answers
                if seen & TRUE and seen & FALSE:
                    return True
        return False

    @cached_property
    def _by_passing(self) -> Mapping[int, Box | None] | None:
        """For each set of transitions that pass together a box that is certain to be had, or ``None``."""
        if self.cases is None:
            return None
        found: dict[int, Box | None] = {}
        for case in self.cases:
            if found.get(case.passing) is None:
                found[case.passing] = self.certain(case.box)
        return found

    def _answered(self, holds: Callable[[int], bool], claims: Iterable[Claim]) -> Verdict:
        """The verdict by the cases, where they are known and leave no doubt; ``claims`` say what ``holds`` does."""
        if self._by_passing is not None:
            fitting = [box for passing, box in self._by_passing.items() if holds(passing)]
            if not fitting:
                return Never()
            sure = next((box for box in fitting if box is not None), None)
            if sure is not None:
                return Example(partial(self._example, sure))
        return self.decide([*self.eligible, *claims])


def _told_apart(search: Search, case: Case, guard: Bound, bit: int) -> Iterator[Case]:
    """The parts of a case in which a guard passes, and those in which it does not."""
    answers = guard.answers(case.box)
    if answers == TRUE:
        yield Case(case.box, case.passing | bit)
    elif not answers & TRUE:
        yield case
    else:
        for part in search.parts(case.box, ((guard, TRUE),)):
            yield Case(part, case.passing | bit)
        for part in search.parts(case.box, ((guard, FAILS),)):
            yield Case(part, case.passing)


def _satisfied(requirement: Requirement, at: Path) -> Iterator[Condition]:
    name = requirement.name
    yield Condition(presence(name), f"has(context.{name})", at)
    yield from _conditions(requirement.validate_, (*at, "validate"), name)


def _conditions(guards: Iterable[Guard], at: Path, value: str | None = None) -> Iterator[Condition]:
    for index, guard in enumerate(guards):
        formula = formula_of(guard.expression, value) or Constant(None, ERROR)
        yield Condition(formula, guard.expression, (*at, index, "expression"))


@lru_cache(maxsize=8192)
def presence(field: str) -> Formula:
    """``has(context.field)``, as a requirement implies it."""
    nowhere = Span(0, 0)
    return Presence((field,), Has(nowhere, 0, Ident(nowhere, 0, "context"), field, nowhere), f"has(context.{field})")


def every(conditions: Iterable[Condition]) -> Formula:
    formulas = tuple(condition.formula for condition in conditions)
    return formulas[0] if len(formulas) == 1 else Conjunction(None, formulas)
