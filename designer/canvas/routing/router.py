"""From cards to the whole drawing: rims, ways round cards, pills, curves. Pure: the same cards, the same drawing."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass, replace

from designer.canvas.geometry import Box, Curve, Grid, Point, length_of, sampled
from designer.canvas.routing import quick
from designer.canvas.routing.curves import Direction, spline, through
from designer.canvas.routing.paths import Ways, clear, turn
from designer.canvas.routing.pills import CROSSED, Room, spiral, spots
from designer.canvas.routing.sides import End, Side, facing, into, middle, ports, straighten
from designer.canvas.routing.task import START_DOT, Drawing, Route, Task, Wire

DETOUR, TURN, THROUGH = 40.0, 40.0, 4000.0
"""What leaving by other rims than the facing ones costs, turning by a radian, and cutting a card."""
STUB = 12.0
"""How far a wire runs straight from a rim before it may turn."""
MANY = 300
"""Beyond so many cards, wires are drawn without looking for ways round."""
START_GAP = 30.0
ENOUGH = 80
"""So many free places are weighed for a pill; the best of them is taken."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A wire before its curve: its rims, and the waypoints between its stubs."""

    leave: Side
    arrive: Side
    waypoints: tuple[Point, ...]


def route(task: Task) -> Drawing:
    """Draw all wires of a task."""
    if len(task.boxes) > MANY:
        return quick.route(task)
    cards = Grid()
    for name, box in task.boxes.items():
        cards.add(name, box)
    ways = Ways(cards)
    plans = _in_lanes([_plan(task, wire, cards, ways) for wire in task.wires], ways)
    start = _start_side(task, cards, plans)
    placed = _ports(task, plans, start)
    curves = [_curve(placed[i, False], plan, placed[i, True]) for i, plan in enumerate(plans)]
    routes = _with_pills(task, plans, curves, placed, cards)
    line = None
    if start is not None and task.initial is not None:
        x, y = placed[-1, True]
        dx, dy = start.value
        line = Route(spline([(x + dx * START_GAP, y + dy * START_GAP), (x, y)], (-dx, -dy), (-dx, -dy)))
    return Drawing(task.boxes, {wire.key: routes[i] for i, wire in enumerate(task.wires)}, line)


def _plan(task: Task, wire: Wire, cards: Grid, ways: Ways) -> Plan:
    """The rims and the way of one wire: from rim to facing rim where that is free, else the best detour."""
    source, target = task.boxes[wire.key[0]], task.boxes[wire.key[1]]
    own = (source, target)
    first = facing(source, target, task.down)
    if wire.w and (under := _under(task, wire, cards)) is not None:
        return under
    plain = Plan(*first, ())
    if clear(cards, sampled(_curve(middle(source, first[0]), plain, middle(target, first[1])), 8), own):
        return plain
    best: tuple[float, Plan] | None = None
    for place, (leave, arrive) in enumerate((first, *_detours(first))):
        start, end = middle(source, leave), middle(target, arrive)
        a, b = _out(start, leave), _out(end, arrive)
        waypoints = ways.find(a, b)
        if waypoints is None:
            continue
        points = (start, a, *waypoints, b, end)
        cost = length_of(points) + DETOUR * (place > 0) + sum(map(turn, points, points[1:], points[2:])) * TURN
        if best is not None and cost >= best[0]:
            continue
        plan = Plan(leave, arrive, waypoints)
        if not clear(cards, sampled(_curve(start, plan, end), 8), own):
            cost += THROUGH
        if best is None or cost < best[0]:
            best = (cost, plan)
    return best[1] if best is not None else plain


def _in_lanes(plans: list[Plan], ways: Ways) -> list[Plan]:
    """Wires that turn round the same corner keep apart."""
    turned: Counter[Point] = Counter()
    spread = []
    for plan in plans:
        spread.append(replace(plan, waypoints=tuple(ways.beside(corner, turned[corner]) for corner in plan.waypoints)))
        turned.update(plan.waypoints)
    return spread


