"""What a gesture is: a small state machine between a press and a release, which Esc ends without a trace."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt

from designer.canvas import preview
from designer.canvas.geometry import Point
from designer.canvas.stage import Stage

DRAG = 5.0
"""How far, in pixels of the window, a pressed pointer moves before it drags."""


@dataclass(frozen=True, slots=True)
class Pointer:
    """A mouse event as gestures see it: places in the drawing and in the window, and what is held."""

    world: Point
    screen: Point
    button: Qt.MouseButton = Qt.MouseButton.NoButton
    shift: bool = False
    ctrl: bool = False
    alt: bool = False


class Gesture:
    """A press under way. ``moved`` gives the gesture that goes on: itself, or another."""

    cursor = Qt.CursorShape.ArrowCursor

    def __init__(self, stage: Stage) -> None:
        self.stage = stage

    def moved(self, pointer: Pointer) -> Gesture:
        return self

    def released(self, pointer: Pointer) -> None:
        self.ended()

    def cancelled(self) -> None:
        """Leave everything as it was."""
        self.ended()

    def ended(self) -> None:
        self.stage.show(preview.NOTHING)


class Pressed(Gesture):
    """The button is down and nothing is dragged yet."""

    def __init__(
        self,
        stage: Stage,
        start: Pointer,
        click: Callable[[Pointer], None],
        drag: Callable[[Pointer], Gesture] | None = None,
    ) -> None:
        super().__init__(stage)
        self._start, self._click, self._drag = start, click, drag

    def moved(self, pointer: Pointer) -> Gesture:
        if self._drag is None or math.dist(pointer.screen, self._start.screen) < DRAG:
            return self
        return self._drag(self._start).moved(pointer)

    def released(self, pointer: Pointer) -> None:
        self._click(pointer)
