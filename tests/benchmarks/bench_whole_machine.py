"""Whole-machine exploration of generated machines: within its budget, whatever their size."""

from __future__ import annotations

import json
from collections.abc import Iterator
from time import process_time

from engine.analysis.exact.explore import Exploration, explore
from engine.dsl import Workflow, read
from tests.benchmarks.figure import Figure
from tests.generators.large import large

GUIDES = {200: 100, 500: 300, 1000: 800}


def figures() -> Iterator[Figure]:
    for states, guide in GUIDES.items():
        workflow = read(json.dumps({"fsm": large(states)})).workflow
        assert workflow is not None
        taken, explored = timed(workflow)
        seen = f"{len(explored.entered)} entered, {len(explored.situations)} situations"
        limit = ", at its budget" if explored.partial else ""
        yield Figure(f"whole machine, {states} states ({seen}{limit})", taken, "ms", guide=f"≤ {guide} ms")


def timed(workflow: Workflow) -> tuple[float, Exploration]:
    start = process_time()
    explored = explore(workflow)
    assert explored is not None
    return (process_time() - start) * 1e3, explored
