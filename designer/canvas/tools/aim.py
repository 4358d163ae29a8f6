"""Dragging the end of a transition to another state; let go in the void, it stays as it was."""

from __future__ import annotations

from PySide6.QtCore import Qt

from designer.canvas import messages
from designer.canvas.preview import Preview, Wiring
from designer.canvas.stage import Stage
from designer.canvas.tools.connect import state_under
from designer.canvas.tools.gesture import Gesture, Pointer
from designer.document.intents import Retarget, SetValue
from engine.diagnostics import Path


class AimEnd(Gesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, start: Pointer, path: Path) -> None:
        super().__init__(stage)
        self._path = path
        key = stage.scene.link_of(path)
        self._from = stage.scene.sheet.route(key).curve[0] if key is not None else start.world
        self._target: str | None = None

    def moved(self, pointer: Pointer) -> Gesture:
        target = state_under(self.stage, pointer.world)
        self._target = target if target is not None and self.stage.is_state(target) else None
        hint = messages.aim_hint(self._target)
        self.stage.show(
            Preview(wiring=Wiring(self._from, pointer.world, self._target, self._target is not None), hint=hint)
        )
        return self

    def released(self, pointer: Pointer) -> None:
        self.moved(pointer)
        self.ended()
        edge = self.stage.scene.edge(self._path)
        if self._target is None or edge is None or edge.target == self._target:
            return
        match self._path:
            case ("states", str(state), "transitions", int(index)):
                self.stage.apply(Retarget(state, index, self._target))
            case _:
                self.stage.apply(SetValue((*self._path, "toState"), self._target))
