"""A machine over symbols: for each state what counts there, who may do what, and what happens on the ways out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import product
from typing import Any, Final, TypeVar

from engine.analysis.exact.atoms import Anything, Atom
from engine.analysis.exact.dataflow import Dataflow
from engine.analysis.exact.manner import Due, Group, Manner, Way
from engine.analysis.exact.passage import BUSY, CLAMPED, Passage
from engine.analysis.exact.space import Space
from engine.analysis.exact.station import Station, Surroundings, formulas_of, picker
from engine.analysis.exact.symbols import UNSET_SYMBOL, Symbols, SymbolsOf, as_stored
from engine.analysis.exact.visit import Visit
from engine.analysis.walk import actions_of
from engine.dsl import parse_duration
from engine.dsl.models import Action, Compute, Send, Spawn, State, Workflow
from engine.reducer import Definition
from engine.reducer.definition import StatePlan
from engine.reducer.values import MISFIT, unsets
from engine.reducer.whole import literals_of

A = TypeVar("A", Compute, Send, Spawn)

MAX_BEGINNINGS: Final = 4_096
"""Ways of giving inputs that are tried."""


class Stage:
    """One state with its ``live`` fields, whose symbols make a situation there, and its ``local`` ones among them.

    ``busy`` is the place that tells whether commands or children are under way.
    """

    def __init__(self, live: tuple[str, ...], clamped: frozenset[str], station: Station, manner: Manner) -> None:
        self.live = live
        self.clamped = clamped
        self.station = station
        self.manner = manner
        self.ways: dict[Way, tuple[str, Passage]] = {}
        self.shown: Callable[[bytes], bytes] | None = None
        self._visits: dict[bytes, Visit] = {}
        places = {name: place for place, name in enumerate(live)}
        own = [places[name] for name in station.local]
        self.local = picker(own)
        self.busy = places.get(BUSY)
        replaced = {place: len(live) + number for number, place in enumerate(own)}
        self._whole = picker([replaced.get(place, place) for place in range(len(live))])
        self._all = live == station.local

    def whole(self, situation: bytes, local: bytes) -> bytes:
        """A situation with other values of the state's own fields."""
        return local if self._all else self._whole(situation + local)

    def take_over(self, earlier: Stage) -> None:
        """Keep the visits that were worked out for the same state."""
        self.manner = earlier.manner
        self._visits = earlier._visits

    def visit(self, local: bytes) -> Visit:
        """What may happen from here on until the state is left."""
        known = self._visits.get(local)
        if known is None:
            known = self._visits[local] = Visit(self.station, self.manner, local)
        return known


