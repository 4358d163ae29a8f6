"""The drawing as it is on the canvas: the sheet, what is where, and what is marked."""

from __future__ import annotations

from collections.abc import Mapping

from designer.canvas.geometry import Box, Grid
from designer.canvas.lines import Lines
from designer.canvas.metrics import PAD_X, PILL_PAD, ROW_H, ROWS_PAD, pill_size, row_height, row_width
from designer.canvas.problems import Problems
from designer.canvas.sheet import Sheet
from designer.canvas.views import EdgeView, Link, LinkKey, Projection
from engine.diagnostics import Path

CROWD = 1500
"""With more lines than this, all are thin."""
Lists = LinkKey | str
"""What can stand as a list: a bundle by its key, the loops of a state by its name."""


class Scene:
    """Replaced as a whole by ``show``; the only place where views become things on the canvas."""

    def __init__(self) -> None:
        self.sheet = Sheet()
        self.problems = Problems()
        self.cards: Grid[str] = Grid()
        self.lines = Lines({})
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
        self.sheet = sheet
        self.lines = Lines(sheet.drawing.routes, self.lines)
        self.cards = Grid(400.0)
        for name, box in sheet.drawing.boxes.items():
            self.cards.add(name, box)
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
    def crowded(self) -> bool:
        """Whether there are so many lines that they are thin."""
        return len(self.projection.links) > CROWD

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

    def states_in(self, box: Box) -> list[str]:
        """States whose card shares an area with the box, in the order of the machine."""
        found = self.cards.near(box)
        if len(found) * 4 > len(self.projection.states):
            return [name for name in self.projection.states if name in found]
        return list(found)

    def links_in(self, box: Box) -> list[LinkKey]:
        """Links whose line or pill comes into the box, in the order of the machine."""
        return self.lines.meeting(box)

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
                return route.pill or Box.around(*self.lines.middle(key), 24, 24)
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
