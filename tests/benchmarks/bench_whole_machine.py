"""Whole-machine exploration of generated machines: those whose ways back clear what they go over, those that do not."""

from __future__ import annotations

import statistics
from collections.abc import Callable, Iterator, Mapping
from time import process_time
from typing import Any

from engine.analysis.exact.explore import Exploration, explore
from engine.dsl import Workflow
from tests.benchmarks.figure import Figure
from tests.generators.large import large, tidy

GUIDES = {200: 100, 500: 300, 1000: 800}
ROUNDS = 3


def figures() -> Iterator[Figure]:
    for states, guide in GUIDES.items():
        yield figure(f"whole machine, {states} states", tidy(states), f"≤ {guide} ms")
    for states in GUIDES:
        yield figure(f"whole machine that keeps answers, {states} states", large(states), "ends within its budget")


def figure(name: str, machine: Mapping[str, Any], guide: str) -> Figure:
    """The median of some rounds; the expressions are read before, as they are when rules of single states have run."""
    workflow = Workflow.model_validate(machine)
    explored = explore(workflow)
    assert explored is not None
    taken = statistics.median(milliseconds(lambda: explore(workflow)) for _ in range(ROUNDS))
    return Figure(f"{name} ({told(workflow, explored)})", taken, "ms", guide=guide)


def told(workflow: Workflow, explored: Exploration) -> str:
    """What was decided of a machine."""
    edges = [(name, index) for name, state in workflow.states.items() for index in range(len(state.transitions))]
    undecided = sum(edge not in explored.fired and not explored.never("fired", *edge) for edge in edges)
    return f"{len(explored.entered)} entered, {len(explored.situations)} situations, {undecided} transitions open"


def milliseconds(work: Callable[[], object]) -> float:
    start = process_time()
    work()
    return (process_time() - start) * 1e3