class Machine:
    """The states of one machine, each made when it is first entered.

    ``narrow`` tells why not all that can happen is followed; ``everywhere`` names fields that count in every state.
    What is as it was in an ``earlier`` machine is taken over, with all that was worked out.
    """

    def __init__(
        self,
        workflow: Workflow,
        definition: Definition,
        everywhere: Iterable[str] = (),
        earlier: Machine | None = None,
    ) -> None:
        self.workflow = workflow
        self.definition = definition
        self._earlier = earlier if earlier is not None and _alike(earlier.workflow, workflow) else None
        self.narrow: str | None = None
        formulas = [each for state in workflow.states.values() for each in formulas_of(state)]
        computed = {name for action in _actions(workflow, Compute) for name in self._reads(action)}
        self.space = Space(workflow.context, formulas, workflow.context, computed)
        for formula in formulas:
            self.space.bind(formula)
        exactly = computed | {name for atom in self.space.outside for name in _fields(atom, workflow)}
        self._asked = {each.name for state in workflow.states.values() for each in state.requires}
        doubtful = self._doubtful(exactly)
        approves = {name: terms.approves for name, terms in definition.terms.items()}
        approved = {field for fields in approves.values() for field in fields}
        self._literals: dict[str, list[Any]] = {}
        for name, literal in literals_of(workflow):
            self._literals.setdefault(name, []).append(literal)
        self.alphabet = {name: self._symbols(name, exactly | approved, approved) for name in workflow.context}
        expiring = frozenset(_expiring(workflow, definition))
        self.around = Surroundings(self.alphabet, self.space, frozenset(doubtful), approves, expiring)
        loose = {
            name
            for name, literals in self._literals.items()
            if any(not unsets(each) and definition.fits[name](each) is MISFIT for each in literals)
        }
        self.flow = Dataflow(workflow, {*loose, *everywhere}, expiring)
        self._sends = any(_actions(workflow, Send)) or any(_actions(workflow, Spawn))
        self._stages: dict[str, Stage] = {}
        if workflow.policy.on_exhausted or any(each.on_failure for each in workflow.commands.values()):
            self.narrow = "budgets of exchanges and failures of commands write fields"

    def stage(self, name: str) -> Stage:
        """One state."""
        known = self._stages.get(name)
        if known is None:
            known = self._stages[name] = self._staged(name, self.workflow.states[name])
        return known

    def shown(self, name: str, situation: bytes) -> bytes:
        """What the templates of a state can show of a situation."""
        stage = self.stage(name)
        if stage.shown is None:
            read = set(self.flow.fields(self.flow.shown(self.workflow.states[name])))
            stage.shown = picker([place for place, each in enumerate(stage.live) if each in read])
        return stage.shown(situation).translate(CLAMPED)

    def beginnings(self) -> Iterator[tuple[dict[str, Any], bytes]]:
        """Inputs a run may be created with, and the fields before the initial state's ``entry``."""
        workflow, initial = self.workflow, self.workflow.initial_state
        flow = self.flow.through(workflow.states[initial].entry)
        counts = set(self.flow.fields(flow.before(self.flow.live[initial]).all))
        inputs = [name for name, field in workflow.context.items() if field.input and name in counts]
        choices = [(UNSET_SYMBOL, *self.alphabet[name].given) for name in inputs]
        start = {name: self.alphabet[name].of(value) for name, value in self.definition.defaults.items()}
        for number, symbols in enumerate(product(*choices)):
            if number >= MAX_BEGINNINGS:
                self.narrow = "there are too many choices of inputs"
                return
            given = {name: symbol for name, symbol in zip(inputs, symbols, strict=True) if symbol}
            values = {name: self.alphabet[name].contributed(symbol) for name, symbol in given.items()}
            begun = start | given
            yield values, bytes(begun.get(name, UNSET_SYMBOL) for name in workflow.context)

    def opening(self) -> Passage:
        """The initial state's ``entry``, from the fields as they are created."""
        initial = self.workflow.initial_state
        return self._passage(self.workflow.states[initial].entry, tuple(self.workflow.context), self.stage(initial))

    def way(self, name: str, way: Way) -> tuple[str, Passage]:
        """Where a way out of a state leads, and what happens on it."""
        stage = self.stage(name)
        known = stage.ways.get(way)
        if known is None:
            target, actions = _way(self.workflow.states[name], way)
            entered = (*actions, *self.workflow.states[target].entry)
            known = stage.ways[way] = (target, self._passage(entered, stage.live, self.stage(target)))
        return known

    def _passage(self, actions: Iterable[Action], before: tuple[str, ...], after: Stage) -> Passage:
        return Passage(actions, before, after.live, after.clamped, self.definition, self.around)

    def _staged(self, name: str, state: State) -> Stage:
        live = self.flow.live[name]
        names, set_only = self.flow.fields(live.values), self.flow.fields(live.presence & ~live.values)
        clamped = frozenset(set_only)
        known = self._known(name, state)
        station = self._station(name, state, known)
        approves = {decision: each for decision, each in self.around.approves.items() if decision in station.local}
        timers = () if state.terminal else tuple(self._due(state, set(station.local)))
        groups = self._groups(station.plan)
        manner = Manner(station, groups, timers, approves, clamped, dict(self._kept(state, station)))
        busy = (BUSY,) if self._sends else ()
        stage = Stage((*busy, *names, *set_only), clamped, station, manner)
        if known is not None and known.station is station and known.manner.alike(manner):
            stage.take_over(known)
        return stage

    def _known(self, name: str, state: State) -> Stage | None:
        """The state in the earlier machine, if it is written as it was."""
        earlier = self._earlier
        if earlier is None or name not in earlier.workflow.states or earlier.workflow.states[name] != state:
            return None
        return earlier._stages.get(name)

    def _station(self, name: str, state: State, known: Stage | None) -> Station:
        local = self._local(name, state)
        if known is not None and known.station.serves(local, self.around):
            return known.station
        plan = self.definition.states[name] if known is None else known.station.plan
        return Station(state, plan, local, self.around)

    def forget_earlier(self) -> None:
        """Let go of the machine before."""
        self._earlier = None

    def _local(self, name: str, state: State) -> tuple[str, ...]:
        """The fields a visit of a state may read or change."""
        changed = {each.name for each in state.requires} | {field for each in state.timers for field in each.assign}
        changed |= set() if state.terminal else self.around.expiring
        fallen = {decision for decision, fields in self.around.approves.items() if changed & set(fields)}
        own = self.flow.read_in(name).all | self.flow.mask(changed | fallen)
        return self.flow.fields(own & self.flow.live[name].all)

    @staticmethod
    def _groups(plan: StatePlan) -> tuple[Group, ...]:
        """For each contributor the fields it may write; one whose fields another may write, too, adds nothing."""
        own: dict[object, list[str]] = {}
        for field, actors in plan.admits.items():
            for actor in sorted(actors, key=str):
                own.setdefault(actor, []).append(field)
        found: list[Group] = []
        for group in sorted({tuple(each) for each in own.values()}, key=lambda group: (-len(group), group)):
            if not any(set(group) <= set(other) for other in found):
                found.append(group)
        return tuple(found)

    def _due(self, state: State, local: set[str]) -> Iterator[Due]:
        fits, alphabet = self.definition.fits, self.alphabet
        for timer in sorted(state.timers, key=lambda each: parse_duration(each.after)):
            writes = {n: alphabet[n].of(as_stored(fits[n], v)) for n, v in timer.assign.items() if n in local}
            yield Due(timer.name, parse_duration(timer.after), writes, timer.to_state is not None)

    def _kept(self, state: State, station: Station) -> Iterator[tuple[Way, list[int]]]:
        ways: list[Way] = [*range(len(state.transitions)), *(each.name for each in state.timers if each.to_state)]
        for way in ways:
            target, actions = _way(state, way)
            flow = self.flow.through((*actions, *self.workflow.states[target].entry))
            counts = flow.before(self.flow.live[target]).all
            yield way, [place for place, each in enumerate(station.local) if self.flow.mask([each]) & counts]

    def _reads(self, action: Compute) -> Iterator[str]:
        for source in action.compute.values():
            yield from self.definition.expressions.fields_read(source)

    def _doubtful(self, exactly: set[str]) -> set[str]:
        """Fields whose very values count though they are given some that stand for others, too."""
        given = {name for name, field in self.workflow.context.items() if field.input} | self._asked
        while True:
            found = {name for name in exactly & given if not self.space.variables[self.space.index[name]].single}
            computed = [each for each in _actions(self.workflow, Compute) if found & set(self._reads(each))]
            more = {target for each in computed for target in each.compute} - given
            if not more:
                return found
            given |= more

    def _symbols(self, name: str, exactly: set[str], approved: set[str]) -> Symbols:
        field, fit = self.workflow.context[name], self.definition.fits[name]
        stored = [as_stored(fit, value) for value in (*self._literals.get(name, ()), field.default)]
        variable = self.space.variables[self.space.index[name]]
        made_of = SymbolsOf(field, variable.cells, name in exactly, name in approved, tuple(map(repr, stored)))
        found = self._earlier.alphabet.get(name) if self._earlier is not None else None
        if found is None or not found.serves(made_of):
            found = Symbols(made_of, variable, stored)
        if name in self._asked or field.input:
            self.narrow = self.narrow or found.narrow
        return found


