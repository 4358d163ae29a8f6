"""Where the lines of a drawing are, so that only those near the window are looked at."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from itertools import pairwise

from PySide6.QtCore import QLineF
from PySide6.QtGui import QPainterPath

from designer.canvas.geometry import Box, Grid, Point, sampled
from designer.canvas.items.edge import spline_path
from designer.canvas.routing import Route
from designer.canvas.routing.quick import is_far
from designer.canvas.views import LinkKey

MANY = 60
"""Where more lines than this may come into a box, each is looked at."""
END = 12.0
"""How far a disc or an arrow's head reaches from the end of its line."""

FarLine = tuple[float, float, float, float, QLineF, LinkKey]
"""A straight line that reaches far: left, top, right and bottom of its ends, the line, whose it is."""


class Lines:
    """The routes of one drawing; what is asked of them often is made once."""

    def __init__(self, routes: Mapping[LinkKey, Route], before: Lines | None = None) -> None:
        self._routes = routes
        self._points: dict[LinkKey, list[Point]] = {}
        self._paths: dict[LinkKey, QPainterPath] = {}
        if before is not None:
            kept = {key for key, route in routes.items() if before._routes.get(key) is route}
            self._points = {key: points for key, points in before._points.items() if key in kept}
            self._paths = {key: path for key, path in before._paths.items() if key in kept}
        self._order = {key: number for number, key in enumerate(routes)}
        self._far: list[FarLine] = []
        self._near: Grid[LinkKey] = Grid(800.0)
        self._ends: Grid[tuple[LinkKey, int]] = Grid(400.0)
        for key, route in routes.items():
            if is_far(route.curve):
                self._add_far(key, route)
            else:
                self._near.add(key, _reach(route))

    def path(self, key: LinkKey) -> QPainterPath:
        """A spline as Qt draws it."""
        path = self._paths.get(key)
        if path is None:
            path = self._paths[key] = spline_path(self._routes[key].curve)
        return path

    def points(self, key: LinkKey) -> list[Point]:
        """Points along a spline."""
        points = self._points.get(key)
        if points is None:
            points = self._points[key] = sampled(self._routes[key].curve, 14)
        return points

    def middle(self, key: LinkKey) -> Point:
        """A point about half way along a spline."""
        points = self.points(key)
        return points[len(points) // 2]

    def meeting(self, box: Box) -> list[LinkKey]:
        """Links whose line or pill comes into the box, in the order of the machine."""
        near: Collection[LinkKey] = self._near.near(box)
        if len(near) > MANY:
            near = [key for key in near if self._comes_into(key, box)]
        ends, wide = self._with_an_end_in(box), box.grown(END)
        far = [key for *_, line, key in self.far_in(box) if key in ends or _cuts(wide, line)]
        return self._in_order({*near, *far, *ends})

    def seen(self, box: Box) -> list[LinkKey]:
        """What is drawn one by one: curves that may come into the box, and far lines with an end or a pill in it."""
        return self._in_order({*self._near.near(box), *self._with_an_end_in(box)})

    def far_in(self, box: Box) -> list[FarLine]:
        """The straight lines that may pass through the box while their ends are anywhere."""
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        return [line for line in self._far if line[0] < right and line[2] > left and line[1] < bottom and line[3] > top]

    def is_far(self, key: LinkKey) -> bool:
        """Whether a line reaches so far that it is straight."""
        return is_far(self._routes[key].curve)

    def _add_far(self, key: LinkKey, route: Route) -> None:
        (x1, y1), (x2, y2) = route.curve[0], route.curve[-1]
        self._far.append((min(x1, x2), min(y1, y2), max(x1, x2), max(y1, y2), QLineF(x1, y1, x2, y2), key))
        for which, box in enumerate((Box.around(x1, y1, 0, 0), Box.around(x2, y2, 0, 0), route.pill)):
            if box is not None:
                self._ends.add((key, which), box.grown(END))

    def _with_an_end_in(self, box: Box) -> set[LinkKey]:
        return {key for key, _ in self._ends.near(box)}

    def _in_order(self, keys: set[LinkKey]) -> list[LinkKey]:
        return sorted(keys, key=self._order.__getitem__)

    def _comes_into(self, key: LinkKey, box: Box) -> bool:
        pill = self._routes[key].pill
        if pill is not None and box.meets(pill):
            return True
        wide = box.grown(END)
        return any(wide.cut_by(a, b) for a, b in _near_pieces(self.points(key), wide))


def _cuts(box: Box, line: QLineF) -> bool:
    return box.cut_by((line.x1(), line.y1()), (line.x2(), line.y2()))


def _reach(route: Route) -> Box:
    """The box around a line's handles, its pill, its arrow and its disc."""
    xs, ys = zip(*route.curve, strict=True)
    left, top, right, bottom = min(xs) - 10, min(ys) - 10, max(xs) + 10, max(ys) + 10
    if route.pill is not None:
        x, y, w, h = route.pill
        left, top, right, bottom = min(left, x), min(top, y), max(right, x + w), max(bottom, y + h)
    return Box(left, top, right - left, bottom - top)


def _near_pieces(points: list[Point], box: Box) -> list[tuple[Point, Point]]:
    """The pieces of a polyline that are not wholly at one side of a box."""
    left, top, right, bottom = box.x, box.y, box.right, box.bottom
    return [
        (a, b)
        for a, b in pairwise(points)
        if not (
            (a[0] < left and b[0] < left)
            or (a[0] > right and b[0] > right)
            or (a[1] < top and b[1] < top)
            or (a[1] > bottom and b[1] > bottom)
        )
    ]
