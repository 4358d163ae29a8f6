"""What may happen to a run at rest: the contributions its state admits, by one value of each class, and its timers."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from itertools import islice, product
from typing import Any

from engine.analysis.exact.formula import Formula, atoms, formula_of
from engine.analysis.exact.space import Space
from engine.analysis.exact.values import as_json
from engine.analysis.walk import actions_of
from engine.dsl import Compute, FieldType, Workflow
from engine.reducer import SYSTEM, Actor, Contribution, Definition, Envelope

MAX_TOGETHER = 48
"""Ways of giving several fields at once that are tried in one situation."""

MAX_GIVEN = 48
"""Ways of giving inputs that are tried."""

_PLAIN = (str, int, float, bool)

MAX_VALUES = 24
"""Classes of one field of which a value each is contributed."""


class Environment:
    """The values, contributions and timers of one machine's runs, and when two situations are alike.

    ``narrow`` tells why not everything that can happen is tried; while it is ``None`` what is never seen never is.
    """

    def __init__(self, workflow: Workflow, definition: Definition) -> None:
        self.workflow = workflow
        self.definition = definition
        self.narrow: str | None = None
        formulas = list(_formulas(workflow))
        self.space = Space(workflow.context, formulas, workflow.context)
        for formula in formulas:
            self.space.bind(formula)
        self._exactly = self._fields_taken_exactly()
        self._live = _live(workflow)
        self._values = {name: self._values_of(name) for name in workflow.context}
        self._classes: dict[tuple[str, str], int] = {}
        self._count = 0
        for name in self._exactly & self._given_from_outside():
            if not self.space.variables[self.space.index[name]].single:
                self.narrow = f"`{name}` is computed with or compared with other fields"
        if workflow.policy.on_exhausted or any(each.on_failure for each in workflow.commands.values()):
            self.narrow = "budgets of exchanges and failures of commands write fields"

        if _expires(workflow) and any(state.timers for state in workflow.states.values()):
            self.narrow = "timers and expiries can come in any order"

    def _fields_taken_exactly(self) -> set[str]:
        """Fields whose very value matters: read by computations, and by what does not follow from classes."""
        read = {name for atom in self.space.outside for name in atom.fields}
        for name, state in self.workflow.states.items():
            for _, action in actions_of(name, state):
                if isinstance(action, Compute):
                    for source in action.compute.values():
                        formula = formula_of(source)
                        read |= {field for atom in (atoms(formula) if formula else ()) for field in atom.fields}
        return read & self.workflow.context.keys()

    def _given_from_outside(self) -> set[str]:
        given = {name for name, field in self.workflow.context.items() if field.input}
        return given | {each.name for state in self.workflow.states.values() for each in state.requires}

    def _values_of(self, name: str) -> tuple[Any, ...]:
        variable = self.space.variables[self.space.index[name]]
        if self.workflow.context[name].type is FieldType.BLOB:
            return ("content",)
        if variable.sure != variable.all or len(variable.cells) > MAX_VALUES:
            self.narrow = f"`{name}` has values for which no example was found"
        return tuple(as_json(cell.value) for cell in variable.cells[:MAX_VALUES] if cell.sure)

    def read_in(self, state: str) -> tuple[str, ...]:
        """The fields a state asks for or reads, in the order of the schema."""
        read = _read_in(self.workflow, state)
        return tuple(name for name in self.workflow.context if name in read)

    def key(self, envelope: Envelope) -> tuple[object, ...]:
        """Equal for situations from which the same can happen."""
        context = envelope.context
        live = self._live[envelope.state]
        values = frozenset((name, self._class(name, value)) for name, value in context.items() if name in live)
        timers = tuple((due.rank, due.name) for due in envelope.timers)
        return envelope.state, envelope.stop, values, tuple(sorted(envelope.approvals)), timers

    def _class(self, name: str, value: Any) -> object:
        written = repr(value) if type(value) in _PLAIN else json.dumps(value, sort_keys=True, default=str)
        if name in self._exactly:
            return written
        key = (name, written)
        if key not in self._classes:
            self._classes[key] = self.space.variables[self.space.index[name]].class_of(value)
        return self._classes[key] or written

    def beginnings(self) -> Iterator[Mapping[str, Any]]:
        """Inputs to create a run with: none, then every choice of values."""
        inputs = [name for name, field in self.workflow.context.items() if field.input]
        choices = [[None, *self._values[name]] for name in inputs]
        every = product(*choices)
        for values in islice(every, MAX_GIVEN):
            yield {name: value for name, value in zip(inputs, values, strict=True) if value is not None}
        if next(every, None) is not None:
            self.narrow = "there are too many choices of inputs"

    def moves(self, envelope: Envelope) -> Iterator[Contribution]:
        """What may come next; a timer is a contribution of nothing at the moment the timer is due."""
        if envelope.ended:
            return
        plan = self.definition.states[envelope.state]
        fields = list(dict.fromkeys(each.field for each in plan.requirements))
        for name in fields:
            for actor in sorted(plan.admits.get(name, ()), key=str)[: 8 if self.definition.terms else 1]:
                for value in self._values.get(name, ()):
                    yield self._contribution(actor, {name: value})
                if name in envelope.context:
                    yield self._contribution(actor, {name: None})
        yield from self._together(envelope, fields)
        if envelope.timers:
            yield self._contribution(SYSTEM, {}, envelope.timers[0].at)

    def _together(self, envelope: Envelope, fields: list[str]) -> Iterator[Contribution]:
        admits = self.definition.states[envelope.state].admits
        for actor in sorted({actor for name in fields for actor in admits.get(name, ())}, key=str):
            own = [name for name in fields if actor in admits.get(name, ())]
            if len(own) < 2:
                continue
            every = product(*([None, *self._values[name]] for name in own))
            for values in islice(every, MAX_TOGETHER):
                given = {name: value for name, value in zip(own, values, strict=True) if value is not None}
                if len(given) > 1:
                    yield self._contribution(actor, given)
            if next(every, None) is not None:
                self.narrow = f"there are too many ways to answer at once in '{envelope.state}'"

    def _contribution(self, actor: Actor, values: Mapping[str, Any], at: int | None = None) -> Contribution:
        self._count += 1
        return Contribution(f"w{self._count}", actor, values, at, current=True)


def _expires(workflow: Workflow) -> bool:
    """Whether something ends by itself after a time that does not begin with a visit."""
    asked = (each for state in workflow.states.values() for each in state.requires)
    return any(each.expires_after for each in asked) or any(field.ttl for field in workflow.context.values())


def _formulas(workflow: Workflow) -> Iterator[Formula]:
    for state in workflow.states.values():
        guards = [guard for edge in state.transitions for guard in edge.guards]
        for guard in [*guards, *state.invariants]:
            if (formula := formula_of(guard.expression)) is not None:
                yield formula
        for requirement in state.requires:
            for guard in requirement.validate_:
                if (formula := formula_of(guard.expression, requirement.name)) is not None:
                    yield formula


def _live(workflow: Workflow) -> dict[str, frozenset[str]]:
    """For each state the fields that it, or a state that can follow, reads."""
    read = {name: _read_in(workflow, name) for name in workflow.states}
    before: dict[str, list[str]] = {name: [] for name in workflow.states}
    for name, state in workflow.states.items():
        for target in [*(edge.to_state for edge in state.transitions), *(timer.to_state for timer in state.timers)]:
            if target in before:
                before[target].append(name)
    pending = list(workflow.states)
    while pending:
        name = pending.pop()
        for earlier in before[name]:
            if not read[name] <= read[earlier]:
                read[earlier] |= read[name]
                pending.append(earlier)
    return read


def _read_in(workflow: Workflow, name: str) -> frozenset[str]:
    state = workflow.states[name]
    read: set[str] = {each.name for each in state.requires}
    read |= {field for each in state.requires for field in each.approves}
    sources = [(guard.expression, None) for edge in state.transitions for guard in edge.guards]
    sources += [(guard.expression, None) for guard in state.invariants]
    sources += [(guard.expression, each.name) for each in state.requires for guard in each.validate_]  # type: ignore[misc]
    for _, action in actions_of(name, state):
        if isinstance(action, Compute):
            sources += [(source, None) for source in action.compute.values()]
    for source, value in sources:
        formula = formula_of(source, value)
        read |= {field for atom in (atoms(formula) if formula else ()) for field in atom.fields}
    return frozenset(read)
