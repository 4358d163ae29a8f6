"""How large cards and pills are: their texts measured with the shipped faces, everything else in whole pixels."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import lru_cache

from PySide6.QtGui import QFont, QFontMetricsF

from designer.canvas import messages
from designer.canvas.labels import LIMIT, elide, visible, wrap
from designer.canvas.views import ChipView, EdgeView, Kind, Link, StateView
from designer.theme import code_font, text_font

NAME_PX, KIND_PX, CODE_PX, WHO_PX, DISC_PX = 13, 11, 12, 11, 10
PAD_X, PAD_Y = 12, 9
GLYPH, GLYPH_GAP = 11, 8
HEADER = 20
CHIP_H, CHIP_PAD, CHIP_GAP = 20, 7, 5
LINE = 17
PILL_H, PILL_PAD = 22, 9
ROW_H, ROWS_PAD = 22, 3
DISC = 8.5
"""Radius of the disc behind a transition's number."""
MARK_W = 17
FOLD = 6
"""Up to so many self loops are listed; more are folded into a count."""
MIN_W = 104
WIDE = 210
"""Chips break into rows beyond this width, unless the header is wider."""
HEADER_WIDE = 190
"""A header wider than this has the words of its kind in a second row."""
NAME_LIMIT, NAME_WRAP, FIELD_LIMIT = 34, 40, 36


@dataclass(frozen=True, slots=True)
class Faces:
    """The fonts of the drawing; made once there is a QGuiApplication."""

    name: QFont
    kind: QFont
    code: QFont
    who: QFont
    disc: QFont


@lru_cache(maxsize=1)
def faces() -> Faces:
    weight = QFont.Weight
    return Faces(
        name=text_font(NAME_PX, weight.DemiBold),
        kind=text_font(KIND_PX),
        code=code_font(CODE_PX),
        who=text_font(WHO_PX, weight.Medium),
        disc=text_font(DISC_PX, weight.DemiBold),
    )


@lru_cache(maxsize=8)
def metrics(face: str) -> QFontMetricsF:
    return QFontMetricsF(getattr(faces(), face))


@lru_cache(maxsize=65536)
def advance(face: str, text: str) -> float:
    """The width of ``text`` in one of the drawing's faces, in logical pixels."""
    return metrics(face).horizontalAdvance(text)


def even(value: float) -> int:
    """The next even whole number: boxes round a whole centre have whole rims."""
    return 2 * math.ceil(value / 2)


def name_lines(view: StateView, whole: bool) -> tuple[str, ...]:
    """The lines of a card's name: one, elided, on the canvas; all of it where it is shown whole."""
    shown = visible(view.name)
    return wrap(shown, NAME_WRAP) if whole else (elide(shown, NAME_LIMIT),)


def chip_texts(chip: ChipView, whole: bool) -> tuple[str, str]:
    if whole:
        return visible(chip.field), visible(chip.who)
    return elide(visible(chip.field), FIELD_LIMIT), elide(visible(chip.who), FIELD_LIMIT)


def chip_width(chip: ChipView, whole: bool) -> int:
    field, who = chip_texts(chip, whole)
    return math.ceil(2 * CHIP_PAD + advance("code", field) + 6 + advance("who", who))


@dataclass(frozen=True, slots=True)
class CardLayout:
    """Where the parts of a card stand, from its left top corner: chips and marks by row, loops below ``body``."""

    w: int
    h: int
    body: int
    names: tuple[str, ...]
    kind: str
    kind_beside: bool
    """Whether the words of the kind stand at the right of the name, or at the left of the row below."""
    chips: tuple[tuple[ChipView, int, int, int], ...]
    """Each chip with its x, y and width."""
    marks: tuple[tuple[int, int, int], ...]
    """Each mark's index with its x and y."""
    rows: tuple[EdgeView, ...]
    """Self loops that stand in a row each."""
    folded: int
    """How many self loops are folded into the one row that counts them; 0 when they are listed."""


