"""Colouring of YAML and CEL without parsing."""

from __future__ import annotations

import pytest

from designer.panels.code import IN_DOUBLE, PLAIN, cel_pieces, yaml_pieces


def kinds(line: str, state: int = PLAIN) -> list[tuple[str, str]]:
    return [(line[at : at + length], kind) for at, length, kind in yaml_pieces(line, state)[0] if kind != "mark"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("  name: draft # why", [("name", "key"), ("# why", "comment")]),
        ("- { toState: done, required: false }", [("toState", "key"), ("required", "key"), ("false", "number")]),
        ("color: a#b", [("color", "key")]),
        ("\"on\": 'it''s'", [('"on"', "key"), ("'it''s'", "string")]),
        (
            "text: 'say {{ context.f }}'",
            [("text", "key"), ("'say ", "string"), ("{{ context.f }}", "field"), ("'", "string")],
        ),
        ("g: context.n > 1", [("g", "key"), ("n", "field"), ("1", "number")]),
    ],
)
def test_a_line_is_cut_into_keys_strings_and_comments(line: str, expected: list[tuple[str, str]]) -> None:
    assert kinds(line) == expected


def test_a_block_scalar_ends_where_the_indentation_does() -> None:
    _, state = yaml_pieces("  text: |")
    pieces, state = yaml_pieces("    a: not a key", state)
    assert [piece.kind for piece in pieces] == ["string"]
    pieces, state = yaml_pieces("  next: 1", state)
    assert state == PLAIN
    assert pieces[0].kind == "key"


def test_a_quoted_scalar_goes_over_lines() -> None:
    _, state = yaml_pieces('a: "begun')
    assert state == IN_DOUBLE
    _, state = yaml_pieces('  ended" # comment', state)
    assert state == PLAIN


def test_cel_is_cut_into_fields_functions_and_literals() -> None:
    source = "has(context.a) && context.b == 'x y' || size(context.c) > 2"
    found = {(source[at : at + length], kind) for at, length, kind in cel_pieces(source) if kind != "mark"}
    assert found == {
        ("has", "function"),
        ("a", "field"),
        ("b", "field"),
        ("'x y'", "string"),
        ("size", "function"),
        ("c", "field"),
        ("2", "number"),
    }
