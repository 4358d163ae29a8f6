"""A whole layout as one job: what is drawn with its sizes in, the finished drawing out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from designer.canvas.geometry import Box, Point
from designer.canvas.layout.arrange import Engine, arrange
from designer.canvas.layout.problem import Node, Problem
from designer.canvas.layout.problem import Wire as Wired
from designer.canvas.routing import Drawing, Task, Wire, route


@dataclass(frozen=True, slots=True)
class Order:
    """Cards by name with their sizes, and wires. With ``centres`` the cards stand there and only wires are drawn."""

    cards: Mapping[str, Node]
    wires: tuple[Wire, ...]
    initial: str | None = None
    down: bool = False
    engine: Engine = Engine.AUTO
    centres: Mapping[str, Point] | None = None


@dataclass(frozen=True, slots=True)
class Laid:
    """The drawing, where the cards' middles are in it, and which engine placed them (``None``: nobody had to)."""

    centres: Mapping[str, Point]
    drawing: Drawing
    engine: Engine | None


def lay_out(order: Order) -> Laid:
    """Place the cards and draw the wires; the same for the same order, on every machine."""
    engine = None
    centres = order.centres
    if centres is None:
        arrangement = arrange(problem_of(order), order.engine)
        centres, engine = dict(zip(order.cards, arrangement.placement, strict=True)), arrangement.engine
    boxes = {name: Box.around(*centres[name], *size) for name, size in order.cards.items()}
    return Laid(centres, route(Task(boxes, order.wires, order.initial)), engine)


def problem_of(order: Order) -> Problem:
    """The order with indices for names."""
    index = {name: i for i, name in enumerate(order.cards)}
    return Problem(
        tuple(order.cards.values()),
        tuple(Wired(index[wire.key[0]], index[wire.key[1]], wire.w, wire.h) for wire in order.wires),
        None if order.initial is None else index[order.initial],
        order.down,
    )
