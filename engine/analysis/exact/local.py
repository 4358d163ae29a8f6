"""One state by itself: what its requirements and guards can be, over every context the schema allows."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from engine.analysis.exact.atoms import Presence
from engine.analysis.exact.decide import Claim, Decider, Verdict
from engine.analysis.exact.formula import Conjunction, Constant, Formula, formula_of
from engine.analysis.exact.solve import Search
from engine.analysis.exact.space import Space
from engine.analysis.exact.truth import ERROR, FALSE, TRUE
from engine.cel.tree import Has, Ident
from engine.diagnostics import Path
from engine.dsl import Field, Guard, Requirement, State
from engine.text import Span

FAILS = FALSE | ERROR
"""The answers with which a guard does not pass."""


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

    @cached_property
    def can_route(self) -> Verdict:
        """Whether all required requirements can be satisfied at all."""
        return self.decide(self.eligible)

    def passes(self, *indices: int) -> Verdict:
        """Whether these transitions can pass together when the state is eligible."""
        return self.decide([*self.eligible, *((self.passing[index], TRUE) for index in indices)])

    def fires(self, index: int, earlier: Iterable[int]) -> Verdict:
        """Whether a transition can pass while none of ``earlier`` does."""
        before = ((self.passing[each], FAILS) for each in earlier)
        return self.decide([*self.eligible, (self.passing[index], TRUE), *before])

    @cached_property
    def gap(self) -> Verdict:
        """Whether none of the transitions may pass though the state is eligible."""
        return self.decide([*self.eligible, *((formula, FAILS) for formula in self.passing)])


def _satisfied(requirement: Requirement, at: Path) -> Iterator[Condition]:
    name = requirement.name
    yield Condition(presence(name), f"has(context.{name})", at)
    yield from _conditions(requirement.validate_, (*at, "validate"), name)


def _conditions(guards: Iterable[Guard], at: Path, value: str | None = None) -> Iterator[Condition]:
    for index, guard in enumerate(guards):
        formula = formula_of(guard.expression, value) or Constant(None, ERROR)
        yield Condition(formula, guard.expression, (*at, index, "expression"))


def presence(field: str) -> Formula:
    """``has(context.field)``, as a requirement implies it."""
    nowhere = Span(0, 0)
    return Presence((field,), Has(nowhere, 0, Ident(nowhere, 0, "context"), field, nowhere), f"has(context.{field})")


def every(conditions: Iterable[Condition]) -> Formula:
    formulas = tuple(condition.formula for condition in conditions)
    return formulas[0] if len(formulas) == 1 else Conjunction(None, formulas)
