"""Approvals: nothing else writes them, the terms are the same everywhere, and what is sent was approved."""

from __future__ import annotations

import pytest

from engine.analysis import stops_a_run
from tests.engine.analysis.machines import findings, ids, machine, marked, report

TEXT = """
fsm:
  name: m
  version: 2
  initialState: ask
  context:
    f: { type: string }
    g: { type: string }
    ok: { type: bool }
    receipt: { type: string }
  agents: { x: { canTransition: [ask, again] } }
  users: { ana: { roles: [boss] }, bo: { roles: [boss, clerk] } }
  commands: { Pay: {} }
  states:
    ask:
      requires: [ { name: f }, { name: g } ]
      transitions: [ { toState: review } ]
    review:
      requires:
        - { name: ok, from: { role: boss }, approves: [f], expiresAfter: PT2H }
      transitions:
        - { toState: pay, guards: [ "context.ok" ] }
        - { toState: again, guards: [ "!context.ok" ] }
    again:
      requires: [ { name: f } ]
      transitions: [ { toState: review } ]
    pay:
      entry: [ { send: { command: Pay, to: { tool: bank }, with: { f: "{{ context.f }}" }, approvedBy: ok } } ]
      requires: [ { name: receipt, from: { tool: bank } } ]
      transitions: [ { toState: done } ]
    done: { terminal: true }
"""


TO_REVIEW = "toState: review } ]\n    review"
"""The end of the transition from 'ask' to 'review'."""

FIRST_ASKED = "name: f }, { name: g } ]"
ASKED_AGAIN = "requires: [ { name: f } ]"
RECEIPT = "      requires: [ { name: receipt"


def acting(action: str) -> tuple[str, str]:
    """The edit that puts an action on the transition to 'review'."""
    return TO_REVIEW, f"toState: review, onTransition: [ {{ {action} }} ] }} ]\n    review"


def leaving(action: str) -> tuple[str, str]:
    """The edit that puts an action on leaving 'pay'."""
    return RECEIPT, f"      exit: [ {{ {action} }} ]\n{RECEIPT}"


def asking(requirement: str) -> tuple[str, str]:
    """The edit that lets 'again' ask for the approval too."""
    return ASKED_AGAIN, f"requires: [ {{ name: f }}, {{ name: ok, {requirement} }} ]"


def changed(*edits: tuple[str, str]) -> str:
    text = TEXT
    for old, new in edits:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def test_the_machine_itself_is_clean() -> None:
    assert ids(report(TEXT)) == []


@pytest.mark.parametrize(
    "edit",
    [
        ("ok: { type: bool }", "ok: { type: bool, default: true }"),
        ("ok: { type: bool }", "ok: { type: bool, input: true }"),
        acting("assign: { ok: true }"),
        acting("compute: { ok: 'true' }"),
        (FIRST_ASKED, FIRST_ASKED + "\n      timers: [ { name: t, after: PT1H, assign: { ok: true } } ]"),
        ("  commands:", "  policy: { onExhausted: { ok: true } }\n  commands:"),
        ("Pay: {}", "Pay: { onFailure: { ok: true } }"),
        leaving("spawn: { fsm: m, as: k, into: ok }"),
        leaving("spawn: { fsm: m, as: k, outputs: { ok: ok } }"),
        ("  states:", "  migrations: [ { from: 1, fields: { yes: ok } } ]\n  states:"),
        ("  states:", "  migrations: [ { from: 1, actions: [ { assign: { ok: true } } ] } ]\n  states:"),
        asking("from: { role: boss }"),
        asking("from: { role: boss }, approves: [g], expiresAfter: PT2H"),
        asking("from: { role: boss }, approves: [f]"),
    ],
)
def test_a_value_that_nobody_decided_is_an_error(edit: tuple[str, str]) -> None:
    (finding,) = findings(changed(edit), "A715")
    assert stops_a_run(finding)


