"""The formats: one drawing code, three devices; nothing in the bytes depends on clock, chance or zoom."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QBuffer, QByteArray, QIODevice, QMarginsF, QRectF, QSizeF
from PySide6.QtGui import QColor, QImage, QPageLayout, QPageSize, QPainter, QPdfWriter

from designer.canvas.geometry import Box
from designer.canvas.items.ink import Ink
from designer.canvas.items.sheet import paint_sheet
from designer.canvas.metrics import faces
from designer.canvas.picture.pdf import canonical
from designer.canvas.picture.svg import finished
from designer.canvas.sheet import Sheet
from designer.theme import Tokens

PADDING = 14.0
DENSITY = 2
"""Dots a pixel of the drawing has in a PNG."""
LARGEST = 16_000
"""A PNG has at most so many dots a side; a larger drawing is scaled down."""


def area(sheet: Sheet) -> Box:
    """What the picture shows, in whole units."""
    box = sheet.bounds.grown(PADDING)
    left, top = round(box.x - 0.5), round(box.y - 0.5)
    return Box(left, top, round(box.right + 0.5) - left, round(box.bottom + 0.5) - top)


def paint(painter: QPainter, sheet: Sheet, tokens: Tokens, box: Box) -> None:
    """Paint all of a sheet on its ground, ``box`` at the painter's origin."""
    painter.setRenderHints(QPainter.RenderHint.Antialiasing | QPainter.RenderHint.TextAntialiasing)
    painter.setFont(faces().name)  # else the application's own face, which a window sets, is named in the bytes
    painter.fillRect(QRectF(0, 0, box.w, box.h), tokens.canvas)
    painter.translate(-box.x, -box.y)
    paint_sheet(painter, Ink(tokens), sheet, sheet.projection.states, sheet.projection.links)


def to_image(sheet: Sheet, tokens: Tokens, density: float = DENSITY) -> QImage:
    """The picture in dots, ``density`` to a unit, less where it would be too large."""
    box = area(sheet)
    density = min(density, LARGEST / max(box.w, box.h))
    image = QImage(max(1, round(box.w * density)), max(1, round(box.h * density)), QImage.Format.Format_RGB32)
    image.fill(QColor(tokens.canvas))
    painter = QPainter(image)
    painter.scale(density, density)
    paint(painter, sheet, tokens, box)
    painter.end()
    return image


def to_png(sheet: Sheet, tokens: Tokens, title: str) -> bytes:
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    image = to_image(sheet, tokens)
    image.setText("Title", title)
    image.save(buffer, "PNG")
    return bytes(buffer.data().data())


def to_svg(sheet: Sheet, tokens: Tokens, title: str) -> bytes:
    from PySide6.QtSvg import QSvgGenerator

    box = area(sheet)
    buffer = QBuffer()
    generator = QSvgGenerator()
    generator.setOutputDevice(buffer)
    generator.setViewBox(QRectF(0, 0, box.w, box.h))
    generator.setSize(QSizeF(box.w, box.h).toSize())
    generator.setResolution(96)
    painter = QPainter(generator)
    paint(painter, sheet, tokens, box)
    painter.end()
    return finished(bytes(buffer.data().data()), title)


def to_pdf(sheet: Sheet, tokens: Tokens, title: str) -> bytes:
    """One page as large as the drawing; date and id come from what is drawn."""
    box = area(sheet)
    buffer = QBuffer()
    buffer.open(QIODevice.OpenModeFlag.WriteOnly)
    writer = QPdfWriter(buffer)
    writer.setTitle(title)
    writer.setCreator("Statewright")
    writer.setDocumentXmpMetadata(QByteArray(b" "))
    page = QPageSize(QSizeF(box.w * 0.75, box.h * 0.75), QPageSize.Unit.Point, "", QPageSize.SizeMatchPolicy.ExactMatch)
    writer.setPageLayout(QPageLayout(page, QPageLayout.Orientation.Portrait, QMarginsF(0, 0, 0, 0)))
    writer.setResolution(1200)
    painter = QPainter(writer)
    painter.scale(1200 / 96, 1200 / 96)
    paint(painter, sheet, tokens, box)
    painter.end()
    return canonical(bytes(buffer.data().data()))


Drawer = Callable[[Sheet, Tokens, str], bytes]
FORMATS: Mapping[str, Drawer] = {"svg": to_svg, "png": to_png, "pdf": to_pdf}


def draw(sheet: Sheet, tokens: Tokens, kind: str, title: str) -> bytes:
    """The picture's bytes in one of ``FORMATS``."""
    return FORMATS[kind](sheet, tokens, title)
