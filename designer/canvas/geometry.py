"""Boxes, points and curves in the drawing's own units (logical pixels at 100 %); no Qt, so that workers use it too."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Sequence
from itertools import pairwise
from typing import Generic, NamedTuple, TypeVar

Point = tuple[float, float]


class Box(NamedTuple):
    """A rectangle by its left top corner and its size."""

    x: float
    y: float
    w: float
    h: float

    @staticmethod
    def around(cx: float, cy: float, w: float, h: float) -> Box:
        """The box of this size whose centre is ``(cx, cy)``."""
        return Box(cx - w / 2, cy - h / 2, w, h)

    @property
    def right(self) -> float:
        return self.x + self.w

    @property
    def bottom(self) -> float:
        return self.y + self.h

    @property
    def cx(self) -> float:
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        return self.y + self.h / 2

    @property
    def centre(self) -> Point:
        return self.x + self.w / 2, self.y + self.h / 2

    def grown(self, by: float) -> Box:
        return Box(self.x - by, self.y - by, self.w + 2 * by, self.h + 2 * by)

    def moved(self, dx: float, dy: float) -> Box:
        return Box(self.x + dx, self.y + dy, self.w, self.h)

    def meets(self, other: Box) -> bool:
        """True where the two share an area; touching rims do not."""
        return (
            self.x < other.x + other.w
            and other.x < self.x + self.w
            and self.y < other.y + other.h
            and other.y < self.y + self.h
        )

    def holds(self, point: Point) -> bool:
        return self.x <= point[0] <= self.x + self.w and self.y <= point[1] <= self.y + self.h

    def encloses(self, other: Box) -> bool:
        return self.x <= other.x and self.y <= other.y and other.right <= self.right and other.bottom <= self.bottom

    def united(self, other: Box) -> Box:
        left, top = min(self.x, other.x), min(self.y, other.y)
        return Box(left, top, max(self.right, other.right) - left, max(self.bottom, other.bottom) - top)

    def cut_by(self, a: Point, b: Point) -> bool:
        """True where the segment ``ab`` passes through the inside."""
        (ax, ay), (bx, by) = a, b
        x, y, w, h = self
        if (ax <= x and bx <= x) or (ay <= y and by <= y):
            return False
        right, bottom = x + w, y + h
        if (ax >= right and bx >= right) or (ay >= bottom and by >= bottom):
            return False
        if (x < ax < right and y < ay < bottom) or (x < bx < right and y < by < bottom):
            return True
        dx, dy = bx - ax, by - ay
        first = dx * (y - ay) - dy * (x - ax)
        signs = (
            dx * (y - ay) - dy * (right - ax),
            dx * (bottom - ay) - dy * (x - ax),
            dx * (bottom - ay) - dy * (right - ax),
        )
        if first > 0:
            return any(sign < 0 for sign in signs)
        return any(sign > 0 for sign in signs) if first < 0 else any(signs)


def bounds_of(boxes: Iterable[Box]) -> Box:
    """The smallest box around all of them; an empty one around none."""
    left = top = math.inf
    right = bottom = -math.inf
    for box in boxes:
        left, top = min(left, box.x), min(top, box.y)
        right, bottom = max(right, box.x + box.w), max(bottom, box.y + box.h)
    return Box(0, 0, 0, 0) if left > right else Box(left, top, right - left, bottom - top)


Curve = tuple[Point, ...]
"""Cubic Bézier segments end to end: a start, then two handles and an end for each."""


def pieces(curve: Curve) -> Iterator[tuple[Point, Point, Point, Point]]:
    """The cubic segments of a curve."""
    for i in range(0, len(curve) - 1, 3):
        yield curve[i], curve[i + 1], curve[i + 2], curve[i + 3]


def on_cubic(p0: Point, p1: Point, p2: Point, p3: Point, t: float) -> Point:
    u = 1 - t
    a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
    return (
        a * p0[0] + b * p1[0] + c * p2[0] + d * p3[0],
        a * p0[1] + b * p1[1] + c * p2[1] + d * p3[1],
    )


def sampled(curve: Curve, steps: int = 12) -> list[Point]:
    """Points along the curve, ``steps`` to a segment, ends included."""
    points = [curve[0]]
    for p0, p1, p2, p3 in pieces(curve):
        points += [on_cubic(p0, p1, p2, p3, i / steps) for i in range(1, steps + 1)]
    return points


def length_of(points: Sequence[Point]) -> float:
    return sum(math.dist(a, b) for a, b in pairwise(points))


def along(points: Sequence[Point], distance: float) -> tuple[Point, Point]:
    """The point so far along a polyline, and the direction (of length 1) there."""
    direction = (1.0, 0.0)
    for a, b in pairwise(points):
        step = math.dist(a, b)
        if step > 0:
            direction = ((b[0] - a[0]) / step, (b[1] - a[1]) / step)
            if distance <= step:
                share = distance / step
                return (a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share), direction
        distance -= step
    return points[-1], direction


def distance_to(points: Sequence[Point], to: Point) -> float:
    """How far ``to`` is from a polyline."""
    return min(
        (_from_segment(a, b, to) for a, b in pairwise(points)),
        default=math.dist(points[0], to),
    )


def _from_segment(a: Point, b: Point, p: Point) -> float:
    dx, dy = b[0] - a[0], b[1] - a[1]
    square = dx * dx + dy * dy
    t = 0.0 if square == 0 else max(0.0, min(1.0, ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / square))
    return math.hypot(a[0] + t * dx - p[0], a[1] + t * dy - p[1])


Id = TypeVar("Id", bound=Hashable)


class Grid(Generic[Id]):
    """Boxes in square cells, so that only near ones are looked at; ids are whatever hashes."""

    def __init__(self, cell: float = 160.0) -> None:
        self._cell = cell
        self._cells: dict[tuple[int, int], dict[Id, Box]] = {}
        self._boxes: dict[Id, Box] = {}

    def __len__(self) -> int:
        return len(self._boxes)

    def add(self, key: Id, box: Box) -> None:
        self._boxes[key] = box
        for cell in self._covered(box):
            self._cells.setdefault(cell, {})[key] = box

    def remove(self, key: Id) -> None:
        box = self._boxes.pop(key, None)
        if box is not None:
            for cell in self._covered(box):
                del self._cells[cell][key]

    def near(self, box: Box) -> dict[Id, Box]:
        """The boxes that share an area with ``box``, in the order of their cells."""
        found: dict[Id, Box] = {}
        left, top, w, h = box
        right, bottom = left + w, top + h
        for cell in self._covered(box):
            inside = self._cells.get(cell)
            if inside:
                for key, other in inside.items():
                    x, y, ow, oh = other
                    if x < right and left < x + ow and y < bottom and top < y + oh:
                        found[key] = other
        return found

    def free(self, box: Box) -> bool:
        """True where nothing shares an area with ``box``."""
        left, top, w, h = box
        right, bottom = left + w, top + h
        for cell in self._covered(box):
            inside = self._cells.get(cell)
            if inside:
                for x, y, ow, oh in inside.values():
                    if x < right and left < x + ow and y < bottom and top < y + oh:
                        return False
        return True

    def _covered(self, box: Box) -> list[tuple[int, int]]:
        size = self._cell
        left, right = int(box.x // size), int((box.x + box.w) // size)
        top, bottom = int(box.y // size), int((box.y + box.h) // size)
        if left == right and top == bottom:
            return [(left, top)]
        return [(column, row) for row in range(top, bottom + 1) for column in range(left, right + 1)]
