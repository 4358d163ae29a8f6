"""Esc in the middle of a gesture leaves file and canvas as they were."""

from __future__ import annotations

import pathlib
from collections.abc import Callable

import pytest
from PySide6.QtCore import QPoint

from tests.designer.conftest import Start
from tests.designer.flows.drawing import Drawing
from tests.designer.flows.test_canvas_make import open_drawing, saved

Begin = Callable[[Drawing], QPoint]


def drag(drawing: Drawing, start: QPoint, end: QPoint) -> QPoint:
    drawing.drag(start, end, drop=False)
    return end


GESTURES: dict[str, Begin] = {
    "move a card": lambda d: drag(d, d.at("review", "body"), d.at("review", "body") + QPoint(40, 120)),
    "draw to a card": lambda d: drag(d, d.rim("draft"), d.at("rejected", "body")),
    "draw into the void": lambda d: drag(d, d.rim("draft"), d.void()),
    "aim at a card": lambda d: drag(d, d.tip("review", "done"), d.at("rejected", "body")),
    "aim at its own source": lambda d: drag(d, d.tip("review", "done"), d.at("review", "body")),
    "aim into the void": lambda d: drag(d, d.tip("review", "done"), d.void()),
    "number onto another": lambda d: drag(d, d.number("review", "done"), d.number("review", "rejected")),
    "rubber band": lambda d: drag(d, d.void(), QPoint(80, 80)),
}


@pytest.mark.parametrize("gesture", GESTURES)
def test_escape_ends_a_gesture_without_a_trace(start: Start, machine: pathlib.Path, gesture: str) -> None:
    drawing = open_drawing(start, machine)
    before, words = machine.read_text(), sorted(drawing.board.read())
    end = GESTURES[gesture](drawing)
    drawing.driver.press("Escape")
    assert sorted(drawing.board.read()) == words
    drawing.release(end)
    assert sorted(drawing.board.read()) == words
    assert not drawing.driver.sees("Undo ")
    assert saved(drawing, machine) == before
    assert not machine.with_suffix(".layout.json").exists()


@pytest.mark.parametrize("key", ["F2", "T", "R"])
def test_escape_closes_a_field_and_nothing_was_typed(start: Start, machine: pathlib.Path, key: str) -> None:
    drawing = open_drawing(start, machine)
    before = machine.read_text()
    drawing.click("review", "body")
    drawing.driver.press(key)
    drawing.driver.type("whatever")
    drawing.driver.press("Escape")
    assert not drawing.driver.sees("whatever")
    drawing.driver.press("Tab")
    assert drawing.driver.sees("State “done”"), "the keyboard is back on the drawing"
    assert saved(drawing, machine) == before
