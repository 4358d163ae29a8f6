"""Dragging cards: all that are selected move, their wires with them; one undo step, and never the order in the text."""

from __future__ import annotations

from PySide6.QtCore import Qt

from designer.canvas.geometry import Box, Point
from designer.canvas.preview import Preview
from designer.canvas.routing import Route, Task, Wire, quick
from designer.canvas.stage import Stage
from designer.canvas.tools.gesture import Gesture, Pointer
from designer.canvas.views import LinkKey
from designer.document.intents.canvas import PlaceStates

SNAP = 5.0
"""Within so many pixels of the window a card jumps level with another."""
MOST = 80
"""With more wires than this the farther ends are not drawn while cards move."""


class MoveCards(Gesture):
    cursor = Qt.CursorShape.SizeAllCursor

    def __init__(self, stage: Stage, start: Pointer, names: list[str]) -> None:
        super().__init__(stage)
        self._start = start
        scene = stage.scene
        self._before = {name: scene.sheet.box(name) for name in names}
        moving = set(names)
        keys = [key for key in scene.projection.links if key[0] in moving or key[1] in moving]
        self.links: list[LinkKey] = keys[:MOST]
        self._others = {end: scene.sheet.box(end) for key in self.links for end in key[:2] if end not in moving}
        self._level = _lines_to_snap_to(stage, moving)
        self._shift = (0.0, 0.0)

    @property
    def names(self) -> list[str]:
        return list(self._before)

    def moved(self, pointer: Pointer) -> Gesture:
        dx, dy = pointer.world[0] - self._start.world[0], pointer.world[1] - self._start.world[1]
        if pointer.shift:
            dx, dy = (dx, 0.0) if abs(dx) > abs(dy) else (0.0, dy)
        guides: tuple[tuple[Point, Point], ...] = ()
        if not pointer.ctrl:
            dx, dy, guides = self._snapped(dx, dy)
        self._shift = (round(dx), round(dy))
        boxes = {name: box.moved(*self._shift) for name, box in self._before.items()}
        self.stage.show(Preview(boxes=boxes, routes=self._routes(boxes), guides=guides))
        return self

    def released(self, pointer: Pointer) -> None:
        dx, dy = self._shift
        self.ended()
        if not dx and not dy:
            return
        moved = {
            name: (round(box.cx + dx), round(box.cy + dy))
            for name, box in self._before.items()
            if self.stage.is_state(name)
        }
        self.stage.document.apply(PlaceStates(moved, self.stage.standing))

    def _routes(self, boxes: dict[str, Box]) -> dict[LinkKey, Route]:
        pills = self.stage.scene.sheet.sizes.pills
        wires = tuple(Wire(key, *pills[key]) for key in self.links)
        return dict(quick.route(Task({**self._others, **boxes}, wires)).routes)

    def _snapped(self, dx: float, dy: float) -> tuple[float, float, tuple[tuple[Point, Point], ...]]:
        """The shift after which the first card is level with another one near it, and the line that shows it."""
        box = next(iter(self._before.values())).moved(dx, dy)
        reach = SNAP / self.stage.camera.scale
        guides: list[tuple[Point, Point]] = []
        level_x = min(self._level, key=lambda c: abs(c[0] - box.cx), default=None)
        level_y = min(self._level, key=lambda c: abs(c[1] - box.cy), default=None)
        if level_x is not None and abs(level_x[0] - box.cx) <= reach:
            dx += level_x[0] - box.cx
            guides.append((level_x, (level_x[0], box.cy)))
        if level_y is not None and abs(level_y[1] - box.cy) <= reach:
            dy += level_y[1] - box.cy
            guides.append((level_y, (box.cx, level_y[1])))
        return dx, dy, tuple(guides)


def _lines_to_snap_to(stage: Stage, moving: set[str]) -> list[Point]:
    """The middles of the cards in the window that stay."""
    scene = stage.scene
    return [scene.sheet.box(name).centre for name in scene.states_in(stage.camera.seen)[:400] if name not in moving]
