"""Text as the drawing sets it: on a base line, in one of its faces."""

from __future__ import annotations

from functools import lru_cache

from PySide6.QtCore import QPointF
from PySide6.QtGui import QGlyphRun, QPainter, QPen, QPolygonF, QTextLayout

from designer.canvas.metrics import advance, faces, metrics


class DotPainter(QPainter):
    """Paints dots, not shapes for a file: what it writes is shaped once, and from then on only set."""


def set_text(painter: QPainter, face: str, x: float, y: float, text: str, ink: QPen) -> None:
    """Text that begins at ``x`` on the base line ``y``."""
    painter.setPen(ink)
    if isinstance(painter, DotPainter):
        for run in _shaped(face, text):
            painter.drawGlyphRun(QPointF(x, y), run)
        return
    painter.setFont(getattr(faces(), face))
    painter.drawText(QPointF(x, y), text)


@lru_cache(maxsize=16384)
def _shaped(face: str, text: str) -> tuple[QGlyphRun, ...]:
    """The glyphs of a text, a run for each font they are from, from its beginning on the base line."""
    layout = QTextLayout(text, getattr(faces(), face))
    layout.beginLayout()
    line = layout.createLine()
    line.setLineWidth(1e6)
    layout.endLayout()
    runs = layout.glyphRuns()
    for run in runs:
        run.setPositions([place - QPointF(0, line.ascent()) for place in run.positions()])
    return tuple(runs)


def set_middle(painter: QPainter, face: str, x: float, y: float, text: str, ink: QPen) -> None:
    """Text centred about ``(x, y)``, by the height of its capitals."""
    set_text(painter, face, x - advance(face, text) / 2, y + metrics(face).capHeight() / 2, text, ink)


def base_line(face: str, middle: float) -> float:
    """The base line on which text stands in the middle of a row, by its capitals and small letters alike."""
    m = metrics(face)
    return middle + (m.capHeight() + m.xHeight()) / 4


def squiggle(painter: QPainter, x1: float, x2: float, y: float, ink: QPen) -> None:
    """The wavy line beneath what is wrong."""
    painter.setPen(ink)
    points = [QPointF(x1, y)]
    up = True
    x = x1
    while x < x2:
        x = min(x + 2.0, x2)
        points.append(QPointF(x, y + (1.8 if up else 0.0)))
        up = not up
    painter.drawPolyline(QPolygonF(points))
