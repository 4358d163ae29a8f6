"""Machines written in other programs' words; what is written means the same."""

from __future__ import annotations

import json
from pathlib import Path

import pygraphviz
import pytest
import yaml

from engine.dsl import Parsed, read_bytes
from engine.exchange.graph import to_dot, to_mermaid
from engine.exchange.json import to_json
from engine.exchange.yaml import to_yaml
from tests.cases import CASES

MACHINES = sorted((CASES / "machines").glob("*.yaml")) + sorted((CASES / "features").glob("*.yaml"))
SMALL = [path for path in MACHINES if path.stem != "chain_1000"]
each = pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)


def parsed(path: Path) -> Parsed:
    return read_bytes(path.read_bytes(), path.name)


@each
def test_yaml_stands_alone_and_means_the_same(path: Path) -> None:
    text = to_yaml(parsed(path))
    again = read_bytes(text.encode(), path.name)
    assert again.data == parsed(path).data
    assert "&num" not in text
    if "&" not in path.read_text() and "*" not in path.read_text():
        assert text == parsed(path).text


def test_comments_stay_and_aliases_are_written_out() -> None:
    text = "fsm:\n  x-a: &one {k: 'it''s', l: [1, on]} # kept\n  x-b: *one # too\n"
    assert to_yaml(read_bytes(text.encode(), "")) == (
        "fsm:\n  x-a: {k: 'it''s', l: [1, on]} # kept\n  x-b: {k: \"it's\", l: [1, on]} # too\n"
    )


@each
def test_json_holds_what_the_file_says(path: Path) -> None:
    assert json.loads(to_json(parsed(path)))["fsm"] == json.loads(json.dumps(parsed(path).data, default=str))


@each
def test_dot_is_read_by_graphviz_with_every_state_and_edge(path: Path) -> None:
    workflow = parsed(path).workflow
    assert workflow is not None
    graph = pygraphviz.AGraph(string=to_dot(workflow))
    timers = sum(timer.to_state is not None for state in workflow.states.values() for timer in state.timers)
    edges = sum(len(state.transitions) for state in workflow.states.values())
    assert graph.number_of_edges() == edges + timers + 1
    assert graph.number_of_nodes() >= len(workflow.states) + 1


@each
def test_mermaid_has_a_line_for_every_transition_and_no_bare_trap(path: Path) -> None:
    workflow = parsed(path).workflow
    assert workflow is not None
    lines = to_mermaid(workflow).splitlines()
    edges = sum(len(state.transitions) for state in workflow.states.values())
    assert sum(" --> s" in line and not line.startswith("  [*]") for line in lines) >= edges
    assert not any("<b>" in line or "\t" in line for line in lines)


def test_a_yaml_reader_of_another_make_agrees() -> None:
    text = to_yaml(parsed(CASES / "features" / "panel_signoff.yaml"))
    assert yaml.safe_load(text)["fsm"]["name"] == "panel-signoff"
