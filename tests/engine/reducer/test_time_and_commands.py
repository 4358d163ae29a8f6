"""Timers, commands and what the system writes by itself."""

from __future__ import annotations

import pytest

from engine.dsl import read
from engine.errors import DefinitionRefused
from engine.reducer import Operation, claim, fail, link, operate, release
from tests.engine.reducer.running import START, Run

OUTBOX = """
  context: { go: { type: bool }, result: { type: string }, broke: { type: bool } }
  agents: { w: { canTransition: [a] } }
  commands:
    Call:
      maxAttempts: 2
      backoff: { initial: PT1M, factor: 2 }
      deadline: PT1H
      retryable: [timeout]
      onFailure: { broke: true }
  states:
    a: { requires: [ { name: go } ], transitions: [ { toState: b } ] }
    b:
      entry: [ { send: { command: Call, to: { tool: t }, with: { v: 1 } } } ]
      requires: [ { name: result, from: { tool: t }, required: false } ]
      transitions:
        - { toState: c, guards: [ has(context.result) ] }
        - { toState: d, guards: [ has(context.broke) ] }
    c: { terminal: true }
    d: { terminal: true }
"""
W, T = {"agent": "w"}, {"tool": "t"}


def sent() -> tuple[Run, str]:
    run = Run(OUTBOX)
    run.give(W, {"go": True})
    (command,) = run.envelope.commands
    assert command == "run/2/0"
    return run, command


def test_a_retryable_failure_is_tried_again_after_its_pause() -> None:
    run, command = sent()
    assert run.take(claim(run.definition, run.envelope, command)).accepted
    run.take(fail(run.definition, run.envelope, command, "timeout"))
    assert run.envelope.commands[command].status == "open"
    assert run.take(claim(run.definition, run.envelope, command)).code == "not-claimable"
    minute = run.envelope.at + 60_000_000_000
    assert run.take(claim(run.definition, run.envelope, command, minute)).accepted
    assert run.take(fail(run.definition, run.envelope, command, "timeout")).name == "onFailure"
    assert (run.envelope.state, run.envelope.context["broke"]) == ("d", True)


def test_a_failure_of_another_class_is_the_end_of_it() -> None:
    run, command = sent()
    run.take(claim(run.definition, run.envelope, command))
    run.take(fail(run.definition, run.envelope, command, "refused"))
    assert run.envelope.state == "d"


def test_the_deadline_gives_it_up() -> None:
    run, command = sent()
    (step,) = run.wait(3_600)
    assert (step.kind, step.name, run.envelope.commands[command].error) == ("system", "onFailure", "deadline")


def test_an_outcome_names_its_command_and_closes_it() -> None:
    run, command = sent()
    assert run.give({"tool": "other"}, {"result": "x"}, command=command).code == "not-authorized"
    assert run.give(T, {"result": "x"}, command="Call").accepted
    assert (run.envelope.state, run.envelope.commands[command].status) == ("c", "done")


def test_a_late_outcome_writes_nothing() -> None:
    run, command = sent()
    run.take(claim(run.definition, run.envelope, command))
    run.take(fail(run.definition, run.envelope, command, "refused"))
    late = run.give(T, {"result": "x"}, command=command)
    assert (late.accepted, late.late, "result" in run.envelope.context) == (True, True, False)
    assert [event.type for event in late.events if event.data.get("late")] == ["outcome"]


def test_what_was_not_performed_may_be_claimed_again() -> None:
    run, command = sent()
    run.take(claim(run.definition, run.envelope, command))
    run.take(release(run.definition, run.envelope, command))
    assert run.take(claim(run.definition, run.envelope, command)).accepted


def test_a_failed_command_can_be_tried_again_by_an_operator_and_a_run_ended() -> None:
    run, command = sent()
    refused = operate(run.definition, run.envelope, Operation("retry", "olga", "try", command))[0]
    assert refused.code == "not-claimable"
    run.take(operate(run.definition, run.envelope, Operation("cancel", "olga", "no longer wanted")))
    assert (run.envelope.state, run.envelope.stop, run.envelope.ended) == ("", "cancelled", True)
    assert run.envelope.commands[command].status == "withdrawn"
    assert run.give(W, {"go": True}).code == "terminal"


def test_timers_without_end_halt_the_run() -> None:
    run = Run(
        """
  context: { n: { type: int, default: 0 } }
  states:
    a:
      timers: [ { name: tick, after: PT1S, toState: a, onTransition: [ { compute: { n: context.n + 1 } } ] } ]
      transitions: [ { toState: b, guards: [ context.n < 0 ] } ]
    b: { terminal: true }
"""
    )
    steps = run.wait(5_000)
    assert (len(steps), run.envelope.context["n"], steps[-1].code) == (1_001, 1_000, "faulted")
    assert run.give("system", {"n": 1}).code == "faulted"
    run.take(operate(run.definition, run.envelope, Operation("clear", "olga", "watched")))
    assert run.envelope.faulted is None


def test_a_timer_whose_step_fails_leaves_the_run_faulted_until_it_is_cleared() -> None:
    run = Run(
        """
  context: { n: { type: int, default: 0 }, m: { type: int } }
  states:
    a:
      timers: [ { name: due, after: PT1M, assign: { n: 5 } } ]
      requires: [ { name: m, from: system } ]
      invariants: [ "context.n < 5 || has(context.m)" ]
      transitions: [ { toState: b } ]
    b: { terminal: true }
"""
    )
    (failed,) = run.wait(60)
    assert (failed.accepted, failed.code, run.envelope.context["n"]) == (False, "invariant", 0)
    assert run.envelope.faulted is not None
    run.take(operate(run.definition, run.envelope, Operation("supply", "olga", "mend", values={"m": 1})))
    assert run.envelope.state == "b"


def test_a_rejected_contribution_moves_the_time() -> None:
    run = Run(OUTBOX)
    assert run.give(T, {"go": True}, after=90).code == "not-authorized"
    assert (run.now, run.envelope.version) == (90, 1)
    earlier = run.give(W, {"go": True})
    assert earlier.at == START + 90_000_000_000


@pytest.mark.parametrize(
    ("spoilt", "place"),
    [
        ("deadline: soon", "'deadline' of command 'Call'"),
        ("backoff: { initial: PT1.5M", "'initial'"),
    ],
)
def test_a_machine_with_a_text_that_is_no_duration_is_refused(spoilt: str, place: str) -> None:
    key = spoilt.split()[0]
    written = "deadline: PT1H" if key == "deadline:" else "backoff: { initial: PT1M"
    workflow = read(f"fsm:\n  name: m\n  initialState: a\n{OUTBOX.replace(written, spoilt)}").workflow
    assert workflow is not None
    with pytest.raises(DefinitionRefused, match="must be a duration such as PT1H30M") as refused:
        link(workflow)
    assert place in str(refused.value)
