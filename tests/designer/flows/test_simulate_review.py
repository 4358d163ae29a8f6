"""The delegated review in the simulator, by a person who has never seen it: by mouse, and by keyboard alone."""

from __future__ import annotations

import pathlib

from tests.designer.conftest import Session, Start
from tests.designer.flows.simulating import answer, choose, walk_to


def simulated(start: Start, machine: pathlib.Path) -> Session:
    session = start(machine)
    session.driver.click("Simulate")
    session.driver.expect("Waiting for draft")
    return session


def test_by_mouse_the_review_goes_round_once_and_ends(start: Start, machine: pathlib.Path) -> None:
    driver = simulated(start, machine).driver
    answer(driver, "draft", "First text.")
    driver.expect("Waiting for verdict")
    driver.expect("verdict is required and not set")
    driver.expect('With verdict = "changes" it would go to draft')
    choose(driver, "verdict", "changes")
    driver.expect("draft is required and not set")
    answer(driver, "draft", "Second text.")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "approved")
    driver.expect("The run has ended in “done”.")


def test_by_keyboard_the_review_goes_round_once_and_ends(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.type("First text.\n")
    driver.expect("verdict is required and not set")
    driver.press("Down", 2)
    driver.press("Return")
    driver.expect("draft is required and not set")
    driver.type("Second text.\n")
    driver.expect("verdict is required and not set")
    driver.press("Down")
    driver.press("Return")
    driver.expect("The run has ended in “done”.")


def test_by_mouse_the_run_goes_back_and_the_other_way_is_compared(start: Start, machine: pathlib.Path) -> None:
    driver = simulated(start, machine).driver
    answer(driver, "draft", "First text.")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "changes")
    driver.expect("step 8 of 8")
    for _ in range(6):
        driver.click("Step back (Left)")
    driver.expect("draft is required and not set")
    answer(driver, "draft", "Another text.")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "approved")
    driver.expect("B, in done: you are here")
    driver.click("Compare with A")
    driver.expect("Two branches side by side")
    driver.expect("First text.")
    driver.expect("first difference")
    driver.click("Back to the drawing")
    driver.until(lambda: not driver.sees("Two branches side by side"))
    driver.click("Go to A")
    driver.expect("A, in draft: you are here")


def test_by_keyboard_the_run_goes_back_and_the_other_way_is_compared(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    driver.press("F5")
    driver.expect("Waiting for draft")
    driver.type("First text.\n")
    driver.expect("verdict is required and not set")
    driver.press("Alt+Left", 3)
    driver.expect("draft is required and not set")
    driver.type("Another text.\n")
    driver.expect("B, in review: you are here")
    walk_to(driver, "Compare with A")
    driver.press("Return")
    driver.expect("Two branches side by side")
    driver.press("Escape")
    driver.until(lambda: not driver.sees("Two branches side by side"))
