"""The index of lines finds what a look at every line finds, and little more."""

from __future__ import annotations

import random
from itertools import pairwise

from designer.canvas.geometry import Box, sampled
from designer.canvas.lines import END, Lines
from designer.canvas.routing import Route
from designer.canvas.routing.curves import spline
from designer.canvas.views import LinkKey
from tests.counts import count

SIZE = 30_000.0


def routes(chance: random.Random, many: int) -> dict[LinkKey, Route]:
    """Lines short and long over a large drawing, each with a pill on its way."""
    made = {}
    for number in range(many):
        start = (chance.uniform(0, SIZE), chance.uniform(0, SIZE))
        far = chance.choice([300.0, 1500.0, 12_000.0])
        end = (start[0] + chance.uniform(-far, far), start[1] + chance.uniform(-far, far))
        curve = spline((start, end), (1.0, 0.0), (1.0, 0.0))
        if max(abs(start[0] - end[0]), abs(start[1] - end[1])) > 4000:
            thirds = [tuple(a + (b - a) * share / 3 for a, b in zip(start, end, strict=True)) for share in (1, 2)]
            curve = (start, thirds[0], thirds[1], end)  # type: ignore[assignment]
        middle = sampled(curve, 2)[1]
        made[f"s{number}", f"t{number}", 0] = Route(curve, Box.around(*middle, 120, 22))
    return made


def comes_into(route: Route, box: Box, by: float) -> bool:
    """Whether a line, sampled finely, or its pill is within ``by`` of the box."""
    wide = box.grown(by)
    pill = route.pill is not None and wide.meets(route.pill)
    return pill or any(wide.cut_by(a, b) for a, b in pairwise(sampled(route.curve, 200)))


def test_what_comes_into_a_box_is_found_and_nothing_far_from_it() -> None:
    chance = random.Random(5)
    all_routes = routes(chance, 1500)
    lines = Lines(all_routes)
    found_curves = found_far = 0
    for _ in range(count(12, 200)):
        box = Box(chance.uniform(0, SIZE), chance.uniform(0, SIZE), 1600, 900)
        meeting, seen = lines.meeting(box), set(lines.seen(box)) | {key for *_, key in lines.far_in(box)}
        inside = [key for key, route in all_routes.items() if comes_into(route, box, 0)]
        assert set(inside) <= set(meeting)
        assert set(inside) <= seen
        assert meeting == sorted(meeting, key=list(all_routes).index), "in the order of the machine"
        found_far += sum(lines.is_far(key) for key in meeting)
        found_curves += sum(not lines.is_far(key) for key in meeting)
    assert found_curves > 20
    assert found_far > 20


def test_a_far_line_is_looked_at_only_where_it_passes() -> None:
    line = Route(((0.0, 0.0), (3000.0, 3000.0), (6000.0, 6000.0), (9000.0, 9000.0)))
    lines = Lines({("a", "b", 0): line})
    assert lines.meeting(Box(4000, 4000, 100, 100))
    assert lines.meeting(Box(9000 + END / 2, 9000, 10, 10)), "its arrow's head is there"
    assert not lines.meeting(Box(4000, 100, 100, 100))


def test_what_did_not_change_is_not_made_again() -> None:
    made = routes(random.Random(1), 4)
    first, second, *_ = made
    lines = Lines(made)
    path, other = lines.path(first), lines.path(second)
    after = Lines({**made, second: Route(made[second].curve)}, lines)
    assert after.path(first) is path
    assert after.path(second) is not other
