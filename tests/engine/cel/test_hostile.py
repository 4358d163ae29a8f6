"""Expressions written to hang, to overflow or to fill the memory: each ends soon, with an error or a value."""

from __future__ import annotations

import sys
import tracemalloc
from collections.abc import Iterator
from contextlib import contextmanager
from time import process_time
from typing import Any

import pytest

from engine.cel import CelError, compile
from engine.cel.limits import MAX_DEPTH, MAX_LENGTH, MAX_MACROS, MAX_SIZE, MAX_STEPS

MEGABYTE = 2**20


@contextmanager
def within(seconds: float) -> Iterator[None]:
    """A hang guard of ten times what is aimed at, in time of this process, whatever else runs."""
    start = process_time()
    yield
    assert process_time() - start < 10 * seconds


def error_of(source: str, context: Any = None) -> CelError:
    with pytest.raises(CelError) as caught:
        compile(source).evaluate({"context": context or {}})
    return caught.value


@pytest.mark.parametrize("operator", [" && ", " || "])
def test_thousands_of_terms_over_absent_fields(operator: str) -> None:
    program = compile(operator.join(f"context.f{i} == {i}" for i in range(2_000)))
    for seconds in (0.05, 0.05, 0.5, 0.05):  # walked at first, then planned
        with within(seconds):
            assert program.passes({}) is False
    for seconds in (0.5, 0.05):
        with within(seconds), pytest.raises(CelError, match=r"context\.f0 is not set") as caught:
            program.evaluate({"context": {}})
        assert len(str(caught.value)) < 200
    assert program.passes({f"f{i}": i for i in range(2_000)}) is True
    assert program.evaluate({"context": {f"f{i}": i for i in range(2_000)}}) is True


def test_the_last_of_thousands_of_terms_decides() -> None:
    absent = " || ".join(f"context.f{i} == {i}" for i in range(2_000))
    program = compile(f"{absent} || context.here")
    for _ in range(4):
        assert program.evaluate({"context": {"here": True}}) is True
        assert program.passes({"here": True}) is True


def test_hundreds_of_parentheses_are_read() -> None:
    with within(0.05):
        assert compile("(" * 200 + "context.n" + ")" * 200 + " == 1").passes({"n": 1})


@pytest.mark.parametrize(
    "source",
    [
        "[" * 5_000 + "]" * 5_000,
        "{1:" * 5_000 + "1" + "}" * 5_000,
        "!(" * 5_000 + "true" + ")" * 5_000,
        "-(" * 5_000 + "context.n" + ")" * 5_000,
        "size(" * 5_000 + "''" + ")" * 5_000,
        "context" + ".a" * 5_000,
        "context" + "[0]" * 5_000,
        "1" + " + 1" * 5_000,
        "true" + " ? true : true" * 5_000,
        "[1].all(x, " * 300 + "true" + ")" * 300,
    ],
    ids=lambda source: source[:12],
)
def test_nesting_beyond_the_limit_is_an_error_with_a_place(source: str) -> None:
    limit = sys.getrecursionlimit()
    with within(0.2), pytest.raises(CelError, match=r"nested more than|inside one another") as caught:
        compile(source)
    assert caught.value.code == "T301"
    assert 0 <= caught.value.span.start < caught.value.span.end <= len(source)
    assert sys.getrecursionlimit() == limit


