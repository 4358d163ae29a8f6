"""The drawing as it is on the canvas: the sheet, what is where, and what is marked."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import pairwise

from PySide6.QtGui import QPainterPath

from designer.canvas.geometry import Box, Grid, Point, sampled
from designer.canvas.items.edge import spline_path
from designer.canvas.metrics import PAD_X, PILL_PAD, ROW_H, ROWS_PAD, pill_size, row_height, row_width
from designer.canvas.problems import Problems
from designer.canvas.routing import Route
from designer.canvas.routing.quick import is_far
from designer.canvas.sheet import Sheet
from designer.canvas.views import EdgeView, Link, LinkKey, Projection
from engine.diagnostics import Path

MANY = 60
"""Where more lines than this may come into a box, each is looked at."""


Lists = LinkKey | str
"""What can stand as a list: a bundle by its key, the loops of a state by its name."""


class Scene:
    """Replaced as a whole by ``show``; the only place where views become things on the canvas."""

    def __init__(self) -> None:
        self.sheet = Sheet()
        self.problems = Problems()
        self.cards = Grid()
        self._reach: list[tuple[float, float, float, float, LinkKey]] = []
        self._points: dict[LinkKey, list[Point]] = {}
        self._paths: dict[LinkKey, QPainterPath] = {}
        self._link_of: dict[Path, LinkKey] = {}
        self._edges: dict[Path, EdgeView] = {}
        self._from: dict[str, list[LinkKey]] = {}
        self.underlines: Mapping[Path, tuple[tuple[int, int], ...]] = {}
        """Characters of pills, by transition, that a finding points at."""
        self.shown: frozenset[str] | None = None
        """The states that a search or the focus keeps in view; the others are faint. ``None``: all."""
        self.seen: Box | None = None
        """The part in the window; unfolded lists keep inside it."""
        self.unfolded: tuple[Lists, ...] = ()
        """Bundles, and states whose folded loops, that stand unfolded; the last one is on top."""

    def show(self, sheet: Sheet) -> None:
        """Draw this from now on."""
        old, self.sheet = self.sheet, sheet
        kept = {key for key, route in sheet.drawing.routes.items() if old.drawing.routes.get(key) is route}
        self._points = {key: points for key, points in self._points.items() if key in kept}
        self._paths = {key: path for key, path in self._paths.items() if key in kept}
        self.cards = Grid(400.0)
        for name, box in sheet.drawing.boxes.items():
            self.cards.add(name, box)
        self._reach = [(*_corners(route), key) for key, route in sheet.drawing.routes.items()]
        self._edges, self._from = {}, {}
        self._link_of = {edge.path: key for key, link in sheet.projection.links.items() for edge in link.edges}
        self.unfolded = tuple(which for which in self.unfolded if self.has_list(which))

    @property
    def projection(self) -> Projection:
        return self.sheet.projection

    def faint(self, name: str) -> bool:
        return self.shown is not None and name not in self.shown

    def faint_link(self, key: LinkKey) -> bool:
        return self.shown is not None and not (key[0] in self.shown and key[1] in self.shown)

    @property
    def empty(self) -> bool:
        return not self.sheet.projection.states

    def edge(self, path: Path) -> EdgeView | None:
        """The transition, or the timer that leads somewhere, at this path."""
        if not self._edges:
            self._edges = self.projection.edges()
        return self._edges.get(path)

    def link_of(self, path: Path) -> LinkKey | None:
        """The spline a transition is drawn on; ``None`` for a loop."""
        return self._link_of.get(path)

    def links_from(self, name: str) -> list[LinkKey]:
        """The links that begin at a state."""
        if not self._from:
            for key in self.projection.links:
                self._from.setdefault(key[0], []).append(key)
        return self._from.get(name, [])

    def link(self, key: LinkKey) -> Link:
        return self.projection.links[key]

    def path_of(self, key: LinkKey) -> QPainterPath:
        """A spline as Qt draws it, made once."""
        path = self._paths.get(key)
        if path is None:
            path = self._paths[key] = spline_path(self.sheet.route(key).curve)
        return path

    def points_of(self, key: LinkKey) -> list[Point]:
        points = self._points.get(key)
        if points is None:
            points = self._points[key] = sampled(self.sheet.route(key).curve, 14)
        return points

    def states_in(self, box: Box) -> list[str]:
        """States whose card shares an area with the box, in the order of the machine."""
        found = self.cards.near(box)
        if len(found) * 4 > len(self.projection.states):
            return [name for name in self.projection.states if name in found]
        return [str(name) for name in found]

    def links_in(self, box: Box) -> list[LinkKey]:
        """Links whose line or pill comes into the box, in the order of the machine."""
        left, top, right, bottom = box.x, box.y, box.right, box.bottom
        found = [key for x0, y0, x1, y1, key in self._reach if x0 < right and x1 > left and y0 < bottom and y1 > top]
        if len(found) < MANY or len(found) * 2 > len(self._reach):
            return found
        return [key for key in found if self._comes_into(key, box)]

    def is_long(self, key: LinkKey) -> bool:
        """Whether a line reaches so far that it is straight."""
        return is_far(self.sheet.route(key).curve)

    def _comes_into(self, key: LinkKey, box: Box) -> bool:
        pill = self.sheet.route(key).pill
        if pill is not None and box.meets(pill):
            return True
        wide, curve = box.grown(12), self.sheet.route(key).curve
        if is_far(curve):
            return wide.cut_by(curve[0], curve[-1])
        return any(wide.cut_by(a, b) for a, b in _near_pieces(self.points_of(key), wide))

    def box_of(self, path: Path) -> Box | None:
        """Where an element is: the card of a state, the pill or the line of a transition, a row of loops."""
        match path:
            case ("states", str(name)) | ("states", str(name), "requires", int()):
                return self.sheet.drawing.boxes.get(name)
            case ("states", str(name), ("transitions" | "timers"), int(), *_):
                path = path[:4]
                key = self._link_of.get(path)
                if key is None:
                    return self.row_of(path) or self.sheet.drawing.boxes.get(name)
                if key in self.unfolded:
                    return self.unfolded_row(key, path)
                route = self.sheet.route(key)
                return route.pill or Box.around(*self.points_of(key)[len(self.points_of(key)) // 2], 24, 24)
        return None

    def row_of(self, path: Path) -> Box | None:
        """The row of a loop in its state's list, ``None`` while the list is folded."""
        name = str(path[1])
        card = self.sheet.sizes.cards.get(name)
        if card is None:
            return None
        if card.folded:
            return self.unfolded_row(name, path) if name in self.unfolded else None
        box = self.sheet.box(name)
        y = box.y + card.body + ROWS_PAD
        for edge in card.rows:
            height = row_height(edge, self.sheet.sizes.whole)
            if edge.path == path:
                return Box(box.x, y, box.w, height)
            y += height
        return None

    def unfolded_row(self, which: Lists, path: Path) -> Box | None:
        """The row of a transition in an unfolded list."""
        edges, box, _ = self.list_of(which)
        for i, edge in enumerate(edges):
            if edge.path == path:
                return Box(box.x, box.y + ROWS_PAD + i * ROW_H, box.w, ROW_H)
        return None

    def foldable(self, area: Box) -> list[Lists]:
        """The bundles and folded loops in an area."""
        bundles: list[Lists] = [key for key in self.links_in(area) if self.link(key).bundled]
        return [*bundles, *(name for name in self.states_in(area) if self.sheet.sizes.cards[name].folded)]

    def has_list(self, which: Lists) -> bool:
        """Whether there still is such a list to unfold."""
        if isinstance(which, str):
            return which in self.projection.states and bool(self.sheet.sizes.cards[which].folded)
        return which in self.projection.links and self.link(which).bundled

    def list_of(self, which: Lists) -> tuple[tuple[EdgeView, ...], Box, float]:
        """What an unfolded list holds, where it stands, and how far its rows are from its rim."""
        if isinstance(which, str):
            edges = self.projection.loops[which]
            box, card = self.sheet.box(which), self.sheet.sizes.cards[which]
            width = max([box.w, *(row_width(edge, False) + 2 * PAD_X for edge in edges)])
            place = Box(box.x, box.y + card.body, width, len(edges) * ROW_H + 2 * ROWS_PAD)
            return edges, self._inside(place), PAD_X
        link, pill = self.link(which), self.sheet.route(which).pill
        assert pill is not None
        return link.edges, self._inside(Box.around(*pill.centre, *pill_size(link, unfolded=True))), PILL_PAD

    def _inside(self, box: Box) -> Box:
        """A list moved into the window as far as it fits."""
        if self.seen is None:
            return box
        x = max(self.seen.x, min(box.x, self.seen.right - box.w))
        y = max(self.seen.y, min(box.y, self.seen.bottom - box.h))
        return Box(x, y, box.w, box.h)


def _corners(route: Route) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of a line's handles, its pill, its arrow and its disc."""
    xs, ys = zip(*route.curve, strict=True)
    left, top, right, bottom = min(xs) - 10, min(ys) - 10, max(xs) + 10, max(ys) + 10
    if route.pill is not None:
        x, y, w, h = route.pill
        return min(left, x), min(top, y), max(right, x + w), max(bottom, y + h)
    return left, top, right, bottom


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
