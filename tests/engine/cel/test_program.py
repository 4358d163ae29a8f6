"""The door of the room: compile, evaluate, pass, explain."""

from __future__ import annotations

import pytest

from engine.cel import CelError, compile
from engine.text import Span


def test_a_program_evaluates_over_plain_values() -> None:
    assert compile("context.n * 2 + 1").evaluate({"context": {"n": 20}}) == 41


def test_a_guard_passes_only_when_it_is_true() -> None:
    guard = compile("context.verdict == 'approved'")
    assert guard.passes({"verdict": "approved"})
    assert not guard.passes({"verdict": "changes"})
    assert not guard.passes({})
    assert not compile("1").passes({})


def test_an_error_of_evaluation_names_the_place_of_the_part_that_failed() -> None:
    with pytest.raises(CelError) as caught:
        compile("true && context.verdict == 'x'").evaluate({"context": {}})
    assert caught.value.span == Span(8, 23)
    assert "context.verdict is not set" in str(caught.value)


def test_the_same_source_is_compiled_once() -> None:
    assert compile("1 + 1") is compile("1 + 1")
