"""Routes of very large machines: straight from rim to rim, pills where the spline has room for them."""

from __future__ import annotations

from designer.canvas.geometry import Box, Curve, Grid, Point, on_cubic, pieces
from designer.canvas.routing.curves import spline
from designer.canvas.routing.sides import End, facing, into, ports
from designer.canvas.routing.task import Drawing, Route, Task

TRIES = (0.5, 0.38, 0.62, 0.28, 0.72, 0.18, 0.82)
APART = 4.0
FAR = 4000.0
"""Lines that reach farther are straight."""


def route(task: Task) -> Drawing:
    """Curves that may pass beneath cards; a pill without a free place stands at its spline's middle."""
    taken = Grid(200.0)
    for name, box in task.boxes.items():
        taken.add(name, box)
    ends: list[tuple[End, float]] = []
    for i, wire in enumerate(task.wires):
        source, target = task.boxes[wire.key[0]], task.boxes[wire.key[1]]
        leave, arrive = facing(source, target, task.down)
        ends.append((End(i, False, wire.key[0], leave), target.cy if leave.upright else target.cx))
        ends.append((End(i, True, wire.key[1], arrive), source.cy if arrive.upright else source.cx))
    placed = ports(ends, task.boxes)
    routes = {}
    for i, wire in enumerate(task.wires):
        leave, arrive = ends[2 * i][0].side, ends[2 * i + 1][0].side
        curve = spline((placed[i, False], placed[i, True]), leave.value, into(arrive))
        if is_far(curve):
            curve = _straight(curve[0], curve[-1])
        pill = _pill(taken, curve, wire.w, wire.h) if wire.w else None
        if pill is not None:
            taken.add(i, pill)
        routes[wire.key] = Route(curve, pill)
    return Drawing(task.boxes, routes, None)


def is_far(curve: Curve) -> bool:
    """Whether a line reaches so far that a curve would only cost time."""
    (x1, y1), (x2, y2) = curve[0], curve[-1]
    return len(curve) == 4 and (abs(x1 - x2) > FAR or abs(y1 - y2) > FAR)


def _straight(a: Point, b: Point) -> Curve:
    dx, dy = (b[0] - a[0]) / 3, (b[1] - a[1]) / 3
    return a, (a[0] + dx, a[1] + dy), (b[0] - dx, b[1] - dy), b


def _pill(taken: Grid, curve: Curve, w: float, h: float) -> Box:
    (segment,) = pieces(curve)
    for share in TRIES:
        pill = Box.around(*on_cubic(*segment, share), w, h)
        if taken.free(pill.grown(APART)):
            return pill
    return _beside(taken, on_cubic(*segment, 0.5), w, h)


def _beside(taken: Grid, centre: Point, w: float, h: float) -> Box:
    for step in range(1, 40):
        for sign in (1, -1):
            pill = Box.around(centre[0], centre[1] + sign * step * (h / 2), w, h)
            if taken.free(pill.grown(APART)):
                return pill
    return Box.around(*centre, w, h)
