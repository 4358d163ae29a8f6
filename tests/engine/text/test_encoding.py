"""Bytes and text, lines and columns."""

from __future__ import annotations

import random

import pytest

from engine.text import Decoded, LineIndex, Undecodable, decode, encode
from tests.cases import CASES
from tests.counts import count


@pytest.mark.parametrize("data", [b"", b"a: b\n", b"\xef\xbb\xbfa: b\r\n", "é 😀\r x".encode(), b"\xef\xbb\xbf"])
def test_bytes_come_back(data):
    decoded = decode(data)
    assert isinstance(decoded, Decoded)
    assert not decoded.text.startswith("\ufeff")
    assert encode(decoded.text, decoded.bom) == data


def test_every_case_comes_back():
    for file in CASES.rglob("*.yaml"):
        decoded = decode(file.read_bytes())
        if isinstance(decoded, Decoded):
            assert encode(decoded.text, decoded.bom) == file.read_bytes(), file


def test_the_first_byte_that_is_no_utf_8_is_named_with_its_place():
    assert decode("é: ".encode() + b"\xe9\n") == Undecodable("0xe9", 3, "é: \ufffd\n")


def test_utf_16_is_recognised():
    decoded = decode("a: b".encode("utf-16"))
    assert isinstance(decoded, Undecodable)
    assert decoded.reason == "utf-16"
    assert decoded.text.endswith("a: b")


def test_lines_end_at_every_kind_of_break_and_columns_count_characters():
    lines = LineIndex("aé\r\n😀b\rc\n\nd")
    places = [lines.line_column(offset) for offset in (0, 1, 2, 4, 5, 6, 7, 8, 9, 10, 11)]
    assert places == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3), (3, 1), (3, 2), (4, 1), (5, 1), (5, 2)]
    assert len(lines) == 5


def test_places_outside_are_taken_to_the_nearest_end():
    lines = LineIndex("ab\nc")
    assert lines.line_column(-3) == (1, 1)
    assert lines.line_column(99) == (2, 2)
    assert lines.offset(9, 9) == 4
    assert lines.offset(1, 9) == 3


def test_offsets_and_places_are_inverse():
    rng = random.Random(1)
    for _ in range(count(200, 5_000)):
        text = "".join(rng.choice("ab\n\r é😀") for _ in range(rng.randrange(20)))
        lines = LineIndex(text)
        for offset in range(len(text) + 1):
            assert lines.offset(*lines.line_column(offset)) == offset, (text, offset)
