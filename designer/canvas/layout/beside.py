"""Where a new state goes while all others stay: beside what it is wired to, else below everything."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from designer.canvas.geometry import Box, Grid, Point, bounds_of
from designer.canvas.layout.order import Order

AWAY = 64.0
"""From card to card, besides the room their wire's pill takes."""
APART = 26.0
STEP = 38.0
TRIES = 400


def place_beside(order: Order, centres: Mapping[str, Point], new: Iterable[str]) -> dict[str, Point]:
    """Places for the new cards, none over another; the same for the same order."""
    boxes = {name: Box.around(*centres[name], *order.cards[name]) for name in order.cards if name in centres}
    taken = Grid(200.0)
    for name, box in boxes.items():
        taken.add(name, box)
    placed: dict[str, Point] = {}
    for name in new:
        w, h = order.cards[name]
        wish = _wish(order, boxes, name, w, h)
        box = _free(taken, wish, w, h)
        boxes[name] = box
        taken.add(name, box)
        placed[name] = (float(round(box.cx)), float(round(box.cy)))
    return placed


def _wish(order: Order, boxes: Mapping[str, Box], name: str, w: float, h: float) -> Point:
    for wire in order.wires:
        if wire.key[1] == name and wire.key[0] in boxes:
            source = boxes[wire.key[0]]
            return source.right + AWAY + wire.w + w / 2, source.cy
    for wire in order.wires:
        if wire.key[0] == name and wire.key[1] in boxes:
            target = boxes[wire.key[1]]
            return target.x - AWAY - wire.w - w / 2, target.cy
    if not boxes:
        return 0.0, 0.0
    whole = bounds_of(boxes.values())
    return whole.x + w / 2, whole.bottom + AWAY + h / 2


def _free(taken: Grid, wish: Point, w: float, h: float) -> Box:
    """The wished place, or the nearest free one above or below it, then farther to the right."""
    for attempt in range(TRIES):
        column, row = divmod(attempt, 20)
        shift = STEP * ((row + 1) // 2) * (1 if row % 2 else -1)
        box = Box.around(wish[0] + column * (w + APART), wish[1] + shift, w, h)
        if taken.free(box.grown(APART)):
            return box
    return Box.around(*wish, w, h)
