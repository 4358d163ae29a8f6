"""Small signs drawn as shapes: kinds of states, marks, warnings; never by colour alone."""

from __future__ import annotations

import math

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QPainter, QPen, QPolygonF

from designer.canvas.items.ink import NO_BRUSH, NO_PEN, pen
from designer.canvas.views import Kind, MarkKind


def kind_glyph(painter: QPainter, kind: Kind, x: float, y: float, size: float, color: QColor) -> None:
    """The sign of a kind, centred at ``(x, y)``: disc, diamond, triangle, square, ringed disc, question mark."""
    r = size / 2
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    match kind:
        case Kind.WORK:
            painter.drawEllipse(QPointF(x, y), r, r)
        case Kind.AGENT:
            d = r * 1.16
            painter.drawPolygon(QPolygonF([QPointF(x, y - d), QPointF(x + d, y), QPointF(x, y + d), QPointF(x - d, y)]))
        case Kind.PERSON:
            w, top, bottom = r * 1.12, y - r * 0.98, y + r * 0.9
            painter.drawPolygon(QPolygonF([QPointF(x, top), QPointF(x + w, bottom), QPointF(x - w, bottom)]))
        case Kind.AUTOMATIC:
            s = r * 0.9
            painter.drawRoundedRect(QRectF(x - s, y - s, 2 * s, 2 * s), 1.5, 1.5)
        case Kind.TERMINAL:
            painter.setBrush(NO_BRUSH)
            painter.setPen(pen(color, 1.6))
            painter.drawEllipse(QPointF(x, y), r - 0.4, r - 0.4)
            painter.setPen(NO_PEN)
            painter.setBrush(color)
            painter.drawEllipse(QPointF(x, y), r * 0.5, r * 0.5)
        case Kind.MISSING:
            painter.setBrush(NO_BRUSH)
            painter.setPen(pen(color, 1.4, Qt.PenStyle.DashLine))
            painter.drawEllipse(QPointF(x, y), r - 0.4, r - 0.4)


def mark_glyph(painter: QPainter, kind: MarkKind, x: float, y: float, color: QColor) -> None:
    """The sign of a mark in a box of 12 about ``(x, y)``: into a bar, out of a bar, a clock, a shield."""
    painter.setPen(pen(color, 1.3))
    painter.setBrush(NO_BRUSH)
    match kind:
        case MarkKind.ENTRY:
            painter.drawLine(QPointF(x + 4.5, y - 4.5), QPointF(x + 4.5, y + 4.5))
            _arrow(painter, x - 5, y, x + 2, y)
        case MarkKind.EXIT:
            painter.drawLine(QPointF(x - 4.5, y - 4.5), QPointF(x - 4.5, y + 4.5))
            _arrow(painter, x - 2, y, x + 5, y)
        case MarkKind.TIMER:
            clock_glyph(painter, x, y, color)
        case MarkKind.INVARIANT:
            painter.drawPolygon(
                QPolygonF(
                    [
                        QPointF(x - 4, y - 4.5),
                        QPointF(x + 4, y - 4.5),
                        QPointF(x + 4, y + 0.5),
                        QPointF(x, y + 5),
                        QPointF(x - 4, y + 0.5),
                    ]
                )
            )
            painter.drawPolyline(
                QPolygonF([QPointF(x - 1.8, y - 0.8), QPointF(x - 0.4, y + 0.8), QPointF(x + 2, y - 2)])
            )


def clock_glyph(painter: QPainter, x: float, y: float, color: QColor) -> None:
    painter.setPen(pen(color, 1.3))
    painter.setBrush(NO_BRUSH)
    painter.drawEllipse(QPointF(x, y), 4.8, 4.8)
    painter.drawPolyline(QPolygonF([QPointF(x, y - 2.8), QPointF(x, y), QPointF(x + 2.2, y + 1.2)]))


def action_glyph(painter: QPainter, x: float, y: float, color: QColor) -> None:
    """A bolt: this transition does something."""
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(x + 0.8, y - 5.6),
                QPointF(x - 3.6, y + 0.9),
                QPointF(x - 0.4, y + 0.9),
                QPointF(x - 0.9, y + 5.6),
                QPointF(x + 3.6, y - 1.1),
                QPointF(x + 0.4, y - 1.1),
            ]
        )
    )


def loop_glyph(painter: QPainter, x: float, y: float, color: QColor) -> None:
    """A turn that comes back to where it began."""
    painter.setPen(pen(color, 1.4))
    painter.setBrush(NO_BRUSH)
    painter.drawArc(QRectF(x - 4.5, y - 4.5, 9, 9), 60 * 16, 280 * 16)
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    painter.drawPolygon(QPolygonF([QPointF(x + 0.8, y - 6.8), QPointF(x + 5, y - 4.1), QPointF(x + 0.8, y - 1.6)]))


def warning_glyph(painter: QPainter, x: float, y: float, color: QColor, ink: QColor, severe: bool) -> None:
    """A disc with an exclamation mark for an error, a triangle with one for a warning; radius about 7."""
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    if severe:
        painter.drawEllipse(QPointF(x, y), 7, 7)
    else:
        painter.drawPolygon(QPolygonF([QPointF(x, y - 7.5), QPointF(x + 8, y + 6.5), QPointF(x - 8, y + 6.5)]))
        y += 1.2
    painter.setPen(QPen(QBrush(ink), 1.7, Qt.PenStyle.SolidLine, Qt.PenCapStyle.RoundCap))
    painter.drawLine(QPointF(x, y - 3.4), QPointF(x, y + 0.6))
    painter.drawPoint(QPointF(x, y + 3.4))


def arrow_head(painter: QPainter, tip: tuple[float, float], back: tuple[float, float], color: QBrush) -> None:
    """The head of an arrow that comes from ``back``."""
    dx, dy = tip[0] - back[0], tip[1] - back[1]
    size = math.hypot(dx, dy) or 1.0
    dx, dy = dx / size, dy / size
    x, y = tip
    painter.setPen(NO_PEN)
    painter.setBrush(color)
    painter.drawPolygon(
        QPolygonF(
            [
                QPointF(x, y),
                QPointF(x - 9 * dx - 4 * dy, y - 9 * dy + 4 * dx),
                QPointF(x - 7 * dx, y - 7 * dy),
                QPointF(x - 9 * dx + 4 * dy, y - 9 * dy - 4 * dx),
            ]
        )
    )


def _arrow(painter: QPainter, x1: float, y1: float, x2: float, y2: float) -> None:
    painter.drawLine(QPointF(x1, y1), QPointF(x2, y2))
    painter.drawPolyline(QPolygonF([QPointF(x2 - 2.8, y2 - 2.8), QPointF(x2, y2), QPointF(x2 - 2.8, y2 + 2.8)]))
