"""Many transitions between few states: each can be picked and its label read."""

from __future__ import annotations

import pathlib
import shutil
from typing import Any

import pytest
import yaml
from PySide6.QtCore import QPoint
from PySide6.QtTest import QTest

from tests.cases import CASES
from tests.designer.conftest import Start
from tests.designer.driver import LEFT, NO_KEYS
from tests.designer.flows.drawing import Drawing


@pytest.mark.parametrize("name", ["ppp_lcp"])
def test_each_transition_is_picked_and_its_label_read(start: Start, folder: pathlib.Path, name: str) -> None:
    path = pathlib.Path(shutil.copy(CASES / "machines" / f"{name}.yaml", folder))
    states = yaml.safe_load(path.read_text())["fsm"]["states"]
    drawing = Drawing(start(path).driver)
    drawing.expect(next(iter(states)))
    drawing.rest()
    wanted = {
        ("states", source, "transitions", index): _said(source, index + 1, transition)
        for source, state in states.items()
        for index, transition in enumerate(state.get("transitions", ()))
    }
    assert len(wanted) == 120
    for point, lists in _places(drawing):
        drawing.hover(point)
        for place, own in lists(point):
            if own in wanted:
                QTest.mouseMove(drawing.board, place)
                QTest.mouseClick(drawing.board, LEFT, NO_KEYS, place)
                if drawing.board.accessibleDescription().startswith(wanted[own]):
                    del wanted[own]
        drawing.driver.settle()
    assert not wanted


def _said(source: str, number: int, transition: dict[str, Any]) -> str:
    """What is spoken of a transition first."""
    guard = transition["guards"][0]["expression"].replace("context.", "")
    return f"Transition {number} from “{source}” to “{transition['toState']}”, {guard}."


def _places(drawing: Drawing):  # type: ignore[no-untyped-def]
    """Where pills and lists are, and for each how to find its rows once the pointer is over it."""
    seen = [(r.part.value, r.path, QPoint(round(r.box.cx), round(r.box.cy))) for r in drawing.board.read()]
    for part, path, point in seen:
        if part in ("pill", "loops"):
            yield point, lambda place, own=path: _rows(drawing, own, place)


def _rows(drawing: Drawing, path: tuple, point: QPoint) -> list[tuple[QPoint, tuple]]:  # type: ignore[type-arg]
    """The rows of the list that opened here, or the place itself."""
    rows = [
        (QPoint(round(r.box.cx), round(r.box.cy)), r.path)
        for r in drawing.board.read()
        if r.part.value == "pill"
        and not r.text.endswith(" transitions")
        and r.path[1] == path[1]
        and abs(r.box.cx - point.x()) < r.box.w
    ]
    return rows or [(point, path)]
