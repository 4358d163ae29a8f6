"""A run that is closed and opened again, on the same machine and on another version of it."""

from __future__ import annotations

import json
import pathlib
import shutil

from designer.places import Places
from designer.theme import samples
from tests.designer.conftest import Start
from tests.designer.flows.simulating import answer, choose


def test_a_run_with_its_branches_is_there_again_after_closing(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    driver = session.driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    answer(driver, "draft", "First text.")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "changes")
    driver.expect("step 8 of 8")
    for _ in range(3):
        driver.click("Step back (Left)")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "approved")
    driver.expect("B, in done: you are here")
    session.close()
    driver = start(machine).driver
    driver.click("Simulate")
    driver.expect("B, in done: you are here")
    driver.expect("step 8 of 8")
    driver.click("Go to A")
    driver.expect("A, in draft: you are here")


def test_another_version_of_the_machine_is_replayed_and_the_first_difference_shown(
    start: Start, machine: pathlib.Path
) -> None:
    session = start(machine)
    driver = session.driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    answer(driver, "draft", "First text.")
    driver.expect("Waiting for verdict")
    choose(driver, "verdict", "changes")
    driver.expect("draft is required and not set")
    session.close()
    text = machine.read_text(encoding="utf-8")
    machine.write_text(text.replace("== 'changes'", "== 'approved'"), encoding="utf-8")
    driver = start(machine).driver
    driver.click("Simulate")
    driver.expect("The machine has changed since this run began; it still runs definition v1.")
    driver.click("Replay on the new version")
    driver.expect('First difference at state: was "draft", now "review".')


def test_sensitive_values_are_not_kept(start: Start, machine: pathlib.Path, places: Places) -> None:
    text = machine.read_text(encoding="utf-8")
    machine.write_text(text.replace("draft:   { type: string }", "draft: { type: string, sensitive: true }"))
    session = start(machine)
    driver = session.driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    answer(driver, "draft", "hush hush")
    driver.expect("Waiting for verdict")
    session.close()
    (kept,) = places.runs.glob("*.json")
    assert "hush" not in kept.read_text(encoding="utf-8")
    assert len(json.loads(kept.read_text(encoding="utf-8"))["session"]["nodes"]) == 2
    driver = start(machine).driver
    driver.click("Simulate")
    driver.expect("Waiting for draft")
    driver.expect("they held sensitive values, which are never kept")


def test_a_run_is_begun_from_a_scenario_and_gone_on_with(start: Start, folder: pathlib.Path) -> None:
    for path in samples().glob("supplier-bank-change*"):
        shutil.copy(path, folder / path.name)
    session = start(folder / "supplier-bank-change.yaml")
    driver = session.driver
    session.answers.trace = folder / "supplier-bank-change.edit-after-approval.scenario.yaml"
    driver.menu("Run", "Open a trace…")
    driver.expect("Waiting for approval")
    driver.click("Approve")
    driver.expect("Waiting for prenote")


def test_what_is_no_scenario_is_said_with_its_line(start: Start, machine: pathlib.Path) -> None:
    path = machine.with_name("odd.scenario.yaml")
    path.write_text("scenario:\n  machine: delegated-review\n  name: odd\n  stops: []\n", encoding="utf-8")
    session = start(machine)
    session.answers.trace = path
    session.driver.menu("Run", "Open a trace…")
    session.driver.expect("“odd.scenario.yaml” is no scenario that can be played, line 4")
