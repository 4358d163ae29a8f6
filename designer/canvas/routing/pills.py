"""Where pills stand: on their own spline, over no card, no other pill, and over as few other splines as can be."""

from __future__ import annotations

import math
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import accumulate, pairwise
from typing import NamedTuple

from designer.canvas.geometry import Box, Grid, Point

FROM_CARDS = 10.0
FROM_PILLS = 5.0
CROSSED = 30.0
"""What covering another spline costs, in units of length."""
SLIDE, SHIFT, BENT, ASIDE = 0.6, 0.2, 24.0, 1.0
"""What a step along the spline costs; a step of the pill across it; bending it at all; and each step aside."""
INSET = 16.0
"""How far from a pill's end its spline still passes beneath."""
FARTHEST = 3000.0


class Spot(NamedTuple):
    """A place to try: what it costs, its centre, and whether the spline must be bent to pass through it."""

    cost: float
    centre: Point
    bent: bool


@dataclass(slots=True)
class Room:
    """What stands on the drawing already: cards, pills placed so far, and the splines as short straight boxes."""

    cards: Grid
    pills: Grid = field(default_factory=lambda: Grid(120.0))
    lines: Grid = field(default_factory=lambda: Grid(120.0))

    def draw(self, wire: int, points: Sequence[Point]) -> None:
        for i, (a, b) in enumerate(pairwise(points)):
            left, top = min(a[0], b[0]), min(a[1], b[1])
            self.lines.add((wire, i), Box(left, top, abs(a[0] - b[0]) + 0.1, abs(a[1] - b[1]) + 0.1))

    def erase(self, wire: int, points: Sequence[Point]) -> None:
        for i in range(len(points) - 1):
            self.lines.remove((wire, i))

    def free(self, pill: Box) -> bool:
        return self.cards.free(pill.grown(FROM_CARDS)) and self.pills.free(pill.grown(FROM_PILLS))

    def crossed(self, pill: Box, wire: int) -> int:
        """How many other splines run beneath."""
        return len({key[0] for key in self.lines.near(pill.grown(2)) if key[0] != wire})  # type: ignore[index]


class Ruler:
    """A polyline one can ask for the point so far along it."""

    def __init__(self, points: Sequence[Point]) -> None:
        self._points = points
        self._far = [0.0, *accumulate(math.dist(a, b) for a, b in pairwise(points))]

    @property
    def length(self) -> float:
        return self._far[-1]

    def at(self, distance: float) -> tuple[Point, Point]:
        """The point there and the direction (of length 1) in which the line runs."""
        i = min(max(bisect_left(self._far, distance), 1), len(self._points) - 1)
        (ax, ay), (bx, by) = self._points[i - 1], self._points[i]
        step = self._far[i] - self._far[i - 1] or 1.0
        share = (distance - self._far[i - 1]) / step
        return (ax + (bx - ax) * share, ay + (by - ay) * share), ((bx - ax) / step, (by - ay) / step)


def spots(points: Sequence[Point], w: float, h: float, lean: int = 0) -> list[Spot]:
    """Places to try, cheapest first: on the spline about its middle, then with the spline bent.

    A pill on a line that runs up or down leans to the left (-1) or right (1) where others run beside it.
    """
    ruler = Ruler(points)
    found: list[Spot] = []
    slides, step = [0.0], 12.0
    while slides[-1] + step <= ruler.length / 2 - 14 and len(slides) < 24:
        slides.append(slides[-1] + step)
        step *= 1.15
    rise = (h + FROM_PILLS) / 2
    for slide in slides:
        for sign in (1, -1) if slide else (1,):
            (x, y), (dx, dy) = ruler.at(ruler.length / 2 + sign * slide)
            cost = slide * SLIDE
            found += [
                Spot(cost + abs(off - lean * (w / 2 - INSET)) * SHIFT, (x + off, y), False) for off in _across(w, dy)
            ]
            found += [Spot(cost + abs(off) * 2 * SHIFT, (x, y + off), False) for off in _level(h, dy)]
            for k in range(1, 9):
                aside = rise * k
                found += [
                    Spot(cost + BENT + aside * ASIDE, (x - dy * aside * side, y + dx * aside * side), True)
                    for side in (1, -1)
                ]
    found.sort()
    return found


def _across(w: float, dy: float) -> Iterator[float]:
    """Shifts of a pill along its text under which a line that runs up or down still passes beneath it."""
    yield 0.0
    if abs(dy) > 0.6:
        most = w / 2 - INSET
        for share in (0.35, 0.7, 1.0):
            yield most * share
            yield -most * share


def _level(h: float, dy: float) -> Iterator[float]:
    if abs(dy) < 0.25:
        yield h / 2 - 7
        yield 7 - h / 2


def spiral(centre: Point, h: float) -> Iterator[Point]:
    """Centres ever farther out, until something must be free."""
    radius = h
    while radius < FARTHEST:
        turns = max(8, round(radius / 12))
        for i in range(turns):
            angle = math.tau * i / turns
            yield centre[0] + radius * math.cos(angle) * 1.6, centre[1] + radius * math.sin(angle)
        radius += 10
