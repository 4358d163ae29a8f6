"""What the router is asked and what it answers: plain values that cross to another process."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import NamedTuple

from designer.canvas.geometry import Box, Curve, Point, bounds_of, sampled
from designer.canvas.views import LinkKey

START_DOT = 6.0
"""Radius of the dot the machine starts from."""


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

    @property
    def reach(self) -> Box:
        """The box around the line."""
        points = sampled(self.curve, 8)
        xs, ys = [x for x, _ in points], [y for _, y in points]
        return Box(min(xs), min(ys), max(xs) - min(xs), max(ys) - min(ys))


@dataclass(frozen=True)
class Drawing:
    """Everything's place: cards, wires, and the line from the dot the machine starts at."""

    boxes: Mapping[str, Box] = field(default_factory=dict)
    routes: Mapping[LinkKey, Route] = field(default_factory=dict)
    start: Route | None = None

    @cached_property
    def pills(self) -> tuple[Box, ...]:
        return tuple(route.pill for route in self.routes.values() if route.pill is not None)

    @cached_property
    def bounds(self) -> Box:
        """The box around all cards, pills and lines."""
        boxes = [*self.boxes.values(), *self.pills, *(route.reach for route in self.routes.values())]
        if self.start is not None:
            boxes.append(Box.around(*self.start.curve[0], 2 * START_DOT, 2 * START_DOT))
        return bounds_of(boxes)
