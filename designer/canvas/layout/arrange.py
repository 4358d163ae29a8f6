"""Which engine lays a machine out, and the answer: small machines compact, larger ones in layers."""

from __future__ import annotations

import math
from dataclasses import dataclass
from enum import StrEnum

from designer.canvas.geometry import Box, bounds_of
from designer.canvas.layout import dot, fold, judge, layers
from designer.canvas.layout.problem import DOT_LIMIT, Placement, Problem
from designer.canvas.routing import route
from designer.canvas.routing.task import Task, Wire

FOLD_LIMIT = 80
"""Up to so many nodes layers are folded where they would make a drawing long and empty."""
GOOD = 16.0
"""A layered drawing that costs at most this is taken as it is."""
HOPELESS = 4.0
"""Drawings more than so many times as large as what they hold are not looked at."""
LAYERED = 8.0
"""By how much a layered drawing may be worse than a folded one: flow reads well."""


class Engine(StrEnum):
    """``AUTO`` chooses; the others insist."""

    AUTO = "auto"
    DOT = "dot"
    FOLD = "fold"
    LAYERS = "layers"


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where nodes stand, and by which engine."""

    placement: Placement
    engine: Engine


def arrange(problem: Problem, engine: Engine = Engine.AUTO) -> Arrangement:
    """Lay a machine out; the same for the same problem, on every machine."""
    count = len(problem.nodes)
    if count == 0:
        return Arrangement((), engine)
    if engine is Engine.LAYERS or (engine is Engine.AUTO and count > DOT_LIMIT):
        return Arrangement(layers.place(problem), Engine.LAYERS)
    layered = dot.place(problem)
    if engine is Engine.DOT or (engine is Engine.AUTO and count > FOLD_LIMIT):
        return Arrangement(layered, Engine.DOT)
    if engine is Engine.AUTO and not _hopeless(problem, layered):
        cost = judge.cost(_drawn(problem, layered)) - LAYERED
        if cost <= GOOD - LAYERED:
            return Arrangement(layered, Engine.DOT)
        best = (cost, layered, Engine.DOT)
    else:
        best = (math.inf, layered, Engine.DOT)
    flow = 1 if problem.down else 0
    order = sorted(range(count), key=lambda node: (layered[node][flow], layered[node][1 - flow]))
    folded = [(judge.cost(_drawn(problem, place)), place, Engine.FOLD) for place in fold.places(problem, order)]
    _, placement, engine = min([best, *folded], key=lambda choice: choice[0])
    return Arrangement(placement, engine)


def _hopeless(problem: Problem, placement: Placement) -> bool:
    """Whether a drawing is so large for what it holds that its wires need not be drawn to know."""
    boxes = [Box.around(*centre, *node) for centre, node in zip(placement, problem.nodes, strict=True)]
    whole = bounds_of(boxes)
    held = sum(box.w * box.h for box in boxes) + sum(wire.w * wire.h for wire in problem.wires)
    return whole.w * whole.h > HOPELESS * held


def _drawn(problem: Problem, placement: Placement) -> judge.Drawing:
    names = [str(i) for i in range(len(placement))]
    boxes = {
        name: Box.around(*centre, node.w, node.h)
        for name, centre, node in zip(names, placement, problem.nodes, strict=True)
    }
    wires = tuple(Wire((names[w.source], names[w.target], i), w.w, w.h) for i, w in enumerate(problem.wires))
    initial = None if problem.initial is None else names[problem.initial]
    return route(Task(boxes, wires, initial, problem.down))
