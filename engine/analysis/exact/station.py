"""One state over symbols: whether its requirements are satisfied, which transition fires, each worked out once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from operator import itemgetter
from typing import Any, Final

from engine.analysis.exact.bound import Bound
from engine.analysis.exact.formula import Formula, atoms, formula_of
from engine.analysis.exact.local import presence
from engine.analysis.exact.space import Space
from engine.analysis.exact.symbols import Alphabet, context_of
from engine.analysis.exact.truth import ERROR, TRUE
from engine.dsl import Guard, State
from engine.reducer.definition import StatePlan

REST: Final = -1
"""Instead of the index of a transition: none fires."""

Outcome = tuple[int, bool]
"""A transition, or ``REST``, and whether it is certain for the values the symbols stand for."""


@dataclass(frozen=True, slots=True)
class Surroundings:
    """What the states of one machine share.

    ``doubtful`` are fields whose symbols do not tell all their answers; ``approves`` gives for each decision the
    fields it is about.
    """

    alphabet: Alphabet
    space: Space
    doubtful: frozenset[str]
    approves: Mapping[str, tuple[str, ...]]
    expiring: frozenset[str]


class Station:
    """The questions about one state, over strings of the symbols of the fields in ``local``, in that order.

    It is ``doubtful`` when its guards read more of the values than symbols tell.
    """

    def __init__(self, state: State, plan: StatePlan, local: Sequence[str], around: Surroundings) -> None:
        self.state = state
        self.plan = plan
        self.local = tuple(local)
        self.around = around
        self._routes: dict[bytes, tuple[Outcome, ...]] = {}
        self._asks: dict[bytes, bool] = {}
        self._holds: dict[bytes, bool] = {}
        self.doubtful = bool(around.doubtful) and any(
            atom in around.space.outside and (not atom.fields or around.doubtful & set(atom.fields))
            for formula in formulas_of(state)
            for atom in atoms(formula)
        )

    def serves(self, local: Sequence[str], around: Surroundings) -> bool:
        """Whether what was worked out still holds where the same state stands among others."""
        same = all(self.around.alphabet[name] is around.alphabet[name] for name in self.local)
        shared = (around.approves, around.expiring) == (self.around.approves, self.around.expiring)
        return same and shared and self.local == tuple(local) and not self.doubtful and not around.doubtful

    def context(self, situation: bytes) -> dict[str, Any]:
        """The values of a situation, as the reducer's guards read them."""
        return context_of(self.around.alphabet, self.local, situation)

    def routes(self, situation: bytes) -> tuple[Outcome, ...]:
        """What may happen when the run has come here with these values: the certain outcome first."""
        known = self._routes.get(situation)
        if known is None:
            known = self._routes[situation] = self._routed(situation)
        return known

    def asks(self, situation: bytes) -> bool:
        """Whether some requirement is not satisfied, an optional one too."""
        known = self._asks.get(situation)
        if known is None:
            context = self.context(situation)
            known = not all(gate.satisfied(context, context) for gate in self.plan.by_field.values())
            self._asks[situation] = known
        return known

    def holds(self, situation: bytes) -> bool:
        """Whether a run may rest here with these values, as the invariants have it."""
        if not self.plan.invariants:
            return True
        known = self._holds.get(situation)
        if known is None:
            context = self.context(situation)
            known = self._holds[situation] = all(invariant(context) for invariant in self.plan.invariants)
        return known

    def side_by_side(self, decided: Mapping[str, Collection[str]]) -> Iterator[tuple[str, str]]:
        """The decisions that count here, each with the fields it was about that are asked for here."""
        asked = {each.name for each in self.state.requires}
        for decision, fields in decided.items():
            if decision in self.local:
                yield from ((decision, name) for name in self.local if name in fields and name in asked)

    def _routed(self, situation: bytes) -> tuple[Outcome, ...]:
        context = self.context(situation)
        certain = self._fires(context)
        if not self.doubtful:
            return ((certain, True),)
        others = dict.fromkeys(each for each in self._possible(situation, context) if each != certain)
        return ((certain, True), *((each, False) for each in others))

    def _fires(self, context: Mapping[str, Any]) -> int:
        plan = self.plan
        if plan.terminal or any(field not in context for field in plan.needs):
            return REST
        # A decision is set as long as it is in force, so the context itself tells which are.
        if not all(gate.satisfied(context, context) for gate in plan.gates):
            return REST
        for index, transition in enumerate(plan.transitions):
            if transition.passes is None or transition.passes(context):
                return index
        return REST

    def _possible(self, situation: bytes, context: Mapping[str, Any]) -> Iterator[int]:
        """Every outcome some values of the same classes may have."""
        space = self.around.space
        box = space.box()
        for name, symbol in zip(self.local, situation, strict=True):
            box[space.index[name]] = self.around.alphabet[name].mask(symbol)
        eligible = [formula.answers(box) for formula in self._eligible()]
        if all(answers & TRUE for answers in eligible):
            if any(answers != TRUE for answers in eligible) or any(gate.fit is not None for gate in self.plan.gates):
                yield REST
            for index, edge in enumerate(self.state.transitions):
                answers = [self._answers(guard, box) for guard in edge.guards]
                if all(each & TRUE for each in answers):
                    yield index
                if all(each == TRUE for each in answers):
                    return
        yield REST

    def _answers(self, guard: Guard, box: list[int]) -> int:
        formulas = _read([guard])
        return next((self.around.space.bind(each).answers(box) for each in formulas), ERROR)

    def _eligible(self) -> Iterator[Bound]:
        """What must be true for the state to be left; of a field that several give only that it is set."""
        bind = self.around.space.bind
        names = [each.name for each in self.state.requires]
        for requirement in self.state.requires:
            if requirement.required:
                yield bind(presence(requirement.name))
                if names.count(requirement.name) == 1:
                    yield from (bind(each) for each in _read(requirement.validate_, requirement.name))


def formulas_of(state: State) -> Iterator[Formula]:
    """The formulas of a state's guards, invariants and checks of values; none for those that cannot be parsed."""
    yield from _read(guard for edge in state.transitions for guard in edge.guards)
    yield from _read(state.invariants)
    for requirement in state.requires:
        yield from _read(requirement.validate_, requirement.name)


def _read(guards: Iterable[Guard], value: str | None = None) -> Iterator[Formula]:
    found = (formula_of(guard.expression, value) for guard in guards)
    return (formula for formula in found if formula is not None)


def picker(places: Sequence[int]) -> Callable[[bytes], bytes]:
    """Takes the bytes at these places."""
    if not places:
        return lambda situation: b""
    start, end = places[0], places[0] + len(places)
    if list(places) == list(range(start, end)):
        return lambda situation: situation[start:end]
    taken = itemgetter(*places)
    return lambda situation: bytes(taken(situation))
