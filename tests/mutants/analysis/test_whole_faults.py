"""Faults in the exploration of whole machines; each is seen by the agreement with the model."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

from engine.analysis.exact import explore, machine, search
from engine.analysis.exact.dataflow import Dataflow, Flow, Live
from engine.analysis.exact.explore import Exploration
from engine.analysis.exact.machine import Machine
from engine.analysis.exact.manner import Manner
from engine.analysis.exact.passage import Passage, _Computation
from engine.analysis.exact.search import Search
from engine.analysis.exact.station import REST, Station
from engine.analysis.exact.symbols import Symbols
from engine.analysis.exact.visit import Visit
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


CHOICES, NUMBERED, RECORD, BROUGHT = Manner.choices, Search._numbered, Search._record, Symbols._brought
BEGINNINGS, READ_IN = Machine.beginnings, Dataflow.read_in


def nothing(*arguments: Any) -> None:
    return None


def nothing_withdrawn(self: Manner, place: int, present: int) -> tuple[int, ...]:
    return tuple(each for each in CHOICES(self, place, present) if each or not present)


def ended_alone(self: Exploration) -> set[int]:
    return {place for place, each in enumerate(self.situations) if each.stop == "terminal"}


def first_value_only(self: Symbols, twice: bool, literals: Any) -> list[int]:
    return BROUGHT(self, twice, literals)[:1]


def state_alone(self: Search, state: str, situation: bytes, sighting: Any) -> int | None:
    known = (number for number, entry in enumerate(self.entries) if (entry.state, entry.stop) == (state, sighting.stop))
    number = next(known, None)
    return NUMBERED(self, state, situation, sighting) if number is None else number


def all_alike(self: Symbols, value: Any) -> int:
    return 0 if value is None else 1


def no_inputs(self: Machine) -> Iterator[Any]:
    return iter([next(BEGINNINGS(self))])


def last_transition_only(self: Search, sighting: Any, micros: list[Any]) -> bool:
    return RECORD(self, sighting, micros[-1:])


def rests_alone_count(self: Search, sighting: Any, micros: list[Any]) -> bool:
    before = set(self.entered)
    new = RECORD(self, sighting, micros)
    for state in {micro.state for micro in micros[1:]} - before - {sighting.state}:
        self.entered.pop(state, None)
    return new


def never_stuck(self: Search, entry: Any) -> list[int]:
    return []


def everything_finishes(self: Exploration) -> set[int]:
    return set(range(len(self.situations)))


def presence_is_enough(self: Dataflow, name: str) -> Live:
    return Live(0, READ_IN(self, name).all)


def nothing_lives_on(self: Flow, live: Live) -> Live:
    return self.read


def literals_unset(self: Passage, situation: bytes, fields: Any) -> bytes:
    return bytes(len(self._touched))


def computes_nothing(self: _Computation, fields: Any) -> Any:
    return ({},)


def without_exit(state: Any, way: Any) -> Any:
    if isinstance(way, int):
        return state.transitions[way].to_state, state.transitions[way].on_transition
    return WAY(state, way)


def without_entry(self: Machine, name: str, way: Any) -> Any:
    target, actions = WAY(self.workflow.states[name], way)
    return target, self._passage(actions, self.stage(name).live, self.stage(target))


def last_passes(self: Station, context: Mapping[str, Any]) -> int:
    if FIRES(self, context) == REST:
        return REST
    passing = (i for i, each in enumerate(self.plan.transitions) if each.passes is None or each.passes(context))
    return max(passing)


def always_eligible(self: Station, context: Mapping[str, Any]) -> int:
    passing = (i for i, each in enumerate(self.plan.transitions) if each.passes is None or each.passes(context))
    return REST if self.plan.terminal else next(passing, REST)


def optional_blocks(self: Station, context: Mapping[str, Any]) -> int:
    asked = self.plan.by_field.values()
    return FIRES(self, context) if all(gate.satisfied(context, context) for gate in asked) else REST


def nobody_asked(self: Station, situation: bytes) -> bool:
    return False


def nothing_set_before(self: Dataflow) -> Mapping[str, int]:
    states = self._workflow.states
    return {name: self.mask(each.name for each in state.requires) for name, state in states.items()}


def one_at_a_time(self: Visit, place: int, fan: int, given: Mapping[int, int]) -> None:
    if len(given) == 1:
        GIVE(self, place, fan, given)


WAY, FIRES, GIVE = machine._way, Station._fires, Visit._give

FAULTS: dict[str, tuple[Any, str, Any]] = {
    "timers never fire": (Visit, "_time_out", nothing),
    "nothing is withdrawn": (Manner, "choices", nothing_withdrawn),
    "only runs that have ended can end": (Exploration, "finishing", ended_alone),
    "one value of each field is given": (Symbols, "_brought", first_value_only),
    "situations of one state are alike": (Search, "_numbered", state_alone),
    "all values of a field are alike": (Symbols, "of", all_alike),
    "inputs are never given": (Machine, "beginnings", no_inputs),
    "only the last transition of a step counts": (Search, "_record", last_transition_only),
    "states that are passed through are not entered": (Search, "_record", rests_alone_count),
    "nobody is ever stuck": (Search, "stuck_in", never_stuck),
    "every run can end": (Exploration, "finishing", everything_finishes),
    "of what is read only presence counts": (Dataflow, "read_in", presence_is_enough),
    "what is read later does not count": (Flow, "before", nothing_lives_on),
    "literals unset": (Passage, "_end", literals_unset),
    "computations write nothing": (_Computation, "__call__", computes_nothing),
    "exit actions are left out": (machine, "_way", without_exit),
    "entry actions are left out": (Machine, "way", without_entry),
    "the last transition that passes fires": (Station, "_fires", last_passes),
    "requirements need not be satisfied": (Station, "_fires", always_eligible),
    "optional requirements block": (Station, "_fires", optional_blocks),
    "nobody is ever asked": (Station, "asks", nobody_asked),
    "what was set on the way is forgotten": (Dataflow, "_settable", nothing_set_before),
    "a run is halted after one transition": (search, "MICROSTEP_CAP", 1),
    "fields are given one at a time": (Visit, "_give", one_at_a_time),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_seen(fault: str, machines: list[tuple[Workflow, Model]], monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, faulty = FAULTS[fault]
    monkeypatch.setattr(owner, name, faulty)
    assert next(disagreements(machines), None) is not None
