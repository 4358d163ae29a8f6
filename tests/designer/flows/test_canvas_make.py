"""Making states, transitions and requirements on the canvas, by mouse."""

from __future__ import annotations

import pathlib

from PySide6.QtCore import QPoint

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing


def open_drawing(start: Start, machine: pathlib.Path) -> Drawing:
    drawing = Drawing(start(machine).driver)
    drawing.expect("draft")
    drawing.rest()
    return drawing


def saved(drawing: Drawing, machine: pathlib.Path) -> str:
    drawing.driver.press("Ctrl+S")
    return machine.read_text()


def test_a_double_click_makes_a_state_and_opens_its_name(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.double_click_at(drawing.void())
    drawing.driver.type("archive")
    drawing.driver.press("Return")
    drawing.expect("archive")
    assert "archive:" in saved(drawing, machine)


def test_a_drag_from_rim_to_card_makes_a_transition_before_the_unguarded_last(
    start: Start, machine: pathlib.Path
) -> None:
    drawing = open_drawing(start, machine)
    drawing.drag(drawing.rim("draft"), drawing.at("rejected", "body"))
    drawing.driver.type("draft == 'spam'")
    drawing.driver.press("Return")
    drawing.expect("draft == 'spam'")
    assert drawing.driver.sees("before the unguarded one"), "a hint says why it is not the last"
    text = saved(drawing, machine)
    assert text.index("toState: rejected") < text.index("toState: review"), "the unguarded one stays last"
    assert "context.draft == 'spam'" in text, "the field got its context"


def test_a_drag_into_the_void_makes_state_and_transition(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.drag(drawing.rim("review"), drawing.void())
    drawing.driver.type("escalated")
    drawing.driver.press("Return")
    drawing.expect("review → escalated")
    assert "toState: escalated" in saved(drawing, machine)


def test_a_drag_back_onto_the_card_makes_a_loop(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.drag(drawing.rim("review"), drawing.at("review", "body"))
    drawing.driver.type("verdict == 'later'")
    drawing.driver.press("Return")
    drawing.expect("verdict == 'later'")
    assert saved(drawing, machine).count("toState: review") == 2


def test_the_handles_of_a_hovered_card_connect_and_require(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.hover(drawing.at("review", "body"))
    drawing.hover(drawing.at("+ requirement"))
    drawing.click("+ requirement")
    drawing.driver.type("note ana")
    drawing.driver.press("Return")
    drawing.expect("note ana")
    drawing.hover(drawing.at("draft", "body"))
    drawing.drag(drawing.at("connect"), drawing.at("done", "body"))
    drawing.driver.press("Escape")
    drawing.expect("draft → done")
    text = saved(drawing, machine)
    assert "from: {agent: ana}" in text or "from: { agent: ana }" in text
    assert "ana:" in text, "an unknown agent is declared"
    assert "note:" in text, "an unknown field is declared"


def test_members_after_a_colon_make_an_enum_and_offer_a_transition_each(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.hover(drawing.at("draft", "body"))
    drawing.click("+ requirement")
    drawing.driver.type("size: small, large")
    drawing.driver.press("Return")
    drawing.driver.click("Add transitions")
    drawing.expect("draft → small")
    drawing.expect("size == 'large'")
    text = saved(drawing, machine)
    assert "values: [small, large]" in text
    assert "context.size == 'small'" in text


def test_the_tools_of_the_strip_add_and_connect(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.driver.click("Add a state")
    spot = drawing.void()
    drawing.driver.click_at(drawing.board, spot)
    drawing.driver.type("paused")
    drawing.driver.press("Return")
    drawing.expect("paused")
    drawing.driver.click("Connect")
    drawing.drag(drawing.at("review", "body"), drawing.at("paused", "body"))
    drawing.driver.press("Escape")
    drawing.expect("review → paused")
    drawing.driver.press("Escape", 2)
    before = drawing.at("paused", "body")
    drawing.drag(before, before + QPoint(0, 40))
    assert drawing.at("paused", "body") != before, "Esc gave the first tool back: a card is moved, not connected"
    assert "paused:" in saved(drawing, machine)


def test_a_name_that_exists_or_is_empty_is_refused_in_place(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    for name, said in (("done", "done"), ("", "name")):
        drawing.double_click("review", "body")
        drawing.driver.press("Ctrl+A")
        drawing.driver.press("Delete")
        drawing.driver.type(name)
        drawing.driver.press("Return")
        assert any(said in text for text in drawing.driver.texts())
        drawing.driver.press("Escape")
        drawing.expect("review")
    assert saved(drawing, machine) == before
