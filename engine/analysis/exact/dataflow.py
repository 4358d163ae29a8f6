"""Which fields can still make a difference to a run in each state: the rest is no part of a situation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from engine.analysis.exact.atoms import Anything, Presence
from engine.analysis.exact.formula import atoms, formula_of
from engine.analysis.templates import fields_in, in_action
from engine.dsl.models import Action, Assign, Compute, Send, State, Workflow
from engine.reducer.values import unsets


class Live(NamedTuple):
    """Fields as bits of their places in the schema: whose value counts, and of which it counts that they are set."""

    values: int = 0
    presence: int = 0

    @property
    def all(self) -> int:
        return self.values | self.presence

    def also(self, other: Live) -> Live:
        return Live(self.values | other.values, self.presence | other.presence)


class Flow(NamedTuple):
    """What a sequence of actions reads of the fields before it, and the fields of which it leaves nothing.

    Of what it writes it may have set ``sets`` in the end, and surely has unset ``clears``.
    """

    read: Live = Live()
    kills: int = 0
    sets: int = 0
    clears: int = 0

    def before(self, live: Live) -> Live:
        """What counts before the actions, if this counts after them."""
        return self.read.also(Live(live.values & ~self.kills, live.presence & ~self.kills))

    def then(self, later: Flow) -> Flow:
        return Flow(
            self.before(later.read),
            self.kills | later.kills,
            self.sets & ~later.clears | later.sets,
            self.clears & ~later.sets | later.clears,
        )


class Dataflow:
    """Backwards over the edges of a machine: what is read before it is written anew.

    ``everywhere`` names fields whose value counts in every state, ``noticed`` those of which it counts everywhere that
    they are set.
    """

    def __init__(self, workflow: Workflow, everywhere: Iterable[str] = (), noticed: Iterable[str] = ()) -> None:
        self.names: Sequence[str] = tuple(workflow.context)
        self._bits = {name: 1 << place for place, name in enumerate(self.names)}
        self._workflow = workflow
        asked = [each for state in workflow.states.values() for each in state.requires]
        self._kept = self.mask(field for each in asked for field in each.approves)
        """Fields of which the old value counts when they are written: a decision on them may fall."""
        self._read: dict[str, Live] = {}
        self._ways = self._followed()
        settable = self._settable()
        self.live = {
            name: Live(live.values & settable[name], live.presence & settable[name])
            for name, live in self._solved(Live(self.mask(everywhere), self.mask(noticed))).items()
        }

    def fields(self, mask: int) -> tuple[str, ...]:
        """The names of some bits, in the order of the schema."""
        found = []
        while mask:
            lowest = mask & -mask
            found.append(self.names[lowest.bit_length() - 1])
            mask ^= lowest
        return tuple(found)

    def mask(self, names: Iterable[str]) -> int:
        """Some fields as bits; undeclared ones have none."""
        mask = 0
        for name in names:
            mask |= self._bits.get(name, 0)
        return mask

    def through(self, actions: Iterable[Action]) -> Flow:
        """What a sequence of actions reads and writes."""
        flow = Flow()
        for action in actions:
            flow = flow.then(self._action(action))
        return flow

    def read_in(self, name: str) -> Live:
        """What a state itself reads to choose a transition, or to ask for something."""
        known = self._read.get(name)
        if known is not None:
            return known
        state = self._workflow.states[name]
        read = Live()
        for requirement in state.requires:
            own = self.mask([requirement.name])
            read = read.also(Live(own & self._kept, own))
            for guard in requirement.validate_:
                read = read.also(self._expression(guard.expression, requirement.name))
        for guard in (*(each for edge in state.transitions for each in edge.guards), *state.invariants):
            read = read.also(self._expression(guard.expression))
        self._read[name] = read
        return read

    def _solved(self, always: Live) -> Mapping[str, Live]:
        states = self._workflow.states
        base = {
            name: self.read_in(name).also(always).also(Live(0, self.shown(state))) for name, state in states.items()
        }
        before: dict[str, list[str]] = {name: [] for name in states}
        for name, ways in self._ways.items():
            for target, _ in ways:
                before[target].append(name)
        live = dict(base)
        pending: dict[str, None] = dict.fromkeys(reversed(list(states)))
        while pending:
            name = next(iter(pending))
            del pending[name]
            found = base[name]
            for target, flow in self._ways[name]:
                found = found.also(flow.before(live[target]))
            if found != live[name]:
                live[name] = found
                pending.update(dict.fromkeys(before[name]))
        return live

    def _followed(self) -> Mapping[str, list[tuple[str, Flow]]]:
        """For each state where it may be left for, and what happens on the way."""
        states = self._workflow.states
        entering = {name: self.through(state.entry) for name, state in states.items()}
        return {
            name: [(target, self.through(actions).then(entering[target])) for target, actions in ways_of(state)]
            for name, state in states.items()
        }

    def _settable(self) -> Mapping[str, int]:
        """For each state the fields that may be set there."""
        states, context = self._workflow.states, self._workflow.context
        inside = {
            name: self.mask(each.name for each in state.requires)
            | self.mask(field for timer in state.timers for field, value in timer.assign.items() if not unsets(value))
            for name, state in states.items()
        }
        initial = self._workflow.initial_state
        start = self.mask(name for name, field in context.items() if field.input or field.default is not None)
        opening = self.through(states[initial].entry)
        found = dict(inside)
        found[initial] |= start & ~opening.clears | opening.sets
        pending = dict.fromkeys(states)
        while pending:
            name = next(iter(pending))
            del pending[name]
            for target, flow in self._ways[name]:
                arriving = found[name] & ~flow.clears | flow.sets
                if arriving & ~found[target]:
                    found[target] |= arriving
                    pending[target] = None
        return found

    def shown(self, state: State) -> int:
        """The fields of which templates of a state show whether they are set."""
        texts = [state.description, *(each.prompt for each in state.requires)]
        return self.mask(field for text in texts if text is not None for field in fields_in(text))

    def _action(self, action: Action) -> Flow:
        shown = Live(0, self.mask(name for each in in_action((), action) for name in fields_in(each.text)))
        match action:
            case Assign(assign=literals):
                written = self.mask(literals)
                cleared = self.mask(name for name, value in literals.items() if unsets(value))
                return Flow(Live(written & self._kept), written & ~self._kept, written & ~cleared, cleared)
            case Compute(compute=expressions):
                written = self.mask(expressions)
                read = Live(written & self._kept)
                for source in expressions.values():
                    read = read.also(self._expression(source))
                return Flow(read, written & ~self._kept, written)
            case Send(send=spec) if spec.approved_by is not None:
                return Flow(shown.also(Live(self.mask([spec.approved_by]))))
        return Flow(shown)

    def _expression(self, source: str, value: str | None = None) -> Live:
        formula = formula_of(source, value)
        values = presence = 0
        for atom in atoms(formula) if formula is not None else ():
            if isinstance(atom, Presence):
                presence |= self.mask(atom.fields)
            elif isinstance(atom, Anything):
                values |= (1 << len(self.names)) - 1
            else:
                values |= self.mask(atom.fields)
        return Live(values, presence)


def ways_of(state: State) -> Iterator[tuple[str, tuple[Action, ...]]]:
    """The targets a state can be left for, each with its actions: the exit's, then the transition's own."""
    for edge in state.transitions:
        yield edge.to_state, (*state.exit, *edge.on_transition)
    for timer in state.timers:
        if timer.to_state is not None:
            yield timer.to_state, (*state.exit, *timer.on_transition)
