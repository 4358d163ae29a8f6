"""The keyboard alone suffices."""

from __future__ import annotations

import pathlib

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing
from tests.designer.flows.test_canvas_make import open_drawing, saved


def test_tab_walks_between_states_and_says_where_it_is(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.driver.press("Tab")
    assert drawing.driver.sees("State “draft”, work, the initial state")
    drawing.driver.press("Tab")
    assert drawing.driver.sees("Requires verdict from reviewer")
    drawing.driver.press("Shift+Tab")
    assert drawing.driver.sees("State “draft”")


def test_arrows_walk_along_transitions(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.driver.press("Tab")
    drawing.driver.press("Right")
    assert drawing.driver.sees("Transition from “draft” to “review”, always")
    drawing.driver.press("Right")
    assert drawing.driver.sees("State “review”")
    drawing.driver.press("Left")
    assert drawing.driver.sees("to “review”") or drawing.driver.sees("to “draft”")


def test_enter_opens_and_alt_arrows_reorder(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.click("verdict == 'rejected'", "pill")
    drawing.driver.press("Alt+Up")
    text = saved(drawing, machine)
    assert text.index("toState: rejected") < text.index("toState: draft")
    drawing.driver.press("Return")
    drawing.driver.press("Ctrl+A")
    drawing.driver.type("verdict == 'no'")
    drawing.driver.press("Return")
    drawing.expect("verdict == 'no'")


def test_ctrl_arrows_nudge_in_one_undo_step(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.click("done", "body")
    before = drawing.at("done", "body")
    drawing.driver.press("Ctrl+Down", 3)
    assert drawing.at("done", "body").y() > before.y() + 15
    drawing.driver.press("Ctrl+Z")
    assert drawing.at("done", "body") == before


def test_the_whole_delegated_review_is_made_by_keys(start: Start, folder: pathlib.Path) -> None:
    session = start()
    driver = session.driver
    drawing = Drawing(driver)
    path = folder / "made.yaml"
    session.answers.save = path
    driver.press("Ctrl+N")
    drawing.expect("start")
    drawing.rest()
    driver.press("Ctrl+A")
    driver.type("draft")
    driver.press("Return")
    drawing.expect("draft")
    driver.press("R")
    driver.type("draft")
    driver.press("Return")
    drawing.expect("draft driving agent")
    driver.press("T")
    driver.type("review")
    driver.press("Return")
    drawing.expect("draft → review")
    to(drawing, "review")
    driver.press("R")
    driver.type("verdict: approved, changes, rejected from reviewer")
    driver.press("Return")
    driver.press("Escape")
    drawing.expect("verdict reviewer")
    for target, guard in (("done", "approved"), ("draft", "changes"), ("rejected", "rejected")):
        to(drawing, "review")
        driver.press("T")
        driver.type(target)
        driver.press("Return")
        drawing.expect(f"review → {target}")
        if target == "done":
            driver.press("Return")  # the first transition of a state opens no guard by itself
        driver.type(f"verdict == '{guard}'")
        driver.press("Return")
        drawing.expect(f"verdict == '{guard}'")
    driver.press("Ctrl+S")
    driver.until(path.exists)
    text = path.read_text()
    for expected in ("toState: review", "toState: done", "context.verdict == 'changes'", "values: [approved, changes"):
        assert expected in text, text
    assert "reviewer:" in text


def to(drawing: Drawing, name: str) -> None:
    """Walk to a state, by Tab and Shift+Tab alone."""
    names = [found.text for found in drawing.board.cards()]
    for _ in range(20):
        said = drawing.says()
        if f"State “{name}”" in said:
            return
        here = next(place for place, other in enumerate(names) if f"“{other}”" in said)
        back = here > names.index(name) or here == len(names) - 1
        drawing.driver.press("Shift+Tab" if back else "Tab")
    raise AssertionError(f"Tab never reaches {name!r}")
