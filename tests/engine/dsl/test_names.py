"""Names, near names and durations."""

# ruff: noqa: E501  (tables)

from __future__ import annotations

import random

import pytest

from engine.dsl import format_duration, is_field_name, is_name, nearest, parse_duration
from engine.dsl.durations import LONGEST
from tests.counts import count


@pytest.mark.parametrize(
    "name, valid",
    [("a", True), ("_a9", True), ("", False), ("9a", False), ("a-b", False), ("é", False), ("in", False), ("a" * 201, False)],
)  # fmt: skip
def test_a_field_s_name_is_a_cel_identifier(name, valid):
    assert is_field_name(name) is valid


@pytest.mark.parametrize(
    "name, valid",
    [("a b: c", True), (" ", True), ("日本語", True), ("a" * 200, True), ("", False), ("a" * 201, False), ("a\nb", False), ("\x7f", False)],
)  # fmt: skip
def test_a_state_s_name_is_anything_short_without_controls(name, valid):
    assert is_name(name) is valid


@pytest.mark.parametrize(
    "word, words, near",
    [
        ("tranistions", ["requires", "transitions"], "transitions"),
        ("fms", ["fsm"], "fsm"),
        ("FSM", ["fsm"], "fsm"),
        ("expr", ["backend", "expression"], "expression"),
        ("to", ["toState"], None),
        ("c", ["a", "b"], None),
        ("zebra", ["horse"], None),
        ("draft", ["draft"], None),
        ("state", ["states", "stats"], "states"),
        ("", ["a"], None),
    ],
)
def test_the_nearest_word(word, words, near):
    assert nearest(word, words) == near


def edit_distance(one: str, other: str) -> int:
    """By the definition, all of the table: insertions, deletions, changes, swaps of neighbours."""
    table = {(i, j): i + j for i in range(len(one) + 1) for j in range(len(other) + 1) if not i * j}
    for i in range(1, len(one) + 1):
        for j in range(1, len(other) + 1):
            steps = [table[i - 1, j] + 1, table[i, j - 1] + 1, table[i - 1, j - 1] + (one[i - 1] != other[j - 1])]
            if i > 1 and j > 1 and one[i - 2 : i] == other[j - 2 : j][::-1]:
                steps.append(table[i - 2, j - 2] + 1)
            table[i, j] = min(steps)
    return table[len(one), len(other)]


def test_near_is_what_the_distance_says():
    rng = random.Random(6)
    for _ in range(count(400, 20_000)):
        word = "".join(rng.choice("abc") for _ in range(rng.randint(1, 8)))
        words = ["".join(rng.choice("abc") for _ in range(rng.randint(1, 8))) for _ in range(4)]
        limit = (len(word) + 1) // 3
        others = [other for other in words if other != word]
        near = nearest(word, words)
        least = min((edit_distance(word, other) for other in others), default=99)
        if near is not None and not near.startswith(word):
            assert edit_distance(word, near) == least <= limit
        if least <= limit:
            assert near is not None


def test_near_words_are_found_among_many_at_once():
    words = [f"state_{number}" for number in range(5_000)]
    assert nearest("state_4321x", words) == "state_4321"
    assert nearest("s" * 100_000, words) is None


@pytest.mark.parametrize(
    "text, seconds",
    [("PT1S", 1), ("PT90M", 5400), ("P1D", 86_400), ("P2W", 1_209_600), ("P1W2DT3H4M5S", 788_645), ("PT0S", 0), ("P0D", 0)],
)  # fmt: skip
def test_a_duration_in_seconds(text, seconds):
    assert parse_duration(text) == seconds


@pytest.mark.parametrize("text", ["", "P", "PT", "P1", "1h", "PT1.5S", "P1M", "P1Y", "p1d", "P1DT", "PT1S ", "-P1D", "PT1H1H", "P٣D", "P" + "9" * 200 + "D"])  # fmt: skip
def test_what_is_no_duration(text):
    with pytest.raises(ValueError):
        parse_duration(text)


def test_a_thousand_years_are_the_longest():
    assert parse_duration(f"PT{LONGEST}S") == LONGEST
    with pytest.raises(ValueError):
        parse_duration(f"PT{LONGEST + 1}S")


def test_a_duration_written_reads_as_itself():
    rng = random.Random(5)
    for _ in range(count(500, 20_000)):
        seconds = rng.randrange(10 ** rng.randint(1, 10))
        assert parse_duration(format_duration(seconds)) == seconds
    assert format_duration(5_400) == "PT1H30M"
    assert format_duration(0) == "PT0S"
    assert format_duration(90_061) == "P1DT1H1M1S"
