"""What is under the pointer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum

from designer.canvas.geometry import Box, Point, distance_to
from designer.canvas.metrics import CHIP_H, DISC, PAD_X, ROW_H, ROWS_PAD, row_height
from designer.canvas.scene import Lists, Scene
from designer.canvas.views import Kind, LinkKey
from engine.diagnostics import Path

RIM = 7.0
"""How near its border, in pixels of the window, a card is taken by its rim."""
NEAR = 7.0
"""How near to a line, in pixels of the window, one must be to take it."""


class Part(Enum):
    """What of an element is under the pointer."""

    BODY = "body"
    RIM = "rim"
    CHIP = "chip"
    LOOPS = "loops"
    LINE = "line"
    TIP = "tip"
    PILL = "pill"
    DISC = "disc"


@dataclass(frozen=True, slots=True)
class Hit:
    """An element under the pointer: its path, which part, and for a bundle all that is in it."""

    path: Path
    part: Part
    link: LinkKey | None = None
    chip: int | None = None

    @property
    def state(self) -> str:
        """The state, or the source of the transition."""
        return str(self.path[1])


def hit(scene: Scene, point: Point, scale: float) -> Hit | None:
    """What is at a place of the drawing, topmost first."""
    near = NEAR / scale
    for which in reversed(scene.unfolded):
        if found := _in_list(scene, which, point):
            return found
    around = Box.around(*point, 2 * max(DISC + 2, near), 2 * max(DISC + 2, near))
    links = scene.links_in(around)
    for key in reversed(links):
        route = scene.sheet.route(key)
        if scene.link(key).edges[0].number and _close(route.disc, point, DISC + 1):
            return Hit(scene.link(key).edges[0].path, Part.DISC, key)
    for key in reversed(links):
        pill = scene.sheet.route(key).pill
        if pill is not None and pill.holds(point):
            return Hit(scene.link(key).edges[0].path, Part.PILL, key)
    if found := _card(scene, point, scale):
        return found
    best: tuple[float, LinkKey] | None = None
    for key in links:
        far = distance_to(scene.lines.points(key), point)
        if far <= near and (best is None or far < best[0]):
            best = (far, key)
    if best is None:
        return _card(scene, point, scale, outside=True)
    tip = scene.sheet.route(best[1]).curve[-1]
    part = Part.TIP if _close(tip, point, max(9.0, near)) else Part.LINE
    return Hit(scene.link(best[1]).edges[0].path, part, best[1])


def _card(scene: Scene, point: Point, scale: float, outside: bool = False) -> Hit | None:
    rim = RIM / scale
    reach = Box.around(*point, 2 * rim, 2 * rim) if outside else Box.around(*point, 0.1, 0.1)
    for name in reversed(list(scene.cards.near(reach))):
        assert isinstance(name, str)
        box = scene.sheet.box(name)
        if scene.projection.states[name].kind is Kind.MISSING:
            return Hit(("states", name), Part.BODY) if box.holds(point) else None
        if outside or not box.grown(-min(rim, 6.0)).holds(point):
            return Hit(("states", name), Part.RIM)
        return _inside(scene, name, box, point)
    return None


def _inside(scene: Scene, name: str, box: Box, point: Point) -> Hit:
    card = scene.sheet.sizes.cards[name]
    x, y = point[0] - box.x, point[1] - box.y
    if y > card.body:
        row = y - card.body - ROWS_PAD
        for edge in card.rows:
            height = row_height(edge, scene.sheet.sizes.whole)
            if 0 <= row < height:
                part = Part.DISC if edge.number and x < PAD_X + 2 * DISC else Part.PILL
                return Hit(edge.path, part)
            row -= height
        return Hit(("states", name), Part.LOOPS)
    for chip, cx, cy, w in card.chips:
        if cx <= x <= cx + w and cy <= y <= cy + CHIP_H:
            return Hit(("states", name), Part.CHIP, chip=chip.index)
    return Hit(("states", name), Part.BODY)


def _in_list(scene: Scene, which: Lists, point: Point) -> Hit | None:
    edges, box, pad = scene.list_of(which)
    if not box.holds(point):
        return None
    row = int((point[1] - box.y - ROWS_PAD) // ROW_H)
    edge = edges[min(max(row, 0), len(edges) - 1)]
    part = Part.DISC if edge.number and point[0] - box.x < pad + 2 * DISC else Part.PILL
    return Hit(edge.path, part, None if isinstance(which, str) else which)


def _close(one: Point, other: Point, radius: float) -> bool:
    return (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 <= radius * radius
