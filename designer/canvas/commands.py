"""What a person can tell the canvas to do with what is selected; each is one edit, or none."""

from __future__ import annotations

from collections.abc import Callable

from designer.canvas.geometry import Box, Point, bounds_of
from designer.canvas.stage import Stage
from designer.canvas.tools.connect import connect, fresh_name
from designer.document import Position
from designer.document.intents import AddState, DeleteElements, PasteStates, SetValue
from designer.document.intents.canvas import PlaceStates
from designer.document.ports import Clipboard
from engine.diagnostics import Path
from engine.dsl import edit
from engine.errors import RefusedEdit

PASTE_STEP = 36
SIDES = ("left", "right", "top", "bottom", "middle", "centre")


class Commands:
    """Verbs on the selection; ``where`` says where the pointer, or else the middle of the window, is."""

    def __init__(self, stage: Stage, clipboard: Clipboard, where: Callable[[], Point]) -> None:
        self.stage = stage
        self._clipboard = clipboard
        self._where = where

    @property
    def states(self) -> list[str]:
        """The selected states that exist."""
        return [name for name in self.stage.selection.states if self.stage.is_state(name)]

    @property
    def state(self) -> str | None:
        """The state that keys act on: the one selected last, itself or by one of its requirements."""
        match self.stage.selection.paths[-1:]:
            case (("states", str(name)),) | (("states", str(name), "requires", *_),) if self.stage.is_state(name):
                return name
        return None

    @property
    def anything(self) -> bool:
        """Whether anything but the machine itself is selected."""
        return any(self.stage.selection.paths)

    @property
    def transition(self) -> Path | None:
        """The one selected transition."""
        path = self.stage.selection.only
        return path[:4] if path is not None and len(path) >= 4 and path[2] in ("transitions", "timers") else None

    def add_state(self) -> None:
        """A new state beside the selected one, or where the pointer is; its name opens."""
        stage, name = self.stage, fresh_name(self.stage)
        x, y = self._where()
        if self.state is not None:
            box = stage.scene.sheet.box(self.state)
            x, y = box.right + 120, box.cy
        at = self._free((x, y))
        if stage.apply(AddState(name, at)) and stage.editing is not None:
            stage.editing.name(name)

    def connect(self) -> None:
        """Open the field that asks where the next transition leads; between two selected states, draw it at once."""
        if len(self.states) == 2:
            connect(self.stage, *self.states)
        elif self.state is not None and self.stage.editing is not None:
            self.stage.editing.target(self.state)

    def require(self) -> None:
        if self.state is not None and self.stage.editing is not None:
            self.stage.editing.requirement(self.state)

    def rename(self) -> None:
        """Open the name of the selected state, or the guard of the selected transition."""
        if self.stage.editing is None:
            return
        if self.state is not None:
            self.stage.editing.name(self.state)
        elif self.transition is not None:
            self.stage.editing.guard(self.transition)

    def delete(self) -> None:
        if self.stage.selection.paths:
            self.stage.apply(DeleteElements(self.stage.selection.paths))

    def copy(self) -> bool:
        """Put the selected states on the clipboard as YAML text; false when there are none."""
        if not self.states:
            return False
        try:
            self._clipboard.set_text(edit.copy_states(self.stage.document.snapshot.parsed, self.states))
        except RefusedEdit as refusal:
            self.stage.hinted.emit(str(refusal))
            return False
        return True

    def cut(self) -> None:
        if self.copy():
            self.stage.apply(DeleteElements(tuple(("states", name) for name in self.states), verb="cut"))

    def paste(self) -> None:
        """Insert the clipboard's states where the pointer is, under fresh names."""
        x, y = self._where()
        self.stage.apply(PasteStates(self._clipboard.text(), self._free((x, y))))

    def duplicate(self) -> None:
        """Copy and paste in one, the clipboard left alone."""
        if not self.states:
            return
        box = bounds_of(self.stage.scene.sheet.box(name) for name in self.states)
        try:
            text = edit.copy_states(self.stage.document.snapshot.parsed, self.states)
        except RefusedEdit as refusal:
            self.stage.hinted.emit(str(refusal))
            return
        at = self._free((box.cx + PASTE_STEP, box.bottom + PASTE_STEP + box.h / 2))
        self.stage.apply(PasteStates(text, at, label="duplicate"))

    def select_all(self) -> None:
        scene = self.stage.scene
        paths: list[Path] = [("states", name) for name in scene.projection.states if self.stage.is_state(name)]
        self.stage.select([*paths, *scene.projection.edges()])

    def select_faulty(self) -> None:
        """Select what has problems."""
        problems = self.stage.scene.problems
        self.stage.select([*(("states", name) for name in problems.states), *problems.edges])

    def make_initial(self) -> None:
        if self.state is not None:
            self.stage.apply(SetValue(("initialState",), self.state, "initial state"))

    def align(self, side: str) -> None:
        """Bring the selected cards level: their left, right, top or bottom rims, middles or centres."""
        boxes = self._boxes()
        if len(boxes) < 2:
            return
        whole = bounds_of(boxes.values())
        places = {
            "left": lambda b: (whole.x + b.w / 2, b.cy),
            "right": lambda b: (whole.right - b.w / 2, b.cy),
            "top": lambda b: (b.cx, whole.y + b.h / 2),
            "bottom": lambda b: (b.cx, whole.bottom - b.h / 2),
            "middle": lambda b: (b.cx, whole.cy),
            "centre": lambda b: (whole.cx, b.cy),
        }
        self._place({name: places[side](box) for name, box in boxes.items()}, "align")

    def distribute(self, across: bool) -> None:
        """Make the gaps between the selected cards the same, from left to right or from top to bottom."""
        boxes = self._boxes()
        if len(boxes) < 3:
            return
        order = sorted(boxes, key=lambda name: boxes[name].cx if across else boxes[name].cy)
        start = boxes[order[0]].x if across else boxes[order[0]].y
        end = boxes[order[-1]].right if across else boxes[order[-1]].bottom
        used = sum(boxes[name].w if across else boxes[name].h for name in order)
        gap = (end - start - used) / (len(order) - 1)
        places: dict[str, Point] = {}
        for name in order:
            box = boxes[name]
            places[name] = (start + box.w / 2, box.cy) if across else (box.cx, start + box.h / 2)
            start += (box.w if across else box.h) + gap
        self._place(places, "distribute")

    def _boxes(self) -> dict[str, Box]:
        return {name: self.stage.scene.sheet.box(name) for name in self.states}

    def _place(self, places: dict[str, Point], verb: str) -> None:
        moved = {name: (round(x), round(y)) for name, (x, y) in places.items()}
        self.stage.document.apply(PlaceStates(moved, self.stage.standing, verb))

    def _free(self, wish: Point) -> Position:
        """A place for a card of common size about here that covers no other card."""
        x, y = wish
        for step in range(40):
            box = Box.around(x, y + step * 30, 150, 60)
            if self.stage.scene.cards.free(box):
                return round(box.cx), round(box.cy)
        return round(x), round(y)


def target_place(stage: Stage, source: str) -> Position:
    """Where a state made from a state's target field goes: to its right, where there is room."""
    box = stage.scene.sheet.box(source)
    for step in range(60):
        down = ((step + 1) // 2) * (1 if step % 2 else -1)
        place = Box.around(box.right + 150, box.cy + down * 34, 150, 60)
        if stage.scene.cards.free(place.grown(8)):
            return round(place.cx), round(place.cy)
    return round(box.right + 150), round(box.cy)


def connect_by_name(stage: Stage, source: str, target: str) -> bool:
    """A transition to a state of this name, made if there is none; false when it was refused."""
    at = None if stage.is_state(target) else target_place(stage, source)
    return connect(stage, source, target, at)
