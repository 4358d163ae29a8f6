"""How a drawing is laid on paper."""

from __future__ import annotations

import pytest

from designer.canvas.geometry import Box, bounds_of
from designer.canvas.picture.printing import CAPTION, leaves


def test_the_tiles_are_the_drawing_without_a_gap() -> None:
    drawing = Box(-40, 10, 2100, 1500)
    tiles = leaves(drawing, 700, 1000 + CAPTION, True)
    assert len(tiles) == 6
    assert all(leaf.scale == 1 for leaf in tiles)
    assert bounds_of(leaf.part for leaf in tiles).encloses(drawing)
    assert sum(leaf.part.w * leaf.part.h for leaf in tiles) == 2100 * 2000, "they neither overlap nor leave a gap"
    (page,) = leaves(drawing, 700, 1000 + CAPTION, False)
    assert page.part == drawing
    assert page.scale == pytest.approx(700 / 2100)
