"""The three tools of the strip: which gesture a press begins with each."""

from __future__ import annotations

from collections.abc import Callable
from enum import StrEnum

from PySide6.QtCore import Qt

from designer.canvas.hits import Hit, Part
from designer.canvas.items.above import HANDLE, connect_handle, requirement_handle
from designer.canvas.scene import Lists
from designer.canvas.stage import Stage
from designer.canvas.tools.aim import AimEnd
from designer.canvas.tools.band import Band
from designer.canvas.tools.connect import DrawWire, fresh_name
from designer.canvas.tools.gesture import Gesture, Pointer, Pressed
from designer.canvas.tools.move import MoveCards
from designer.canvas.tools.number import DragNumber
from designer.canvas.tools.pan import Pan
from designer.document.intents import AddState
from engine.diagnostics import Path


class Tool(StrEnum):
    """What a press on the ground or on a card does."""

    SELECT = "select"
    STATE = "state"
    CONNECT = "connect"


class Hands:
    """Begins gestures. ``hovered`` is the card whose handles are shown."""

    def __init__(self, stage: Stage) -> None:
        self.stage = stage
        self.tool = Tool.SELECT
        self.hovered: str | None = None
        self.opened: Lists | None = None
        """The list a click unfolded."""

    def begin(self, pointer: Pointer, panning: bool) -> Gesture | None:
        """The gesture a press begins here."""
        if panning or pointer.button == Qt.MouseButton.MiddleButton:
            return Pan(self.stage, pointer)
        if pointer.button != Qt.MouseButton.LeftButton:
            return None
        if gesture := self._at_handle(pointer):
            return gesture
        found = self.stage.hit(pointer.world)
        if found is None:
            return self._on_ground(pointer)
        if self.tool is Tool.CONNECT and not self.stage.locked and self.stage.can_leave(found.state):
            return DrawWire(self.stage, pointer, found.state)
        return Pressed(self.stage, pointer, lambda p: self._click(p, found), self._drag_of(found))

    def double(self, pointer: Pointer) -> None:
        """A double click: a new state on the ground, the name of a card, the guard of a transition."""
        stage = self.stage
        if stage.locked or stage.editing is None:
            return
        found = stage.hit(pointer.world)
        if found is None:
            self.add_state(pointer)
        elif len(found.path) == 2 and found.part is not Part.CHIP:
            self._open_card(found)
        elif len(found.path) > 2:
            stage.editing.guard(found.path)

    def add_state(self, pointer: Pointer) -> None:
        """A state here, its name open for typing."""
        name = fresh_name(self.stage)
        at = (round(pointer.world[0]), round(pointer.world[1]))
        if self.stage.apply(AddState(name, at)) and self.stage.editing is not None:
            self.stage.editing.name(name)

    def _open_card(self, found: Hit) -> None:
        stage = self.stage
        assert stage.editing is not None
        if stage.is_state(found.state):
            stage.editing.name(found.state)
        else:
            x, y = stage.scene.sheet.box(found.state).centre
            stage.apply(AddState(found.state, (round(x), round(y))))

    def _at_handle(self, pointer: Pointer) -> Gesture | None:
        name = self.hovered
        if name is None or self.stage.locked or name not in self.stage.scene.sheet.drawing.boxes:
            return None
        box = self.stage.scene.sheet.box(name)
        (hx, hy), (x, y) = connect_handle(box), pointer.world
        if (hx - x) ** 2 + (hy - y) ** 2 <= (HANDLE + 2) ** 2:
            return DrawWire(self.stage, pointer, name)
        if requirement_handle(box).holds(pointer.world):
            return Pressed(self.stage, pointer, lambda p: self._require(name))
        return None

    def _require(self, name: str) -> None:
        if self.stage.editing is not None:
            self.stage.editing.requirement(name)

    def _on_ground(self, pointer: Pointer) -> Gesture:
        if self.tool is Tool.STATE and not self.stage.locked:
            return Pressed(self.stage, pointer, self._add_and_return)
        return Pressed(self.stage, pointer, self._click_ground, lambda start: Band(self.stage, start))

    def _add_and_return(self, pointer: Pointer) -> None:
        self.tool = Tool.SELECT
        self.add_state(pointer)

    def _click_ground(self, pointer: Pointer) -> None:
        self.opened = None
        if not (pointer.shift or pointer.ctrl):
            self.stage.move_focus(None)
            self.stage.select(())

    def _click(self, pointer: Pointer, found: Hit) -> None:
        scene = self.stage.scene
        path = found.path
        if found.part is Part.LOOPS and scene.has_list(found.state):
            self.opened = found.state
        elif found.link is not None and scene.has_list(found.link):
            self.opened = found.link
        elif len(path) == 2:
            self.opened = None
        if found.part is Part.CHIP and found.chip is not None:
            path = (*path, "requires", found.chip)
        if len(path) == 2 and not self.stage.is_state(found.state):
            path = self._into(found.state)
        self.stage.select([path], add=pointer.shift, toggle=pointer.ctrl)

    def _into(self, name: str) -> Path:
        """The first transition that leads to a missing state: it is what can be mended."""
        links = self.stage.scene.projection.links
        return next(link.edges[0].path for key, link in links.items() if key[1] == name)

    def _drag_of(self, found: Hit) -> Callable[[Pointer], Gesture] | None:
        stage = self.stage
        if stage.locked:
            return lambda start: Pan(stage, start)
        match found.part:
            case Part.RIM if stage.can_leave(found.state):
                return lambda start: DrawWire(stage, start, found.state)
            case Part.DISC:
                return lambda start: DragNumber(stage, start, found.path)
            case Part.TIP:
                return lambda start: AimEnd(stage, start, found.path)
            case Part.BODY | Part.CHIP | Part.LOOPS | Part.RIM:
                return lambda start: self._move(start, found)
            case Part.PILL if found.link is None:
                return lambda start: self._move(start, found)
        return lambda start: Band(stage, start)

    def _move(self, start: Pointer, found: Hit) -> Gesture:
        stage = self.stage
        name = found.state
        if ("states", name) not in stage.selection.paths:
            stage.select([("states", name)] if stage.is_state(name) else (), add=start.shift)
        names = [state for state in stage.selection.states if state in stage.scene.sheet.drawing.boxes]
        return MoveCards(stage, start, [name, *(other for other in names if other != name)])
