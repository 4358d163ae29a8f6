"""Findings on the drawing: badges that count on cards, red rims, signs and squiggles on pills."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QRectF
from PySide6.QtGui import QColor, QPainter

from designer.canvas.geometry import Box
from designer.canvas.items.edge import RADIUS, paint_pill, underline
from designer.canvas.items.glyphs import warning_glyph
from designer.canvas.items.ink import NO_BRUSH, NO_PEN, Ink, pen
from designer.canvas.items.text import set_middle
from designer.canvas.metrics import advance
from designer.canvas.problems import Badge
from designer.canvas.views import LinkKey
from engine.diagnostics import Severity

if TYPE_CHECKING:
    from designer.canvas.scene import Scene

BADGE, BADGE_IN = 9.0, 24.0
"""Radius of a badge, and how far from the card's right it stands."""


def severity_colors(ink: Ink, severity: Severity) -> tuple[QColor, QColor]:
    """The colour of a severity and of what is written on it."""
    tokens = ink.tokens
    match severity:
        case Severity.ERROR:
            return tokens.error, tokens.on_error
        case Severity.WARNING:
            return tokens.warning, tokens.on_warning
    return tokens.disc, tokens.on_disc


def paint_badge(painter: QPainter, ink: Ink, badge: Badge, x: float, y: float) -> None:
    """How many findings a card has, about ``(x, y)``: a disc for errors, a rounded square for the rest."""
    color, on = severity_colors(ink, badge.worst)
    text = str(badge.count) if badge.count < 100 else "99+"
    grow = max(0.0, advance("disc", text) / 2 - 5)
    rect = QRectF(x - BADGE - grow, y - BADGE, 2 * (BADGE + grow), 2 * BADGE)
    painter.setPen(pen(ink.tokens.canvas, 2))
    painter.setBrush(color)
    radius = BADGE if badge.worst is Severity.ERROR else 5.0
    painter.drawRoundedRect(rect, radius, radius)
    set_middle(painter, "disc", x, y, text, pen(on, 1))


def paint_problems(painter: QPainter, ink: Ink, scene: Scene, links: Iterable[LinkKey], states: Iterable[str]) -> None:
    """Everything findings add to these links and states."""
    for key in links:
        _on_pill(painter, ink, scene, key)
    for name in states:
        paint_badge_of(painter, ink, scene, name)
        _on_rows(painter, ink, scene, name)


def paint_badge_of(painter: QPainter, ink: Ink, scene: Scene, name: str) -> None:
    """The badge on a card's upper rim, clear of the numbers at its right one, where it has findings."""
    badge = scene.problems.states.get(name)
    if badge is not None:
        box = scene.sheet.box(name)
        paint_badge(painter, ink, badge, box.right - BADGE_IN, box.y)


def _on_pill(painter: QPainter, ink: Ink, scene: Scene, key: LinkKey) -> None:
    worst, pill = _worst_of(scene, key), scene.sheet.route(key).pill
    if worst is not None and worst is not Severity.INFO and pill is not None:
        paint_pill(painter, ink, scene.link(key), pill, rim=severity_colors(ink, worst)[0])
    paint_mark_of(painter, ink, scene, key)


def _worst_of(scene: Scene, key: LinkKey) -> Severity | None:
    found = [severity for edge in scene.link(key).edges if (severity := scene.problems.worst(edge.path))]
    return min(found, key=[*Severity].index) if found else None


def paint_mark_of(painter: QPainter, ink: Ink, scene: Scene, key: LinkKey) -> None:
    """The sign and the squiggle on an edge that has findings, above its pill."""
    worst = _worst_of(scene, key)
    if worst is None:
        return
    color, on = severity_colors(ink, worst)
    link, pill = scene.link(key), scene.sheet.route(key).pill
    if pill is None:
        warning_glyph(painter, *scene.lines.middle(key), color, on, worst is Severity.ERROR)
        return
    if worst is not Severity.INFO:
        warning_glyph(painter, pill.x, pill.y + 1, color, on, worst is Severity.ERROR)
    if not link.bundled:
        underline(painter, pill, link.edges[0], scene.underlines.get(link.edges[0].path, ()), color)


def _on_rows(painter: QPainter, ink: Ink, scene: Scene, name: str) -> None:
    for edge in scene.projection.loops.get(name, ()):
        severity = scene.problems.worst(edge.path)
        row = scene.row_of(edge.path) if severity is not None else None
        if severity is None or severity is Severity.INFO or row is None:
            continue
        color, on = severity_colors(ink, severity)
        _frame(painter, row, color)
        warning_glyph(painter, row.x, row.y + row.h / 2, color, on, severity is Severity.ERROR)


def _frame(painter: QPainter, row: Box, color: QColor) -> None:
    painter.setBrush(NO_BRUSH)
    painter.setPen(pen(color, 1.2))
    painter.drawRoundedRect(QRectF(*row).adjusted(4, 1, -4, -1), RADIUS - 2, RADIUS - 2)
    painter.setPen(NO_PEN)
