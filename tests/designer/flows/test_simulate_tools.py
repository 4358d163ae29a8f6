"""What the simulator offers beside answering: a witness, the autopilot, breakpoints, a turn for a model."""

from __future__ import annotations

import pathlib

from tests.designer.conftest import Start
from tests.designer.flows.simulating import walk_to


def gapped(machine: pathlib.Path) -> pathlib.Path:
    """The machine without the way for a verdict."""
    lines = machine.read_text(encoding="utf-8").splitlines(keepends=True)
    machine.write_text("".join(line for line in lines if "'rejected'" not in line), encoding="utf-8")
    return machine


def test_by_mouse_the_autopilot_seeks_coverage_and_what_is_left_stays_unpainted(
    start: Start, machine: pathlib.Path
) -> None:
    driver = start(machine).driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    driver.menu("Run", "Paint coverage")
    driver.scroll_to("Seek coverage")
    driver.click("Seek coverage")
    driver.expect("answers given, in")
    driver.scroll_to("Branches")
    driver.expect("you are here")


def test_by_keyboard_the_autopilot_seeks_coverage(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    walk_to(driver, "Seek coverage")
    driver.press("Return")
    driver.expect("answers given, in")


def test_by_mouse_a_condition_stops_the_autopilot(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    driver.scroll_to("+ a state, a → b, a field or a condition")
    driver.click("+ a state, a → b, a field or a condition")
    driver.type("has(context.verdict) && context.verdict == 'changes'\n")
    driver.expect("once")
    driver.scroll_to("Random")
    driver.click("Random")
    driver.expect("Stopped at the breakpoint")


def test_by_keyboard_a_condition_stops_an_answer(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    walk_to(driver, "+ a state, a → b, a field or a condition")
    driver.type("context.draft == 'stop'\n")
    driver.expect("once")
    walk_to(driver, "Value for draft", back=True)
    driver.type("stop\n")
    driver.expect("Stopped at the breakpoint “context.draft == 'stop'”; step on to go further.")


def test_by_keyboard_a_turn_is_copied_and_an_answer_pasted(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    walk_to(driver, "Copy turn")
    driver.press("Return")
    driver.expect("Copied: paste it into a conversation, then copy the answer and press Paste answer.")
    session.board.content = 'Sure:\n```json\n{"draft": "from a model"}\n```\n'
    walk_to(driver, "Paste answer")
    driver.press("Return")
    driver.expect("“from a model”")


def test_an_answer_that_does_not_fit_is_said_and_not_given(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    session.board.content = '```json\n{"draught": "from a model"}\n```'
    driver.click("Paste answer")
    driver.expect("There is no field “draught”.")
    driver.expect("step 2 of 2")


def test_by_mouse_the_witness_of_a_gap_is_stepped_through(start: Start, machine: pathlib.Path) -> None:
    driver = start(gapped(machine)).driver
    driver.expect("Problems 2")
    driver.click("Problems 2")
    driver.click("More for G504")
    driver.click("Step through")
    driver.expect("step 1 of")
    driver.click("To the end (End)")
    driver.expect("→ draft")


def test_by_keyboard_the_witness_of_a_gap_is_stepped_through(start: Start, machine: pathlib.Path) -> None:
    driver = start(gapped(machine)).driver
    driver.expect("Problems 2")
    driver.press("Alt+4")
    walk_to(driver, "More for G504")
    driver.press("Space")
    driver.expect("Step through")
    driver.press("Up", 3)
    driver.press("Return")
    driver.expect("step 1 of")
    driver.press("Alt+Right", 4)
    driver.expect("step 5 of")
