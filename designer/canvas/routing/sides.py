"""Which rims a wire leaves and enters by, and where on the rim: ends sorted so that neighbours do not cross."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import NamedTuple

from designer.canvas.geometry import Box, Point

SPACING = 28
"""Between ends on a rim, where there is room."""
CORNER = 12
"""Kept free at a rim's corners."""
ALMOST, CLOSE, CLOSE_ABOVE = 26.0, 18.0, 40.0
"""Wires that miss being straight by at most so much are made so, if ends on a rim stay so far apart;
pills of wires that run up and down need more room beside each other."""


class Side(Enum):
    LEFT = (-1, 0)
    RIGHT = (1, 0)
    TOP = (0, -1)
    BOTTOM = (0, 1)

    @property
    def upright(self) -> bool:
        """True for the sides that run from top to bottom."""
        return self.value[0] != 0


def into(side: Side) -> Point:
    """The direction in which an arrow enters by a rim."""
    return -side.value[0], -side.value[1]


class End(NamedTuple):
    """One end of a wire: which wire (by index), whether it is the arrow's, on which rim of which card."""

    wire: int
    arrow: bool
    card: str
    side: Side


def middle(box: Box, side: Side) -> Point:
    """The middle of a rim."""
    dx, dy = side.value
    return box.cx + dx * box.w / 2, box.cy + dy * box.h / 2


def facing(source: Box, target: Box, down: bool) -> tuple[Side, Side]:
    """The rims that look at each other; where cards lie diagonally, those across the direction of layout."""
    beside = max(target.x - source.right, source.x - target.right)
    above = max(target.y - source.bottom, source.y - target.bottom)
    across = above < 24 if down else beside >= 24
    if beside < 8 <= above:
        across = False
    elif above < 8 <= beside:
        across = True
    if across:
        return (Side.RIGHT, Side.LEFT) if target.cx >= source.cx else (Side.LEFT, Side.RIGHT)
    return (Side.BOTTOM, Side.TOP) if target.cy >= source.cy else (Side.TOP, Side.BOTTOM)


def ports(ends: Iterable[tuple[End, float]], boxes: Mapping[str, Box]) -> dict[tuple[int, bool], Point]:
    """Where each end stands, from the coordinate along the rim that it aims at."""
    rims: dict[tuple[str, Side], list[tuple[float, int, bool]]] = defaultdict(list)
    for end, aim in ends:
        rims[end.card, end.side].append((aim, end.wire, end.arrow))
    placed: dict[tuple[int, bool], Point] = {}
    for (card, side), aims in rims.items():
        aims.sort()
        box = boxes[card]
        for (_, wire, arrow), at in zip(aims, _spread([aim for aim, _, _ in aims], box, side), strict=True):
            x, y = middle(box, side)
            placed[wire, arrow] = (x, at) if side.upright else (at, y)
    return placed


def straighten(
    ends: Sequence[tuple[End, float]], placed: dict[tuple[int, bool], Point], boxes: Mapping[str, Box]
) -> None:
    """Shift ends of wires that are almost straight, where their rims have room, until they are."""
    on_rim: dict[tuple[str, Side], list[tuple[int, bool]]] = defaultdict(list)
    for end, _ in ends:
        on_rim[end.card, end.side].append((end.wire, end.arrow))
    by_wire = {(end.wire, end.arrow): end for end, _ in ends}
    for wire in sorted({end.wire for end, _ in ends if not end.arrow}):
        one, two = by_wire[wire, False], by_wire[wire, True]
        if one.side.value != into(two.side):
            continue
        axis, apart = (1, CLOSE) if one.side.upright else (0, CLOSE_ABOVE)
        gap = placed[wire, True][axis] - placed[wire, False][axis]
        if not 0 < abs(gap) <= ALMOST:
            continue
        for mover, anchor in ((two, one), (one, two)):
            at = placed[wire, anchor.arrow][axis]
            others = [placed[key][axis] for key in on_rim[mover.card, mover.side] if key != (wire, mover.arrow)]
            box = boxes[mover.card]
            low, high = (box.y, box.bottom) if axis else (box.x, box.right)
            before = placed[wire, mover.arrow]
            kept = all((at - other) * (before[axis] - other) > 0 and abs(at - other) >= apart for other in others)
            if low + CORNER <= at <= high - CORNER and kept:
                placed[wire, mover.arrow] = (before[0], at) if axis else (at, before[1])
                break


def _spread(aims: list[float], box: Box, side: Side) -> list[float]:
    """Places along a rim, in order: about its middle, leaning towards what they aim at."""
    low, high = (box.y, box.bottom) if side.upright else (box.x, box.right)
    low, high = low + CORNER, high - CORNER
    count = len(aims)
    step = min(SPACING, (high - low) / (count - 1)) if count > 1 else 0.0
    if not side.upright:
        step = min(1.6 * SPACING, (high - low) / (count - 1)) if count > 1 else 0.0
    first = (low + high) / 2 - step * (count - 1) / 2
    return [first + i * step for i in range(count)]
