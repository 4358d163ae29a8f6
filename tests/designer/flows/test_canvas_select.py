"""Selecting, aligning and looking about on the canvas."""

from __future__ import annotations

import pathlib
import shutil

from PySide6.QtCore import QPoint, Qt

from tests.cases import CASES
from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing
from tests.designer.flows.test_canvas_make import open_drawing, saved

SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier


def test_a_click_selects_and_the_ground_takes_it_back(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.click("review", "body")
    assert "State “review”" in drawing.says()
    drawing.driver.click_at(drawing.board, drawing.void())
    assert drawing.says().startswith("Drawing of a machine")


def test_shift_adds_and_ctrl_takes_away(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    drawing.click("done", "body")
    drawing.click("rejected", "body", SHIFT)
    drawing.click("draft", "body", SHIFT)
    drawing.click("draft", "body", CTRL)
    drawing.driver.press("Delete")
    drawing.driver.until(lambda: not drawing.readings("rejected") and not drawing.readings("done"))
    assert drawing.sees("draft")
    drawing.driver.press("Ctrl+Z")
    drawing.expect("rejected")
    assert saved(drawing, machine) == before


def test_a_rubber_band_takes_what_it_touches(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    (left, _), (_, right) = drawing.card("done"), drawing.card("rejected")
    drawing.drag(left - QPoint(12, 30), right + QPoint(10, 12))
    drawing.driver.press("Delete")
    drawing.driver.until(lambda: not drawing.readings("rejected") and not drawing.readings("done"))
    assert drawing.sees("review")


def test_select_all_and_delete_undone_gives_the_whole_machine_back(start: Start, folder: pathlib.Path) -> None:
    path = pathlib.Path(shutil.copy(CASES / "machines" / "tcp.yaml", folder))
    drawing = Drawing(start(path).driver)
    drawing.expect("LISTEN")
    drawing.rest()
    before, words = path.read_bytes(), sorted(drawing.words())
    drawing.driver.press("Tab")
    drawing.driver.press("Ctrl+A")
    drawing.driver.press("Delete")
    drawing.driver.press("Ctrl+Z")
    drawing.driver.until(lambda: sorted(drawing.words()) == words)
    drawing.driver.press("Ctrl+S")
    assert path.read_bytes() == before


def test_search_dims_and_enter_goes_to_what_was_found(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    drawing.driver.press("Tab")
    drawing.driver.press("/")
    drawing.driver.type("verdict")
    drawing.driver.expect("1 found")
    drawing.driver.press("Return")
    assert "State “review”" in drawing.says()
    drawing.driver.press("Escape")
    assert not drawing.driver.sees("1 of 1")


def test_aligned_cards_are_level_and_one_undo_puts_them_back(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before = {name: drawing.card(name) for name in ("draft", "done")}
    drawing.click("draft", "body")
    drawing.click("done", "body", SHIFT)
    drawing.driver.menu("Machine", "Align bottom")
    assert drawing.card("draft")[1].y() == drawing.card("done")[1].y()
    drawing.driver.press("Ctrl+Z")
    assert {name: drawing.card(name) for name in before} == before


def test_the_wheel_keeps_what_is_under_the_pointer_and_has_bounds(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    spot = drawing.at("review", "body")
    for notches in (3, -5, 2):
        drawing.driver.wheel(drawing.board, spot, notches)
        now = drawing.at("review", "body")
        assert (now - spot).manhattanLength() <= 2
    for notches in (500, -1000):
        drawing.driver.wheel(drawing.board, spot, notches)
        assert drawing.driver.sees("400 %") or drawing.driver.sees("10 %")
    drawing.driver.press("Ctrl+1")
    drawing.expect("review")
    drawing.driver.press("Ctrl+0")
    assert drawing.driver.sees("100 %")


def test_space_and_drag_pans(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    before, start_at = drawing.at("review", "body"), drawing.void()
    board = drawing.board
    from PySide6.QtTest import QTest

    QTest.keyPress(board, Qt.Key.Key_Space)
    drawing.drag(start_at, start_at + QPoint(-60, 45))
    QTest.keyRelease(board, Qt.Key.Key_Space)
    assert drawing.at("review", "body") - before == QPoint(-60, 45)


def test_arranging_twice_gives_the_same_picture_in_one_step(start: Start, machine: pathlib.Path) -> None:
    drawing = open_drawing(start, machine)
    card = drawing.at("review", "body")
    drawing.drag(card, card + QPoint(-20, 130))
    moved = drawing.card("review")
    drawing.driver.press("Ctrl+Shift+L")
    drawing.driver.until(lambda: drawing.driver.sees("Undo arrange"))
    drawing.driver.settle(0.4)
    arranged = drawing.board.read()
    drawing.driver.press("Ctrl+Shift+L")
    drawing.driver.settle(0.4)
    assert drawing.board.read() == arranged
    drawing.driver.press("Ctrl+Z")
    drawing.driver.press("Ctrl+1")
    drawing.driver.settle(0.4)
    assert drawing.card("review") != arranged
    assert moved != drawing.at("review", "body")
