"""The checks of the whole machine: each fault with a run that shows it, made by the reducer."""

from __future__ import annotations

import pytest

from engine.analysis.exact.explore import explore
from engine.dsl import read
from engine.reducer import is_stuck
from tests.cases import CASES
from tests.engine.analysis.exact.told import findings, last, only, report
from tests.engine.analysis.machines import ENDS, machine

SCORE = "score: { type: int, min: 0, max: 100 }, urgent: { type: bool }"
AGENT = "x: { canTransition: [a] }"
BOTH = "x: { canTransition: [a, b] }"


class TestRoutingGap:
    TEXT = machine(
        "a: { requires: [ { name: score } ], transitions: ["
        ' { toState: end, guards: [ "context.score > 50" ] }, { toState: other, guards: [ "context.score < 50" ] } ] }'
        + ENDS,
        context=SCORE,
        agents=AGENT,
    )

    def test_a_score_of_exactly_fifty(self) -> None:
        finding = only(self.TEXT, "G504")
        assert "no transition passes with score: 50: it is stuck" in finding.message
        assert finding.data["rows"] == ["score: 50"]

    def test_the_witness_is_a_run_that_is_stuck(self) -> None:
        finding = only(self.TEXT, "G504")
        assert finding.witness is not None
        assert [line["values"] for line in finding.witness.contributions] == [{"score": 50}]
        step = last(self.TEXT, finding)
        assert is_stuck(step.definition, step.envelope)

    def test_a_closed_gap_is_silent(self) -> None:
        assert not findings(self.TEXT.replace("< 50", "<= 50"), "G504")

    def test_a_timer_that_is_still_to_come_leaves_nobody_stuck(self) -> None:
        timed = self.TEXT.replace(
            "a: { requires", "a: { timers: [ { name: t, after: PT1H, toState: other } ], requires"
        )
        assert not findings(timed, "G504")


class TestErrorDecides:
    def test_an_optional_answer_without_has(self) -> None:
        text = machine(
            "a: { requires: [ { name: score }, { name: urgent, required: false } ], transitions: ["
            ' { toState: end, guards: [ "context.urgent" ] }, { toState: other } ] }' + ENDS,
            context=SCORE,
            agents=AGENT,
        )
        finding = only(text, "T309")
        assert finding.path == ("states", "a", "transitions", 0, "guards", 0, "expression")
        assert "because 'urgent' is unset" in finding.message
        step = last(text, finding)
        assert "urgent" not in step.context
        assert [fired.index for fired in step.fired] == [1]
        assert not findings(text.replace("context.urgent", "has(context.urgent) && context.urgent"), "T309")


class TestEndless:
    def test_a_trigger_that_is_not_cleared(self) -> None:
        text = machine(
            "a: { requires: [ { name: score } ], transitions: [ { toState: b } ] }\n"
            'b: { transitions: [ { toState: a, guards: [ "context.score < 50" ] }, { toState: end } ] }' + ENDS,
            context=SCORE,
            agents=BOTH,
        )
        finding = only(text, "L605")
        assert "clear 'score' on the way" in finding.message
        assert last(text, finding).envelope.stop == "no-progress"
        cleared = text.replace("{ toState: a, ", "{ toState: a, onTransition: [ { assign: { score: null } } ], ")
        assert not findings(cleared, "L605")

    def test_a_chain_of_130_unguarded_states(self) -> None:
        chain = "\n".join(f"s{n}: {{ transitions: [ {{ toState: s{n + 1} }} ] }}" for n in range(130))
        text = machine(chain + "\ns130: { terminal: true }", start="s0")
        finding = only(text, "L606")
        assert last(text, finding).envelope.stop == "microstep-cap"
        short = "\n".join(f"s{n}: {{ transitions: [ {{ toState: s{n + 1} }} ] }}" for n in range(120))
        assert not findings(machine(short + "\ns120: { terminal: true }", start="s0"), "L606")


