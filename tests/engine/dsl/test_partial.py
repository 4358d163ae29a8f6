"""What is left of a machine that is not sound can be drawn and edited, index by index where the file has it."""

from __future__ import annotations

import pytest

from engine.dsl import Workflow, edit, read, read_bytes
from tests.cases import CASES

HEAD = "fsm:\n  name: m\n  initialState: a\n"


def left_of(text: str) -> Workflow:
    parsed = read(text)
    assert parsed.diagnostics
    assert parsed.workflow is not None
    return parsed.workflow


def test_the_pathological_machine_is_drawn_with_all_its_states():
    parsed = read_bytes((CASES / "machines" / "pathological.yaml").read_bytes(), "pathological.yaml")
    assert parsed.workflow is not None
    assert list(parsed.workflow.states) == list(parsed.data["states"])
    assert len(parsed.workflow.states["on"].transitions) == 22
    assert {fault.id for fault in parsed.diagnostics} == {"Y101", "Y103", "Y105", "Y107", "Y108", "P801"}
    for fault in parsed.diagnostics:
        assert fault.span.text(parsed.text).strip()


def test_what_a_machine_lacks_is_blank():
    workflow = left_of("fsm: { states: { a: { terminal: true } } }")
    assert (workflow.name, workflow.initial_state) == ("", "")
    assert left_of("fsm: {}").states == {}


def test_a_broken_item_keeps_its_place_in_its_list():
    text = (
        HEAD
        + "  states:\n    a:\n      transitions:\n        - { toState: b }\n        - { guards: [] }\n        - 7\n"
    )
    text += "        - { toState: c, guards: [ 1, { expression: x, backend: rego } ] }\n"
    transitions = left_of(text).states["a"].transitions
    assert [transition.to_state for transition in transitions] == ["b", "", "", "c"]
    assert [guard.expression for guard in transitions[3].guards] == ["", "x"]


def test_a_broken_action_does_nothing():
    text = HEAD + "  states: { a: { entry: [ { emit: a, send: { command: c } }, { call: x }, { emit: e } ] } }\n"
    first, second, third = left_of(text).states["a"].entry
    assert first.model_dump(by_alias=True) == second.model_dump(by_alias=True) == {"assign": {}}
    assert third.model_dump(by_alias=True)["emit"]["event"] == "e"


def test_a_number_where_a_text_is_due_counts_as_its_text():
    text = HEAD + "  states: { 1: { transitions: [ { toState: 012 } ] }, 012: { terminal: true } }\n"
    workflow = left_of(text)
    assert list(workflow.states) == ["1", "012"]
    assert workflow.states["1"].transitions[0].to_state == "012"


def test_keys_of_ones_own_are_kept_out_of_the_machine_wherever_keys_are_fixed():
    text = "x-a: 1\nfsm:\n  x-b: { y: [ ] }\n  name: m\n  initialState: x-s\n"
    text += "  states:\n    x-s: { x-c: 1, entry: [ { x-d: 1, emit: { event: e, x-e: 2 } } ],\n"
    text += "           requires: [ { name: x, from: { tool: t, x-f: 3 }, x-g: 4 } ] }\n"
    parsed = read(text)
    assert parsed.diagnostics == ()
    assert parsed.workflow is not None
    assert list(parsed.workflow.states) == ["x-s"]
    assert parsed.workflow.states["x-s"].requires[0].from_.name == "t"
    assert parsed.data["x-b"] == {"y": []}


def test_the_reader_names_a_source_only_by_the_language_s_keys():
    text = HEAD + "  states: { a: { requires: [ { name: x, from: { kind: user, name: brad } } ] } }\n"
    assert [fault.id for fault in read(text).diagnostics] == ["Y105"]


@pytest.mark.parametrize("kind", ["toState", "name", "expression"])
def test_a_broken_machine_can_be_mended_by_the_verbs(kind):
    texts = {
        "toState": ("{ transitions: [ { guards: [] } ] }", ("states", "a", "transitions", 0, "toState"), "a"),
        "name": ("{ requires: [ { from: agent } ] }", ("states", "a", "requires", 0, "name"), "x"),
        "expression": ("{ invariants: [ { backend: cel } ] }", ("states", "a", "invariants", 0, "expression"), "true"),
    }
    state, path, value = texts[kind]
    text = HEAD + f"  states:\n    a: {state}\n"
    mended = read(edit.set_value(read(text), path, value).apply(text))
    assert mended.diagnostics == ()


def test_faults_are_told_in_the_order_of_the_file():
    parsed = read_bytes((CASES / "machines" / "pathological.yaml").read_bytes())
    starts = [fault.span.start for fault in parsed.diagnostics]
    assert starts == sorted(starts)


def test_reading_the_same_text_twice_reads_it_once():
    text = (CASES / "machines" / "tcp.yaml").read_text()
    assert read(text, "a.yaml") is read(text, "a.yaml")
    assert read(text, "b.yaml").file == "b.yaml"
