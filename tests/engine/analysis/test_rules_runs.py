"""Checks of whole runs beyond their pages: what they leave alone, and fixes that mend what they are offered for."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.analysis import Exploration, Witness
from engine.cli.pages import docs_folder
from tests.engine.analysis.exact.told import findings, last, only
from tests.engine.analysis.machines import ENDS, machine

F = "f: { type: string }, g: { type: bool }, n: { type: int, min: 0, max: 9 }"
ACTS = "x: { canTransition: [a, b] }"


def bad(id: str) -> str:
    page: Path = docs_folder() / "checks" / f"{id}.md"
    return page.read_text(encoding="utf-8").partition("```yaml\n")[2].partition("```")[0]


@pytest.mark.parametrize("id", ["G504", "L605", "T309", "L603", "A718", "Q403"])
def test_the_fix_mends_it(id: str) -> None:
    text = bad(id)
    for fix in only(text, id).fixes:
        assert not findings(fix.patch.apply(text), id), fix.title


def test_only_clearing_what_is_asked_for_is_offered_for_a_loop() -> None:
    text = machine(
        "a: { requires: [ { name: n } ], transitions: [ { toState: b } ] }\n"
        'b: { transitions: [ { toState: a, guards: [ "context.n < 5 && context.g" ] }, { toState: end } ] }' + ENDS,
        context="n: { type: int, min: 0, max: 9 }, g: { type: bool, default: true }",
        agents=ACTS,
    )
    (fix,) = only(text, "L605").fixes
    assert fix.title == "Clear 'n' on the way"
    assert 'assign: { "n": null }' in fix.patch.apply(text)


class TestStalls:
    def test_a_run_comes_to_rest_where_nobody_may_act(self) -> None:
        text = machine(
            "a: { requires: [ { name: f } ], transitions: [ { toState: b } ] }\n"
            "b: { requires: [ { name: n } ], transitions: [ { toState: end } ] }" + ENDS,
            context=F,
            agents="x: { canTransition: [a] }",
        )
        finding = only(text, "L603")
        assert finding.verdict == "proved"
        assert last(text, finding).envelope.state == "b"

    def test_what_every_run_brings_along_is_not_missed(self) -> None:
        text = machine(
            "a: { requires: [ { name: f } ], transitions: [ { toState: b } ] }\n"
            "b: { requires: [ { name: f } ], transitions: [ { toState: end } ] }" + ENDS,
            context=F,
            agents="x: { canTransition: [a] }",
        )
        assert not findings(text, "L603")

    def test_a_child_that_does_not_deliver(self) -> None:
        text = machine(
            "a: { requires: [ { name: f } ], transitions: [ { toState: b, onTransition:"
            " [ { spawn: { fsm: m, as: kid, into: f } } ] } ] }\n"
            "b: { requires: [ { name: n, from: { fsm: kid } }, { name: f, from: { fsm: kid } } ],"
            " transitions: [ { toState: end } ] }" + ENDS,
            context=F,
            agents=ACTS,
        )
        assert last(text, only(text, "Q404")).envelope.state == "b"
        assert not findings(text.replace("into: f", "into: f, outputs: { n: n }"), "Q404")

    def test_everybody_who_may_decide_is_an_author(self) -> None:
        text = machine(
            "a: { requires: [ { name: f, from: { user: ann } } ], transitions: [ { toState: b } ] }\n"
            "b: { requires: [ { name: g, from: { user: ann }, approves: [f], separateFrom: [f] } ],"
            " transitions: [ { toState: end } ] }" + ENDS,
            context=F,
            more="users: { ann: {}, bob: {} }",
        )
        assert "author" in only(text, "Q404").message
        second = text.replace("name: g, from: { user: ann }", "name: g, from: { user: bob }")
        assert not findings(second, "Q404")


class TestLostOutcomes:
    TEXT = bad("A714")

    def test_asking_for_it_where_the_run_rests_is_enough(self) -> None:
        asked = "{ name: title }, { name: spelling, from: { tool: speller }, required: false }"
        assert not findings(self.TEXT.replace("{ name: title }", asked), "A714")

    def test_a_command_whose_outcome_nobody_asks_for_is_not_waited_for(self) -> None:
        assert not findings(self.TEXT.replace("to: { tool: speller }", "to: { tool: printer }"), "A714")


def test_a_timer_whose_field_is_read_elsewhere_is_left_alone() -> None:
    text = bad("A718")
    assert only(text, "A718")
    assert not findings(text.replace("toState: done }", "toState: more }") + MORE, "A718")


MORE = """\
    more:
      requires: [ { name: text } ]
      transitions: [ { toState: done, guards: [ "!has(context.late)" ] }, { toState: dropped } ]
"""


def test_one_agent_answers_all_it_is_asked_at_once() -> None:
    text = bad("P802").replace("facts, from: { agent: checker }", "facts, from: { agent: stylist }")
    assert not findings(text, "P802")


def test_a_command_behind_a_person_is_reviewed() -> None:
    text = machine(
        "a: { requires: [ { name: g, from: { user: ann } } ], transitions: [ { toState: b } ] }\n"
        "b: { entry: [ { send: { command: C, to: { tool: t } } } ], requires: [ { name: f, from: { tool: t } } ],"
        " transitions: [ { toState: end } ] }" + ENDS,
        context=F,
        more="users: { ann: {} }\ncommands: { C: {} }",
    )
    assert not findings(text, "A713")
    skipped = text.replace(
        "transitions: [ { toState: b } ]",
        "timers: [ { name: t, after: PT1H, toState: b } ], transitions: [ { toState: b } ]",
    )
    assert last(skipped, only(skipped, "A713")).effects


def test_a_witness_that_does_not_replay_is_told_as_a_mistake_of_the_program(monkeypatch: pytest.MonkeyPatch) -> None:
    text = bad("G504")
    assert not findings(text, "M900")
    monkeypatch.setattr(Exploration, "witness_to", lambda self, place: Witness({}))
    (finding,) = findings(text, "M900")
    assert "G504" in finding.message
    assert finding.severity == "error"
    assert not findings(text, "G504")


def test_a_run_that_spends_its_budget_first_shows_nothing() -> None:
    text = bad("P802")
    (finding,) = findings(text, "M901")
    assert finding.data == {"check": "L609", "reason": "policy"}
