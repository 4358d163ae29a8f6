"""What the checker says of an expression, where, and what it offers instead."""

from __future__ import annotations

import pytest

from engine.cel import CelError, CelFinding, Schema, compile
from engine.cel.types import BOOL, DOUBLE, DYN, INT, STRING, Type
from engine.dsl import Field
from engine.text import Patch

FIELDS = {
    "n": Field(type="int"),
    "count": Field(type="int"),
    "amount": Field(type="number"),
    "s": Field(type="string"),
    "verdict": Field(type="enum", values=("approved", "changes", "rejected")),
    "flag": Field(type="bool"),
    "due": Field(type="timestamp"),
    "tags": Field(type="list", items=Field(type="string")),
    "votes": Field(type="list", items=Field(type="enum", values=("yes", "no"))),
    "items": Field(type="list", items=Field(type="map", fields={"score": Field(type="number")})),
    "owner": Field(type="map", fields={"name": Field(type="string"), "age": Field(type="int")}),
    "file": Field(type="blob"),
    "free": Field(type="any"),
}
SCHEMA = Schema.of(FIELDS)


def findings(source: str) -> tuple[CelFinding, ...]:
    return compile(source, SCHEMA).findings


def only(source: str) -> CelFinding:
    (finding,) = findings(source)
    return finding


def mended(source: str) -> str:
    """The source with the one fix of its one finding applied."""
    (fix,) = only(source).fixes
    return Patch((fix.edit,)).apply(source)


@pytest.mark.parametrize(
    "source",
    [
        "context.n == 1",
        "context.n == 1.0 && context.n < 2u",
        "context.amount >= 1",
        "context.verdict == 'approved'",
        "'approved' != context.verdict",
        "context.verdict in ['approved', 'changes']",
        "context.verdict.startsWith('app')",
        "context.flag",
        "!context.flag || has(context.s)",
        "context.due < timestamp('2026-01-01T00:00:00Z') + duration('1h')",
        "context.due.getHours('Europe/Berlin') > 8",
        "context.tags.exists(tag, tag == 'x')",
        "context.votes.all(vote, vote == 'yes')",
        "'yes' in context.votes",
        "context.items.exists(i, i.score >= 0.5)",
        "context.items.filter(i, i.score > 0.5).map(i, i.score)[0] > 0.7",
        "context.owner.name == 'x' && context.owner.age > 3",
        "has(context.owner.name)",
        "context.owner['name'] == 'x'",
        "context.file.size > 10",
        "context.free == 1 || context.free == 'x' || context.free.a[0].b",
        "context.free",
        "dyn(context.n) == 'x'",
        "size(context.tags) > 2 && context.s.size() < 10",
        "type(context.n) == int",
        "context.s.matches('^a+$')",
        "(context.flag ? context.n : context.count) > 1",
        "[1, 'a'].exists(x, x == 'a')",
        "{'a': 1}.a == 1",
        "strings.quote(context.s) == ''",
        "context.s.lowerAscii().split(',').join('-') == 'a-b'",
        "has(context.unknown)",  # whether a field exists is another check's business
    ],
)
def test_nothing_is_wrong_with(source: str) -> None:
    assert findings(source) == ()