def _under(task: Task, wire: Wire, cards: Grid) -> Plan | None:
    """A bow below or above two neighbours that stand too near for the pill between them; not for their only wire."""
    source, target = task.boxes[wire.key[0]], task.boxes[wire.key[1]]
    gap = max(target.x - source.right, source.x - target.right)
    level = min(source.bottom, target.bottom) - max(source.y, target.y)
    if not (0 < gap < wire.w + 2 * STUB and level > 0) or not _others_between(task, wire):
        return None
    for side in (Side.BOTTOM, Side.TOP):
        plan = Plan(side, side, ())
        curve = _curve(middle(source, side), plan, middle(target, side))
        below = max(source.bottom, target.bottom) if side is Side.BOTTOM else min(source.y, target.y) - wire.h - 24
        pill = Box((source.cx + target.cx - wire.w) / 2, below + 12, wire.w, wire.h)
        if cards.free(pill.grown(4)) and clear(cards, sampled(curve, 8), (source, target)):
            return plan
    return None


def _others_between(task: Task, wire: Wire) -> bool:
    pair = set(wire.key[:2])
    return any(set(other.key[:2]) == pair and other.key != wire.key for other in task.wires)


def _detours(first: tuple[Side, Side]) -> list[tuple[Side, Side]]:
    if first[0].upright:
        return [
            (Side.BOTTOM, Side.BOTTOM),
            (Side.TOP, Side.TOP),
            (first[0], Side.TOP),
            (first[0], Side.BOTTOM),
            (Side.TOP, first[1]),
            (Side.BOTTOM, first[1]),
        ]
    return [
        (Side.RIGHT, Side.RIGHT),
        (Side.LEFT, Side.LEFT),
        (first[0], Side.LEFT),
        (first[0], Side.RIGHT),
        (Side.LEFT, first[1]),
        (Side.RIGHT, first[1]),
    ]


def _out(point: Point, side: Side, by: float = STUB) -> Point:
    return point[0] + side.value[0] * by, point[1] + side.value[1] * by


def _start_side(task: Task, cards: Grid, plans: list[Plan]) -> Side | None:
    if task.initial is None or task.initial not in task.boxes:
        return None
    box = task.boxes[task.initial]
    order = (
        (Side.TOP, Side.LEFT, Side.RIGHT, Side.BOTTOM) if task.down else (Side.LEFT, Side.TOP, Side.BOTTOM, Side.RIGHT)
    )
    for side in order:
        x, y = _out(middle(box, side), side, START_GAP)
        if cards.free(Box.around(x, y, 2 * START_DOT + 6, 2 * START_DOT + 6)):
            return side
    return order[0]


def _ports(task: Task, plans: list[Plan], start: Side | None) -> dict[tuple[int, bool], Point]:
    ends: list[tuple[End, float]] = []
    for i, (wire, plan) in enumerate(zip(task.wires, plans, strict=True)):
        source, target = task.boxes[wire.key[0]], task.boxes[wire.key[1]]
        first = plan.waypoints[0] if plan.waypoints else target.centre
        last = plan.waypoints[-1] if plan.waypoints else source.centre
        nudge = _lane(wire) * 0.01
        back = -nudge if plan.leave is plan.arrive else nudge
        ends.append((End(i, False, wire.key[0], plan.leave), _coordinate(first, plan.leave) + nudge))
        ends.append((End(i, True, wire.key[1], plan.arrive), _coordinate(last, plan.arrive) + back))
    if start is not None and task.initial is not None:
        ends.append((End(-1, True, task.initial, start), _coordinate(task.boxes[task.initial].centre, start)))
    placed = ports(ends, task.boxes)
    straighten(ends, placed, task.boxes)
    return placed


def _lane(wire: Wire) -> int:
    """Wires between two cards keep one order at both, those of one direction before those of the other."""
    source, target, place = wire.key
    return place if source < target else 10 + place


def _coordinate(point: Point, side: Side) -> float:
    return point[1] if side.upright else point[0]


def _curve(a: Point, plan: Plan, b: Point) -> Curve:
    if not plan.waypoints and plan.leave is not plan.arrive:
        return spline([a, b], plan.leave.value, into(plan.arrive))
    return spline([a, *plan.waypoints, b], plan.leave.value, into(plan.arrive))


