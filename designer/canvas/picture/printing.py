"""A machine on paper: on one page, or at its size over as many as it takes; name, version, date on each."""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import date

from PySide6.QtCore import QLineF, QRectF
from PySide6.QtGui import QPagedPaintDevice, QPageLayout, QPainter

from designer.canvas import messages
from designer.canvas.geometry import Box
from designer.canvas.items.ink import Ink
from designer.canvas.items.sheet import paint_sheet
from designer.canvas.items.text import set_text
from designer.canvas.metrics import advance
from designer.canvas.picture.formats import area
from designer.canvas.sheet import Sheet
from designer.theme import LIGHT

UNITS = 96
"""Units of the drawing in an inch of paper."""
CAPTION = 28.0
"""What the line with name, version and date takes of a page's height, in units."""
LARGEST = 1.5
"""A small drawing is not blown up further than this to fill its page."""


@dataclass(frozen=True, slots=True)
class Leaf:
    """One page: the part of the drawing on it, and how large it is drawn."""

    part: Box
    scale: float


def leaves(drawing: Box, width: float, height: float, tiles: bool) -> list[Leaf]:
    """The pages of a drawing, row by row, on paper with this much room in units; one when it is to fit."""
    height -= CAPTION
    if not tiles:
        return [Leaf(drawing, min(LARGEST, width / drawing.w, height / drawing.h))]
    columns, rows = max(1, math.ceil(drawing.w / width)), max(1, math.ceil(drawing.h / height))
    return [
        Leaf(Box(drawing.x + column * width, drawing.y + row * height, width, height), 1.0)
        for row in range(rows)
        for column in range(columns)
    ]


def print_sheet(device: QPagedPaintDevice, sheet: Sheet, title: str, day: date, *, tiles: bool) -> int:
    """Print a drawing and give the number of pages; 0 where the printer cannot be written to."""
    drawing = area(sheet)
    upright = tiles or drawing.h > drawing.w
    device.setPageOrientation(QPageLayout.Orientation.Portrait if upright else QPageLayout.Orientation.Landscape)
    painter = QPainter()
    if not painter.begin(device):
        return 0
    dots = device.logicalDpiX() / UNITS
    paper = device.pageLayout().paintRectPixels(device.logicalDpiX())
    width, height = paper.width() / dots, paper.height() / dots
    pages = leaves(drawing, width, height, tiles)
    for number, leaf in enumerate(pages, 1):
        if number > 1:
            device.newPage()
        painter.save()
        painter.scale(dots, dots)
        _leaf(painter, sheet, leaf)
        painter.restore()
        painter.save()
        painter.scale(dots, dots)
        _caption(painter, width, height, title, messages.page(day, number, len(pages)))
        painter.restore()
    painter.end()
    return len(pages)


def _leaf(painter: QPainter, sheet: Sheet, leaf: Leaf) -> None:
    painter.scale(leaf.scale, leaf.scale)
    painter.setClipRect(QRectF(0, 0, leaf.part.w, leaf.part.h))
    painter.translate(-leaf.part.x, -leaf.part.y)
    paint_sheet(painter, Ink(LIGHT), sheet, sheet.projection.states, sheet.projection.links)


def _caption(painter: QPainter, width: float, height: float, title: str, rest: str) -> None:
    ink, line = Ink(LIGHT), height - 8
    painter.setPen(ink.hair)
    painter.drawLine(QLineF(0, height - CAPTION + 4, width, height - CAPTION + 4))
    set_text(painter, "name", 0, line, title, ink.text)
    set_text(painter, "kind", width - advance("kind", rest), line, rest, ink.soft)
