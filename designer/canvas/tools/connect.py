"""Drawing a transition from a card's rim: onto another card, onto its own, or into the void, which makes a state."""

from __future__ import annotations

from PySide6.QtCore import Qt

from designer.canvas import messages
from designer.canvas.geometry import Point
from designer.canvas.hits import Part
from designer.canvas.preview import Preview, Wiring
from designer.canvas.stage import Stage
from designer.canvas.tools.gesture import Gesture, Pointer
from designer.document import Position
from designer.document.intents import Connect


def fresh_name(stage: Stage) -> str:
    """A name that no state has yet."""
    taken = stage.scene.projection.states
    number = 1
    while messages.new_state(number) in taken:
        number += 1
    return messages.new_state(number)


def state_under(stage: Stage, point: Point) -> str | None:
    """The state whose card is at a place of the drawing."""
    found = stage.hit(point)
    if found is None or (len(found.path) != 2 and found.part not in (Part.PILL, Part.DISC)):
        return None
    name = found.state
    box = stage.scene.sheet.drawing.boxes.get(name)
    return name if box is not None and box.grown(8 / stage.camera.scale).holds(point) else None


class DrawWire(Gesture):
    cursor = Qt.CursorShape.CrossCursor

    def __init__(self, stage: Stage, start: Pointer, source: str) -> None:
        super().__init__(stage)
        self._source = source
        self._from = start.world
        self._target: str | None = None

    def moved(self, pointer: Pointer) -> Gesture:
        self._target = state_under(self.stage, pointer.world)
        self.stage.show(
            Preview(
                wiring=Wiring(self._from, pointer.world, self._target, new_state=self._target is None),
                hint=messages.connect_hint(self._source, self._target),
            )
        )
        return self

    def released(self, pointer: Pointer) -> None:
        self.ended()
        self.moved(pointer)
        self.ended()
        if self._target is not None:
            connect(self.stage, self._source, self._target)
            return
        name = fresh_name(self.stage)
        card = self.stage.scene.sheet.sizes.cards[self._source]
        at = (round(pointer.world[0] + card.w / 4), round(pointer.world[1]))
        if self.stage.apply(Connect(self._source, name, at=at)) and self.stage.editing is not None:
            self.stage.editing.name(name)


def connect(stage: Stage, source: str, target: str, at: Position | None = None) -> bool:
    """Make a transition, and its target at ``at`` where there is none; from the second on, ask for its guard.

    False when it was refused.
    """
    view = stage.document.snapshot.workflow
    first = view is not None and source in view.states and not view.states[source].transitions
    if not stage.apply(Connect(source, target, at=at)):
        return False
    path = stage.selection.only
    if path is not None and not first and stage.editing is not None:
        stage.editing.guard(path)
    return True
