"""The rubber band: everything it touches becomes selected."""

from __future__ import annotations

from designer.canvas.geometry import Box
from designer.canvas.preview import Preview
from designer.canvas.stage import Stage
from designer.canvas.tools.gesture import Gesture, Pointer
from engine.diagnostics import Path


class Band(Gesture):
    def __init__(self, stage: Stage, start: Pointer) -> None:
        super().__init__(stage)
        self._start = start
        self._box = Box(*start.world, 0, 0)

    def moved(self, pointer: Pointer) -> Gesture:
        (x1, y1), (x2, y2) = self._start.world, pointer.world
        self._box = Box(min(x1, x2), min(y1, y2), abs(x1 - x2), abs(y1 - y2))
        self.stage.show(Preview(band=self._box))
        return self

    def released(self, pointer: Pointer) -> None:
        scene = self.stage.scene
        paths: list[Path] = [("states", name) for name in scene.states_in(self._box) if self.stage.is_state(name)]
        for key in scene.links_in(self._box):
            route = scene.sheet.route(key)
            if self._box.encloses(route.pill or route.reach):
                paths += [edge.path for edge in scene.link(key).edges]
        self.stage.select(paths, add=self._start.shift, toggle=self._start.ctrl)
        self.ended()
