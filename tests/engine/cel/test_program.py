"""The door of the room: compile, evaluate, pass, explain."""

from __future__ import annotations

import pickle
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from types import MappingProxyType
from typing import Any

import pytest

import engine.cel
from engine.cel import EXTENDED, STANDARD, CelError, Schema, Uint, compile
from engine.dsl import Field
from engine.text import Span


def test_a_program_evaluates_over_plain_values() -> None:
    assert compile("context.n * 2 + 1").evaluate({"context": {"n": 20}}) == 41


def test_a_guard_passes_only_when_it_is_true() -> None:
    guard = compile("context.verdict == 'approved'")
    assert guard.passes({"verdict": "approved"})
    assert not guard.passes({"verdict": "changes"})
    assert not guard.passes({})
    assert not compile("1").passes({})


@pytest.mark.parametrize("context", [None, 5, "text", [], {"n": object()}, {"n": {"a": object()}}, {"n": 10**400}])
@pytest.mark.parametrize(
    "source", ["context.n > 1", "context.n.a == 1", "double(context.n) > 1.0", "context.n in [1]", "context.all(x, x)"]
)
def test_a_guard_never_raises(source: str, context: Any) -> None:
    assert compile(source).passes(context) in (True, False)


def test_a_validate_is_given_the_value_too() -> None:
    check = compile("value > context.least")
    assert check.passes({"least": 1}, 2)
    assert not check.passes({"least": 1}, 1)
    assert not check.passes({"least": 1})


def test_an_error_of_evaluation_names_the_place_of_the_part_that_failed() -> None:
    with pytest.raises(CelError) as caught:
        compile("true && context.verdict == 'x'").evaluate({"context": {}})
    assert caught.value.span == Span(8, 23)
    assert str(caught.value) == "context.verdict is not set; ask has(context.verdict) first."


def test_the_same_source_and_schema_are_compiled_once() -> None:
    schema = Schema.of({"n": Field(type="int")})
    assert compile("1 + 1") is compile("1 + 1")
    assert compile("1 + 1", schema) is compile("1 + 1", schema)
    assert compile("1 + 1", schema) is not compile("1 + 1")


def test_a_context_may_be_any_mapping_and_a_list_any_sequence() -> None:
    context = MappingProxyType({"n": 1, "l": (1, 2), "m": MappingProxyType({"a": 1})})
    for source in (
        "context.n == 1 && has(context.n) && 'n' in context",
        "context.l.exists(x, x == 2) && context.l[1] == 2 && size(context.l) == 2 && 2 in context.l",
        "context.m.a == 1 && context.m == {'a': 1} && context.m.all(k, k == 'a') && context.l + [3] == [1, 2, 3]",
        "type(context.l) == list && type(context.m) == map",
    ):
        assert compile(source).passes(context)
        assert compile(source).explain(context).passes


def test_a_value_is_never_changed() -> None:
    context: dict[str, Any] = {"l": [3, 1], "m": {"a": [1]}}
    compile("context.l + [2] == context.l.map(x, x + 1)").evaluate({"context": context})
    assert context == {"l": [3, 1], "m": {"a": [1]}}


def test_an_error_travels_between_processes() -> None:
    with pytest.raises(CelError) as caught:
        compile("1 +")
    error = pickle.loads(pickle.dumps(caught.value))
    assert (str(error), error.span, error.code) == (str(caught.value), caught.value.span, "T301")


def test_programs_are_compiled_and_used_by_several_threads() -> None:
    sources = [f"context.n + {number} == {number + 1}" for number in range(200)]
    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(lambda source: compile(source).passes({"n": 1}), sources * 4))


def test_numbers_beyond_64_bits_in_a_context_do_no_harm() -> None:
    context = {"n": 2**70, "huge": 10**400}
    assert compile("context.n > 1 && context.huge > 1.5").passes(context)
    assert compile("double(context.huge) > 1.0").passes(context)
    with pytest.raises(CelError, match="64 bits"):
        compile("context.n + 1").evaluate({"context": context})


def test_types_of_values_are_those_of_cel() -> None:
    assert type(compile("2u + 3u").evaluate({})) is Uint
    assert compile("{true: 1, 1: 2}[true]").evaluate({}) == 1
    assert compile("{true: 1, 1: 2}[1]").evaluate({}) == 2
    assert compile("{true: 1, 1: 2} == {1: 2, true: 1}").evaluate({}) is True
    assert compile("{true: 1, 1: 2} == {1: 2, 2: 1}").evaluate({}) is False
    assert compile("{true: 1, 1: 2}.map(k, k)").evaluate({}) == [True, 1]


def test_a_part_of_an_expression_has_a_value_of_its_own() -> None:
    program = compile("context.n > 1 && context.missing")
    first, second = program.tree.children
    assert program.value_of(first, {"context": {"n": 2}}) is True
    with pytest.raises(CelError, match="is not set"):
        program.value_of(second, {"context": {"n": 2}})


def test_the_string_functions_can_be_left_out() -> None:
    assert compile("'A'.lowerAscii()").evaluate({}) == "a"
    with pytest.raises(CelError, match=r"no function lowerAscii\(\)"):
        compile("'A'.lowerAscii()", library=STANDARD).evaluate({})


def test_functions_describe_themselves() -> None:
    assert EXTENDED.functions["contains"].signatures == ("string.contains(string) → bool",)
    assert EXTENDED.functions["duration"].signatures[1] == "duration(string) → duration"
    for function in EXTENDED.functions.values():
        assert function.summary.endswith(".")
        assert function.signatures


def test_what_the_room_exports_is_there() -> None:
    for name in engine.cel.__all__:
        assert hasattr(engine.cel, name)


def test_the_process_is_left_as_it_was() -> None:
    """cel-python lends its grammar; its modules, which lower the recursion limit, are not imported."""
    code = (
        "import sys; limit = sys.getrecursionlimit(); from engine.cel import compile; compile('1 == 1').passes({});"
        "assert sys.getrecursionlimit() == limit; assert 'celpy' not in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
