"""The explainer shows the value or the error of every part, and which parts mattered."""

from __future__ import annotations

from typing import Any

from engine.cel import Explanation, Part, Schema, compile
from engine.dsl import Field


def explained(source: str, context: Any = None, **variables: Any) -> Explanation:
    return compile(source).explain(context or {}, **variables)


def part(explanation: Explanation, source: str, text: str) -> Part:
    (found,) = [each for each in explanation if each.span.text(source) == text]
    return found


def test_every_part_has_its_value() -> None:
    source = "context.n * 2 + 1 > 100"
    explanation = explained(source, {"n": 60})
    values = [(each.span.text(source), each.outcome.value) for each in explanation]
    assert values == [
        ("context.n * 2 + 1 > 100", True),
        ("context.n * 2 + 1", 121),
        ("context.n * 2", 120),
        ("context.n", 60),
        ("context", {"n": 60}),
        ("2", 2),
        ("1", 1),
        ("100", 100),
    ]
    assert explanation.passes


def test_an_error_is_told_where_it_arose_and_where_it_led() -> None:
    source = "context.a == 1 && context.b == 2"
    explanation = explained(source, {"b": 2})
    assert not explanation.passes
    assert explanation.culprit is not None
    assert explanation.culprit.span.text(source) == "context.a"
    assert part(explanation, source, "context.a").outcome.error == "context.a is not set; ask has(context.a) first."
    assert explanation.outcome.error == "context.a is not set; ask has(context.a) first."
    assert part(explanation, source, "context.b == 2").outcome.value is True


def test_what_the_result_does_not_depend_on_is_evaluated_and_marked() -> None:
    source = "has(context.a) && context.a == 1"
    explanation = explained(source, {})
    assert part(explanation, source, "has(context.a)").needed
    beside = part(explanation, source, "context.a == 1")
    assert not beside.needed
    assert not beside.outcome.ok


def test_the_branch_not_taken_is_marked() -> None:
    source = "context.t ? context.n : context.missing"
    explanation = explained(source, {"t": True, "n": 1})
    assert explanation.outcome.value == 1
    assert not part(explanation, source, "context.missing").needed


def test_an_absorbed_error_is_shown_and_has_no_culprit() -> None:
    source = "context.a == 1 || context.b == 2"
    explanation = explained(source, {"b": 2})
    assert explanation.passes
    assert explanation.culprit is None
    assert not part(explanation, source, "context.a == 1").outcome.ok


def test_a_macro_shows_what_became_of_each_element() -> None:
    source = "context.l.exists(x, 10 / x > 4)"
    explanation = explained(source, {"l": [0, 5, 2, 1]})
    rounds = part(explanation, source, source).rounds
    assert [(each.element, each.outcome.ok, each.outcome.value) for each in rounds] == [
        (0, False, None),
        (5, True, False),
        (2, True, True),
    ]
    assert part(explanation, source, "10 / x > 4").outcome.value is True


def test_a_macro_over_nothing_has_no_inner_parts() -> None:
    source = "context.l.all(x, x > 4)"
    assert [each.span.text(source) for each in explained(source, {"l": []})] == [source, "context.l", "context"]


def test_a_long_macro_keeps_only_the_first_elements() -> None:
    source = "context.l.all(x, x >= 0)"
    assert len(part(explained(source, {"l": list(range(5_000))}), source, source).rounds) == 100


def test_a_spent_budget_is_explained_too() -> None:
    source = "context.l.all(a, context.l.all(b, true))"
    explanation = explained(source, {"l": list(range(2_000))})
    assert "steps" in str(explanation.outcome.error)
    assert explanation.culprit is not None


def test_times_are_shown_as_times() -> None:
    source = "context.due > timestamp('2026-01-01T00:00:00Z')"
    schema = Schema.of({"due": Field(type="timestamp")})
    explanation = compile(source, schema).explain({"due": "2026-06-01T00:00:00Z"})
    assert explanation.passes
    assert str(part(explanation, source, "context.due").outcome.value) == "2026-06-01T00:00:00Z"


def test_value_is_explained_in_a_validate() -> None:
    assert compile("value > context.n").explain({"n": 1}, value=2).passes