def _alike(one: Workflow, other: Workflow) -> bool:
    """Whether two machines declare the same fields and the same who may act."""
    return (one.context, one.agents, one.users) == (other.context, other.agents, other.users)


def _way(state: State, way: Way) -> tuple[str, tuple[Action, ...]]:
    """Where a way leads, and the actions until the state is left."""
    if isinstance(way, int):
        edge = state.transitions[way]
        return edge.to_state, (*state.exit, *edge.on_transition)
    timer = next(each for each in state.timers if each.name == way)
    assert timer.to_state is not None
    return timer.to_state, (*state.exit, *timer.on_transition)


def _actions(workflow: Workflow, kind: type[A]) -> Iterator[A]:
    for name, state in workflow.states.items():
        yield from (action for _, action in actions_of(name, state) if isinstance(action, kind))


def _fields(atom: Atom, workflow: Workflow) -> Iterable[str]:
    if isinstance(atom, Anything):
        return workflow.context
    return (
        workflow.context if isinstance(atom, Anything) else [each for each in atom.fields if each in workflow.context]
    )


def _expiring(workflow: Workflow, definition: Definition) -> Iterator[str]:
    yield from (name for name, terms in definition.terms.items() if terms.expires_after is not None)
    yield from (name for name, field in workflow.context.items() if field.ttl is not None)
