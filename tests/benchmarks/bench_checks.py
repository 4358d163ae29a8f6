"""The checks that follow from the syntax and the graph, beside networkx on the graph alone."""

from __future__ import annotations

import gc
import json
import random
import statistics
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

import networkx as nx

from engine.analysis import Context, Kind, Session, check
from engine.analysis.check import run
from engine.analysis.rules import (
    RULES,
    bad_initial,
    dead_end,
    else_not_last,
    no_terminal,
    uncovered,
    unknown_state,
    unreachable,
)
from engine.dsl import Parsed, Workflow, read
from tests.benchmarks.figure import Figure
from tests.generators.large import large

SYNTAX = [rule for rule in RULES if all(each.kind is Kind.SYNTAX for each in rule.checks)]
GRAPH = [
    bad_initial.RULE,
    dead_end.RULE,
    else_not_last.RULE,
    no_terminal.RULE,
    uncovered.RULE,
    unknown_state.STATES,
    unknown_state.DECLARATIONS,
    unreachable.RULE,
]
ROUNDS = 9
STATES = 10_000


def figures() -> Iterator[Figure]:
    machine = large(200)
    text = json.dumps({"fsm": machine}, indent=1)
    parsed = read(text)
    workflow = parsed.workflow
    assert workflow is not None
    syntax = milliseconds(lambda: list(run(Context(parsed, workflow), SYNTAX, {})))
    yield Figure("checks of syntax, 200 states", syntax, "ms", guide="≤ 20 ms")
    yield Figure("all checks after one edit, 200 states", edited_milliseconds(text), "ms", guide="≤ 20 ms")

    graph = graph_of(STATES)
    whole, states = Parsed("", "", False, None, {}, None), Workflow.model_validate(graph)
    ours = milliseconds(lambda: list(run(Context(whole, states), GRAPH, {})))
    theirs = milliseconds(lambda: components(graph))
    yield Figure(f"checks of the graph, {STATES:,} states", ours, "ms", theirs, theirs / ours, guide="≤ 50 ms")


def edited_milliseconds(text: str) -> float:
    """A session takes in a text in which one guard has changed, the texts already read."""
    edits = [read(text.replace('"s7": {', f'"s7": {{\n"description": "{number}",')) for number in range(ROUNDS + 2)]
    assert edits[0].text != text
    session = Session()
    revisions = iter(range(len(edits)))

    def edit() -> None:
        revision = next(revisions)
        assert session.update(edits[revision], revision) is not None

    assert check(edits[0]).findings is not None
    return milliseconds(edit)


def graph_of(states: int) -> dict[str, Any]:
    """A machine that is all graph: every state reachable, three edges each, one terminal."""
    chance = random.Random(7)
    names = [f"s{number}" for number in range(states)]
    written: dict[str, Any] = {
        name: {
            "transitions": [
                {"toState": names[number + 1], "guards": ["context.go"]},
                {"toState": chance.choice(names), "guards": ["!context.go"]},
                {"toState": chance.choice(names)},
            ]
        }
        for number, name in enumerate(names[:-1])
    }
    written[names[-1]] = {"terminal": True}
    return {"name": "graph", "initialState": "s0", "context": {"go": {"type": "bool"}}, "states": written}


def components(machine: dict[str, Any]) -> None:
    """What the graph checks ask for, from networkx: what can be reached, and the components."""
    graph = nx.DiGraph()
    for name, state in machine["states"].items():
        graph.add_edges_from((name, edge["toState"]) for edge in state.get("transitions", ()))
    nx.descendants(graph, machine["initialState"])
    list(nx.strongly_connected_components(graph))


def milliseconds(work: Callable[[], object]) -> float:
    """The median over some rounds, the first ones apart."""
    taken = []
    for _ in range(ROUNDS + 2):
        gc.collect()
        start = perf_counter()
        work()
        taken.append((perf_counter() - start) * 1e3)
    return statistics.median(taken[2:])
