"""The exploration of whole machines against a model of the language written apart."""

from __future__ import annotations

from collections import Counter

import pytest

from engine.analysis.exact.explore import explore
from tests.counts import count
from tests.engine.analysis.exact.model import modelled
from tests.generators.machines import CONSTRUCTS, Machines

SEEDS = range(count(500, 3_000))


@pytest.mark.parametrize("tenth", range(10))
def test_agrees_with_the_model(tenth: int) -> None:
    seen: Counter[str] = Counter()
    for seed in SEEDS[tenth::10]:
        workflow, model = modelled(Machines(seed).whole())
        explored = explore(workflow)
        assert explored is not None
        place = f"seed {seed}"
        stuck = set(explored.stuck)
        halted = {stop for stop, _ in explored.halted}
        assert explored.entered.keys() <= model.entered, place
        assert explored.fired.keys() <= model.fired, place
        assert stuck <= model.stuck, place
        assert halted <= model.halted, place
        if explored.partial is not None:
            seen["partial"] += 1
            continue
        assert explored.entered.keys() == model.entered, place
        assert explored.fired.keys() == model.fired, place
        assert stuck == model.stuck, place
        assert halted == model.halted, place
        assert (len(explored.finishing()) < len(explored.situations)) == model.lost, place
        seen["unreachable"] += len(model.entered) < len(workflow.states)
        seen["stuck"] += bool(stuck)
        seen["no-progress"] += "no-progress" in halted
        seen["lost"] += model.lost
    assert all(seen[each] for each in ("unreachable", "stuck", "no-progress", "lost"))
    assert seen["partial"] <= len(SEEDS[tenth::10]) / 5


def test_the_generator_covers_the_language() -> None:
    machines = [Machines(seed).whole() for seed in SEEDS]
    for name, occurs in CONSTRUCTS.items():
        share = sum(map(occurs, machines)) / len(machines)
        assert share >= 0.05, f"{name} occurs in {share:.1%} of the machines"


def test_the_generator_covers_the_faults() -> None:
    seen: Counter[str] = Counter()
    machines = [Machines(seed).whole() for seed in range(200)]
    for machine in machines:
        workflow, model = modelled(machine)
        edges = [(name, place) for name in model.entered for place in range(len(workflow.states[name].transitions))]
        seen["unreachable"] += len(model.entered) < len(workflow.states)
        seen["never fires"] += any(edge not in model.fired for edge in edges)
        seen["stuck"] += bool(model.stuck)
        seen["no progress"] += "no-progress" in model.halted
        seen["cannot finish"] += model.lost
        explored = explore(workflow)
        assert explored is not None
        seen["refused"] += bool(explored.refused)
        seen["an answer from before"] += bool(explored.passed)
    for name, count_ in seen.items():
        assert count_ >= len(machines) / 100, f"{name} is to be found in {count_} machines"
    assert len(seen) == 7


def test_all_that_is_found_is_done_again_by_the_reducer() -> None:
    for seed in range(count(80, 800)):
        explored = explore(modelled(Machines(seed).whole())[0])
        assert explored is not None
        for seen in (*explored.entered.values(), *explored.fired.values(), *explored.halted.values()):
            assert seen.step.accepted, f"seed {seed}"
        for situation in explored.situations:
            assert (situation.envelope.state, situation.envelope.stop) == (situation.state, situation.stop)
        assert not explored.realizer.broken, f"seed {seed}"
