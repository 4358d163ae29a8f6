"""The shortest way round cards: straight pieces between corners of the boxes that stand in the way."""

from __future__ import annotations

import heapq
import math
from collections.abc import Sequence
from itertools import pairwise

from designer.canvas.geometry import Box, Grid, Point

BEND = 26.0
"""What turning by one radian costs, in units of length: few gentle turns are better than the very shortest way."""
MARGIN = 11.0
"""How far from a card a way keeps."""
LANE = 9.0
"""Between wires that turn round the same corner."""
PATIENCE = 60
"""After so many places looked at, there is no way."""


class Ways:
    """Ways between the cards of one drawing; what hides what is remembered."""

    def __init__(self, cards: Grid) -> None:
        self._cards = cards
        self._hiding: dict[tuple[Point, Point], list[Box]] = {}
        self._open: dict[Box, tuple[Point, ...]] = {}
        self._outward: dict[Point, Point] = {}

    def find(self, start: Point, end: Point) -> tuple[Point, ...] | None:
        """Waypoints strictly between the two; none where the straight line is free, ``None`` where no way is found.

        A card that holds ``start`` or ``end`` within the margin does not stand in the way.
        """
        if not self.hiding(start, end):
            return ()
        frontier: list[tuple[float, int, Point]] = [(math.dist(start, end), 0, start)]
        cost: dict[Point, float] = {start: 0.0}
        parent: dict[Point, Point] = {}
        done: set[Point] = set()
        order = 0
        while frontier and len(done) < PATIENCE:
            _, _, place = heapq.heappop(frontier)
            if place == end:
                return _unwound(parent, start, end)
            if place in done:
                continue
            done.add(place)
            for step in self._steps(place, end):
                price = cost[place] + math.dist(place, step) + _turning(parent.get(place), place, step)
                if price < cost.get(step, math.inf) - 1e-9:
                    cost[step], parent[step] = price, place
                    order += 1
                    heapq.heappush(frontier, (price + math.dist(step, end), order, step))
        return None

    def hiding(self, a: Point, b: Point) -> list[Box]:
        """The cards, grown by a little less than the margin, that the segment cuts."""
        known = self._hiding.get((a, b))
        if known is None:
            known = self._hiding[a, b] = self._look(a, b)
        return known

    def _look(self, a: Point, b: Point) -> list[Box]:
        swept = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1])).grown(MARGIN)
        found = []
        for box in self._cards.near(swept).values():
            wide = box.grown(MARGIN - 1)
            if wide.cut_by(a, b) and not wide.holds(a) and not wide.holds(b):
                found.append(box)
        return found

    def _corners(self, box: Box) -> tuple[Point, ...]:
        """The corners of a card, out by the margin, that lie in no other card's margin."""
        known = self._open.get(box)
        if known is None:
            wide = box.grown(MARGIN)
            corners = ((wide.x, wide.y), (wide.right, wide.y), (wide.x, wide.bottom), (wide.right, wide.bottom))
            known = tuple(c for c in corners if self._cards.free(Box(*c, 0, 0).grown(MARGIN - 1.5)))
            self._open[box] = known
            self._outward.update({c: (1 if c[0] > box.cx else -1, 1 if c[1] > box.cy else -1) for c in known})
        return known

    def beside(self, corner: Point, lane: int) -> Point:
        """The corner for the wire that is the ``lane``-th to turn there, farther out while there is room."""
        dx, dy = self._outward.get(corner, (0, 0))
        for step in range(lane, 0, -1):
            x, y = corner[0] + dx * step * LANE, corner[1] + dy * step * LANE
            if self._cards.free(Box(x, y, 0, 0).grown(MARGIN - 1.5)):
                return x, y
        return corner

    def _steps(self, place: Point, end: Point) -> list[Point]:
        """Where one can go straight from here: the end, or corners of what hides it, and of what hides those."""
        hidden = list(self.hiding(place, end))
        if not hidden:
            return [end]
        reached: list[Point] = []
        seen: set[Box] = set()
        while hidden:
            box = hidden.pop()
            if box in seen or len(seen) > 12:
                continue
            seen.add(box)
            for corner in self._corners(box):
                if corner == place:
                    continue
                others = self.hiding(place, corner)
                if others:
                    hidden += others
                else:
                    reached.append(corner)
        return reached


def clear(cards: Grid, points: Sequence[Point], own: Sequence[Box], margin: float = 3.0) -> bool:
    """True where a polyline cuts no card; the wire's own two may be touched at its ends only."""
    last = len(points) - 2
    for i, (a, b) in enumerate(pairwise(points)):
        swept = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]), abs(a[1] - b[1])).grown(margin)
        for box in cards.near(swept).values():
            if box in own:
                if 1 <= i < last and box.grown(-1).cut_by(a, b):
                    return False
            elif box.grown(margin).cut_by(a, b):
                return False
    return True


def _turning(before: Point | None, here: Point, after: Point) -> float:
    if before is None:
        return 0.0
    return BEND * turn(before, here, after)


def turn(a: Point, b: Point, c: Point) -> float:
    """By how much, in radians, one turns at ``b`` on the way from ``a`` to ``c``."""
    one = math.atan2(b[1] - a[1], b[0] - a[0])
    two = math.atan2(c[1] - b[1], c[0] - b[0])
    return abs(math.remainder(two - one, math.tau))


def _unwound(parent: dict[Point, Point], start: Point, end: Point) -> tuple[Point, ...]:
    points: list[Point] = []
    place = parent[end]
    while place != start:
        points.append(place)
        place = parent[place]
    return tuple(reversed(points))
