"""Which fields an expression reads, where it names them, and renaming them."""

from __future__ import annotations

import pytest

from engine.cel import compile, field_references, fields_read, reads_whole_context, rename_field
from engine.cel.parse import parse
from tests.engine.cel.generator import cases


@pytest.mark.parametrize(
    "source, fields, whole",
    [
        ("context.a == 1 && has(context.b.c)", {"a", "b"}, False),
        ("context['a'] == 1 || 'b' in context", {"a", "b"}, False),
        ("size(context) > 1", set(), True),
        ("context.a > 1 && context == {}", {"a"}, True),
        ("context[context.key] == 1", {"key"}, True),
        ("[1].exists(context, context.a == 1)", set(), False),
        ("[1].exists(context, .context.a == 1)", set(), True),
        ("context.list.exists(context, context.a == 1)", {"list"}, False),
        ("value > 1", set(), False),
        ("x.context.a == 1", set(), False),
    ],
)
def test_fields_read(source: str, fields: set[str], whole: bool) -> None:
    tree = compile(source).tree
    assert fields_read(tree) == fields
    assert reads_whole_context(tree) is whole


def test_references_have_their_place() -> None:
    source = "has(context.a) && context['b'] == context.c.d"
    found = [(each.field, each.span.text(source)) for each in field_references(compile(source).tree)]
    assert found == [("a", "a"), ("b", "'b'"), ("c", "c")]


@pytest.mark.parametrize(
    "source, renamed",
    [
        ("context.old == 1", "context.new == 1"),
        ("has( context . old ) // old stays here", "has( context . new ) // old stays here"),
        ("context['old'] == 'old'", "context['new'] == 'old'"),
        ('"old" in context', '"new" in context'),
        ("context.`old` == 1", "context.`new` == 1"),
        ("context.older == context.x.old", "context.older == context.x.old"),
        ("[1].exists(context, context.old == 1)", "[1].exists(context, context.old == 1)"),
        ("old == 1", "old == 1"),
        ("context.old == && (", "context.new == && ("),
        ("context.old = 'old' // context.old", "context.new = 'old' // context.old"),
        ("x.context.old ==", "x.context.old =="),
        ("", ""),
    ],
)
def test_renaming_keeps_everything_else(source: str, renamed: str) -> None:
    assert rename_field(source, "old", "new") == renamed


def test_renaming_and_back_is_nothing() -> None:
    for case in cases(5, 200):
        renamed = rename_field(case.source, "n", "renamed_field")
        assert rename_field(renamed, "renamed_field", "n") == case.source
        assert fields_read(parse(renamed)) == {
            "renamed_field" if field == "n" else field for field in fields_read(parse(case.source))
        }