@pytest.mark.parametrize(
    "source, code, part",
    [
        ("context.n == '1'", "T302", "context.n == '1'"),
        ("context.flag && context.s < 2", "T302", "context.s < 2"),
        ("context.n + 'a' == ''", "T302", "context.n + 'a'"),
        ("context.amount * 2 > 1.0", "T302", "context.amount * 2"),
        ("-context.s == ''", "T302", "-context.s"),
        ("size(context.n) > 1", "T302", "size(context.n)"),
        ("context.s.contains(1)", "T302", "context.s.contains(1)"),
        ("context.s.startsWith('a', 'b')", "T302", "context.s.startsWith('a', 'b')"),
        ("context.n.x == 1", "T302", "context.n.x"),
        ("context.tags.x == 1", "T302", "context.tags.x"),
        ("context.tags['a'] == 'x'", "T302", "context.tags['a']"),
        ("context.n[0] == 1", "T302", "context.n[0]"),
        ("context.n in context.s", "T302", "context.n in context.s"),
        ("context.n in context.tags", "T302", "context.n in context.tags"),
        ("context.s.exists(c, true)", "T302", "context.s"),
        ("context.due < '2026-01-01T00:00:00Z'", "T302", "context.due < '2026-01-01T00:00:00Z'"),
        ("context.tags == 'a'", "T302", "context.tags == 'a'"),
        ("context.owner.age == 'x'", "T302", "context.owner.age == 'x'"),
        ("context.items.exists(i, i.score == 'x')", "T302", "i.score == 'x'"),
        ("context.n", "T303", "context.n"),
        ("context.s && context.flag", "T303", "context.s"),
        ("!context.n", "T303", "context.n"),
        ("context.n ? true : false", "T303", "context.n"),
        ("context.tags.exists(t, t)", "T303", "t"),
        ("context.flag ? 1 : 2", "T303", "context.flag ? 1 : 2"),
        ("unknown == 1", "T304", "unknown"),
        ("value == 1", "T304", "value"),
        ("context.s.shout() == 'A'", "T304", "shout"),
        ("context.tags.exists(t, u == 'x')", "T304", "u"),
        ("exists(context.tags, true)", "T304", "exists(context.tags, true)"),
        ("Point{x: 1} == null", "T304", "Point{x: 1}"),
        ("context.verdict == 'chnages'", "T305", "'chnages'"),
        ("context.verdict in ['approved', 'no']", "T305", "'no'"),
        ("context.verdict == (context.flag ? 'approvd' : 'changes')", "T305", "'approvd'"),
        ("'maybe' in context.votes", "T305", "'maybe'"),
        ("context.votes.exists(v, v == 'maybe')", "T305", "'maybe'"),
        ("context.s == null", "T306", "context.s == null"),
        ("'' != context.s", "T306", "'' != context.s"),
        ("context['n'] == null", "T306", "context['n'] == null"),
        ("now() > context.due", "T307", "now"),
        ("random() < 0.5", "T307", "random"),
        ("has(context.n.x)", "T308", "has(context.n.x)"),
        ("has(context.n, 1)", "T308", "has(context.n, 1)"),
        ("context.s.matches('[')", "T313", "'['"),
        ("matches(context.s, '(?=a)')", "T313", "'(?=a)'"),
    ],
)
def test_one_thing_is_wrong_with(source: str, code: str, part: str) -> None:
    finding = only(source)
    assert finding.code == code
    assert finding.span.text(source) == part
    assert finding.message.endswith(".")
    assert finding.data["found"] is not None


@pytest.mark.parametrize(
    "source, better",
    [
        ("context.verdict == 'chnages'", "context.verdict == 'changes'"),
        ('context.verdict == "Approved"', 'context.verdict == "approved"'),
        ("context.verdict == approved", "context.verdict == 'approved'"),
        ("verdict == 'approved'", "context.verdict == 'approved'"),
        ("contxt.n == 1", "context.n == 1"),
        ("context.s == null", "!has(context.s)"),
        ("context.n == 1 && context.s != ''", "context.n == 1 && has(context.s)"),
        ("context.amount * 2 > 1.0", "context.amount * 2.0 > 1.0"),
        ("len(context.s) > 1", "size(context.s) > 1"),
        ("context.s.startswith('a')", "context.s.startsWith('a')"),
        ("context.tags.any(t, t == 'a')", "context.tags.exists(t, t == 'a')"),
    ],
)
def test_a_fix_mends_it(source: str, better: str) -> None:
    assert mended(source) == better


def test_a_mended_expression_has_no_finding() -> None:
    assert findings(mended("context.verdict == 'chnages'")) == ()


