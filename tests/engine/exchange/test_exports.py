"""Machines written in other programs' words; what is written means the same."""

from __future__ import annotations

import json
import re
from pathlib import Path
from xml.etree import ElementTree

import pygraphviz
import pytest
import yaml

from engine.dsl import Parsed, Workflow, read, read_bytes
from engine.exchange import to_dot, to_json, to_markdown, to_mermaid, to_plantuml, to_scxml, to_xstate, to_yaml
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


def workflow_of(path: Path) -> Workflow:
    workflow = parsed(path).workflow
    assert workflow is not None
    return workflow


def edges_of(workflow: Workflow) -> list[tuple[str, str]]:
    """Every transition, then every timer that leads somewhere, state by state."""
    found = []
    for name, state in workflow.states.items():
        found += [(name, transition.to_state) for transition in state.transitions]
        found += [(name, timer.to_state) for timer in state.timers if timer.to_state is not None]
    return found


@each
def test_plantuml_has_every_state_and_transition(path: Path) -> None:
    workflow = workflow_of(path)
    lines = to_plantuml(workflow).splitlines()
    assert (lines[0], lines[-1]) == ("@startuml", "@enduml")
    states = dict(
        re.fullmatch(r'state "(.*)" as (s\d+)', line).groups()[::-1] for line in lines if line[:6] == "state "
    )  # type: ignore[union-attr]
    spelt = {short: re.sub(r"<U\+(\w+)>", lambda c: chr(int(c[1], 16)), text) for short, text in states.items()}
    drawn = [found.groups() for line in lines if (found := re.match(r"(s\d+) --> (s\d+)", line))]
    assert [(spelt[a], spelt[b]) for a, b in drawn] == edges_of(workflow)


@each
def test_scxml_has_states_guards_and_timers_in_order(path: Path) -> None:
    workflow = workflow_of(path)
    root = ElementTree.fromstring(to_scxml(workflow))
    w3c, own = "{http://www.w3.org/2005/07/scxml}", "{https://statewright.example/scxml}"
    states = [child for child in root if child.tag in (f"{w3c}state", f"{w3c}final")]
    names = {child.get("id"): child.get(f"{own}name") for child in states}
    plain = {name for name in workflow.states if name.isprintable()}
    assert plain <= set(names.values())
    assert root.get("initial") in names
    found = [
        (names[state.get("id")], names[edge.get("target")])
        for state in states
        for edge in state.iter(f"{w3c}transition")
    ]
    assert [pair for pair in found if set(pair) <= plain] == [pair for pair in edges_of(workflow) if set(pair) <= plain]
    sent = {each.get("event") for each in root.iter(f"{w3c}send")}
    assert sent == {edge.get("event") for edge in root.iter(f"{w3c}transition")} - {None}


@each
def test_xstate_aims_every_transition_at_the_id_of_its_state(path: Path) -> None:
    workflow = workflow_of(path)
    config = json.loads(to_xstate(workflow))
    by_id = {f"#{state['id']}": name for name, state in config["states"].items()}
    assert config["initial"] in config["states"]
    for name, state in workflow.states.items():
        made = config["states"][name]
        if state.terminal:
            assert made["type"] == "final"
            continue
        assert [by_id[edge["target"]] for edge in made["always"]] == [each.to_state for each in state.transitions]
        assert ["guard" in edge for edge in made["always"]] == [bool(each.guards) for each in state.transitions]


@each
def test_markdown_has_tables_with_a_row_for_each_and_nothing_raw(path: Path) -> None:
    workflow = workflow_of(path)
    lines = to_markdown(workflow).splitlines()
    bars = {line.count("|") - line.count("\\|") for line in lines if line.startswith("|")}
    assert bars <= {4, 5}, "each row has as many cells as its table"
    heading = lines.index("## Transitions")
    rows = [line for line in lines[heading:] if line.startswith("|")][2:]
    assert len([row for row in rows if row.count("|") - row.count("\\|") == 5]) == len(edges_of(workflow))
    assert not any("<b>" in line for line in lines)


def test_a_delay_is_in_the_units_of_the_format_and_what_is_none_is_written_as_it_is() -> None:
    states = {"a": {"timers": [{"name": "t", "after": "PT1M30S", "toState": "b"}]}, "b": {"terminal": True}}
    good = Workflow.model_validate({"name": "m", "initialState": "a", "states": states})
    assert 'delay="90s"' in to_scxml(good)
    assert '"90000"' in to_xstate(good)
    states["a"]["timers"][0]["after"] = "soon"  # type: ignore[index]
    bad = Workflow.model_validate({"name": "m", "initialState": "a", "states": states})
    assert 'delay="soon"' in to_scxml(bad)
    assert '"soon"' in to_xstate(bad)


def test_a_yaml_reader_of_another_make_agrees() -> None:
    text = to_yaml(parsed(CASES / "features" / "panel_signoff.yaml"))
    assert yaml.safe_load(text)["fsm"]["name"] == "panel-signoff"


NOTED = """\
x-top: &a { b: 1 }
fsm:
  name: noted   # kept
  x-owner: *a
  initialState: x-ray
  context:
    x-f: { type: string }
    n: { type: int, x-unit: kg, default: 3 }
    m: { type: any, default: { x-in: 1 } }
  agents: { w: { canTransition: [x-ray], x-a: 1 } }
  states:
    x-ray:
      # why it is red
      x-color: red
      entry:
        - assign: { n: 2 }
          x-why: because
        - emit: { event: e, data: { x-d: 1 } }
      requires: [ { name: n, x-r: 1 } ]
      transitions: [ { toState: c, x-t: [1, 2], guards: [ { expression: "true", x-g: 1 } ] } ]
    c: { terminal: true }
x-end: 1
"""


def test_yaml_without_extensions_keeps_names_and_values_that_begin_alike() -> None:
    noted = read(NOTED)
    bare = to_yaml(noted, extensions=False)
    assert re.findall(r"x-\w+", bare) == ["x-ray", "x-f", "x-in", "x-ray", "x-ray", "x-d"]
    assert "name: noted   # kept" in bare
    assert read(bare).workflow == noted.workflow
    assert to_yaml(read(bare), extensions=False) == bare


@each
def test_yaml_without_extensions_is_the_same_machine(path: Path) -> None:
    bare = to_yaml(parsed(path), extensions=False)
    assert read_bytes(bare.encode(), path.name).workflow == parsed(path).workflow
