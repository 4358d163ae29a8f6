"""Brings sheets onto the canvas: the first one fitted, later ones in place, an arrangement animated; and findings."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from designer.canvas.arranger import Arranger
from designer.canvas.geometry import Point
from designer.canvas.motion import Motion
from designer.canvas.problems import sort_findings, underlined
from designer.canvas.sheet import Sheet
from designer.canvas.stage import Stage
from designer.document import Snapshot
from designer.document.intents import Arrange

if TYPE_CHECKING:
    from designer.document.checks import Checks


class Showing(QObject):
    """Signals: ``shown`` when the scene is another one."""

    shown = Signal()

    def __init__(
        self, stage: Stage, arranger: Arranger, checks: Checks, still: Callable[[], bool], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._stage, self._arranger, self._checks = stage, arranger, checks
        self._still = still
        self._motion = Motion(self._put, self)
        self._arranging = False
        self._fitted = False
        arranger.ready.connect(self._take)
        arranger.placed.connect(self._arrange)
        checks.changed.connect(self.mark)
        stage.document.changed.connect(self._follow)

    def begin(self) -> None:
        """Draw the document as it is."""
        self._arranger.follow(self._stage.document.snapshot)
        self.mark()

    def fit_once(self) -> None:
        """Fit the drawing the first time there are both a drawing and a window."""
        camera, bounds = self._stage.camera, self._stage.scene.sheet.bounds
        if not self._fitted and bounds.w > 0 and camera.width > 60 and camera.height > 60:
            self._fitted = True
            self._stage.look(camera.fitted(bounds))

    def refit(self) -> None:
        """Fit again when the window gets its size."""
        self._fitted = False
        self.fit_once()

    def mark(self) -> None:
        """Show the findings where they stand."""
        scene = self._stage.scene
        scene.problems = sort_findings(self._checks.findings)
        parsed = self._stage.document.snapshot.parsed
        underlines = {}
        for path, findings in scene.problems.edges.items():
            edge = scene.edge(path)
            if edge is not None:
                underlines[path] = underlined(edge, findings, parsed)
        scene.underlines = underlines
        self.shown.emit()

    def _follow(self, old: Snapshot, new: Snapshot) -> None:
        if new.workflow is not old.workflow or new.layout != old.layout:
            self._motion.stop()
            self._arranger.follow(new)
            self.mark()

    def _take(self, sheet: Sheet) -> None:
        if self._arranging and not self._still():
            self._arranging = False
            self._motion.start(self._stage.scene.sheet, sheet)
        else:
            self._put(sheet)
        self.fit_once()

    def _put(self, sheet: Sheet) -> None:
        scene = self._stage.scene
        scene.show(sheet)
        focus = self._stage.focus
        if focus is not None and scene.box_of(focus) is None:
            self._stage.move_focus(None)
        self.shown.emit()

    def _arrange(self, centres: Mapping[str, Point]) -> None:
        """Make the layout's answer an edit."""
        standing = self._stage.standing
        places = {name: (round(x), round(y)) for name, (x, y) in centres.items() if name in standing}
        if places == standing:
            return
        self._arranging = True
        self._stage.document.apply(Arrange(places))
        self._arranging = False
        self._stage.look(self._stage.camera.fitted(self._arranger.sheet.bounds))