def test_sentences_name_what_the_user_wrote() -> None:
    assert only("context.verdict == 'chnages'").message == "'chnages' is not a member of verdict; use 'changes'."
    assert only("context.verdict == 'x'").message == (
        "'x' is not a member of verdict; use one of 'approved', 'changes', 'rejected'."
    )
    assert only("context.n == '1'").message == (
        "context.n is an int and '1' is a string, so they are never equal; use values of one type."
    )
    assert only("contxt.n == 1").message == "There is no variable contxt; use context."


def test_data_are_for_programs() -> None:
    finding = only("context.verdict == 'chnages'")
    assert finding.data == {
        "expected": ["approved", "changes", "rejected"],
        "found": "chnages",
        "nearest": "changes",
    }


def test_all_findings_of_an_expression_are_found() -> None:
    source = "context.verdict == 'aproved' && nobody && now() > 1 && context.n == 'x'"
    assert [finding.code for finding in findings(source)] == ["T305", "T304", "T307", "T302"]


def test_a_computed_value_may_be_of_any_type() -> None:
    program = compile("context.n + 1", SCHEMA)
    assert [finding.code for finding in program.findings] == ["T303"]
    assert program.value_findings == ()
    assert program.type == INT


def test_value_is_typed_by_the_field_it_is_meant_for() -> None:
    schema = SCHEMA.with_value(FIELDS["verdict"])
    assert compile("value == 'approved' && context.flag", schema).findings == ()
    (finding,) = compile("value == 'aproved'", schema).findings
    assert (finding.code, finding.data["nearest"]) == ("T305", "approved")


def test_without_a_schema_anything_may_be_there() -> None:
    assert compile("context.n == '1' && other > 2").findings == ()
    assert [finding.code for finding in compile("nothing()").findings] == ["T304"]


@pytest.mark.parametrize(
    "source, expected",
    [
        ("context.n + 1", INT),
        ("context.amount / 2.0", DOUBLE),
        ("context.s + 'x'", STRING),
        ("context.items[0].score", DOUBLE),
        ("context.flag ? 1 : 2", INT),
        ("context.flag ? 1 : 'a'", DYN),
        ("context.free + 1", INT),
        ("context.free + context.free", DYN),
        ("has(context.s)", BOOL),
        ("context.due - context.due", Type("duration")),
    ],
)
def test_types_are_inferred(source: str, expected: Type) -> None:
    assert compile(source, SCHEMA).type == expected


@pytest.mark.parametrize(
    "source, code, part",
    [
        ("context.n = 1", "T301", "="),
        ("context.n == ", "T301", ""),
        ("", "T301", ""),
        ("(context.n == 1", "T301", ""),
        ("context.n == 1)", "T301", ")"),
        ("context.s == 'abc", "T301", "'abc"),
        ("context.n and true", "T301", "and"),
        ("not context.flag", "T301", "context"),
        ("context.s == 'a\\q'", "T301", "\\q"),
        ("context.s == “a”", "T301", "“"),
        ("if == 1", "T301", "if"),
        ("has(context)", "T308", "context"),
        ("has(context['s'])", "T308", "context['s']"),
        ("context.tags.exists(1, true)", "T301", "1"),
    ],
)
def test_what_cannot_be_read_is_an_error_with_a_place(source: str, code: str, part: str) -> None:
    with pytest.raises(CelError) as caught:
        compile(source, SCHEMA)
    assert caught.value.code == code
    assert caught.value.span.text(source).strip() == part
    assert str(caught.value).endswith(".")


def test_other_languages_operators_are_explained() -> None:
    for source, advice in (
        ("a and b", "use '&&'"),
        ("a or b", "use '||'"),
        ("not a", "use '!'"),
        ("a = b", "use '=='"),
    ):
        with pytest.raises(CelError, match=advice.replace("|", r"\|")):
            compile(source)
