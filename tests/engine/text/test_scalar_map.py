"""Every code point of a scalar's value has its place in the text, whatever the style."""

from __future__ import annotations

import json
import random

import pytest

from engine.text import Mapping, Scalar, compose, scalar_offsets
from tests.counts import count
from tests.generators.yaml_styles import Scribe


def offsets(text: str) -> tuple[str, list[int]]:
    root = compose(text)
    assert isinstance(root, Mapping)
    node = root.pair(0)[1]
    assert isinstance(node, Scalar)
    return node.value, scalar_offsets(text, node)


@pytest.mark.parametrize(
    "text, needle",
    [
        ("a: context.x == 1 # c\n", "context.x == 1"),
        ("a: 'it''s == q'\n", "s == q"),
        ('a: "x\\ty \\u0041 == z"\n', "== z"),
        ('a: "x \\\n   y"\n', "y"),
        ('a: "x\n\n\n  y"\n', "y"),
        ("a: x\n  y\n\n  z\n", "z"),
        ("a: |\n    x\n      y\n\n    z\n", "z"),
        ("a: |2\n     x\n   y\n", "y"),
        ("a: >-\n  // note\n  x ==\n    deep\n\n  y\n", "y"),
        ("a: >\r\n  x\r\n  y\r\n", "y"),
        ("a: &n !!str |  # c\n  x\n  y\n", "y"),
        ("a:\n  'next' # c\n", "next"),
        ("a: 😀 é\n", "é"),
    ],
)
def test_a_part_of_the_value_is_found_where_it_stands(text, needle):
    value, places = offsets(text)
    start = value.index(needle)
    assert text[places[start] : places[start + len(needle) - 1] + 1] == needle


def test_offsets_never_fall_and_show_the_characters_they_stand_for():
    rng = random.Random(4)
    pieces = ["context", ".x", " == ", "'b'", '"', "\n", "\n\n", " ", "é", "😀", "&& ", "\t", "\\", "# no", ": "]
    shown = 0
    for _ in range(count(1500, 30_000)):
        value = "".join(rng.choice(pieces) for _ in range(rng.randint(1, 12)))
        scribe = Scribe(rng)
        scribe.comment_share = 0.3
        text = scribe.write({"a": value, "b": 1}).removeprefix("\ufeff")
        read_back, places = offsets(text)
        assert read_back == value
        assert len(places) == len(value) + 1
        assert places == sorted(places)
        for char, place in zip(value, places, strict=False):
            at = text[place]
            if char.isalnum():
                assert at == char or at == "\\", (json.dumps(text), char, place)
                shown += 1
    assert shown > 1000
