"""Every situation of a small machine, by a model of the language of its own and Google's CEL."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import product
from typing import Any

from cel_expr_python import cel

from engine.dsl.models import Action, Assign, Compute, Field, FieldType, Requirement, State, Workflow

_ENVIRONMENT = cel.NewEnv(variables={"context": cel.Type.DYN, "value": cel.Type.DYN})

Context = dict[str, Any]
Rest = tuple[str, str, tuple[tuple[str, Any], ...]]


@lru_cache(maxsize=100_000)
def _evaluate(expression: str, context: tuple[tuple[str, Any], ...], value: Any, kinds: tuple[type, ...]) -> Any:
    result = _compiled(expression).eval(data={"context": dict(context), "value": value})
    return None if result.type() == cel.Type.ERROR else (result.value(),)


def _kinds(context: Context, value: Any) -> tuple[type, ...]:
    """What tells true from one: equal values of other types are not the same."""
    return (type(value), *map(type, context.values()))


@lru_cache(maxsize=10_000)
def _compiled(expression: str) -> Any:
    return _ENVIRONMENT.compile(expression, disable_check=True)


def _holds(expression: str, context: Context, value: Any = None) -> bool:
    found = _evaluate(expression, tuple(context.items()), value, _kinds(context, value))
    return found is not None and found[0] is True


class Refused(Exception):
    """An action fails, and with it the whole step."""


@dataclass
class Model:
    """What can happen to runs: ``entered`` states, ``fired`` transitions, states where runs are ``stuck``."""

    workflow: Workflow
    entered: set[str] = field(default_factory=set)
    fired: set[tuple[str, Any]] = field(default_factory=set)
    stuck: set[str] = field(default_factory=set)
    halted: set[str] = field(default_factory=set)
    after: dict[Rest, set[Rest]] = field(default_factory=dict)

    def explore(self) -> Model:
        inputs = [name for name, each in self.workflow.context.items() if each.input]
        queue: deque[Rest] = deque()
        for values in product(*([None, *_domain(self.workflow.context[name])] for name in inputs)):
            context = {name: each.default for name, each in self.workflow.context.items() if each.default is not None}
            context |= {name: value for name, value in zip(inputs, values, strict=True) if value is not None}
            state = self.workflow.initial_state
            try:
                self._act(self.workflow.states[state].entry, context)
                rest = self._advance(state, context)
            except Refused:
                continue
            self.entered.add(state)
            queue.append(rest)
        while queue:
            rest = queue.popleft()
            if rest in self.after:
                continue
            self.after[rest] = set(self._following(rest))
            queue.extend(self.after[rest])
        return self

    @property
    def lost(self) -> bool:
        """Whether from some situation no run ends."""
        back: dict[Rest, list[Rest]] = {}
        for rest, following in self.after.items():
            for each in following:
                back.setdefault(each, []).append(rest)
        found = {rest for rest in self.after if self.workflow.states[rest[0]].terminal}
        pending = list(found)
        while pending:
            for rest in back.get(pending.pop(), ()):
                if rest not in found:
                    found.add(rest)
                    pending.append(rest)
        return len(found) < len(self.after)

    def _following(self, rest: Rest) -> Iterator[Rest]:
        name, _, written = rest
        state = self.workflow.states[name]
        if state.terminal:
            return
        asked = list(dict.fromkeys(each.name for each in state.requires))
        choices = [[..., None, *_domain(self.workflow.context[each])] for each in asked]
        for values in product(*choices):
            given = {each: value for each, value in zip(asked, values, strict=True) if value is not ...}
            if not given:
                continue
            context = {**dict(written), **given}
            try:
                yield self._advance(name, {each: value for each, value in context.items() if value is not None})
            except Refused:
                continue
        for timer in state.timers:
            context = dict(written)
            assert timer.to_state is not None
            try:
                yield self._advance(name, context, (timer.name, timer.to_state))
            except Refused:
                continue

    def _advance(self, name: str, context: Context, delayed: tuple[str, str] | None = None) -> Rest:
        seen = [(name, dict(context))]
        fired: list[tuple[str, Any]] = []
        entered: list[str] = []
        stop = "parked"
        while True:
            state = self.workflow.states[name]
            if delayed is not None:
                way, target, actions = delayed[0], delayed[1], ()
                delayed = None
            else:
                edge = None
                if not state.terminal and all(
                    self._satisfied(each, context) for each in state.requires if each.required
                ):
                    edge = self._first(state, context)
                if edge is None:
                    break
                if len(fired) == 128:
                    stop = "microstep-cap"
                    break
                way, target, actions = edge, state.transitions[edge].to_state, state.transitions[edge].on_transition  # type: ignore[assignment]
            self._act((*state.exit, *actions), context)
            fired.append((name, way))
            name = target
            entered.append(name)
            self._act(self.workflow.states[name].entry, context)
            if (name, context) in seen:
                stop = "no-progress"
                break
            seen.append((name, dict(context)))
        self.fired.update(fired)
        self.entered.update(entered)
        if stop != "parked":
            self.halted.add(stop)
        state = self.workflow.states[name]
        if not state.terminal and not state.timers and all(self._satisfied(each, context) for each in state.requires):
            self.stuck.add(name)
        return name, stop, tuple(sorted(context.items()))

    def _first(self, state: State, context: Context) -> int | None:
        passing = (
            index
            for index, edge in enumerate(state.transitions)
            if all(_holds(guard.expression, context) for guard in edge.guards)
        )
        return next(passing, None)

    def _satisfied(self, requirement: Requirement, context: Context) -> bool:
        value = context.get(requirement.name)
        return value is not None and all(_holds(guard.expression, context, value) for guard in requirement.validate_)

    def _act(self, actions: tuple[Action, ...], context: Context) -> None:
        for action in actions:
            if isinstance(action, Assign):
                for name, value in action.assign.items():
                    if value is None:
                        context.pop(name, None)
                    else:
                        context[name] = value
            elif isinstance(action, Compute):
                for name, source in action.compute.items():
                    found = _evaluate(source, tuple(context.items()), None, _kinds(context, None))
                    if found is None or found[0] not in _domain(self.workflow.context[name]):
                        raise Refused
                    context[name] = found[0]


def _domain(declared: Field) -> list[Any]:
    if declared.type is FieldType.BOOL:
        return [False, True]
    if declared.type is FieldType.ENUM:
        return list(declared.values)
    assert isinstance(declared.min, int)
    assert isinstance(declared.max, int)
    return list(range(declared.min, declared.max + 1))


def modelled(workflow: Mapping[str, Any]) -> tuple[Workflow, Model]:
    machine = Workflow.model_validate(workflow)
    return machine, Model(machine).explore()
