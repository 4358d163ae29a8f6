"""What gestures and keys work on: the scene, the machine behind it, and the ways to change either."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Protocol

from PySide6.QtCore import QObject, Signal

from designer.canvas import preview
from designer.canvas.camera import Camera
from designer.canvas.geometry import Point
from designer.canvas.hits import Hit, hit
from designer.canvas.preview import Preview
from designer.canvas.scene import Scene
from designer.canvas.views import Kind
from designer.document import Document, Intent, Outcome, Position, Selection
from designer.document.intents.canvas import Pinned
from engine.diagnostics import Path


class Editing(Protocol):
    """The fields that open on the drawing."""

    def name(self, state: str) -> None: ...
    def guard(self, path: Path) -> None: ...
    def target(self, state: str) -> None: ...
    def requirement(self, state: str) -> None: ...


class Stage(QObject):
    """One canvas' world.

    Signals: ``redraw`` when something that moves above the drawing changed; ``camera_changed``; ``focus_changed`` when
    the keyboard's place did; ``hinted`` (sentence) for what a person should read; ``edited`` after an edit made here.
    """

    redraw = Signal()
    camera_changed = Signal()
    focus_changed = Signal()
    hinted = Signal(str)
    edited = Signal()

    def __init__(
        self, document: Document, selection: Selection, scene: Scene, standing: Callable[[], dict[str, Position]]
    ) -> None:
        super().__init__()
        self.document = document
        self.selection = selection
        self.scene = scene
        self._standing = standing
        self.editing: Editing | None = None
        self.preview: Preview = preview.NOTHING
        self._camera = Camera()
        self._focus: Path | None = None
        self.locked = False
        """While a simulation or a text that cannot be read is shown, nothing can be edited on the canvas."""

    @property
    def camera(self) -> Camera:
        return self._camera

    def look(self, camera: Camera) -> None:
        """Look at the drawing like this."""
        if camera != self._camera:
            self._camera = camera
            self.camera_changed.emit()

    @property
    def focus(self) -> Path | None:
        """The element the keyboard is at: a state or a transition."""
        return self._focus

    def move_focus(self, path: Path | None) -> None:
        if path != self._focus:
            self._focus = path
            self.focus_changed.emit()

    @property
    def standing(self) -> dict[str, Position]:
        return self._standing()

    def show(self, shown: Preview) -> None:
        """Show this above the drawing until the next."""
        self.preview = shown
        self.redraw.emit()

    def hit(self, point: Point) -> Hit | None:
        return hit(self.scene, point, self._camera.scale)

    def apply(self, intent: Intent, merge_key: str | None = None) -> Outcome:
        """Make an edit; states keep the places they stand at."""
        outcome = self.document.apply(Pinned(intent, self.standing), merge_key)
        if outcome:
            self.edited.emit()
        return outcome

    def select(self, paths: Iterable[Path], *, add: bool = False, toggle: bool = False) -> None:
        """Select these; with ``add`` beside what is selected, with ``toggle`` those that are go."""
        chosen = list(paths)
        before = list(self.selection.paths)
        if toggle:
            chosen = [p for p in before if p not in chosen] + [p for p in chosen if p not in before]
        elif add:
            chosen = before + [p for p in chosen if p not in before]
        if chosen:
            self.move_focus(chosen[-1])
        self.selection.set(chosen)

    def is_state(self, name: str) -> bool:
        """Whether a card stands for a state, not for a missing one."""
        view = self.scene.projection.states.get(name)
        return view is not None and view.kind is not Kind.MISSING

    def can_leave(self, name: str) -> bool:
        """Whether transitions may begin here."""
        view = self.scene.projection.states.get(name)
        return view is not None and view.kind not in (Kind.MISSING, Kind.TERMINAL)
