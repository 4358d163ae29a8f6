"""Where one looks: fit, actual size, in, out, the selection, a certain element."""

from __future__ import annotations

from designer.canvas.geometry import Point, bounds_of
from designer.canvas.stage import Stage
from designer.canvas.surface import FULL
from engine.diagnostics import Path

STEP = 1.25


class Looking:
    """Verbs on the camera."""

    def __init__(self, stage: Stage) -> None:
        self._stage = stage

    @property
    def middle(self) -> Point:
        """The middle of the window."""
        camera = self._stage.camera
        return camera.width / 2, camera.height / 2

    def fit(self) -> None:
        """All of the drawing, up to 150 %."""
        self._stage.look(self._stage.camera.fitted(self._stage.scene.sheet.bounds))

    def actual_size(self) -> None:
        self._stage.look(self._stage.camera.scaled(1.0, self.middle))

    def zoom_in(self) -> None:
        self.zoom(STEP, self.middle)

    def zoom_out(self) -> None:
        self.zoom(1 / STEP, self.middle)

    def zoom(self, factor: float, at: Point) -> None:
        """Zoom; what is at this place of the window stays there."""
        camera = self._stage.camera
        self._stage.look(camera.zoomed(factor, at, camera.least_for(self._stage.scene.sheet.bounds)))

    def to_selection(self) -> None:
        """The selected elements as large as they fit."""
        scene = self._stage.scene
        boxes = [box for path in self._stage.selection.paths if (box := scene.box_of(path)) is not None]
        if boxes:
            self._stage.look(self._stage.camera.fitted(bounds_of(boxes).grown(24)))

    def reveal_selection(self) -> None:
        """Bring what an edit selected into view."""
        if self._stage.selection.only:
            self.reveal(self._stage.selection.only)

    def reveal(self, path: Path) -> None:
        """Bring an element into view, large enough to be read, by the least movement; a transition with its target."""
        scene = self._stage.scene
        box = scene.box_of(path)
        if box is None:
            return
        edge = scene.edge(path[:4]) if len(path) >= 4 else None
        if edge is not None and edge.target in scene.sheet.drawing.boxes:
            box = box.united(scene.sheet.box(edge.target))
        camera = self._stage.camera
        if camera.scale < FULL:
            camera = camera.scaled(1.0, camera.to_screen(box.centre))
        self._stage.look(camera.revealing(box))
