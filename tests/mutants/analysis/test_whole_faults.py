"""Faults in the exploration of whole machines; each is seen by the agreement with the model."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from engine.analysis.exact import explore
from engine.analysis.exact.environment import Environment
from engine.analysis.exact.explore import Exploration, Seen
from engine.analysis.exact.space import Variable
from engine.dsl import Workflow
from tests.engine.analysis.exact.model import Model, modelled
from tests.generators.machines import Machines

SEEDS = range(120)


@pytest.fixture(scope="module")
def machines() -> list[tuple[Workflow, Model]]:
    return [modelled(Machines(seed).whole()) for seed in SEEDS]


def disagreements(machines: list[tuple[Workflow, Model]]) -> Iterator[str]:
    for workflow, model in machines:
        explored = explore.explore(workflow)
        if explored is None or explored.partial is not None:
            continue
        ours = (
            set(explored.entered),
            set(explored.fired),
            set(explored.stuck),
            {stop for stop, _ in explored.halted},
            len(explored.finishing()) < len(explored.situations),
        )
        if ours != (model.entered, model.fired, model.stuck, model.halted, model.lost):
            yield workflow.model_dump_json()


MOVES, KEY, TAKE, CLASS_OF = Environment.moves, Environment.key, Exploration._take, Variable.class_of


def no_timers(self: Environment, envelope: Any) -> Iterator[Any]:
    return (each for each in MOVES(self, envelope) if each.values)


def nothing_withdrawn(self: Environment, envelope: Any) -> Iterator[Any]:
    return (each for each in MOVES(self, envelope) if None not in each.values.values())


def ended_alone(self: Exploration) -> set[int]:
    return {place for place, each in enumerate(self.situations) if each.envelope.ended}


def first_value_only(self: Environment, name: str) -> tuple[Any, ...]:
    return VALUES(self, name)[:1]


def state_alone(self: Environment, envelope: Any) -> tuple[object, ...]:
    return (envelope.state, envelope.stop)


def present_or_not(self: Variable, value: Any) -> int:
    return 1


def no_inputs(self: Environment) -> Iterator[dict[str, Any]]:
    yield {}


def last_transition_only(self: Exploration, seen: Seen) -> None:
    TAKE(self, seen)
    for fired in seen.step.fired[:-1]:
        if self.fired.get((fired.source, fired.index)) is seen:  # type: ignore[arg-type]
            del self.fired[fired.source, fired.index]  # type: ignore[arg-type]


def rests_alone_count(self: Exploration, seen: Seen) -> None:
    before = dict(self.entered)
    TAKE(self, seen)
    passed = {fired.target for fired in seen.step.fired} - {seen.step.envelope.state}
    for state in passed - before.keys():
        self.entered.pop(state, None)


def never_stuck(definition: Any, envelope: Any) -> bool:
    return False


def everything_finishes(self: Exploration) -> set[int]:
    return set(range(len(self.situations)))


VALUES = Environment._values_of

FAULTS: dict[str, tuple[Any, str, Any]] = {
    "timers never fire": (Environment, "moves", no_timers),
    "nothing is withdrawn": (Environment, "moves", nothing_withdrawn),
    "only runs that have ended can end": (Exploration, "finishing", ended_alone),
    "one value of each field is given": (Environment, "_values_of", first_value_only),
    "situations of one state are alike": (Environment, "key", state_alone),
    "all values of a field are alike": (Variable, "class_of", present_or_not),
    "inputs are never given": (Environment, "beginnings", no_inputs),
    "only the last transition of a step counts": (Exploration, "_take", last_transition_only),
    "states that are passed through are not entered": (Exploration, "_take", rests_alone_count),
    "nobody is ever stuck": (explore, "is_stuck", never_stuck),
    "every run can end": (Exploration, "finishing", everything_finishes),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_seen(fault: str, machines: list[tuple[Workflow, Model]], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, faulty = FAULTS[fault]
    monkeypatch.setattr(owner, name, faulty)
    assert next(disagreements(machines), None) is not None
