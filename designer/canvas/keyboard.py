"""Keys on the canvas: walking along transitions, from state to state, opening, nudging, reordering."""

from __future__ import annotations

import math
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent

from designer.canvas.geometry import Point
from designer.canvas.stage import Stage
from designer.canvas.views import Kind
from designer.document.intents import MoveTransition
from designer.document.intents.canvas import PlaceStates
from engine.diagnostics import Path

Key = Qt.Key
_ARROWS: dict[int, Point] = {Key.Key_Left: (-1, 0), Key.Key_Right: (1, 0), Key.Key_Up: (0, -1), Key.Key_Down: (0, 1)}
NUDGE, FINE = 8, 1
SHARE = 0.25
"""How much of its length, at least, a way must go in an arrow's direction to be taken by it."""


class Keyboard:
    """Turns keys into walks and edits; ``reveal`` brings what has the focus into view."""

    def __init__(self, stage: Stage, reveal: Callable[[Path], None]) -> None:
        self.stage = stage
        self._reveal = reveal

    def press(self, event: QKeyEvent) -> bool:
        """Do what a key means; false where it means nothing here."""
        key, modifiers = event.key(), event.modifiers()
        ctrl = bool(modifiers & Qt.KeyboardModifier.ControlModifier)
        alt = bool(modifiers & Qt.KeyboardModifier.AltModifier)
        shift = bool(modifiers & Qt.KeyboardModifier.ShiftModifier)
        if key in _ARROWS:
            if alt:
                return key in (Key.Key_Up, Key.Key_Down) and self._reorder(-1 if key == Key.Key_Up else 1)
            if ctrl:
                return self.nudge(_ARROWS[key], FINE if shift else NUDGE)
            return self.walk(_ARROWS[key], extend=shift)
        if key in (Key.Key_Tab, Key.Key_Backtab):
            return self._next_state(-1 if key == Key.Key_Backtab or shift else 1)
        if key in (Key.Key_Return, Key.Key_Enter, Key.Key_F2):
            return self._open()
        return False

    def walk(self, direction: Point, *, extend: bool = False) -> bool:
        """From a state to the transition that leads this way, from a transition to the state at that end."""
        focus = self.stage.focus
        if focus is None:
            return self._next_state(1)
        goal = self._along(focus, direction) if len(focus) > 2 else self._from_state(str(focus[1]), direction)
        if goal is not None:
            self._go(goal, extend)
        return True

    def nudge(self, direction: Point, by: int) -> bool:
        """Move the selected cards a little; presses in a row are one undo step."""
        stage = self.stage
        names = [name for name in stage.selection.states if name in stage.standing]
        if not names or stage.locked:
            return False
        standing = stage.standing
        moved = {
            name: (round(standing[name][0] + direction[0] * by), round(standing[name][1] + direction[1] * by))
            for name in names
        }
        stage.document.apply(PlaceStates(moved, standing), merge_key=f"nudge {' '.join(names)}")
        return True

    def _reorder(self, step: int) -> bool:
        path = self.stage.selection.only
        workflow = self.stage.document.snapshot.workflow
        match path:
            case ("states", str(state), "transitions", int(index)) if workflow is not None and not self.stage.locked:
                if 0 <= index + step < len(workflow.states[state].transitions):
                    self.stage.apply(MoveTransition(state, index, index + step))
                return True
        return False

    def _next_state(self, step: int) -> bool:
        names = [name for name, view in self.stage.scene.projection.states.items() if view.kind is not Kind.MISSING]
        if not names:
            return False
        focus = self.stage.focus
        if focus is None or str(focus[1]) not in names:
            initial = self.stage.scene.projection.initial
            place = names.index(initial) if initial in names and step > 0 else (0 if step > 0 else -1)
        else:
            place = names.index(str(focus[1])) + step
            if not 0 <= place < len(names):
                return False
        self._go(("states", names[place]), False)
        return True

    def _open(self) -> bool:
        focus, editing = self.stage.focus, self.stage.editing
        if focus is None or editing is None or self.stage.locked:
            return False
        if len(focus) == 2:
            editing.name(str(focus[1]))
        else:
            editing.guard(focus)
        return True

    def _go(self, path: Path, extend: bool) -> None:
        self.stage.select([path], add=extend)
        self._reveal(path)

    def _from_state(self, name: str, direction: Point) -> Path | None:
        """The transition, out of or into a state, that leads most nearly this way; loops by the arrow down."""
        scene = self.stage.scene
        if name not in scene.sheet.drawing.boxes:
            return None
        centre = scene.sheet.box(name).centre
        best: tuple[float, Path] | None = None
        for key, link in scene.projection.links.items():
            if name not in key[:2]:
                continue
            route = scene.sheet.route(key)
            place = route.pill.centre if route.pill is not None else scene.lines.middle(key)
            cost = _aside(centre, place, direction)
            if cost is not None and (best is None or cost < best[0]):
                best = (cost, link.edges[0].path)
        if best is None and direction == (0, 1) and scene.projection.loops.get(name):
            return scene.projection.loops[name][0].path
        return best[1] if best else None

    def _along(self, path: Path, direction: Point) -> Path | None:
        """From a transition on: to the state at that end, or to the next transition of the same list."""
        scene = self.stage.scene
        edge, key = scene.edge(path), scene.link_of(path)
        if edge is None:
            return None
        siblings = scene.projection.loops.get(edge.source, ()) if key is None else scene.link(key).edges
        if len(siblings) > 1 and direction[1]:
            place = [sibling.path for sibling in siblings].index(path) + round(direction[1])
            if 0 <= place < len(siblings):
                return siblings[place].path
        if key is None:
            return ("states", edge.source)
        here = scene.box_of(path)
        assert here is not None
        ends = [name for name in (edge.target, edge.source) if self.stage.is_state(name)]
        costs = [(_aside(here.centre, scene.sheet.box(name).centre, direction), name) for name in ends]
        reachable = [(cost, name) for cost, name in costs if cost is not None]
        return ("states", min(reachable)[1]) if reachable else None


def _aside(start: Point, goal: Point, direction: Point) -> float | None:
    """How far a goal is, more for lying aside of a direction; ``None`` where it lies the other way."""
    dx, dy = goal[0] - start[0], goal[1] - start[1]
    ahead = dx * direction[0] + dy * direction[1]
    far = math.hypot(dx, dy)
    if ahead <= far * SHARE or far == 0:
        return None
    return far * far / ahead
