"""Simulating in the window: answering, stepping back, going another way, seeing why, traces."""

from __future__ import annotations

import json
import pathlib

from tests.designer.conftest import Start


def test_a_run_is_answered_to_its_end_and_saved_as_a_trace(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.click("Value for draft")
    driver.type("first text")
    driver.press("Return")
    driver.expect("verdict is required and not set")
    driver.click("Value for verdict")
    driver.settle(0.6)  # a release soon after the list opened belongs to the press that opened it
    driver.click("approved")
    driver.click("Contribute verdict")
    driver.expect("The run has ended in “done”.")
    trace = machine.with_name("run.jsonl")
    session.answers.save = trace
    driver.menu("Run", "Save the run as trace…")
    events = [json.loads(line) for line in trace.read_text(encoding="utf-8").splitlines()]
    assert [event["type"] for event in events][:1] == ["created"]
    assert events[-1]["type"] == "terminal"
    assert machine.read_text(encoding="utf-8") == before


def test_going_back_and_answering_otherwise_makes_a_second_branch(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.click("Value for draft")
    driver.type("one")
    driver.press("Return")
    driver.expect("verdict is required and not set")
    driver.press("Alt+Left", 3)
    driver.expect("draft is required and not set")
    driver.click("Value for draft")
    driver.type("two")
    driver.press("Return")
    driver.expect("“two”")
    driver.expect("step 5 of 5")


def test_a_recorded_run_is_stepped_through(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.click("Value for draft")
    driver.type("text")
    driver.press("Return")
    driver.expect("verdict is required and not set")
    trace = machine.with_name("run.jsonl")
    session.answers.save = trace
    driver.menu("Run", "Save the run as trace…")
    session.answers.trace = trace
    driver.menu("Run", "Open a trace…")
    driver.expect("A recorded run: step through it, or go on from here by hand.")
    driver.expect("step 1 of 5")
    driver.press("Alt+Right", 4)
    driver.expect("step 5 of 5")
    assert trace.exists()


def test_a_turn_is_copied_and_an_answer_pasted_from_a_code_fence(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.click("Copy turn")
    assert "Answer with JSON of this form:" in session.board.content
    session.board.content = 'Here you are:\n```json\n{"draft": "written by a model"}\n```\n'
    driver.click("Paste answer")
    driver.expect("verdict is required and not set")
    driver.expect("“written by a model”")


def test_a_run_is_saved_as_a_scenario_that_names_what_was_done(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.click("Value for draft")
    driver.type("text")
    driver.press("Return")
    driver.expect("verdict is required and not set")
    scenario = machine.with_name("asked.scenario.yaml")
    session.answers.save = scenario
    driver.menu("Run", "Save the run as scenario…")
    assert 'contribute: {"draft": "text"}' in scenario.read_text(encoding="utf-8")
