"""Measured on every shared machine: nothing covers a card, no pill another, the drawing is compact, lines meet rims."""

from __future__ import annotations

import random
from itertools import combinations
from pathlib import Path

import pytest

from designer.canvas.geometry import Box, sampled
from designer.canvas.layout.order import lay_out
from designer.canvas.routing import Drawing
from designer.canvas.sheet import Sheet, order_of
from engine.dsl import Workflow
from tests.counts import count
from tests.designer.canvas.drawn import MIDDLING, SMALL, drawn, sheet_of

pytestmark = pytest.mark.usefixtures("qapp")
whole = pytest.mark.parametrize("whole", [False, True], ids=["canvas", "picture"])


def overlaps(sheet: Sheet) -> list[str]:
    """What covers what it must not, in words."""
    cards, pills = dict(sheet.drawing.boxes), {k: r.pill for k, r in sheet.drawing.routes.items() if r.pill}
    found = [f"cards {a} and {b}" for a, b in combinations(cards, 2) if cards[a].meets(cards[b])]
    found += [
        f"pill {key} and card {name}" for key, pill in pills.items() for name, c in cards.items() if pill.meets(c)
    ]
    found += [f"pills {a} and {b}" for a, b in combinations(pills, 2) if pills[a].meets(pills[b])]
    return found


@whole
@pytest.mark.parametrize("path", MIDDLING, ids=lambda path: path.stem)
def test_pills_cover_neither_cards_nor_one_another(path: Path, whole: bool) -> None:
    assert overlaps(drawn(path, whole)) == []


@whole
@pytest.mark.parametrize("path", SMALL, ids=lambda path: path.stem)
def test_a_small_machine_is_at_most_three_times_what_it_holds(path: Path, whole: bool) -> None:
    sheet = drawn(path, whole)
    box = sheet.drawing.bounds
    held = sum(b.w * b.h for b in (*sheet.drawing.boxes.values(), *sheet.drawing.pills))
    assert box.w * box.h <= 3 * held


@pytest.mark.parametrize("path", MIDDLING, ids=lambda path: path.stem)
def test_every_line_leaves_and_enters_at_the_rims_and_passes_its_pill(path: Path) -> None:
    sheet = drawn(path)
    for key, route in sheet.drawing.routes.items():
        source, target = sheet.box(key[0]), sheet.box(key[1])
        assert on_rim(source, route.curve[0]), key
        assert on_rim(target, route.curve[-1]), key
        if route.pill is not None:
            points = sampled(route.curve, 40)
            assert any(route.pill.grown(1).holds(point) for point in points), f"{key} misses its pill"


def on_rim(box: Box, point: tuple[float, float]) -> bool:
    return box.grown(0.6).holds(point) and not box.grown(-0.6).holds(point)


def test_opposite_and_parallel_lines_do_not_lie_on_one_another() -> None:
    for path in SMALL:
        sheet = drawn(path)
        for (one, a), (two, b) in combinations(sheet.drawing.routes.items(), 2):
            if set(one[:2]) == set(two[:2]):
                assert a.curve[0] != b.curve[-1], f"{one} and {two} in {path.stem}"
                assert a.curve != b.curve


def test_guards_of_five_to_two_hundred_characters_find_room() -> None:
    chance = random.Random(7)
    for _ in range(count(3, 40)):
        size = chance.randrange(4, 12)
        names = [f"{chance.choice(['s', 'review', '日本語', 'a very long name of a state'])} {i}" for i in range(size)]
        states = {name: {"transitions": []} for name in names}
        for _ in range(chance.randrange(size, 2 * size)):
            guard = " && ".join(["context.a == 1"] * 20)[: chance.randrange(5, 201)].ljust(5, "x")
            states[chance.choice(names)]["transitions"].append({"toState": chance.choice(names), "guards": [guard]})
        workflow = Workflow.model_validate({"name": "m", "initialState": names[0], "states": states})
        for whole in (False, True):
            assert overlaps(sheet_of(workflow, whole=whole)) == []


def test_the_layout_is_the_same_whenever_it_is_made() -> None:
    for path in SMALL[:: count(3, 1)]:
        sheet = drawn(path)
        again = lay_out(order_of(sheet.projection, sheet.sizes)).drawing
        assert again == sheet.drawing
        moved = lay_out(order_of(sheet.projection, sheet.sizes, sheet.centres)).drawing
        assert moved == sheet.drawing, "wires depend on nothing but where the cards are"


def test_a_planted_overlap_is_found() -> None:
    sheet = drawn(SMALL[0])
    name = next(iter(sheet.drawing.boxes))
    boxes = {
        other: box.moved(*(sheet.box(name).centre[i] - box.centre[i] for i in (0, 1)))
        for other, box in sheet.drawing.boxes.items()
    }
    assert overlaps(Sheet(sheet.projection, sheet.sizes, Drawing(boxes, sheet.drawing.routes))) != []
