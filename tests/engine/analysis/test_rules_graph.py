"""What the graph of states tells, against an oracle of its own on random machines."""

from __future__ import annotations

import json
from typing import Any

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.analysis import check
from engine.dsl import read
from tests.counts import count
from tests.engine.analysis.machines import findings, ids, machine, report

NAMES = [f"s{n}" for n in range(7)]


@st.composite
def machines(draw: st.DrawFn) -> dict[str, Any]:
    """A machine as plain data: states with edges, guarded or not, delayed edges, terminal marks."""
    states: dict[str, Any] = {}
    for name in NAMES[: draw(st.integers(1, len(NAMES)))]:
        targets = st.sampled_from(NAMES[: len(NAMES) - 1])
        guarded = st.tuples(targets, st.booleans())
        states[name] = {
            "transitions": draw(st.lists(guarded, max_size=3)),
            "delayed": draw(st.lists(targets, max_size=1)),
            "terminal": draw(st.integers(0, 3)) == 0,
        }
    return states


def written(states: dict[str, Any]) -> str:
    lines = ["fsm:", "  name: m", "  initialState: s0", "  context: { f: { type: bool, input: true } }", "  states:"]
    for name, state in states.items():
        edges = ", ".join(
            f"{{ toState: {target}{', guards: [ context.f ]' if guarded else ''} }}"
            for target, guarded in state["transitions"]
        )
        timers = ", ".join(f"{{ name: t{n}, after: PT1H, toState: {to} }}" for n, to in enumerate(state["delayed"]))
        ends = json.dumps(state["terminal"])
        lines.append(f"    {name}: {{ terminal: {ends}, transitions: [ {edges} ], timers: [ {timers} ] }}")
    return "\n".join(lines) + "\n"


def graph_of(states: dict[str, Any]) -> Any:
    graph = nx.DiGraph()
    graph.add_nodes_from(states)
    for name, state in states.items():
        graph.add_edges_from((name, to) for to, _ in state["transitions"] if to in states)
        graph.add_edges_from((name, to) for to in state["delayed"] if to in states)
    return graph


@settings(max_examples=count(100, 2_000))
@given(machines())
def test_reachability_agrees_with_the_oracle(states: dict[str, Any]) -> None:
    graph = graph_of(states)
    reached = nx.descendants(graph, "s0") | {"s0"}
    unknown = {to for state in states.values() for to, _ in state["transitions"]} | {
        to for state in states.values() for to in state["delayed"]
    }
    found = check(read(written(states))).findings
    listed = {finding.path[1] for finding in found if finding.id == "L601"}
    if unknown <= states.keys() and not states["s0"]["terminal"]:
        assert listed == states.keys() - reached
        ending = {name for name, state in states.items() if state["terminal"]} & reached
        assert ("L607" in {finding.id for finding in found}) == (not ending)
    else:
        assert listed == set()


@settings(max_examples=count(100, 2_000))
@given(machines())
def test_ways_out_and_their_order_agree_with_the_oracle(states: dict[str, Any]) -> None:
    found = check(read(written(states))).findings
    dead = {finding.path[1] for finding in found if finding.id == "G509"}
    early = {finding.path[1] for finding in found if finding.id == "G508"}
    for name, state in states.items():
        edges = [guarded for _, guarded in state["transitions"]]
        assert (name in dead) == (not edges and not state["delayed"] and not state["terminal"])
        assert (name in early) == (False in edges[:-1])


def test_a_state_that_a_migration_leads_to_is_reachable() -> None:
    states = (
        "a: { transitions: [ { toState: done } ] }\nb: { transitions: [ { toState: done } ] }\ndone: { terminal: true }"
    )
    assert [finding.path for finding in findings(machine(states), "L601")] == [("states", "b")]
    assert findings(machine(states, more="version: 2\nmigrations: [ { from: 1, states: { old: b } } ]"), "L601") == []


COVERED = "done: { terminal: true }"
F = "f: { type: string }"


def stall(
    requires: str, *, agents: str = "x: { canTransition: [] }", context: str = F, rest: str = "", more: str = ""
) -> list[str]:
    states = f"a: {{ requires: [ {requires} ], {rest}transitions: [ {{ toState: done }} ] }}\n{COVERED}"
    return [each for each in ids(report(machine(states, context=context, agents=agents, more=more))) if each == "L603"]


@pytest.mark.parametrize(
    "requires",
    ["{ name: f }", "{ name: f, from: { agent: x } }", "{ name: f, from: { agent: x } }, { name: f, required: false }"],
)
def test_a_state_nobody_may_act_in_stalls(requires: str) -> None:
    assert stall(requires) == ["L603"]


@pytest.mark.parametrize(
    "requires, options",
    [
        ("{ name: f }", {"agents": "x: { canTransition: [a] }"}),
        ("{ name: f, from: { user: u } }", {}),
        ("{ name: f, from: system }", {}),
        ("{ name: f }, { name: f, from: { tool: t }, required: false }", {}),
        ("{ name: f, required: false }", {}),
        ("{ name: f }", {"rest": "timers: [ { name: t, after: PT1H, toState: done } ], "}),
        ("{ name: f }", {"rest": "timers: [ { name: t, after: PT1H, assign: { f: late } } ], "}),
        ("{ name: f }", {"context": "f: { type: string, default: x }"}),
        ("{ name: f }", {"more": "commands: { C: { onFailure: { f: failed } } }"}),
    ],
)
def test_a_state_somebody_or_something_moves_does_not_stall(requires: str, options: dict[str, str]) -> None:
    assert stall(requires, **options) == []


def test_a_state_entered_again_counts_too() -> None:
    states = """
a: { requires: [ { name: f } ], transitions: [ { toState: b, guards: [ "context.f == 'x'" ] }, { toState: done } ] }
b: { transitions: [ { toState: again, onTransition: [ { assign: { f: null } } ] } ] }
again: { requires: [ { name: f } ], transitions: [ { toState: a } ] }
done: { terminal: true }
"""
    (finding,) = findings(machine(states, context=F, agents="x: { canTransition: [a] }"), "L603")
    assert finding.path == ("states", "again", "requires", 0)
    assert finding.verdict == "proved"
    assert finding.witness is not None
    assert "'x'" in finding.message
