"""A state's card: name and kind, requirements, marks, and the list of transitions to itself."""

from __future__ import annotations

from dataclasses import dataclass

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath

from designer.canvas import messages
from designer.canvas.geometry import Box
from designer.canvas.items.glyphs import action_glyph, kind_glyph, loop_glyph, mark_glyph
from designer.canvas.items.ink import NO_BRUSH, NO_PEN, Ink, framed, pen
from designer.canvas.items.text import base_line, set_middle, set_text
from designer.canvas.metrics import (
    CHIP_H,
    CHIP_PAD,
    DISC,
    GLYPH,
    GLYPH_GAP,
    HEADER,
    LINE,
    MARK_W,
    PAD_X,
    PAD_Y,
    ROW_H,
    ROWS_PAD,
    CardLayout,
    advance,
    chip_texts,
    pill_lines,
    row_height,
)
from designer.canvas.views import EdgeView, Kind, StateView

RADIUS = 10.0
INSET = 3.5
"""From the outer to the inner border of a terminal card."""


@dataclass(frozen=True, slots=True)
class Row:
    """How a transition's row or pill is marked: by a finding, by a simulation."""

    wrong: QColor | None = None
    mark: str = ""
    tint: QColor | None = None


def paint_card(painter: QPainter, ink: Ink, view: StateView, card: CardLayout, box: Box, whole: bool = False) -> None:
    """The card at ``box``, all of it."""
    paint_body(painter, ink, view, box)
    if card.body < card.h:
        paint_drawer(painter, ink, card, box, whole)
    _header(painter, ink, view, card, box)
    for chip, x, y, w in card.chips:
        _chip(
            painter,
            ink,
            chip_texts(chip, whole),
            ink.kind(chip.kind),
            chip.required,
            QRectF(box.x + x, box.y + y, w, CHIP_H),
        )
    for index, x, y in card.marks:
        mark = view.marks[index]
        mark_glyph(painter, mark.kind, box.x + x + 7, box.y + y + CHIP_H / 2, ink.tokens.soft)
        if mark.count > 1:
            set_text(
                painter,
                "kind",
                box.x + x + MARK_W,
                base_line("kind", box.y + y + CHIP_H / 2),
                str(mark.count),
                ink.soft,
            )


def paint_body(painter: QPainter, ink: Ink, view: StateView, box: Box) -> None:
    """Shadow, surface and border."""
    rect = QRectF(*box).adjusted(0.5, 0.5, -0.5, -0.5)
    if view.kind is Kind.MISSING:
        painter.setPen(ink.missing)
        painter.setBrush(NO_BRUSH)
        painter.drawRoundedRect(rect, RADIUS, RADIUS)
        return
    painter.setPen(NO_PEN)
    painter.setBrush(ink.shadow)
    painter.drawRoundedRect(rect.translated(0, 1.5), RADIUS, RADIUS)
    framed(painter, QRectF(*box), RADIUS + 0.5, ink.rim, ink.card)
    if view.kind is Kind.TERMINAL:
        inner = QRectF(*box).adjusted(INSET, INSET, -INSET, -INSET)
        framed(painter, inner, RADIUS + 0.5 - INSET, ink.rim, ink.card)


def paint_drawer(painter: QPainter, ink: Ink, card: CardLayout, box: Box, whole: bool) -> None:
    """The list of transitions to the state itself, below the card's body."""
    top = box.y + card.body
    path = QPainterPath()
    path.addRoundedRect(QRectF(*box).adjusted(1, 1, -1, -1), RADIUS - 1, RADIUS - 1)
    painter.save()
    painter.setClipRect(QRectF(box.x, top, box.w, card.h - card.body), Qt.ClipOperation.IntersectClip)
    painter.fillPath(path, ink.drawer)
    painter.restore()
    painter.setPen(ink.hair)
    painter.drawLine(QRectF(box.x + 1, top, box.w - 2, 0).topLeft(), QRectF(box.x + 1, top, box.w - 2, 0).topRight())
    y = top + ROWS_PAD
    if card.folded:
        middle = y + ROW_H / 2
        loop_glyph(painter, box.x + PAD_X + GLYPH / 2, middle, ink.tokens.soft)
        set_text(
            painter,
            "kind",
            box.x + PAD_X + GLYPH + GLYPH_GAP,
            base_line("kind", middle),
            messages.loops(card.folded),
            ink.soft,
        )
        return
    for edge in card.rows:
        paint_row(painter, ink, edge, box.x + PAD_X, y, whole)
        y += row_height(edge, whole)


def paint_row(
    painter: QPainter, ink: Ink, edge: EdgeView, x: float, y: float, whole: bool, row: Row | None = None
) -> None:
    """One transition in a list: its number in a disc, its guard, its action mark."""
    middle = y + ROW_H / 2
    if edge.number:
        paint_disc(painter, ink, edge.number, x + DISC, middle)
        x += 2 * DISC + 7
    width = 0.0
    for i, line in enumerate(pill_lines(edge, whole)):
        set_text(painter, "code", x, base_line("code", middle) + i * LINE, line, ink.text)
        width = max(width, advance("code", line))
    if edge.acts:
        action_glyph(painter, x + width + MARK_W - 7, middle, ink.tokens.soft)


def paint_disc(painter: QPainter, ink: Ink, number: int, x: float, y: float) -> None:
    """A transition's number in its disc, centred at ``(x, y)``."""
    painter.setPen(NO_PEN)
    painter.setBrush(ink.disc)
    text = str(number)
    grow = max(0.0, advance("disc", text) / 2 - 5.5)
    painter.drawRoundedRect(QRectF(x - DISC - grow, y - DISC, 2 * (DISC + grow), 2 * DISC), DISC, DISC)
    set_middle(painter, "disc", x, y, text, ink.on_disc)


def _header(painter: QPainter, ink: Ink, view: StateView, card: CardLayout, box: Box) -> None:
    middle = box.y + PAD_Y + HEADER / 2
    kind_glyph(painter, view.kind, box.x + PAD_X + GLYPH / 2, middle, GLYPH, ink.kind(view.kind))
    left = box.x + PAD_X + GLYPH + GLYPH_GAP
    for i, line in enumerate(card.names):
        set_text(
            painter,
            "name",
            left,
            base_line("name", middle) + i * LINE,
            line,
            ink.soft if view.kind is Kind.MISSING else ink.text,
        )
    if card.kind_beside:
        set_text(
            painter,
            "kind",
            box.right - PAD_X - advance("kind", card.kind),
            base_line("kind", middle),
            card.kind,
            ink.soft,
        )
    else:
        below = (
            box.y + PAD_Y + HEADER + (len(card.names) - 1) * LINE + HEADER / 2 + (4 if card.chips or card.marks else -1)
        )
        set_text(painter, "kind", box.x + PAD_X, base_line("kind", below), card.kind, ink.soft)


def _chip(painter: QPainter, ink: Ink, texts: tuple[str, str], color: QColor, required: bool, rect: QRectF) -> None:
    if required:
        framed(painter, rect, 6.0, ink.chip, ink.card)
    else:
        painter.setPen(ink.optional)
        painter.setBrush(NO_BRUSH)
        painter.drawRoundedRect(rect.adjusted(0.5, 0.5, -0.5, -0.5), 5.5, 5.5)
    field, who = texts
    x, middle = rect.x() + CHIP_PAD, rect.center().y()
    set_text(painter, "code", x, base_line("code", middle), field, ink.text)
    set_text(
        painter,
        "who",
        x + advance("code", field) + 6,
        base_line("code", middle),
        who,
        pen(color, 1.0),
    )
