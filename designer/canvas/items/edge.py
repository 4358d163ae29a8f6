"""A transition: its spline, its arrow, its number, its pill."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QBrush, QColor, QPainter, QPainterPath

from designer.canvas import messages
from designer.canvas.geometry import Box, Curve, pieces
from designer.canvas.items.card import paint_disc, paint_row
from designer.canvas.items.glyphs import action_glyph, arrow_head, clock_glyph
from designer.canvas.items.ink import NO_BRUSH, NO_PEN, Ink, framed, pen
from designer.canvas.items.text import base_line, set_middle, set_text, squiggle
from designer.canvas.metrics import LINE, MARK_W, PILL_H, PILL_PAD, ROWS_PAD, advance, pill_lines, row_height
from designer.canvas.routing import Route
from designer.canvas.views import EdgeView, Link

RADIUS = 7.0
Wrong = Mapping[int, tuple[int, int]]
"""Ranges to underline, by line."""


def spline_path(curve: Curve) -> QPainterPath:
    """A curve as Qt draws it."""
    path = QPainterPath(QPointF(*curve[0]))
    for _, one, two, end in pieces(curve):
        path.cubicTo(QPointF(*one), QPointF(*two), QPointF(*end))
    return path


def paint_spline(
    painter: QPainter,
    ink: Ink,
    path: QPainterPath,
    route: Route,
    *,
    dashed: bool = False,
    color: QColor | None = None,
    width: float = 1.4,
) -> None:
    """The line and its arrow."""
    painter.setPen(ink.edge_pen(color, width=width, dashed=dashed))
    painter.setBrush(NO_BRUSH)
    painter.drawPath(path)
    arrow_head(painter, route.curve[-1], route.curve[-2], ink.arrow if color is None else QBrush(color))


def paint_line(painter: QPainter, ink: Ink, path: QPainterPath, *, dashed: bool, thin: bool) -> None:
    """The line alone; ``thin`` where there are so many that each must be quick to draw."""
    painter.setPen(ink.edge_pen(None, dashed=dashed, thin=thin))
    painter.setBrush(NO_BRUSH)
    painter.drawPath(path)


def paint_pill(
    painter: QPainter,
    ink: Ink,
    link: Link,
    pill: Box,
    *,
    whole: bool = False,
    rim: QColor | None = None,
    unfolded: bool = False,
) -> None:
    """The label on a spline; the list of a bundle when it is unfolded."""
    framed(painter, QRectF(*pill), RADIUS + 0.5, ink.rim if rim is None else rim, ink.card, 1.0 if rim is None else 1.4)
    if not link.bundled:
        _single(painter, ink, link.edges[0], pill, whole)
    elif whole or unfolded:
        y = pill.y + ROWS_PAD
        for edge in link.edges:
            paint_row(painter, ink, edge, pill.x + PILL_PAD, y, whole)
            y += row_height(edge, whole)
    else:
        set_middle(painter, "kind", pill.cx, pill.cy, messages.bundle(len(link.edges)), ink.text)


def _single(painter: QPainter, ink: Ink, edge: EdgeView, pill: Box, whole: bool) -> None:
    x, middle = pill.x + PILL_PAD, pill.y + PILL_H / 2
    if edge.timer:
        clock_glyph(painter, x + 5, middle, ink.tokens.soft)
        x += MARK_W
    width = 0.0
    for i, line in enumerate(pill_lines(edge, whole)):
        set_text(painter, "code", x, base_line("code", middle) + i * LINE, line, ink.text)
        width = max(width, advance("code", line))
    if edge.acts:
        action_glyph(painter, (x + width + MARK_W - 7) if width else pill.cx, middle, ink.tokens.soft)


def underline(painter: QPainter, pill: Box, edge: EdgeView, ranges: Sequence[tuple[int, int]], color: QColor) -> None:
    """Squiggles beneath characters of a pill's one line."""
    lines = pill_lines(edge, False)
    if not lines:
        return
    x = pill.x + PILL_PAD + (MARK_W if edge.timer else 0)
    y = base_line("code", pill.y + PILL_H / 2) + 2.5
    for start, end in ranges:
        squiggle(
            painter, x + advance("code", lines[0][:start]), x + advance("code", lines[0][:end]), y, pen(color, 1.1)
        )


def paint_number(painter: QPainter, ink: Ink, link: Link, route: Route) -> None:
    """The number of a transition at the source's rim; the first of a bundle stands for all of it."""
    number = link.edges[0].number
    if number:
        paint_disc(painter, ink, number, *route.disc)


def paint_start(painter: QPainter, ink: Ink, route: Route, radius: float) -> None:
    """The dot the machine starts from and its arrow."""
    paint_spline(painter, ink, spline_path(route.curve), route)
    painter.setPen(NO_PEN)
    painter.setBrush(ink.start)
    painter.drawEllipse(QPointF(*route.curve[0]), radius, radius)
