"""Changing what is drawn: rename, re-aim, reorder, delete, copy, cut, paste; each one undo step."""

from __future__ import annotations

import pathlib

from PySide6.QtCore import QPoint

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing
from tests.designer.flows.test_canvas_make import open_drawing, saved


def test_renaming_follows_every_reference_and_undo_restores_the_file(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    drawing.click("draft", "body")
    drawing.driver.press("F2")
    drawing.driver.type("writing")
    drawing.driver.press("Return")
    drawing.expect("review → writing")
    text = saved(drawing, machine)
    assert "initialState: writing" in text
    assert "toState: draft" not in text
    assert "name: draft" in text, "the context field keeps its name"
    drawing.driver.press("Ctrl+Z")
    drawing.expect("review → draft")
    assert saved(drawing, machine) == before


def test_dragging_an_arrow_aims_it_anew(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.drag(drawing.tip("review", "done"), drawing.at("rejected", "body"))
    drawing.driver.until(lambda: not drawing.readings("review → done"))
    assert saved(drawing, machine).count("toState: rejected") == 2


def test_an_arrow_let_go_in_the_void_stays(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    drawing.drag(drawing.tip("review", "done"), drawing.void())
    drawing.expect("review → done")
    assert saved(drawing, machine) == before


def test_dragging_a_number_onto_another_changes_the_order(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.drag(drawing.number("review", "rejected"), drawing.number("review", "done"))
    drawing.driver.settle()
    text = saved(drawing, machine)
    assert text.index("toState: rejected") < text.index("toState: done") < text.index("toState: draft")


def test_deleting_a_state_takes_its_transitions_and_one_undo_brings_them_back(
    start: Start, machine: pathlib.Path
) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    drawing.click("review", "body")
    drawing.driver.press("Delete")
    drawing.driver.until(lambda: not drawing.readings("review"))
    assert "toState: review" not in saved(drawing, machine)
    drawing.driver.press("Ctrl+Z")
    drawing.expect("draft → review")
    assert saved(drawing, machine) == before


def test_a_copied_state_is_pasted_under_a_fresh_name(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    drawing = Drawing(session.driver)
    drawing.expect("draft")
    drawing.click("draft", "body")
    drawing.driver.press("Ctrl+C")
    assert "draft:" in session.board.content
    drawing.hover(drawing.void())
    drawing.driver.press("Ctrl+V")
    drawing.driver.until(lambda: any("draft" in word and word != "draft" for word in drawing.words()))
    text = saved(drawing, machine)
    assert text.count("initialState: draft") == 1


def test_cut_and_paste_in_place_gives_the_state_back(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.click("rejected", "body")
    drawing.driver.press("Ctrl+X")
    drawing.driver.until(lambda: not drawing.readings("rejected", "body"))
    drawing.driver.press("Ctrl+V")
    drawing.expect("rejected")
    assert "rejected: {terminal: true}" in saved(drawing, machine).replace("{ ", "{").replace(" }", "}")


def test_moving_a_card_writes_the_sidecar_and_never_the_machine(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    card = drawing.at("done", "body")
    drawing.drag(card, card + QPoint(30, 90))
    moved = drawing.at("done", "body")
    assert abs(moved.y() - card.y() - 90) <= 6
    assert saved(drawing, machine) == before
    sidecar = machine.with_suffix(".layout.json").read_text()
    assert {f'"{name}"' in sidecar for name in ("draft", "review", "done", "rejected")} == {True}
    drawing.driver.press("Ctrl+Z")
    assert abs(drawing.at("done", "body").y() - card.y()) <= 1


def test_what_was_moved_stays_where_it_is_after_editing_saving_and_opening(start: Start, machine: pathlib.Path) -> None:
    session = start(machine)
    drawing = Drawing(session.driver)
    drawing.expect("draft")
    card = drawing.at("review", "body")
    drawing.drag(card, card + QPoint(10, 80))
    drawing.double_click_at(drawing.void())
    drawing.driver.type("archive")
    drawing.driver.press("Return")
    drawing.expect("archive")
    drawing.driver.press("Ctrl+1")
    before = {name: drawing.card(name) for name in ("draft", "review", "done", "rejected", "archive")}
    drawing.driver.press("Ctrl+S")
    session.close()
    again = Drawing(start(machine).driver)
    again.expect("archive")
    again.driver.press("Ctrl+1")
    assert {name: again.card(name) for name in before} == before
