"""What a machine calls otherwise, its scenarios call so too: unsaved, named, one undo step, saved together."""

from __future__ import annotations

import pathlib

import pytest

from tests.designer.conftest import Session, Start
from tests.designer.flows.drawing import Drawing
from tests.designer.flows.test_files import changed_lines

ASKED = """\
scenario:
  machine: delegated-review   # by name
  name: changes are asked for
  steps:
    - contribute: { draft: first text }
      as: { agent: envoy }
      expect: { state: review, pending: [verdict] }
    - contribute: { verdict: changes }
      as: { agent: reviewer }
      expect: { state: draft, unset: [verdict, draft] }
"""
BY_PATH = "scenario:\n  machine: ../delegated_review.yaml\n  name: begins\n  expect: { state: draft }\n"
OTHER = "scenario:\n  machine: something-else\n  name: other\n  expect: { state: draft }\n"


@pytest.fixture
def scenarios(folder: pathlib.Path, machine: pathlib.Path) -> list[pathlib.Path]:
    """One beside the machine, one below tests, one of another machine."""
    (folder / "tests" / "deep").mkdir(parents=True)
    files = {
        folder / "asked.scenario.yaml": ASKED,
        folder / "tests" / "begins.scenario.yaml": BY_PATH,
        folder / "other.scenario.yml": OTHER,
    }
    for path, text in files.items():
        path.write_text(text)
    return list(files)


def rename(session: Session, old: str, new: str) -> None:
    """Rename a state in the drawing, by keyboard."""
    driver, drawing = session.driver, Drawing(session.driver)
    drawing.rest()
    drawing.click(old, "body")
    driver.press("F2")
    driver.press("Ctrl+A")
    driver.type(new + "\n")
    drawing.expect(new)


def texts(paths: list[pathlib.Path]) -> list[str]:
    return [path.read_text() for path in paths]


def tabs(session: Session) -> dict[str, bool]:
    """The open files by title, and whether each is unsaved."""
    return {each.title: each.dirty for each in session.designer.bench.machines}


def test_a_renamed_state_is_followed_undone_as_one_and_saved_together(
    start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]
) -> None:
    before = texts([machine, *scenarios])
    session = start(machine)
    driver = session.driver
    rename(session, "draft", "writing")
    driver.expect("asked.scenario, unsaved")
    driver.expect("begins.scenario, unsaved")
    assert driver.sees("“asked.scenario.yaml”, “begins.scenario.yaml”")
    assert tabs(session) == {"delegated_review": True, "asked.scenario": True, "begins.scenario": True}
    assert texts([machine, *scenarios]) == before  # nothing is written unasked

    driver.press("Ctrl+Z")
    Drawing(driver).expect("draft")
    assert not any(tabs(session).values())
    assert not driver.sees("Save all")
    driver.press("Ctrl+Shift+Z")
    Drawing(driver).expect("writing")
    assert all(tabs(session).values())

    driver.press("Ctrl+Alt+S")
    driver.until(lambda: not any(tabs(session).values()))
    after = texts(scenarios)
    assert changed_lines(before[1], after[0]) == [
        "-      expect: { state: draft, unset: [verdict, draft] }",
        "+      expect: { state: writing, unset: [verdict, draft] }",
    ]
    assert "state: writing" in after[1]
    assert after[2] == OTHER
    driver.press("Ctrl+Z")  # undo reaches across saving, in all of them
    driver.press("Ctrl+Alt+S")
    driver.until(lambda: not any(tabs(session).values()))
    assert texts([machine, *scenarios]) == before


def test_undo_in_a_scenario_is_the_same_step(
    start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]
) -> None:
    session = start(machine)
    driver = session.driver
    rename(session, "draft", "writing")
    driver.click("begins.scenario, unsaved")
    driver.expect("Scenario")
    driver.menu("Edit", "Undo rename draft → writing")
    assert tabs(session) == {"delegated_review": False, "asked.scenario": False, "begins.scenario": False}


def test_the_bar_saves_them_all(start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]) -> None:
    session = start(machine)
    rename(session, "draft", "writing")
    session.driver.click("Save all")
    session.driver.until(lambda: "state: writing" in scenarios[0].read_text())
    assert not any(tabs(session).values())
    assert not session.driver.sees("Save all")


def test_one_changed_on_disk_since_is_not_touched_and_is_named(
    start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]
) -> None:
    session = start(machine)
    driver = session.driver
    rename(session, "draft", "writing")
    theirs = ASKED.replace("first text", "another text")
    scenarios[0].write_text(theirs)
    driver.press("Ctrl+Alt+S")
    driver.expect("Not saved: “asked.scenario”; what is in the way stands over its text.")
    assert scenarios[0].read_text() == theirs
    assert "state: writing" in scenarios[1].read_text()
    driver.click("Show it")
    driver.expect("Save over it")


def test_undo_leaves_a_scenario_that_was_edited_since(
    start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]
) -> None:
    session = start(machine)
    driver = session.driver
    rename(session, "draft", "writing")
    driver.press("Ctrl+Alt+S")
    theirs = scenarios[1].read_text() + "# mine\n"
    scenarios[1].write_text(theirs)
    driver.press("Ctrl+Z")
    driver.expect("begins.scenario.yaml")
    assert any("was left as it is" in words for words in driver.texts())
    driver.press("Ctrl+Alt+S")
    assert scenarios[0].read_text() == ASKED
    assert scenarios[1].read_text() == theirs


def test_fields_agents_and_the_machine_itself_are_followed(
    start: Start, machine: pathlib.Path, scenarios: list[pathlib.Path]
) -> None:
    session = start(machine)
    driver = session.driver
    driver.expect("Name")
    driver.fill("Name", "review of drafts")
    driver.expect("asked.scenario, unsaved")
    driver.click("verdict, enum: approved, changes, rejected")
    driver.expect("FIELD")
    driver.fill("Name", "decision")
    driver.press("Ctrl+Alt+S")
    driver.until(lambda: "decision" in scenarios[0].read_text())
    assert changed_lines(ASKED, scenarios[0].read_text()) == [
        "-  machine: delegated-review   # by name",
        "+  machine: review of drafts   # by name",
        "-      expect: { state: review, pending: [verdict] }",
        "-    - contribute: { verdict: changes }",
        "+      expect: { state: review, pending: [decision] }",
        "+    - contribute: { decision: changes }",
        "-      expect: { state: draft, unset: [verdict, draft] }",
        "+      expect: { state: draft, unset: [decision, draft] }",
    ]
    assert scenarios[1].read_text() == BY_PATH


def test_a_scenario_that_cannot_be_read_is_told_with_its_place(start: Start, folder: pathlib.Path) -> None:
    path = folder / "bad.scenario.yaml"
    path.write_text("scenario:\n  machine: m\n  name: n\n  stepps: []\n")
    driver = start(path).driver
    driver.expect("Problems 1")
    driver.expect("Scenario")
    driver.press("Alt+4")
    driver.expect("More for Y105")
    driver.expect("A scenario is edited as text, in the source.")
