"""Dragging the ground: the drawing follows the hand."""

from __future__ import annotations

from PySide6.QtCore import Qt

from designer.canvas.stage import Stage
from designer.canvas.tools.gesture import Gesture, Pointer


class Pan(Gesture):
    cursor = Qt.CursorShape.ClosedHandCursor

    def __init__(self, stage: Stage, start: Pointer) -> None:
        super().__init__(stage)
        self._before, self._start = stage.camera, start

    def moved(self, pointer: Pointer) -> Gesture:
        dx, dy = pointer.screen[0] - self._start.screen[0], pointer.screen[1] - self._start.screen[1]
        self.stage.look(self._before.panned(dx, dy))
        return self

    def cancelled(self) -> None:
        self.stage.look(self._before)
        self.ended()