def _with_pills(
    task: Task, plans: list[Plan], curves: list[Curve], placed: dict[tuple[int, bool], Point], cards: Grid
) -> list[Route]:
    room = Room(cards)
    lines = [sampled(curve) for curve in curves]
    for i, points in enumerate(lines):
        room.draw(i, points)
    routes = [Route(curve) for curve in curves]
    lean = _leaning(task, plans, placed)
    order = sorted((i for i, wire in enumerate(task.wires) if wire.w), key=lambda i: (length_of(lines[i]), i))
    for i in order:
        wire = task.wires[i]
        own = (task.boxes[wire.key[0]], task.boxes[wire.key[1]])

        def bend(centre: Point, i: int = i) -> Curve:
            return _bent(plans[i], placed[i, False], placed[i, True], centre, lines[i])

        route = _labelled(room, i, wire, curves[i], lines[i], own, bend, lean.get(i, 0))
        routes[i] = route
        assert route.pill is not None
        room.pills.add(i, route.pill)
        if route.curve is not curves[i]:
            room.erase(i, lines[i])
            room.draw(i, sampled(route.curve))
    return routes


def _leaning(task: Task, plans: list[Plan], placed: dict[tuple[int, bool], Point]) -> dict[int, int]:
    """Which pills lean to which side: the outermost of several wires that run up and down between two cards."""
    groups: dict[frozenset[str], list[int]] = defaultdict(list)
    for i, (wire, plan) in enumerate(zip(task.wires, plans, strict=True)):
        if not plan.leave.upright and plan.leave.value == into(plan.arrive) and not plan.waypoints:
            groups[frozenset(wire.key[:2])].append(i)
    lean: dict[int, int] = {}
    for group in groups.values():
        if sum(task.wires[i].w > 0 for i in group) > 1:
            group.sort(key=lambda i: placed[i, False][0] + placed[i, True][0])
            lean[group[0]], lean[group[-1]] = -1, 1
    return lean


def _labelled(
    room: Room,
    i: int,
    wire: Wire,
    curve: Curve,
    line: list[Point],
    own: tuple[Box, Box],
    bend: Callable[[Point], Curve],
    lean: int,
) -> Route:
    """The wire with its pill at the cheapest free place."""
    best: tuple[float, Route] | None = None
    tried = 0
    for cost, centre, bent in spots(line, wire.w, wire.h, lean):
        if best is not None and (cost >= best[0] or tried > ENOUGH):
            break
        pill = Box.around(*centre, wire.w, wire.h)
        if not room.free(pill):
            continue
        tried += 1
        cost += CROSSED * room.crossed(pill, i)
        if best is not None and cost >= best[0]:
            continue
        path = bend(centre) if bent else curve
        if bent and not clear(room.cards, sampled(path, 8), own):
            cost += 500
        if best is None or cost < best[0]:
            best = (cost, Route(path, pill))
    if best is not None:
        return best[1]
    for centre in spiral(line[len(line) // 2], wire.h):
        pill = Box.around(*centre, wire.w, wire.h)
        if room.free(pill):
            return Route(bend(centre), pill)
    return Route(curve, Box.around(*line[len(line) // 2], wire.w, wire.h))


def _bent(plan: Plan, a: Point, b: Point, centre: Point, line: list[Point]) -> Curve:
    """The curve led through a pill; waypoints before and after it are kept."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    stops: list[tuple[Point, Direction | None]] = [(a, None)]
    before = [p for p in plan.waypoints if _progress(line, p) < _progress(line, centre)]
    after = [p for p in plan.waypoints if p not in before]
    stops += [(p, None) for p in before]
    direction: Direction | None = None
    if not plan.waypoints and plan.leave.upright and plan.arrive.upright and plan.leave is not plan.arrive:
        direction = (1.0 if dx > 0 else -1.0, 0.0)
    elif not plan.waypoints and not plan.leave.upright and not plan.arrive.upright and plan.leave is not plan.arrive:
        direction = (0.0, 1.0 if dy > 0 else -1.0)
    stops.append((centre, direction))
    stops += [(p, None) for p in after]
    stops.append((b, None))
    return through(stops, plan.leave.value, into(plan.arrive))


def _progress(line: list[Point], point: Point) -> int:
    return min(range(len(line)), key=lambda i: math.dist(line[i], point))
