"""Dragging a transition's number over another one's: it takes that place in the order."""

from __future__ import annotations

import math

from PySide6.QtCore import Qt

from designer.canvas import messages
from designer.canvas.geometry import Point
from designer.canvas.metrics import DISC, PAD_X
from designer.canvas.preview import Preview
from designer.canvas.stage import Stage
from designer.canvas.tools.gesture import Gesture, Pointer
from designer.document.intents import MoveTransition
from engine.diagnostics import Path

REACH = 26.0


class DragNumber(Gesture):
    cursor = Qt.CursorShape.SizeVerCursor

    def __init__(self, stage: Stage, start: Pointer, path: Path) -> None:
        super().__init__(stage)
        self._state, self._index = str(path[1]), int(path[3])
        self._discs = _discs(stage, self._state)
        self._to = self._index

    def moved(self, pointer: Pointer) -> Gesture:
        index, far = self._nearest(pointer.world)
        self._to = index if far <= REACH / min(1.0, self.stage.camera.scale) else self._index
        self.stage.show(Preview(number=(pointer.world, self._to + 1), hint=messages.number_hint(self._index, self._to)))
        return self

    def released(self, pointer: Pointer) -> None:
        self.ended()
        if self._to != self._index:
            self.stage.apply(MoveTransition(self._state, self._index, self._to))

    def _nearest(self, point: Point) -> tuple[int, float]:
        index = min(self._discs, key=lambda i: (math.dist(self._discs[i], point), i))
        return index, math.dist(self._discs[index], point)


def _discs(stage: Stage, state: str) -> dict[int, Point]:
    """Where the numbers of a state's transitions are, by their index."""
    scene = stage.scene
    found: dict[int, Point] = {}
    for key, link in scene.projection.links.items():
        if key[0] == state:
            for edge in link.edges:
                if not edge.timer:
                    found[int(edge.path[3])] = scene.sheet.route(key).disc
    for edge in scene.projection.loops.get(state, ()):
        row = scene.row_of(edge.path)
        if row is not None and not edge.timer:
            found[int(edge.path[3])] = (row.x + PAD_X + DISC, row.cy)
    return found
