"""Editing through inspector, outline, source and problems, in the window; each flow ends with the file on disk."""

from __future__ import annotations

import pathlib

from tests.designer.conftest import Session, Start
from tests.designer.driver import Driver


def opened(start: Start, machine: pathlib.Path) -> Session:
    session = start(machine)
    session.driver.expect("rejected")
    return session


def save(session: Session, machine: pathlib.Path) -> str:
    session.driver.press("Ctrl+S")
    return machine.read_text(encoding="utf-8")


def diff(before: str, after: str) -> tuple[list[str], list[str]]:
    old, new = before.splitlines(), after.splitlines()
    return [line for line in old if line not in new], [line for line in new if line not in old]


def test_a_guard_changed_in_the_inspector_is_one_line_on_disk(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.click("review")
    driver.click("2 → draft, context.verdict == 'changes'")
    driver.click("Guard")
    driver.press("Ctrl+A")
    driver.type("context.verdict != 'approved'")
    driver.press("Return")
    gone, came = diff(before, save(session, machine))
    assert gone == ["""          guards: [{ backend: cel, expression: "context.verdict == 'changes'" }]"""]
    assert came == ["""          guards: [{ backend: cel, expression: "context.verdict != 'approved'" }]"""]
    driver.press("Ctrl+Z")
    assert save(session, machine) == before


def test_a_state_renamed_in_the_inspector_is_renamed_everywhere(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    session.driver.click("review")
    session.driver.fill("Name", "second look")
    after = save(session, machine)
    assert "review:" not in after.replace("delegated-review", "")
    assert after.count("second look") == 3
    session.driver.press("Ctrl+Z")
    assert save(session, machine) == before


def test_a_name_that_is_taken_is_refused_in_place(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    session.driver.click("review")
    session.driver.fill("Name", "done")
    session.driver.expect("done")
    session.driver.press("Escape")
    assert save(session, machine) == before


def test_the_outline_alone_makes_connects_renames_and_deletes(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.click("rejected")
    driver.press("Ins")
    driver.type("archive")
    driver.press("Return")
    driver.press("Ctrl+Return")
    driver.type("done")
    driver.press("Return")
    text = save(session, machine)
    assert "archive:" in text
    assert text.count("toState: done") == 2
    driver.click("archive")
    driver.press("Del")
    assert save(session, machine) == before


def test_typing_in_the_source_is_saved_and_undone(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.click("Source")
    driver.click("Source text")
    driver.press("Ctrl+Home")
    driver.type("# written here")
    driver.press("Return")
    assert save(session, machine) == "# written here\n" + before
    driver.press("Ctrl+Z")
    assert save(session, machine) == before


def test_a_state_renamed_in_the_source_is_renamed_everywhere_and_back(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.press("Alt+5")
    driver.press("Ctrl+Home")
    driver.press("Down", times=before[: before.index("toState: review")].count("\n"))
    driver.press("End")
    driver.press(
        "Left", times=len(before[before.index("review", before.index("toState: review")) :].split("\n")[0]) - 2
    )
    driver.press("F2")
    driver.press("Ctrl+A")
    driver.type("done")
    driver.press("Return")
    driver.expect("There is already a state 'done'; choose another name.")
    driver.press("Ctrl+A")
    driver.type("second look")
    driver.press("Return")
    after = save(session, machine)
    assert after.count("second look") == 3  # the state, the transition to it, the reviewer's list
    assert "{ agent: reviewer }" in after
    driver.press("Ctrl+Z")
    assert save(session, machine) == before


def test_a_typo_is_mended_by_its_button_in_the_problems(start: Start, machine: pathlib.Path) -> None:
    good = machine.read_text(encoding="utf-8")
    machine.write_text(good.replace("'changes'\"", "'chnages'\""), encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.press("Alt+4")
    driver.click("Use 'changes', T305")
    assert save(session, machine) == good
    driver.expect("no problems")


def test_a_guard_that_is_mended_elsewhere_is_read_in_its_field_before_and_after(
    start: Start, machine: pathlib.Path
) -> None:
    good = machine.read_text(encoding="utf-8")
    machine.write_text(good.replace("'changes'\"", "'chnages'\""), encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.press("Alt+4")
    driver.press("Ctrl+P")
    driver.type("review\n")
    driver.click("2 → draft, context.verdict == 'chnages'")
    driver.press("Return")
    assert ink(driver, "Guard") > 100
    driver.click("Use 'changes', T305")
    driver.expect("no problems")
    assert ink(driver, "Guard") > 100
    driver.press("Ctrl+Z")
    driver.expect("1 error")
    assert ink(driver, "Guard") > 100


def ink(driver: Driver, name: str) -> int:
    """How many dark dots the field of this name shows, its frame left out."""
    field, _ = driver.find(name)
    image = field.grab().toImage()
    inner = [(x, y) for x in range(8, image.width() - 8) for y in range(8, image.height() - 8)]
    return sum(image.pixelColor(x, y).lightness() < 170 for x, y in inner)


def test_a_problem_is_taken_back_with_a_reason(start: Start, machine: pathlib.Path) -> None:
    good = machine.read_text(encoding="utf-8")
    wrong = good.replace("'changes'\"", "'chnages'\"")
    machine.write_text(wrong, encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.press("Alt+4")
    driver.click("More for T305")
    driver.click("Suppress T305 here, with a reason…")
    driver.type("old runs say so")
    driver.press("Return")
    gone, came = diff(wrong, save(session, machine))
    assert gone == []
    assert [line.strip() for line in came] == ["# statewright: disable=T305 -- old runs say so"]


def test_the_matrix_ticks_who_may_act(start: Start, machine: pathlib.Path) -> None:
    before = machine.read_text(encoding="utf-8")
    session = opened(start, machine)
    driver = session.driver
    driver.click("envoy, acts in draft")
    driver.expect("May act in")
    driver.click("Guidance")
    driver.press("Down")
    driver.press("Return")
    gone, came = diff(before, save(session, machine))
    assert len(gone) == len(came) == 1
    assert "guidance: objective" in came[0]
