"""What a gesture shows before it is done; nothing here is part of the machine."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from designer.canvas.geometry import Box, Point
from designer.canvas.routing import Route
from designer.canvas.views import LinkKey


@dataclass(frozen=True, slots=True)
class Wiring:
    """A transition being drawn or re-aimed: from where to where; ``target`` is the state it would take."""

    start: Point
    end: Point
    target: str | None = None
    allowed: bool = True
    new_state: bool = False


@dataclass(frozen=True, slots=True)
class Preview:
    """Moving cards with their wires, a wire being drawn, a rubber band, and the place a number would go to."""

    boxes: Mapping[str, Box] = field(default_factory=dict)
    routes: Mapping[LinkKey, Route] = field(default_factory=dict)
    wiring: Wiring | None = None
    band: Box | None = None
    number: tuple[Point, int] | None = None
    """Where a number is dragged, and which it would become."""
    guides: tuple[tuple[Point, Point], ...] = ()
    """Lines along which moving cards are level with others."""
    hint: str = ""
    """What would happen on release, in a word or two beside the pointer."""


NOTHING = Preview()
