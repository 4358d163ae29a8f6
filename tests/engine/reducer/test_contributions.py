"""What a contribution is refused for, in which order, and that a refusal changes nothing."""

from __future__ import annotations

from typing import Any

import pytest

from engine.reducer import Contribution, explain, explain_fired, moves
from tests.engine.reducer.running import Run

MACHINE = """
  context:
    n: { type: int, max: 10 }
    total: { type: int, default: 0 }
    word: { type: string, maxLength: 5 }
  agents: { w: { canTransition: [a] } }
  policy: { maxExchangesPerStage: 3 }
  states:
    a:
      invariants: [ context.total < 15 ]
      requires: [ { name: n, validate: [ value != 7 ] }, { name: word, required: false } ]
      transitions:
        - toState: a
          guards: [ context.n > 1 ]
          onTransition: [ { compute: { total: context.total + context.n } }, { assign: { n: null } } ]
        - { toState: b, guards: [ "has(context.word) && context.word == 'stop'" ] }
    b: { terminal: true }
"""
W = {"agent": "w"}


@pytest.mark.parametrize(
    "who, values, more, code",
    [
        (W, {"x": 1}, {}, "unknown-field"),
        (W, {"n": 11}, {}, "type-mismatch"),
        (W, {"n": "1"}, {}, "type-mismatch"),
        (W, {"word": "longer"}, {}, "type-mismatch"),
        (W, {"word": "\ud800"}, {}, "type-mismatch"),
        (W, {"n": 3}, {"expected_version": 4}, "version-conflict"),
        (W, {}, {}, "not-authorized"),
        (W, {"total": 3}, {}, "not-authorized"),
        ({"user": "w"}, {"n": 3}, {}, "not-authorized"),
        (W, {"x": 1, "n": 11}, {"expected_version": 4}, "version-conflict"),
        ({"user": "w"}, {"n": 11}, {}, "type-mismatch"),
    ],
)
def test_the_first_fault_gives_the_code(who: Any, values: Any, more: Any, code: str) -> None:
    run = Run(MACHINE)
    before = run.envelope.to_json()
    step = run.give(who, values, **more)
    assert (step.accepted, step.code) == (False, code)
    assert step.message
    assert run.envelope.to_json() == before


def test_an_invariant_refuses_the_step_whole() -> None:
    run = Run(MACHINE)
    run.give(W, {"n": 9})
    before = run.envelope.to_json()
    assert run.give(W, {"n": 8}).code == "invariant"
    assert run.envelope.to_json() == before
    assert run.give(W, {"n": 5.0}).accepted
    assert run.envelope.context["total"] == 14


def test_a_budget_counts_the_visit() -> None:
    run = Run(MACHINE)
    codes = [run.give(W, {"n": 1}).code for _ in range(5)]
    assert codes == [None, None, None, "budget-exhausted", "budget-exhausted"]


def test_a_duplicate_is_answered_as_before_and_other_content_is_a_conflict() -> None:
    run = Run(MACHINE)
    first = run.give(W, {"n": 1}, id="x")
    run.give(W, {"n": 2}, id="y")
    again = run.give(W, {"n": 1.0}, id="x")
    assert (again.accepted, again.code, again.version, dict(again.context)) == (
        True,
        "duplicate",
        2,
        dict(first.context),
    )
    assert run.give(W, {"n": 2}, id="x").code == "duplicate-conflict"


def test_why_it_rests_and_what_would_move_it() -> None:
    run = Run(MACHINE)
    run.give(W, {"n": 1})
    why = explain(run.definition, run.envelope)
    assert [(each.field, each.missing) for each in why.routing.requirements] == [("n", None), ("word", "unset")]
    assert [each.passes for each in why.routing.transitions] == [False, False]
    assert why.routing.transitions[0].guards[0].explanation is not None
    assert [({w.field: w.value for w in each.writes}, each.target) for each in moves(run.definition, run.envelope)] == [
        ({"n": 2}, "a"),
        ({"word": "stop"}, "b"),
    ]
    run.give(W, {"n": 7})
    assert explain(run.definition, run.envelope).routing.requirements[0].missing == "check"


def test_why_a_transition_fired_and_not_an_earlier_one() -> None:
    run = Run(MACHINE)
    step = run.give(W, {"n": 1, "word": "stop"})
    (why,) = explain_fired(step)
    assert (why.fired.index, why.routing.takes) == (1, 1)
    assert why.routing.transitions[0].guards[0].passes is False


@pytest.mark.parametrize(
    "data",
    [
        [],
        {"id": "", "actor": W, "values": {}},
        {"id": "x", "actor": {"robot": "w"}, "values": {}},
        {"id": "x", "actor": W, "values": []},
        {"id": "x", "actor": W, "values": {}, "at": "2000-01-01"},
        {"id": "x", "actor": W, "values": {}, "expectedVersion": True},
        {"id": "x", "actor": W, "valeus": {}},
    ],
)
def test_what_is_no_contribution_is_said_in_a_sentence(data: Any) -> None:
    with pytest.raises(ValueError, match=r"\w"):
        Contribution.from_json(data)
