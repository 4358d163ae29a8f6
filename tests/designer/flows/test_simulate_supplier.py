"""The supplier's bank change in the simulator: reviewing, taking an approval back, deadlines, crashes."""

from __future__ import annotations

import pathlib
import shutil

import pytest

from designer.theme import samples
from tests.designer.conftest import Start
from tests.designer.driver import Driver
from tests.designer.flows.simulating import answer, choose, walk_to


@pytest.fixture
def supplier(folder: pathlib.Path) -> pathlib.Path:
    path = folder / "supplier-bank-change.yaml"
    shutil.copy(samples() / path.name, path)
    return path


def in_review(start: Start, machine: pathlib.Path) -> Driver:
    """By mouse from the inputs to the review of the change."""
    driver = start(machine).driver
    driver.click("Simulate")
    driver.click("Value for supplier")
    driver.type("S-1234")
    driver.click("Start the run")
    driver.expect("Waiting for account")
    answer(driver, "account", "GB33BUKB20201555555555")
    driver.expect("letter is required and not set")
    answer(driver, "letter", "%PDF the letter")
    driver.expect("Waiting for record")
    answer(driver, "record", "the record")
    answer(driver, "record_version", "7")
    driver.expect("Waiting for outcome")
    answer(driver, "cited", '["letter", "record"]')
    choose(driver, "outcome", "sufficient")
    driver.expect("Waiting for approval")
    return driver


def test_by_mouse_an_approval_falls_when_the_account_is_edited(start: Start, supplier: pathlib.Path) -> None:
    driver = in_review(start, supplier)
    assert not driver.sees("GB33BUKB20201555555555")
    driver.click("Reveal sensitive values")
    driver.expect("GB33BUKB20201555555555")
    driver.click("Approve")
    driver.expect("Waiting for prenote")
    driver.click("Change account…")
    driver.press("Ctrl+A")
    answer(driver, "account", "GB29NWBK60161331926819")
    driver.expect("Waiting for approval")
    driver.expect("“GB29NWBK60161331926819”")


def test_by_mouse_the_deadline_of_the_approval_is_fired_by_the_clock(start: Start, supplier: pathlib.Path) -> None:
    driver = in_review(start, supplier)
    driver.click("Approve")
    driver.expect("Waiting for prenote")
    driver.scroll_to("Let the next timer fire")
    driver.expect("approval expires")
    driver.click("Let the next timer fire")
    driver.expect("parked, waits for approver")
    driver.expect("2000-01-02T00:00:00Z")


def test_by_mouse_a_crash_after_the_effect_leaves_one_receipt(start: Start, supplier: pathlib.Path) -> None:
    driver = in_review(start, supplier)
    driver.click("Approve")
    driver.expect("Waiting for prenote")
    choose(driver, "prenote", "open")
    driver.expect("execution is required and not set")
    driver.scroll_to("Crash before outcome")
    driver.click("Crash before outcome")
    driver.expect("Recovered: nothing lost, nothing applied twice")
    driver.expect("1 receipt")
    driver.click("Crash before outcome")
    driver.expect("1 receipt")


def test_by_keyboard_alone_a_change_is_approved_taken_back_and_its_deadline_fired(
    start: Start, supplier: pathlib.Path
) -> None:
    driver = start(supplier).driver
    driver.press("F5")
    driver.expect("Value for supplier")
    driver.type("S-1234\n")
    driver.expect("Waiting for account")
    driver.type("GB33BUKB20201555555555\n")
    driver.expect("letter is required and not set")
    driver.type("%PDF the letter\n")
    driver.expect("Waiting for record")
    driver.type("the record\n")
    driver.type("7\n")
    driver.expect("Waiting for outcome")
    walk_to(driver, "Value for cited")
    driver.type('["letter", "record"]\n')
    driver.expect("step 14 of 14")
    driver.press("Down")
    driver.press("Return")
    driver.expect("Waiting for approval")
    walk_to(driver, "Approve")
    driver.press("Return")
    driver.expect("Waiting for prenote")
    walk_to(driver, "Change account…")
    driver.press("Return")
    driver.press("Ctrl+A")
    driver.type("GB29NWBK60161331926819\n")
    driver.expect("Waiting for approval")
    walk_to(driver, "Approve")
    driver.press("Return")
    driver.expect("Waiting for prenote")
    walk_to(driver, "Let the next timer fire")
    driver.press("Return")
    driver.expect("parked, waits for approver")
    driver.expect("2000-01-02T00:00:00Z")
