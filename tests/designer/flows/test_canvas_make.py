"""Making states, transitions and requirements on the canvas, by mouse."""

from __future__ import annotations

import pathlib

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing


def test_a_double_click_makes_a_state_and_opens_its_name(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    drawing = Drawing(driver)
    drawing.expect("draft")
    drawing.double_click_at(drawing.void())
    driver.type("archive")
    driver.press("Return")
    drawing.expect("archive")
    driver.press("Ctrl+S")
    assert "archive:" in machine.read_text()


def test_a_drag_from_rim_to_card_makes_a_transition_before_the_unguarded_last(
    start: Start, machine: pathlib.Path
) -> None:
    driver = start(machine).driver
    drawing = Drawing(driver)
    drawing.expect("draft")
    drawing.drag(drawing.rim("draft"), drawing.at("rejected", "body"))
    driver.type("draft == 'spam'")
    driver.press("Return")
    drawing.expect("draft == 'spam'")
    driver.press("Ctrl+S")
    text = machine.read_text()
    assert text.index("toState: rejected") < text.index("toState: review"), "the unguarded one stays last"
    assert "context.draft == 'spam'" in text


def test_a_drag_into_the_void_makes_state_and_transition(start: Start, machine: pathlib.Path) -> None:
    driver = start(machine).driver
    drawing = Drawing(driver)
    drawing.expect("review")
    drawing.drag(drawing.rim("review"), drawing.void())
    driver.type("escalated")
    driver.press("Return")
    drawing.expect("review → escalated")
    driver.press("Ctrl+S")
    assert "toState: escalated" in machine.read_text()
