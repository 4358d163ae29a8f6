"""The decision table: every situation is in a row, rows are as few as they can be, each has an example."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from engine.analysis import DecisionTable, decision_table
from engine.dsl import Workflow, read
from tests.cases import CASES
from tests.counts import count
from tests.engine.analysis.exact.brute import Brute, passes
from tests.engine.analysis.machines import machine
from tests.generators.states import States


def table(states: str, context: str) -> DecisionTable:
    workflow = read(machine(states, context=context)).workflow
    assert workflow is not None
    return decision_table(workflow, "a")


def rows(found: DecisionTable) -> list[tuple[str, str]]:
    return [
        (" / ".join(", ".join(value) for value in row.values), "" if row.fires is None else found.targets[row.fires])
        for row in found.rows
    ]


VERDICT = "v: { type: enum, values: [yes, no, later] }"
SCORE = "n: { type: int, min: 0, max: 100 }, note: { type: string }"


def test_members_of_an_enum() -> None:
    found = table(
        "a: { requires: [ { name: v } ], transitions: ["
        " { toState: b, guards: [ \"context.v == 'yes'\" ] }, { toState: c, guards: [ \"context.v == 'no'\" ] } ] }",
        VERDICT,
    )
    assert found.columns == ("v",)
    assert rows(found) == [("'yes'", "b"), ("'no'", "c"), ("'later'", "")]
    assert [row.gap for row in found.rows] == [False, False, True]
    assert [dict(row.context or {}) for row in found.rows] == [{"v": "yes"}, {"v": "no"}, {"v": "later"}]


def test_ranges_of_integers_meet_without_a_gap_in_words() -> None:
    found = table(
        "a: { requires: [ { name: n } ], transitions: ["
        ' { toState: b, guards: [ "context.n > 50" ] }, { toState: c, guards: [ "context.n < 50" ] } ] }',
        SCORE,
    )
    assert rows(found) == [("from 51", "b"), ("up to 49", "c"), ("50", "")]


def test_rows_of_equal_outcome_are_one_row() -> None:
    found = table(
        "a: { transitions: [ { toState: b, guards: [ \"has(context.v) && context.v != 'no'\" ] }, { toState: c } ] }",
        VERDICT,
    )
    assert rows(found) == [("'yes', 'later'", "b"), ("'no', unset", "c")]


def test_only_fields_that_guards_read_are_columns() -> None:
    found = table(
        "a: { requires: [ { name: note } ], transitions: ["
        ' { toState: b, guards: [ "context.n > 50" ] }, { toState: c } ] }',
        SCORE,
    )
    assert found.columns == ("n",)
    assert rows(found) == [("from 51", "b"), ("up to 50, unset", "c")]
    assert all(row.context is not None and "note" in row.context for row in found.rows)


def test_what_is_required_is_never_unset_and_always_valid() -> None:
    found = table(
        'a: { requires: [ { name: n, validate: [ "value >= 10" ] } ], transitions: ['
        ' { toState: b, guards: [ "context.n > 50" ] }, { toState: c, guards: [ "context.n > 20" ] } ] }',
        SCORE,
    )
    assert rows(found) == [("from 51", "b"), ("21 to 50", "c"), ("10 to 20", "")]


def test_overlap_names_every_transition_that_passes_but_not_the_last_else() -> None:
    found = table(
        'a: { transitions: [ { toState: b, guards: [ "context.n > 50" ] },'
        ' { toState: c, guards: [ "context.n > 70" ] }, { toState: d } ] }',
        SCORE,
    )
    assert [(row.passing, row.overlap) for row in found.rows] == [((0, 2), False), ((0, 1, 2), True), ((2,), False)]


def test_strings_are_told_by_what_guards_ask() -> None:
    found = table(
        "a: { transitions: [ { toState: b, guards: [ \"context.note == 'x'\" ] },"
        " { toState: c, guards: [ \"context.note.startsWith('ab')\" ] } ] }",
        SCORE,
    )
    assert rows(found) == [("'x'", "b"), ("'ab' and the like", "c"), ("'y' and the like, unset", "")]


def test_a_comparison_of_two_fields_is_a_column_of_its_own() -> None:
    found = table(
        "a: { requires: [ { name: n }, { name: m } ],"
        ' transitions: [ { toState: b, guards: [ "context.n > context.m" ] } ] }',
        "n: { type: int }, m: { type: int }",
    )
    assert found.columns == ("n", "m", "context.n > context.m")
    assert rows(found) == [("any value / any value / greater", "b"), ("any value / any value / less, equal", "")]
    assert [row.context for row in found.rows] == [{"n": 1, "m": 0}, {"n": 0, "m": 0}]


def test_no_more_rows_than_asked_for_gaps_first() -> None:
    members = ", ".join(f"m{index}" for index in range(12))
    edges = ", ".join(f"{{ toState: s{i}, guards: [ \"context.v == 'm{i}'\" ] }}" for i in range(10))
    text = machine(
        f"a: {{ requires: [ {{ name: v }} ], transitions: [ {edges} ] }}",
        context=f"v: {{ type: enum, values: [{members}] }}",
    )
    workflow = read(text).workflow
    assert workflow is not None
    found = decision_table(workflow, "a", most=4)
    assert (len(found.rows), found.more) == (4, 7)
    assert found.rows[-1].gap


def test_too_many_cases_are_said_to_be_too_many() -> None:
    fields = ", ".join(f"f{index}: {{ type: bool }}" for index in range(30))
    edges = ", ".join(
        f'{{ toState: b, guards: [ "context.f{index} == context.f{index + 1}" ] }}' for index in range(29)
    )
    found = table(f"a: {{ transitions: [ {edges} ] }}", fields)
    assert not found.complete
    assert found.rows == ()


def test_a_state_without_guards_has_one_row() -> None:
    found = table("a: { requires: [ { name: n } ], transitions: [ { toState: b } ] }", SCORE)
    assert found.columns == ()
    assert rows(found) == [("", "b")]


@pytest.mark.parametrize("seed", range(count(150, 1_500)))
def test_rows_hold_exactly_the_situations_there_are(seed: int) -> None:
    workflow = Workflow.model_validate(States(seed).machine())
    state = workflow.states["start"]
    found = decision_table(workflow, "start")
    outcomes = {row.passing for row in found.rows}
    for context, passed in Brute(workflow.context, state).situations:
        assert tuple(index for index, each in enumerate(passed) if each) in outcomes, context
    for row in found.rows:
        if row.context is not None:
            assert row.passing == passing(workflow, row.context)


def passing(workflow: Workflow, context: Mapping[str, Any]) -> tuple[int, ...]:
    edges = workflow.states["start"].transitions
    return tuple(
        index for index, edge in enumerate(edges) if all(passes(guard.expression, context) for guard in edge.guards)
    )


def test_the_shared_review_routes_each_verdict() -> None:
    workflow = read((CASES / "features" / "delegated_review.yaml").read_text()).workflow
    assert workflow is not None
    found = decision_table(workflow, "review")
    assert rows(found) == [("'approved'", "done"), ("'changes'", "draft"), ("'rejected'", "rejected")]
