"""Approvals bind a decision to exact values, and fall when these change."""

from __future__ import annotations

import pytest

from engine.errors import DefinitionRefused
from engine.reducer import Operation, operate, pending
from tests.engine.reducer.running import Run, definition

MACHINE = """
  context:
    amount: { type: int }
    double: { type: int }
    ok: { type: bool }
    note: { type: string }
  agents: { clerk: { canTransition: [a] } }
  users: { ana: { roles: [approver] }, bo: { roles: [approver] } }
  commands: { Pay: {} }
  states:
    a:
      requires:
        - { name: amount, from: { role: approver } }
      transitions:
        - { toState: b, onTransition: [ { compute: { double: context.amount * 2 } } ] }
    b:
      requires:
        - { name: ok, from: { role: approver }, approves: [double], separateFrom: [double], expiresAfter: PT1H }
        - { name: double, from: { role: approver }, required: false }
        - { name: note, from: { user: ana }, required: false }
      transitions:
        - toState: c
          guards: [ "context.ok && has(context.note)" ]
    c:
      entry:
        - send: { command: Pay, to: { tool: bank }, with: { n: "{{ context.double }}" }, approvedBy: ok }
      requires: [ { name: note, from: { tool: bank }, required: false } ]
      transitions: [ { toState: d, guards: [ "has(context.note) && context.note == 'paid'" ] } ]
    d: { terminal: true }
"""
ANA, BO, BANK = {"user": "ana"}, {"user": "bo"}, {"tool": "bank"}


def decided(by: object = BO) -> Run:
    run = Run(MACHINE)
    run.give(ANA, {"amount": 21})
    run.give(by, {"ok": True}, current=True)
    return run


def test_authors_of_a_computed_value_are_those_of_what_it_reads() -> None:
    run = decided(ANA)
    assert run.last.code == "separation-of-duty"
    assert run.give(BO, {"ok": True}, current=True).accepted


def test_a_decision_must_carry_the_current_hash() -> None:
    run = Run(MACHINE)
    run.give(ANA, {"amount": 21})
    assert run.give(BO, {"ok": True}).code == "proposal-mismatch"
    asked = pending(run.definition, run.envelope)[0]
    assert asked.proposal is not None
    assert asked.proposal.content["values"] == {"double": 42}
    assert run.give(BO, {"ok": True}, proposal_hash=asked.proposal.hash).accepted
    assert run.envelope.approvals["ok"].hash == asked.proposal.hash


def test_an_approved_value_cannot_be_written_along() -> None:
    run = Run(MACHINE)
    run.give(ANA, {"amount": 21})
    assert run.give(BO, {"ok": True, "double": 7}, current=True).code == "separation-of-duty"
    assert run.give(BO, {"ok": True, "double": None}, current=True).code == "proposal-mismatch"


def test_it_falls_in_the_step_that_changes_what_it_approves() -> None:
    run = decided()
    assert run.give(ANA, {"double": 42}).envelope.approvals
    changed = run.give(ANA, {"double": 43})
    assert not changed.envelope.approvals
    assert "ok" not in changed.envelope.context
    assert changed.record is not None
    assert [(note.type, note.data["reason"]) for note in changed.record.notes] == [("invalidated", "changed")]


def test_withdrawing_needs_neither_hash_nor_separation() -> None:
    run = decided()
    assert run.give(BO, {"ok": None}).accepted
    assert "ok" not in run.envelope.approvals
    assert run.give(ANA, {"ok": ""}).accepted


def test_it_expires() -> None:
    run = decided()
    (expired,) = run.wait(3_600)
    assert (expired.name, "ok" in expired.envelope.context) == ("expiresAfter:ok", False)


def test_one_yes_sends_what_was_approved_once() -> None:
    run = decided()
    sent = run.give(ANA, {"note": "go"})
    (effect,) = sent.effects
    record = sent.envelope.approvals["ok"]
    assert effect.data == {
        "command": "Pay",
        "to": {"tool": "bank"},
        "with": {"n": 42},
        "idempotencyKey": f"{record.hash}/Pay",
        "approvedBy": "ok",
        "approval": record.hash,
    }


def test_a_no_that_leads_to_a_send_fails_the_step() -> None:
    run = Run(MACHINE.replace("context.ok && has(context.note)", "has(context.note)"))
    run.give(ANA, {"amount": 21})
    run.give(BO, {"ok": False}, current=True)
    before = run.envelope
    failed = run.give(ANA, {"note": "go"})
    assert failed.code == "action-error"
    assert failed.envelope.to_json() == before.to_json()


def test_nothing_but_a_decision_writes_it() -> None:
    run = Run(MACHINE)
    supplied = operate(run.definition, run.envelope, Operation("supply", "olga", "to try", values={"ok": True}))[0]
    assert supplied.code == "action-error"
    assert Run(MACHINE, given={"ok": True}).last.code == "action-error"


@pytest.mark.parametrize(
    "before, after",
    [
        ("{ compute: { double: context.amount * 2 } }", "{ assign: { ok: true } }"),
        ('with: { n: "{{ context.double }}" }', 'with: { n: "{{ context.amount }}" }'),
        ("approvedBy: ok", "approvedBy: ok, idempotencyKey: mine"),
        ("ok: { type: bool }", "ok: { type: bool, input: true }"),
        ("{ name: note, from: { tool: bank }, required: false }", "{ name: ok, from: { tool: bank } }"),
    ],
    ids=["assigned", "unapproved payload", "own key", "input", "without terms"],
)
def test_machines_whose_approvals_could_be_forged_are_refused(before: str, after: str) -> None:
    assert before in MACHINE
    with pytest.raises(DefinitionRefused) as refused:
        definition(MACHINE.replace(before, after))
    assert refused.value.path
