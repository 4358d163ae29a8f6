"""The tokens of a source, for colouring: gapless but for white space, whatever the source."""

from __future__ import annotations

from random import Random

import pytest

from engine.cel import tokens
from tests.engine.cel.generator import cases


def coloured(source: str) -> list[tuple[str, str]]:
    return [(token.kind, token.span.text(source)) for token in tokens(source)]


def test_each_kind_of_token_is_told() -> None:
    assert coloured("context.n >= 1.5 && 'a' in x // so") == [
        ("name", "context"),
        ("operator", "."),
        ("name", "n"),
        ("operator", ">="),
        ("number", "1.5"),
        ("operator", "&&"),
        ("string", "'a'"),
        ("keyword", "in"),
        ("name", "x"),
        ("comment", "// so"),
    ]


@pytest.mark.parametrize(
    "source, expected",
    [
        ("a = 'b", [("name", "a"), ("error", "="), ("error", "'b")]),
        ("'a\nb", [("error", "'a"), ("name", "b")]),
        (r"r'\d' b'x' '''it's'''", [("string", r"r'\d'"), ("string", "b'x'"), ("string", "'''it's'''")]),
        ("x.`a b`", [("name", "x"), ("operator", "."), ("name", "`a b`")]),
        ("é", [("error", "é")]),
        ("", []),
    ],
)
def test_faulty_sources_have_tokens_too(source: str, expected: list[tuple[str, str]]) -> None:
    assert coloured(source) == expected


def test_nothing_but_white_space_is_left_out() -> None:
    random = Random(1)
    for case in cases(9, 200):
        at = random.randrange(len(case.source))
        source = case.source[:at] + random.choice("'\"=#é\n`") + case.source[at:]
        position = 0
        for token in tokens(source):
            assert not source[position : token.span.start].strip(" \t\n\f\r")
            assert token.span.end > token.span.start >= position
            position = token.span.end
        assert not source[position:].strip(" \t\n\f\r")
