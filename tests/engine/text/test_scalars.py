"""Plain scalars by the core schema, what other readers make of them, and how strings are written."""

# ruff: noqa: E501  (tables)

from __future__ import annotations

import random

import pytest
import yaml

from engine.text import Node, Reading, compose, value_of, write_scalar
from engine.text.scalars import is_ambiguous, is_taken_otherwise
from engine.text.write import is_plain
from tests.counts import count


@pytest.mark.parametrize(
    "text, value",
    [
        *((text, None) for text in ("", "~", "null", "Null", "NULL")),
        *((text, True) for text in ("true", "True", "TRUE")),
        *((text, False) for text in ("false", "False", "FALSE")),
        ("012", 12),
        ("-7", -7),
        ("+7", 7),
        ("0o14", 12),
        ("0x1F", 31),
        ("1.", 1.0),
        (".5", 0.5),
        ("-1.5e+3", -1500.0),
        ("1e3", 1000.0),
        (".inf", float("inf")),
        ("-.INF", float("-inf")),
        *((text, text) for text in ("on", "off", "yes", "no", "y", "n", "On", "tRUE", "nULL")),
        *((text, text) for text in ("1:30", "2026-01-02", "1_000", "0b1", "0x", "0o8", "-0x1", "+", ".", "e3", "1e", "--1")),
        *((text, text) for text in ("<<", "=", "inf", "nan", ".Nan", "1 2", "٣")),
    ],
)  # fmt: skip
def test_the_core_schema(text, value):
    found = value_of(text)
    assert found == value
    assert type(found) is type(value)


def test_not_a_number_is_one():
    assert value_of(".nan") != value_of(".nan")


def test_a_huge_number_is_read_without_harm():
    assert value_of("9" * 100_000) == float("inf")
    assert value_of("0x" + "f" * 100_000) == float("inf")
    assert value_of("1." + "9" * 100_000) == float("inf")
    assert value_of("9" * 300) == int("9" * 300)
    assert value_of("9" * 400 + "x") == "9" * 400 + "x"
    assert not is_ambiguous("1_" * 100_000 + "a")


def test_ambiguous_is_what_a_reader_of_yaml_1_1_takes_otherwise():
    """PyYAML is such a reader; its single letters are text, as here."""
    rng = random.Random(2)
    words = [
        "yes",
        "No",
        "ON",
        "off",
        "y",
        "N",
        "true",
        "null",
        "~",
        "012",
        "0",
        "08",
        "12:30",
        "1:2:3",
        "190:20:30.15",
    ]
    words += [
        "2026-01-02",
        "2026-1-2",
        "2001-12-14t21:59:43.10-05:00",
        "1_000",
        "1e3",
        "1.5e3",
        "1.5e+3",
        "0x1f",
        "0b11",
    ]
    words += ["0o17", "-012", "+1", "1.", ".5", "=", "<<", "x", "1.2.3", "12e", "0x_1", "_1", "1__0", "5:60"]
    words += [
        "".join(rng.choice("0123456789.:_-+eExobT Z") for _ in range(rng.randint(1, 6)))
        for _ in range(count(3000, 60_000))
    ]
    surprises = []
    for word in dict.fromkeys(words):
        if word != word.strip() or not is_loadable(word):
            continue
        other = yaml.safe_load(word)
        mine = value_of(word)
        differs = (type(other), other) != (type(mine), mine)
        if differs and not is_ambiguous(word):
            surprises.append(word)
    assert surprises == []
    assert is_ambiguous("yes")
    assert not is_ambiguous("y")
    assert not is_ambiguous("hello")
    assert not is_ambiguous("-5")


def is_loadable(word: str) -> bool:
    """Whether PyYAML reads it as one plain scalar at all."""
    try:
        node = yaml.compose(word)
        yaml.safe_load(word)
    except (yaml.YAMLError, ValueError):
        return False
    return isinstance(node, yaml.ScalarNode) and node.style is None and node.value == word


AWKWARD = [
    "", " ", "a", "a b", " a", "a ", "a: b", "a:b", "a #b", "a#b", "#a", "- a", "-a", "-", "--", "---", "...", "? a", "?a",
    ":", ":a", "a:", "[a", "a]", "{a", "a}", "a,b", ",", "&a", "*a", "!a", "|", ">", "'", '"', "it's", 'say "x"', "\\", "%a",
    "@a", "`a", "~", "null", "true", "yes", "y", "n", "12", "1.5", "0x10", "1e3", "12:30", "2026-01-02", "<<", "=",
    "\n", "a\nb", "a\n", "\ta", "a\tb", "\0", "\x07", "\x1b", "\x7f", "\x85", "\xa0", "\u2028", "\u2029", "\ufeff", "é",
    "日本語", "😀", "\u202e", "\u200b", "e\u0301", "\ufffe", "x" * 300, "context.a == 'b'", 'context.a == "b" && !c', "{{ context.x }}",
]  # fmt: skip


@pytest.mark.parametrize("style", ["", "'", '"'])
@pytest.mark.parametrize("flow", [False, True])
def test_a_written_string_reads_as_itself_everywhere(style, flow):
    rng = random.Random(3)
    texts = [*AWKWARD]
    for _ in range(count(300, 10_000)):
        texts.append("".join(rng.choice(AWKWARD) for _ in range(rng.randint(1, 3)))[:400])
    for text in texts:
        written = write_scalar(text, style=style, flow=flow)
        assert "\n" not in written
        document = f"[{written}, {{k: {written}}}]" if flow else f"k: {written}\n"
        expected = [text, {"k": text}] if flow else {"k": text}
        root = compose(document)
        assert isinstance(root, Node), (text, document)
        assert Reading().plain(root) == expected, document
        if text.isprintable():
            assert yaml.safe_load(document) == expected, document


def test_quotes_are_kept_where_they_can_be():
    assert write_scalar("a b") == "a b"
    assert write_scalar("it's", style="'") == "'it''s'"
    assert write_scalar("yes") == '"yes"'
    assert write_scalar("a\tb", style="'") == '"a\\tb"'


def test_what_any_reader_might_take_otherwise_is_never_plain():
    for text in ("yes", "y", "N", "012", "12:30", "2026-01-02", "1e3", "null", "~", "0o7", "=", ""):
        assert is_taken_otherwise(text), text
        assert not is_plain(text), text
    assert is_plain("yesterday")
