"""Nodes: their spans are exact, their limits hold, and nothing is raised."""

from __future__ import annotations

import gc

import pytest

from engine.text import Alias, Mapping, Node, Reading, Scalar, Sequence, Unreadable, compose, content_start


def spans(text: str) -> list[tuple[str, str]]:
    """Kind and text of every node, in order."""
    found: list[tuple[str, str]] = []

    def visit(node: Node) -> None:
        found.append((node.kind, node.span.text(text)))
        for child in node.parts if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ():
            visit(child)

    root = compose(text)
    assert isinstance(root, Node)
    visit(root)
    return found


def test_a_block_ends_with_its_last_value_not_at_the_next_token():
    text = "a:\n  b: 1  # note\n\n\nc: [x, y] # z\n"
    assert spans(text) == [
        ("map", "a:\n  b: 1  # note\n\n\nc: [x, y]"),
        ("scalar", "a"),
        ("map", "b: 1"),
        ("scalar", "b"),
        ("scalar", "1"),
        ("scalar", "c"),
        ("list", "[x, y]"),
        ("scalar", "x"),
        ("scalar", "y"),
    ]


@pytest.mark.parametrize(
    "text, written",
    [
        ("a: |\n  x\n\n\nb: 1\n", "|\n  x"),
        ("a: |+\n  x\n\nb: 1\n", "|+\n  x\n"),
        ("a: >-  # c\r\n  x\r\n  y\r\n", ">-  # c\r\n  x\r\n  y"),
        ("a: &n !!str 'q' # c\n", "&n !!str 'q'"),
        ("a:\n\n  'q'\n", "'q'"),
        ("a:\nb: 1\n", ""),
        ("a: plain\n  goes on\nb: 1\n", "plain\n  goes on"),
        ("a: 😀 # c\n", "😀"),
    ],
)
def test_a_value_is_exactly_its_text(text, written):
    root = compose(text)
    assert isinstance(root, Mapping)
    assert root.pair(0)[1].span.text(text) == written


def test_content_begins_behind_anchor_and_tag():
    text = "a: &n !!map\n  # c\n  b: 1\nc: &m []\n"
    root = compose(text)
    assert isinstance(root, Mapping)
    assert text[content_start(text, root.pair(0)[1]) :].startswith("b: 1")
    assert text[content_start(text, root.pair(1)[1]) :].startswith("[]")


def test_an_alias_keeps_its_own_place_and_knows_its_anchor():
    root = compose("a: &x [1]\nb: *x\n")
    assert isinstance(root, Mapping)
    alias = root.pair(1)[1]
    assert isinstance(alias, Alias)
    assert alias.name == "x"
    assert alias.target is root.pair(0)[1]


@pytest.mark.parametrize(
    "text, code",
    [
        ("a: \x00", "character"),
        ("a: \ud800", "character"),
        ("a: \ufffe", "character"),
        ("a: 'x", "syntax"),
        ("a: *x", "unknown-alias"),
        ("&x a: *x\nb: &x [*x]", "cyclic-alias"),
        ("&a [*a]", "cyclic-alias"),
        ("a\n--- \nb", "second-document"),
        ("[" * 101, "too-deep"),
        ("[" * 100_000, "too-deep"),
        ("{a: " * 101 + "}" * 101, "too-deep"),
        ("- " * 101 + "x", "too-deep"),
        ("- " * 50_000 + "x", "too-deep"),
        ("\n".join(" " * depth + "a:" for depth in range(101)), "too-deep"),
        (f"a: &a {'[' * 60}{']' * 60}\nb: {'[' * 60}*a{']' * 60}", "too-deep"),
        ("a: &a [" + "x," * 60_000 + "]\nb: [*a, *a]", "too-wide"),
        ("x" * (16 * 1024 * 1024 + 1), "too-big"),
        ("é" * (8 * 1024 * 1024 + 1), "too-big"),
    ],
    ids=lambda value: value if len(value) < 20 else None,
)
def test_what_cannot_be_read_is_named(text, code):
    reason = compose(text)
    assert isinstance(reason, Unreadable)
    assert reason.code == code


def test_a_hundred_levels_and_a_hundred_thousand_copies_are_read():
    assert isinstance(compose("[" * 100 + "]" * 100), Sequence)
    assert isinstance(compose(f"a: &a {'[' * 59}{']' * 59}\nb: {'[' * 40}*a{']' * 40}"), Mapping)
    assert isinstance(compose("a: &a [" + "x," * 49_999 + "]\nb: [*a, *a]"), Mapping)


def test_nested_aliases_count_with_all_they_hold():
    lines = ["a0: &a0 [x,x,x,x,x,x,x,x,x,x]"]
    lines += [f"a{n}: &a{n} [{','.join([f'*a{n - 1}'] * 10)}]" for n in range(1, 40)]
    reason = compose("\n".join(lines))
    assert isinstance(reason, Unreadable)
    assert reason.code == "too-wide"


def test_the_garbage_collector_is_as_it_was():
    assert gc.isenabled()
    compose("a: [")
    assert gc.isenabled()


def plain(text: str) -> tuple[object, list[str]]:
    root = compose(text)
    assert isinstance(root, Node)
    reading = Reading()
    return reading.plain(root), [fault.code for fault in reading.faults]


@pytest.mark.parametrize(
    "text, value, faults",
    [
        ("{a: 1, a: 2}", {"a": 1}, ["duplicate-key"]),
        ("{1: x, '1': y}", {"1": "x"}, ["duplicate-key"]),
        ("{null: a, ~: b, '': c}", {"null": "a", "~": "b", "": "c"}, []),
        ("{<<: {b: 1}, c: 2}", {"c": 2}, ["merge-key"]),
        ("{'<<': 1}", {"<<": 1}, []),
        ("{[a]: 1, {b: c}: 2, d: 3}", {"d": 3}, ["complex-key", "complex-key"]),
        ("[&k a, {*k : 1}]", ["a", {"a": 1}], []),
        ("!!str 12", "12", []),
        ("!!int '12'", 12, []),
        ("!!float 3", 3.0, []),
        ("!!bool x", None, ["tag-value"]),
        ("! 12", "12", []),
        ("!mine 12", None, ["tag"]),
        ("!!python/name:os.system x", None, ["tag"]),
        ("!!set {a, b}", None, ["tag"]),
        ("!!binary aGk=", None, ["tag"]),
        ("!!map {a: !!seq [!!null '']}", {"a": [None]}, []),
        (".inf", float("inf"), ["not-finite"]),
    ],
)
def test_nodes_as_plain_data(text, value, faults):
    assert plain(text) == (value, faults)


def test_aliases_expand_to_values_of_their_own():
    value, _ = plain("a: &x {k: [1]}\nb: *x\n")
    assert value == {"a": {"k": [1]}, "b": {"k": [1]}}
    assert isinstance(value, dict)
    assert value["a"] is not value["b"]


def test_only_scalars_count_as_scalars():
    assert isinstance(compose("x"), Scalar)
    assert compose("# nothing") is None
