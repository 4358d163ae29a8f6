"""How good a drawing is, in one number: small, fitting a window, few crossings, pills on clear ground, short wires."""

from __future__ import annotations

from itertools import combinations, pairwise

from designer.canvas.geometry import Box, Grid, Point, length_of, sampled
from designer.canvas.routing.task import Drawing

WINDOW = (1100.0, 640.0)
"""The canvas of a common window."""
ROOMY = 2.75
"""Up to so many times what it holds a drawing may be large for free."""
READABLE = 0.9
"""The scale below which fitting the window makes it hard to read."""
BOUND, WASTEFUL = 2.95, 60.0
"""A drawing larger than this is taken only where all are."""
TOO_LARGE, TOO_SMALL, CROSSED, COVERED, LENGTH = 40.0, 70.0, 1.2, 2.0, 1 / 300


def cost(drawing: Drawing) -> float:
    """The lower the better."""
    whole = drawing.bounds
    content = sum(box.w * box.h for box in (*drawing.boxes.values(), *drawing.pills))
    ratio = whole.w * whole.h / (content or 1.0)
    scale = min(WINDOW[0] / (whole.w + 60), WINDOW[1] / (whole.h + 60))
    lines = [sampled(route.curve, 6) for route in drawing.routes.values()]
    return (
        TOO_LARGE * max(0.0, ratio - ROOMY)
        + (WASTEFUL if ratio > BOUND else 0.0)
        + TOO_SMALL * max(0.0, 1 - scale / READABLE)
        + CROSSED * _crossings(lines)
        + COVERED * _covered(drawing, lines)
        + LENGTH * sum(length_of(line) for line in lines)
    )


def _crossings(lines: list[list[Point]]) -> int:
    """How many pairs of wires cross, by the straight lines between their ends and middles."""
    rough = [(line[0], line[len(line) // 2], line[-1]) for line in lines]
    return sum(_meet(one, two) for one, two in combinations(rough, 2))


def _meet(one: tuple[Point, Point, Point], two: tuple[Point, Point, Point]) -> bool:
    return any(_across(one[i], one[i + 1], two[j], two[j + 1]) for i in (0, 1) for j in (0, 1))


def _across(a: Point, b: Point, c: Point, d: Point) -> bool:
    return _side(a, b, c) * _side(a, b, d) < 0 and _side(c, d, a) * _side(c, d, b) < 0


def _side(a: Point, b: Point, c: Point) -> float:
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])


def _covered(drawing: Drawing, lines: list[list[Point]]) -> int:
    pills = Grid()
    for i, route in enumerate(drawing.routes.values()):
        if route.pill is not None:
            pills.add(i, route.pill)
    over = set()
    for i, line in enumerate(lines):
        for a, b in pairwise(line):
            segment = Box(min(a[0], b[0]), min(a[1], b[1]), abs(a[0] - b[0]) + 0.1, abs(a[1] - b[1]) + 0.1)
            over |= {(j, i) for j, pill in pills.near(segment).items() if j != i and pill.cut_by(a, b)}
    return len(over)
