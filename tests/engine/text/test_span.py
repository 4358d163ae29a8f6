"""Patches: edits that keep apart, come back, and carry offsets along."""

from __future__ import annotations

import pytest

from engine.errors import PatchError
from engine.text import Edit, Patch, Span

TEXT = "one two three"


def test_edits_apply_in_the_order_of_their_places():
    patch = Patch((Edit(8, 13, "3"), Edit(0, 3, "1")))
    assert patch.apply(TEXT) == "1 two 3"


def test_insertions_at_one_place_keep_their_order():
    assert Patch((Edit(3, 3, "b"), Edit(3, 3, "a"))).apply(TEXT) == "oneba two three"


def test_the_inverse_undoes_edits_that_touch():
    patch = Patch((Edit(0, 4, ""), Edit(4, 8, ""), Edit(8, 8, "x"), Edit(8, 13, "y")))
    assert patch.apply(TEXT) == "xy"
    assert patch.inverse(TEXT).apply("xy") == TEXT


@pytest.mark.parametrize("edits", [(Edit(0, 4, ""), Edit(3, 5, "")), (Edit(2, 5, "a"), Edit(3, 3, "b"))])
def test_edits_that_overlap_are_refused(edits):
    with pytest.raises(PatchError):
        Patch(edits)


def test_an_edit_outside_the_text_is_refused():
    with pytest.raises(PatchError):
        Patch.replace(10, 20, "").apply(TEXT)


def test_between_is_the_smallest_single_edit():
    assert Patch.between("a: one\n", "a: two one\n").edits == (Edit(3, 3, "two "),)
    assert not Patch.between(TEXT, TEXT)


def test_offsets_follow_a_patch():
    patch = Patch((Edit(0, 3, "first"), Edit(8, 13, "3")))
    assert [patch.map_offset(offset) for offset in (0, 3, 4, 8, 10, 13)] == [5, 5, 6, 11, 11, 11]


def test_a_span_holds_both_its_ends():
    assert 2 in Span(2, 4)
    assert 4 in Span(2, 4)
    assert 5 not in Span(2, 4)
    assert Span(4, 7).text(TEXT) == "two"
