"""Smooth curves: from rim to rim, round waypoints, through pills."""

from __future__ import annotations

import math
from collections.abc import Sequence

from designer.canvas.geometry import Curve, Point

Direction = tuple[float, float]


def spline(points: Sequence[Point], leave: Direction, arrive: Direction) -> Curve:
    """A curve through all points that leaves and arrives in these directions (of length 1)."""
    return through([(point, None) for point in points], leave, arrive)


def through(stops: Sequence[tuple[Point, Direction | None]], leave: Direction, arrive: Direction) -> Curve:
    """A curve through all stops; a stop's direction is how it is passed, chosen where it is ``None``."""
    points = [point for point, _ in stops]
    tangents = [leave, *(asked or _passing(points, i) for i, (_, asked) in enumerate(stops) if 0 < i < len(stops) - 1)]
    tangents.append(arrive)
    curve: list[Point] = [points[0]]
    for i in range(len(points) - 1):
        curve += _segment(points[i], tangents[i], points[i + 1], tangents[i + 1])
    return tuple(curve)


def _passing(points: Sequence[Point], i: int) -> Direction:
    """The tangent at an inner point: along the line between its neighbours, weighed by how near they are."""
    (ax, ay), (bx, by), (cx, cy) = points[i - 1], points[i], points[i + 1]
    before, after = math.hypot(bx - ax, by - ay) or 1.0, math.hypot(cx - bx, cy - by) or 1.0
    dx = (bx - ax) / before * after + (cx - bx) / after * before
    dy = (by - ay) / before * after + (cy - by) / after * before
    size = math.hypot(dx, dy)
    return (dx / size, dy / size) if size > 1e-9 else (1.0, 0.0)


def _segment(a: Point, leave: Direction, b: Point, arrive: Direction) -> tuple[Point, Point, Point]:
    """Handles as long as the way in their own direction asks, so that curves neither overshoot nor kink."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    distance = math.hypot(dx, dy)
    one = _reach(dx * leave[0] + dy * leave[1], distance)
    two = _reach(dx * arrive[0] + dy * arrive[1], distance)
    return (
        (a[0] + leave[0] * one, a[1] + leave[1] * one),
        (b[0] - arrive[0] * two, b[1] - arrive[1] * two),
        b,
    )


def _reach(ahead: float, distance: float) -> float:
    if ahead > 0:
        return min(max(ahead * 0.5, distance * 0.22), distance * 0.6)
    return min(max(24.0, distance * 0.3), 58.0)
