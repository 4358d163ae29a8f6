"""A whole sheet at full detail: wires beneath, cards, then pills and numbers."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtGui import QPainter

from designer.canvas.items.card import paint_card
from designer.canvas.items.edge import paint_number, paint_pill, paint_spline, paint_start, spline_path
from designer.canvas.items.ink import Ink
from designer.canvas.routing.task import START_DOT
from designer.canvas.sheet import Sheet
from designer.canvas.views import LinkKey


def paint_sheet(painter: QPainter, ink: Ink, sheet: Sheet, states: Iterable[str], links: Iterable[LinkKey]) -> None:
    """Paint these states and links of the sheet."""
    projection, sizes = sheet.projection, sheet.sizes
    links = list(links)
    for key in links:
        route = sheet.route(key)
        paint_spline(painter, ink, spline_path(route.curve), route, dashed=projection.links[key].edges[0].timer)
    if sheet.drawing.start is not None:
        paint_start(painter, ink, sheet.drawing.start, START_DOT)
    for name in states:
        paint_card(painter, ink, projection.states[name], sizes.cards[name], sheet.box(name), sizes.whole)
    for key in links:
        route = sheet.route(key)
        if route.pill is not None:
            paint_pill(painter, ink, projection.links[key], route.pill, whole=sizes.whole)
    for key in links:
        paint_number(painter, ink, projection.links[key], sheet.route(key))