def card_layout(
    view: StateView, loops: tuple[EdgeView, ...], *, whole: bool = False, out: int = 0, unfolded: bool = False
) -> CardLayout:
    """The card of a state. ``out`` is how many splines leave it: their discs need a rim that is high enough.

    ``whole`` leaves nothing out, as pictures do; ``unfolded`` lists all loops.
    """
    names = name_lines(view, whole)
    kind = messages.KINDS[view.kind]
    header = GLYPH + GLYPH_GAP + max(advance("name", line) for line in names)
    beside = header + 16 + advance("kind", kind) <= HEADER_WIDE
    if beside:
        header += 16 + advance("kind", kind)
    room = max(header, WIDE)
    top = PAD_Y + HEADER + (len(names) - 1) * LINE
    chips, marks, bottom, used = _flow(view, room, top, whole, 0 if beside else math.ceil(advance("kind", kind)))
    folded = len(loops) if len(loops) > FOLD and not (whole or unfolded) else 0
    rows = () if folded else loops
    listed = max((row_width(edge, whole) for edge in rows), default=0)
    if folded:
        listed = GLYPH + GLYPH_GAP + math.ceil(advance("kind", messages.loops(folded)))
    w = even(max(MIN_W, 2 * PAD_X + max(header, used, listed)))
    body = max(bottom + PAD_Y, 6 + 18 * math.ceil(out * 0.6)) if out > 4 else bottom + PAD_Y
    below = sum(row_height(edge, whole) for edge in rows) + (ROW_H if folded else 0)
    h = even(body + (below + 2 * ROWS_PAD if below else 0))
    return CardLayout(w, h, h - (below + 2 * ROWS_PAD if below else 0), names, kind, beside, chips, marks, rows, folded)


def _flow(
    view: StateView, room: float, top: int, whole: bool, lead: int
) -> tuple[tuple[tuple[ChipView, int, int, int], ...], tuple[tuple[int, int, int], ...], int, float]:
    chips: list[tuple[ChipView, int, int, int]] = []
    marks: list[tuple[int, int, int]] = []
    """Chips, then marks, in rows; ``lead`` is kept free before the first for the words of the kind."""
    x, y, used = (lead + 10 if lead else 0), top + (5 if view.chips or view.marks else 0), float(lead)
    bottom = top + (HEADER if lead else 0)
    items: list[tuple[int, ChipView | int]] = [(chip_width(chip, whole), chip) for chip in view.chips]
    items += [(mark_width(mark.count), index) for index, mark in enumerate(view.marks)]
    for width, item in items:
        if x and x + width > room:
            x, y = 0, y + CHIP_H + CHIP_GAP
        if isinstance(item, int):
            marks.append((item, PAD_X + x, y))
        else:
            chips.append((item, PAD_X + x, y, width))
        x += width + CHIP_GAP
        used, bottom = max(used, x - CHIP_GAP), y + CHIP_H
    return tuple(chips), tuple(marks), bottom, used


def mark_width(count: int) -> int:
    return MARK_W + (math.ceil(advance("kind", str(count))) + 2 if count > 1 else 0)


def pill_lines(edge: EdgeView, whole: bool) -> tuple[str, ...]:
    """What a pill says: the guard, elided to one line on the canvas, broken into lines where it is shown whole."""
    if not edge.label:
        return ()
    return wrap(edge.label) if whole else (elide(edge.label, LIMIT),)


def row_width(edge: EdgeView, whole: bool) -> int:
    """The width of a transition's row in a list: number, guard, action mark."""
    text = max((advance("code", line) for line in pill_lines(edge, whole)), default=0.0)
    number = 2 * DISC + 7 if edge.number else 0
    return math.ceil(number + text + (MARK_W if edge.acts else 0))


def row_height(edge: EdgeView, whole: bool) -> int:
    return ROW_H + (max(1, len(pill_lines(edge, whole))) - 1) * LINE


def pill_size(link: Link, *, whole: bool = False, unfolded: bool = False) -> tuple[int, int]:
    """Width and height of the label on a spline; ``(0, 0)`` where there is nothing to say."""
    if link.bundled:
        if not (whole or unfolded):
            return even(2 * PILL_PAD + advance("kind", messages.bundle(len(link.edges)))), PILL_H
        width = max(row_width(edge, whole) for edge in link.edges)
        height = sum(row_height(edge, whole) for edge in link.edges)
        return even(2 * PILL_PAD + width), even(height + 2 * ROWS_PAD)
    (edge,) = link.edges
    if not edge.labelled:
        return 0, 0
    lines = pill_lines(edge, whole)
    text = max((advance("code", line) for line in lines), default=0.0)
    marks = (MARK_W if edge.acts else 0) + (MARK_W if edge.timer else 0)
    return even(2 * PILL_PAD + text + marks - (4 if marks and not lines else 0)), even(
        PILL_H + (max(1, len(lines)) - 1) * LINE
    )


def is_state(view: StateView) -> bool:
    return view.kind is not Kind.MISSING
