"""What a simulation lays over the drawing, and the minimap that shows and changes what is looked at."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton, QWidget
from pytestqt.qtbot import QtBot

from designer.canvas import Canvas, LayoutWorker, Overlay
from designer.canvas.geometry import Box
from designer.canvas.layout.order import Order
from designer.canvas.messages import CANCEL, MINIMAP
from designer.canvas.overlay import PillMark
from designer.document import Document
from designer.theme import LIGHT, Theme
from tests.cases import CASES
from tests.designer.canvas.bench import Clip, StillChecks, StillSettings, canvas_on

APPROVED = ("states", "review", "transitions", 0)


@pytest.fixture
def canvas(qtbot: QtBot) -> Iterator[Canvas]:
    document = Document.of_text((CASES / "features" / "delegated_review.yaml").read_text())
    with canvas_on(document, qtbot) as canvas:
        yield canvas


def amount(canvas: Canvas, box: Box, color: QColor) -> int:
    """How many dots of the window inside ``box`` of the drawing have about this colour."""
    place = canvas.commands.stage.camera.on_screen(box)
    image = canvas.board.grab().toImage()
    found = 0
    for x in range(max(0, round(place.x)), min(image.width(), round(place.right))):
        for y in range(max(0, round(place.y)), min(image.height(), round(place.bottom))):
            dot = image.pixelColor(x, y)
            near = (dot.red() - color.red(), dot.green() - color.green(), dot.blue() - color.blue())
            found += all(abs(part) < 12 for part in near)
    return found


def minimap_of(canvas: Canvas) -> QWidget:
    return next(child for child in canvas.findChildren(QWidget) if child.accessibleName() == MINIMAP)


def around(canvas: Canvas, state: str) -> Box:
    return canvas.scene.sheet.box(state).grown(12)


def test_the_token_stands_on_the_rim_of_the_state_at_rest_and_nowhere_else(canvas: Canvas) -> None:
    assert amount(canvas, around(canvas, "draft"), LIGHT.simulate) == 0
    canvas.overlay = Overlay(mode="simulate", token="draft")
    assert amount(canvas, around(canvas, "draft"), LIGHT.simulate) > 60
    assert amount(canvas, around(canvas, "done"), LIGHT.simulate) == 0
    canvas.overlay = Overlay(mode="replay", token="done")
    assert amount(canvas, around(canvas, "done"), LIGHT.replay) > 60
    assert not canvas.editable
    canvas.overlay = Overlay()
    assert canvas.editable
    assert amount(canvas, around(canvas, "done"), LIGHT.replay) == 0


def test_a_fired_transition_and_each_answer_of_a_guard_are_painted(canvas: Canvas) -> None:
    key = canvas.scene.link_of(APPROVED)
    assert key is not None
    pill = canvas.scene.sheet.route(key).pill
    assert pill is not None
    calm = amount(canvas, pill.grown(16), LIGHT.ok)
    canvas.overlay = Overlay(mode="simulate", token="done", fired=(APPROVED,))
    assert amount(canvas, pill.grown(16), LIGHT.ok) > calm + 40
    for mark, fill in ((PillMark.FIRES, LIGHT.ok_soft), (PillMark.FAILS, LIGHT.error_soft)):
        canvas.overlay = Overlay(mode="simulate", token="review", marks={APPROVED: mark})
        assert amount(canvas, pill.grown(16), fill) > 40, mark


def test_a_breakpoint_is_seen_and_coverage_marks_what_was_never_reached(canvas: Canvas) -> None:
    canvas.overlay = Overlay(mode="simulate", token="draft", breakpoints=(("states", "done"),))
    assert amount(canvas, around(canvas, "done"), LIGHT.error) > 30
    canvas.overlay = Overlay(mode="simulate", token="review", visits={("states", "draft"): 2})
    assert amount(canvas, around(canvas, "draft"), LIGHT.ok) > 100
    assert amount(canvas, around(canvas, "rejected"), LIGHT.warning) > 30


def test_the_minimap_comes_when_part_is_out_of_sight_and_a_press_looks_there(canvas: Canvas, qtbot: QtBot) -> None:
    minimap = minimap_of(canvas)
    assert not minimap.isVisible(), "all of four states is in sight"
    for _ in range(8):
        canvas.looking.zoom_in()
    qtbot.waitUntil(minimap.isVisible)
    camera = canvas.commands.stage.camera
    QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=QPoint(20, minimap.height() // 2))
    left = canvas.commands.stage.camera
    assert left.scale == camera.scale
    assert left.seen.cx < canvas.scene.sheet.box("draft").right + 60
    QTest.mouseClick(minimap, Qt.MouseButton.LeftButton, pos=QPoint(minimap.width() - 20, minimap.height() // 2))
    assert canvas.commands.stage.camera.seen.cx > canvas.scene.sheet.box("review").right
    seen = minimap.grab().toImage().pixelColor(minimap.width() - 20, minimap.height() // 2)
    assert seen != minimap.grab().toImage().pixelColor(20, 4), "the part that is looked at is marked"
    canvas.looking.fit()
    qtbot.waitUntil(lambda: not minimap.isVisible())


class Unfinished(LayoutWorker):
    """A process that is never done, whatever the machine and its load."""

    def submit(self, order: Order) -> int:
        return len(order.cards)


def test_while_a_machine_is_laid_out_the_progress_stands_free_and_nobody_calls_it_empty(qtbot: QtBot) -> None:
    states = "".join(f"    s{i}: {{transitions: [{{toState: s{i + 1}}}]}}\n" for i in range(20))
    text = f"fsm:\n  name: long\n  initialState: s0\n  states:\n{states}    s20: {{terminal: true}}\n"
    theme, checks, worker = Theme("light"), StillChecks(), Unfinished()
    document = Document.of_text(text)
    canvas = Canvas(document, document.selection, checks, theme, StillSettings(), worker, Clip())  # type: ignore[arg-type]
    canvas.resize(760, 480)
    canvas.show()
    try:
        (stop,) = [button for button in canvas.findChildren(QPushButton) if button.text() == CANCEL]
        qtbot.waitUntil(stop.isVisible)
        progress, zoom = stop.parentWidget(), minimap_of(canvas).parentWidget()
        assert canvas.rect().contains(progress.geometry())
        assert not progress.geometry().intersects(zoom.geometry())
        assert "21" in progress.findChildren(QLabel)[0].text()
        ground = canvas.board.grab().toImage()
        middle = [ground.pixelColor(x, y) for x in range(240, 520) for y in range(232, 248)]
        assert not any(dot.lightness() < 160 for dot in middle), "no words that ask for a first state"
        stop.click()
        qtbot.waitUntil(lambda: not canvas.busy)
        assert not progress.isVisible()
    finally:
        canvas.close()
        canvas.deleteLater()
        worker.close()