class TestReach:
    TEXT = machine(
        "a: { requires: [ { name: score } ], transitions: [ { toState: b } ],"
        " entry: [ { assign: { urgent: false } } ] }\n"
        'b: { transitions: [ { toState: other, guards: [ "context.urgent" ] }, { toState: end } ] }' + ENDS,
        context=SCORE,
        agents=BOTH,
    )

    def test_a_state_no_run_enters_with_the_values_that_come_there(self) -> None:
        finding = only(self.TEXT, "L602")
        assert finding.path == ("states", "other")
        assert finding.certificate is not None
        (way,) = finding.certificate.ways
        assert way.path == ("states", "b", "transitions", 0)
        assert way.excluded_by == ("context.urgent",)

    def test_a_state_that_a_run_enters_is_silent(self) -> None:
        found = findings(self.TEXT.replace("urgent: false", "urgent: true"), "L602")
        assert [finding.path for finding in found] == [("states", "end")]

    def test_a_transition_that_never_fires(self) -> None:
        text = self.TEXT.replace("toState: other", "toState: end").replace("    other: { terminal: true }\n", "")
        finding = only(text, "G503")
        assert finding.path == ("states", "b", "transitions", 0)

    def test_no_way_to_an_end(self) -> None:
        text = machine(
            "a: { requires: [ { name: score } ], transitions: ["
            ' { toState: end, guards: [ "context.score > 50" ] }, { toState: b } ] }\n'
            "b: { requires: [ { name: urgent } ], transitions: ["
            " { toState: b, onTransition: [ { assign: { urgent: null } } ] } ] }\nend: { terminal: true }",
            context=SCORE,
            agents=BOTH,
        )
        finding = only(text, "L608")
        assert last(text, finding).envelope.state == "b"


class TestRefusals:
    def test_a_division_by_zero_and_an_invariant(self) -> None:
        text = machine(
            'a: { requires: [ { name: score } ], transitions: [ { toState: b, guards: [ "context.score < 5" ],'
            ' onTransition: [ { compute: { score: "10 / context.score" } } ] }, { toState: b } ] }\n'
            'b: { invariants: [ "context.score < 60" ], requires: [ { name: urgent } ],'
            " transitions: [ { toState: end } ] }" + ENDS,
            context=SCORE,
            agents=BOTH,
        )
        assert last(text, only(text, "A709")).code == "action-error"
        assert last(text, only(text, "L614")).code == "invariant"


def test_what_is_not_all_looked_at_is_said_and_proves_nothing() -> None:
    fields = ", ".join(f"f{n}: {{ type: int, min: 0, max: 9, input: true }}" for n in range(12))
    guards = " && ".join(f"context.f{n} == {n}" for n in range(10))
    text = machine(
        f'a: {{ requires: [ {{ name: f11 }} ], transitions: [ {{ toState: end, guards: [ "{guards}" ] }},'
        " { toState: other } ] }" + ENDS,
        context=fields,
        agents=AGENT,
    )
    found = report(text).findings
    assert "L602" not in {finding.id for finding in found}
    assert [f.verdict.value for f in found if f.id == "M901"] == ["unknown"]


@pytest.mark.parametrize("name", ["approvals", "delegated_review", "panel_signoff"])
def test_good_machines_are_explored_to_the_end(name: str) -> None:
    workflow = read((CASES / "features" / f"{name}.yaml").read_text()).workflow
    assert workflow is not None
    explored = explore(workflow)
    assert explored is not None
    assert explored.entered.keys() == workflow.states.keys()
    assert not explored.stuck
    assert len(explored.finishing()) == len(explored.situations)


def test_a_machine_that_cannot_run_is_not_explored() -> None:
    workflow = read(machine("a: { transitions: [ { toState: nowhere } ] }")).workflow
    assert workflow is not None
    assert explore(workflow) is None


class TestStaleApproval:
    TEXT = machine(
        "a: { requires: [ { name: text }, { name: ok, from: { user: ann },"
        ' prompt: "Send {{ context.text }}?" }, { name: urgent } ], transitions: ['
        ' { toState: end, guards: [ "context.ok" ] }, { toState: other } ] }' + ENDS,
        context="text: { type: string }, ok: { type: bool }, urgent: { type: bool }",
        agents=AGENT,
        more="users: { ann: {} }",
    )

    def test_a_decision_that_outlives_what_it_was_about(self) -> None:
        finding = only(self.TEXT, "A710")
        assert "'ok' is decided on 'text', which can change" in finding.message
        step = last(self.TEXT, finding)
        assert step.before is not None
        assert step.before.context["text"] != step.context["text"]
        assert step.before.context["ok"] == step.context["ok"]

    def test_what_the_decision_approves_cannot_change_behind_it(self) -> None:
        text = only(self.TEXT, "A710").fixes[0].patch.apply(self.TEXT)
        assert "approves" in text
        assert not findings(text, "A710")
