"""What a layout is asked and what it answers: plain numbers, so that they cross to another process."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from designer.canvas.geometry import Point


class Node(NamedTuple):
    """A card to place, by its outer size."""

    w: float
    h: float


class Wire(NamedTuple):
    """A spline to make room for, between nodes by index, with the size of its pill (0 for none)."""

    source: int
    target: int
    w: float
    h: float


@dataclass(frozen=True, slots=True)
class Problem:
    """``initial`` is the node the machine starts in; ``down`` lays out top-down instead of left-to-right."""

    nodes: tuple[Node, ...]
    wires: tuple[Wire, ...]
    initial: int | None = None
    down: bool = False


Placement = tuple[Point, ...]
"""The centre of every node, in the order of the problem; whole numbers."""

DOT_LIMIT = 300
"""Up to so many nodes Graphviz lays out; beyond, the faster layering."""
