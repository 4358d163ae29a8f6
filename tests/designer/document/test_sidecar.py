"""Positions in the file beside the machine."""

from __future__ import annotations

import pathlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from designer.document.sidecar import FARTHEST, read_layout, sidecar_of, write_layout

positions = st.tuples(st.integers(-FARTHEST, FARTHEST), st.integers(-FARTHEST, FARTHEST))
names = st.text(st.characters(blacklist_categories=("Cs",)), min_size=1)


@given(st.dictionaries(names, positions))
def test_what_is_written_is_read_again(layout: dict[str, tuple[int, int]]) -> None:
    assert read_layout(write_layout(layout)) == layout


@given(st.dictionaries(names, positions, min_size=1))
def test_the_text_depends_on_the_positions_alone_and_has_a_state_a_line(layout: dict[str, tuple[int, int]]) -> None:
    backwards = dict(reversed(layout.items()))
    text = write_layout(layout)
    assert write_layout(backwards) == text
    assert text.count("\n") == len(layout) + 2


def test_the_text_is_sorted_and_readable() -> None:
    assert write_layout({"review": (320, -4), "draft": (0, 10)}) == '{\n  "draft": [0, 10],\n  "review": [320, -4]\n}\n'


@pytest.mark.parametrize(
    "text", ["", "nonsense", "[1, 2]", "[" * 100_000, '{"a": "b"}', '{"a": [1]}', '{"a": [1e999, 0]}']
)
def test_a_damaged_sidecar_has_no_positions(text: str) -> None:
    assert read_layout(text) == {}


def test_entries_that_are_positions_survive_those_that_are_not() -> None:
    assert read_layout('{"a": [1.6, 2], "b": null, "c": [true, 1], "d": [9e9, 0]}') == {"a": (2, 2)}


def test_it_stands_beside_the_machine() -> None:
    assert sidecar_of(pathlib.Path("/x/delegated.review.yaml")) == pathlib.Path("/x/delegated.review.layout.json")