@pytest.mark.parametrize(
    "edit",
    [
        acting("assign: { ok: null }"),
        ("Pay: {}", "Pay: { onFailure: { ok: '' } }"),
        asking("from: { user: ana }, approves: [f], expiresAfter: PT120M"),
        asking("from: { user: ana }, approves: [f], approvedWhen: [true], expiresAfter: PT2H"),
    ],
)
def test_unsetting_and_the_same_terms_are_fine(edit: tuple[str, str]) -> None:
    assert findings(changed(edit), "A715") == []


@pytest.mark.parametrize(
    "new, place",
    [
        ('with: { f: "{{ context.f }}", more: [ "{{ context.g }}" ] }', '"{{ context.g }}"'),
        ('with: { f: "{{ context.f }}" }, idempotencyKey: mine', "idempotencyKey: mine"),
        ('with: { ok: "{{ context.ok }}" }', '"{{ context.ok }}"'),
    ],
)
def test_what_was_not_approved_is_not_sent(new: str, place: str) -> None:
    text = changed(('with: { f: "{{ context.f }}" }', new))
    (finding,) = findings(text, "A717")
    assert marked(text, finding) == place
    assert stops_a_run(finding)


def test_the_addressee_is_part_of_what_is_approved() -> None:
    text = changed(("to: { tool: bank }, with", 'to: "{{ context.g }}", with'))
    (finding,) = findings(text, "A717")
    assert marked(text, finding) == '"{{ context.g }}"'


def test_an_unknown_approval_is_a_wrong_reference() -> None:
    (finding,) = findings(changed(("approvedBy: ok", "approvedBy: okk")), "R203")
    assert finding.data["nearest"] == "ok"
    assert stops_a_run(finding)


@pytest.mark.parametrize(
    "source, found",
    [
        ("{ role: boss }", 1),
        ("{ user: bo }", 1),
        ("{ user: ana }", 0),
        ("{ role: clerk }", 1),
    ],
)
def test_whoever_writes_must_not_decide(source: str, found: int) -> None:
    text = changed(
        ("from: { role: boss }", f"from: {source}"),
        ("{ name: f }, { name: g }", "{ name: f, from: { role: clerk } }, { name: g }"),
    )
    assert len(findings(text, "A712")) == found
    apart = text.replace("expiresAfter: PT2H", "expiresAfter: PT2H, separateFrom: [f]")
    assert findings(apart, "A712") == []


def test_the_authors_of_a_computed_value_are_those_of_its_sources() -> None:
    text = changed(
        acting("compute: { f: 'context.g' }"),
        ("{ name: f }, { name: g }", "{ name: g, from: { user: ana } }"),
    )
    (finding,) = findings(text, "A712")
    assert "'ana'" in finding.message


@pytest.mark.parametrize(
    "requirement, found",
    [
        ("{ name: ok, from: { role: boss } }", 1),
        ("{ name: verdict, from: { user: ana } }", 1),
        ("{ name: receipt, from: { user: ana } }", 0),
        ("{ name: ok, from: { agent: x } }", 0),
        ("{ name: ok, from: { role: boss }, prompt: 'Is {{ context.f }} right?' }", 0),
        ("{ name: ok, from: { role: boss }, prompt: 'Is {{ context.ok }} right?' }", 1),
        ("{ name: ok, from: { role: boss }, prompt: Is it right? }", 1),
    ],
)
def test_a_decision_says_what_it_is_about(requirement: str, found: int) -> None:
    text = changed(
        ("{ name: ok, from: { role: boss }, approves: [f], expiresAfter: PT2H }", requirement),
        (", approvedBy: ok", ""),
        ("receipt: { type: string }", "receipt: { type: string }\n    verdict: { type: enum, values: [grant, deny] }"),
    )
    assert len(findings(text, "A711")) == found


def test_an_event_that_a_person_chooses_is_no_decision() -> None:
    text = machine(
        "a: { requires: [ { name: e, from: { user: u } } ], transitions: [ { toState: b } ] }\nb: { terminal: true }",
        context="e: { type: enum, values: [approve, close, reopen, push, merge] }",
    )
    assert findings(text, "A711") == []
