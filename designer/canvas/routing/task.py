"""What the router is asked and what it answers: plain values that cross to another process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple

from designer.canvas.geometry import Box, Curve, Point
from designer.canvas.views import LinkKey


class Wire(NamedTuple):
    """A spline to draw: between which cards, with a pill of this size (0 for none)."""

    key: LinkKey
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Task:
    """All cards by name, all wires between them; the drawing that follows depends on nothing else."""

    boxes: Mapping[str, Box]
    wires: tuple[Wire, ...]
    initial: str | None = None
    down: bool = False


@dataclass(frozen=True, slots=True)
class Route:
    """How a wire runs: from the source's rim (where its disc stands) to the tip of its arrow, and where its pill is."""

    curve: Curve
    pill: Box | None = None

    @property
    def disc(self) -> Point:
        return self.curve[0]


@dataclass(frozen=True, slots=True)
class Drawing:
    """Everything's place: cards, wires, and the line from the dot the machine starts at."""

    boxes: Mapping[str, Box] = field(default_factory=dict)
    routes: Mapping[LinkKey, Route] = field(default_factory=dict)
    start: Route | None = None