@pytest.mark.parametrize(
    "source",
    [
        "[" * (MAX_DEPTH - 1) + "1" + "]" * (MAX_DEPTH - 1),
        "!(" * (MAX_DEPTH - 1) + "true" + ")" * (MAX_DEPTH - 1),
        "!" * 50_000 + "true",
        "1" + " + 1" * (MAX_DEPTH - 1),
        "[1].all(x, " * MAX_MACROS + "true" + ")" * MAX_MACROS,
        "[1]" + ".map(x, x + 1)" * (MAX_DEPTH - 2),
        "true && (false || " * (MAX_DEPTH // 2 - 1) + "true" + ")" * (MAX_DEPTH // 2 - 1),
        "context.a == 1 || (context.b == 1 && " * 90 + "true" + ")" * 90,
        "(true ? " * (MAX_DEPTH - 2) + "1" + " : 2)" * (MAX_DEPTH - 2),
        "[true].exists(x, context.a || [x].all(y, context.b && " * 9 + "true" + "))" * 9,
    ],
    ids=lambda source: source[:12],
)
def test_what_is_read_is_also_planned_explained_and_evaluated(source: str) -> None:
    program = compile(source)
    outcome = program.explain({}).outcome
    assert program.passes({}) is (outcome.ok and outcome.value is True)
    if outcome.ok:
        assert program.evaluate({"context": {}}) == outcome.value
    assert program.findings is not None


def test_a_macro_of_a_hundred_million_steps_stops_at_its_budget() -> None:
    source = "context.l.all(a, context.l.all(b, a + b >= 0))"
    with within(1):
        error = error_of(source, {"l": list(range(10_000))})
    assert f"{MAX_STEPS:,} steps" in str(error)
    with within(1):
        assert not compile(source).passes({"l": list(range(10_000))})


def test_four_nested_macros_stop_at_their_budget() -> None:
    hundred = "[" + ", ".join("1" * 1 for _ in range(100)) + "]"
    with within(1):
        error = error_of(f"{hundred}.all(a, {hundred}.all(b, {hundred}.all(c, {hundred}.all(d, a + b + c + d > 0))))")
    assert "steps" in str(error)


def test_work_inside_macros_is_paid_by_its_size() -> None:
    context = {"l": list(range(10_000)), "text": "a" * 900_000}
    with within(2):
        assert "steps" in str(error_of("context.l.all(i, (context.text + 'b').size() > 0)", context))
    with within(2):
        assert "steps" in str(error_of("context.l.all(i, i in context.l)", context))


def test_a_spent_budget_does_not_come_back() -> None:
    source = "context.l.all(a, context.l.all(b, true)) || context.l.exists(a, context.l.exists(b, false))"
    with within(1):
        assert "steps" in str(error_of(source, {"l": list(range(10_000))}))


@pytest.mark.parametrize(
    "source",
    [
        "['aaaaaaaaaa']" + ".map(x, x + x)" * 60,
        "['aaaaaaaaaa']" + ".map(x, x.replace('a', 'aaaaaaaaaa'))" * 60,
        "['aaaaaaaaaa']" + ".map(x, strings.quote(x) + strings.quote(x))" * 60,
        "['aaaaaaaaaa']" + ".map(x, '%s%s'.format([x, x]))" * 60,
        "['aaaaaaaaaa']" + ".map(x, [x, x, x].join(x))" * 60,
        "[[1, 2, 3]]" + ".map(x, x + x)" * 60,
        "[b'abcdef']" + ".map(x, x + x)" * 60,
        "'%.1000f'.format([1.0])" + ".replace('0', '0000000000')" * 8,
    ],
    ids=lambda source: source[:40],
)
def test_values_that_grow_without_end_are_stopped(source: str) -> None:
    tracemalloc.start()
    try:
        with within(1):
            error = error_of(source)
        assert tracemalloc.get_traced_memory()[1] < 32 * MEGABYTE
    finally:
        tracemalloc.stop()
    assert f"{MAX_SIZE:,}" in str(error) or "steps" in str(error)


@pytest.mark.parametrize(
    "text", ["a" * 50_000 + "!", "1" * 50_000 + "!", "1h" * 20_000 + "!", "1" * 50_000 + "h", "." * 50_000]
)
def test_a_long_duration_that_is_none_fails_at_once(text: str) -> None:
    with within(0.1):
        error_of(f"duration('{text}')")


@pytest.mark.parametrize("text", ["9" * 50_000, "9" * 50_000 + "x", " " * 50_000, "1e" + "9" * 50_000, "-" * 50_000])
def test_long_numbers_are_read_or_refused_at_once(text: str) -> None:
    for function in ("int", "uint", "timestamp"):
        with within(0.1):
            error_of(f"{function}('{text}')")
    with within(0.1):
        compile(f"double('{text}') > 0.0").passes({})


@pytest.mark.parametrize("literal", ["9" * 50_000, "0x" + "f" * 50_000, "1" * 50_000 + "u", "-" + "1" * 50_000])
def test_long_literals_are_refused_at_once(literal: str) -> None:
    with within(0.1):
        assert error_of(literal).code == "T301"


def test_a_source_of_a_megabyte_is_refused_at_once() -> None:
    with within(0.05):
        error = error_of("'" + "a" * MEGABYTE + "'")
    assert f"{MAX_LENGTH:,}" in str(error)
    assert len(str(error)) < 200


@pytest.mark.parametrize("pattern", ["(", "[", "*", "a{2,1}", r"\\Q(", "(?P<n", "(a{1000}){1000}", "a" * 20_000])
def test_a_bad_pattern_is_an_error(pattern: str) -> None:
    with within(0.1):
        compile(f"'a'.matches('{pattern}')").passes({})
    if pattern != r"\\Q(":
        assert "no regular expression" in str(error_of(f"'a'.matches('{pattern}')"))


def test_a_pattern_that_backtracks_elsewhere_is_linear_here() -> None:
    with within(0.1):
        assert not compile("context.s.matches('^(a+)+$')").passes({"s": "a" * 50_000 + "!"})


def test_deep_values_are_compared_or_refused() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    program = compile("context.a == context.b")
    other: Any = []
    for _ in range(100_000):
        other = [other]
    assert program.passes({"a": deep, "b": other}) in (True, False)
    with pytest.raises(CelError, match="nested too deeply"):
        program.evaluate({"context": {"a": deep, "b": other}})


def test_half_a_character_in_a_value_is_an_error_and_no_crash() -> None:
    for source in ("context.s.matches('a')", "bytes(context.s) == b''"):
        error_of(source, {"s": "\ud800"})
        assert not compile(source).passes({"s": "\ud800"})


def test_half_a_character_in_the_source_is_refused() -> None:
    assert error_of("context.s == '\ud800'").span.start == 14
