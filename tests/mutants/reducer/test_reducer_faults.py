"""Faults in the reducer; each is seen by a run that an independent model has made, or by a sample's scenario."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from engine.dsl import read_bytes
from engine.reducer import Contribution, Definition, Envelope, contribute, create, link, step_json
from engine.reducer.definition import Gate, StatePlan
from engine.reducer.envelope import Due
from engine.reducer.step import Step
from engine.reducer.values import MISFIT
from engine.reducer.work import EXPIRY_RANK, Work
from engine.simulate import ReadScenario, play, read_scenario
from tests.engine.reducer.running import Run
from tests.engine.reducer.traces import compared, pairs

INVARIANT = """
  context: { n: { type: int } }
  agents: { w: { canTransition: [a] } }
  states:
    a:
      invariants: [ "!has(context.n) || context.n < 9" ]
      requires: [ { name: n } ]
      transitions: [ { toState: b, guards: [ context.n < 5 ] } ]
    b: { terminal: true }
"""
SAMPLES = Path(__file__).parents[3] / "samples"

advance, contributing, linking, tick = (
    importlib.import_module(f"engine.reducer.{name}") for name in ("advance", "contribute", "link", "tick")
)
DECISIONS, SCHEDULE = contributing._decisions, Work.schedule


def definition_of(path: Path) -> Definition:
    workflow = read_bytes(path.read_bytes(), str(path)).workflow
    assert workflow is not None
    return link(workflow)


def differences() -> Iterator[str]:
    """Where runs are not what they must be."""
    for pair in pairs():
        lines = pair.lines()
        given = lines.pop(0)["given"] if lines and "given" in lines[0] else {}
        definition = definition_of(pair.machine)
        steps = [create(definition, given=given)]
        for line in lines:
            steps += contribute(definition, steps[-1].envelope, Contribution.from_json(line, simulated=True))
        if [compared(step_json(step)) for step in steps] != [compared(line) for line in pair.expected_lines()]:
            yield pair.name
    run = Run(INVARIANT)
    if run.give({"agent": "w"}, {"n": 9}).code != "invariant":
        yield "invariants"
    machines = {path.stem: definition_of(path) for path in SAMPLES.glob("*.yaml") if "scenario" not in path.name}
    for path in sorted(SAMPLES.glob("*.scenario.yaml")):
        read = read_scenario(path.read_bytes())
        assert isinstance(read, ReadScenario)
        if not play(read.scenario, machines[read.scenario.machine], machines.get).passed:
            yield path.name


def one_guard_is_enough(guards: tuple[Any, ...]) -> Any:
    return (lambda context: any(guard(context) for guard in guards)) if guards else None


def set_is_satisfied(self: Gate, context: Mapping[str, Any], approvals: Any) -> bool:
    return self.field in context


def nothing_follows(self: Work, field: str, old: Any, value: Any) -> None:
    return None


def anybody_decides(work: Work, plan: StatePlan, contribution: Contribution, values: Any, by: Any) -> Any:
    terms = {field: replace(each, separate_from=()) for field, each in plan.decisions.items()}
    return DECISIONS(work, replace(plan, decisions=terms), contribution, values, by)


def any_hash_will_do(work: Work, plan: StatePlan, contribution: Contribution, values: Any, by: Any) -> Any:
    return DECISIONS(work, plan, contribution._replace(current=True), values, by)


def never_spent(work: Work, agent: Any) -> None:
    return None


def latest_first(self: Work, plan: StatePlan) -> None:
    SCHEDULE(self, plan)
    self.set(timers=tuple(sorted(self.timers, key=lambda due: -due.at)))


def timers_stay(self: Work, plan: StatePlan) -> None:
    before = [due for due in self.timers if due.rank < EXPIRY_RANK]
    SCHEDULE(self, plan)
    self.set(timers=tuple(sorted({*self.timers, *(due for due in before if due.rank < len(plan.timers))})))


def an_hour_late(at: int, rank: int, name: str) -> Due:
    return Due(at + 3_600_000_000_000, rank, name)


def time_stands_still(envelope: Envelope, at: int) -> Envelope:
    return envelope


def no_state_is_seen_again(trail: Any, place: int, context: Any) -> bool:
    return False


def always_holds(self: Work, plan: StatePlan) -> None:
    return None


def answered_as_of_now(self: Step) -> Any:
    return self.envelope.context


def integers_only(field: Any) -> Any:
    fit = FIT_OF(field)
    return (lambda value: MISFIT if isinstance(value, float) else fit(value)) if field.type == "number" else fit


FIT_OF = linking.fit_of

FAULTS: dict[str, tuple[Any, str, Any]] = {
    "of several guards one is enough": (linking, "_all", one_guard_is_enough),
    "a value satisfies, whatever is checked": (Gate, "satisfied", set_is_satisfied),
    "an approval outlives what it was about": (Work, "_consequences", nothing_follows),
    "an author may decide": (contributing, "_decisions", anybody_decides),
    "a decision on an earlier proposal counts": (contributing, "_decisions", any_hash_will_do),
    "budgets are never spent": (contributing, "_spend", never_spent),
    "the latest timer fires first": (Work, "schedule", latest_first),
    "timers of the state before go on": (Work, "schedule", timers_stay),
    "a timer is an hour late": (importlib.import_module("engine.reducer.work"), "Due", an_hour_late),
    "a refused contribution does not move the time": (tick, "at_time", time_stands_still),
    "a loop without progress goes on": (advance, "unchanged_since", no_state_is_seen_again),
    "invariants are not looked at": (Work, "_hold", always_holds),
    "a duplicate is answered with the present": (Step, "context", property(answered_as_of_now)),
    "a number must be whole": (linking, "fit_of", integers_only),
}


def test_without_a_fault_nothing_is_seen() -> None:
    assert not list(differences())


@pytest.mark.parametrize("fault", FAULTS)
def test_the_fault_is_seen(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    owner, name, faulty = FAULTS[fault]
    monkeypatch.setattr(owner, name, faulty)
    try:
        seen = next(differences(), None)
    except (KeyError, IndexError, ValueError, RecursionError) as error:
        seen = repr(error)
    assert seen is not None
