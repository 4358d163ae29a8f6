"""At fractional scales a grab of the window equals the vectors painted at that size."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QImage, QPainter

from designer.canvas.camera import Camera
from designer.canvas.items.ink import Ink
from designer.canvas.items.sheet import paint_sheet
from designer.canvas.scene import Scene
from designer.canvas.surface import Surface
from designer.theme import LIGHT
from tests.cases import CASES
from tests.designer.canvas.drawn import drawn

pytestmark = pytest.mark.usefixtures("qapp")


@pytest.mark.parametrize("ratio", [1.25, 1.5, 2.25])
def test_the_surface_is_as_sharp_as_the_vectors(ratio: float) -> None:
    sheet = drawn(CASES / "features" / "delegated_review.yaml")
    scene, ink = Scene(), Ink(LIGHT)
    scene.show(sheet)
    camera = Camera(width=880, height=240).fitted(sheet.bounds, most=1.0)
    grabbed = _painted(ratio, lambda painter: Surface(scene).draw(painter, camera, ratio, ink))
    vectors = _painted(ratio, lambda painter: _vectors(painter, scene, camera, ink))
    inside = camera.on_screen(sheet.drawing.boxes["review"])
    differing = 0
    for y in range(round(inside.y * ratio) + 2, round(inside.bottom * ratio) - 2):
        for x in range(round(inside.x * ratio) + 2, round(inside.right * ratio) - 2):
            one, two = grabbed.pixelColor(x, y), vectors.pixelColor(x, y)
            differing += abs(one.red() - two.red()) + abs(one.green() - two.green()) > 24
    assert differing == 0


def _painted(ratio: float, paint) -> QImage:  # type: ignore[no-untyped-def]
    image = QImage(round(880 * ratio), round(240 * ratio), QImage.Format.Format_RGB32)
    image.setDevicePixelRatio(ratio)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    paint(painter)
    painter.end()
    return image


def _vectors(painter: QPainter, scene: Scene, camera: Camera, ink: Ink) -> None:
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.scale(camera.scale, camera.scale)
    painter.translate(-camera.x, -camera.y)
    paint_sheet(painter, ink, scene.sheet, scene.projection.states, scene.projection.links)
