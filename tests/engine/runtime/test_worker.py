"""Workers and timers: leases, retries, ambiguous outcomes, and firings that happen once."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.reducer import SECOND, START_OF_TIME, Contribution, Operation
from engine.runtime import CommandFailed, Lease, Order, Worker, open_journal
from engine.runtime.verify import verify
from tests.engine.runtime.machines import linked
from tests.engine.runtime.outposts import CLERK, contributions, orders

SHIP = contributions()[0]

MAIL = linked("""
fsm:
  name: mail
  initialState: sending
  context: { answer: { type: string }, failed: { type: bool } }
  commands:
    send: { maxAttempts: 3, backoff: { initial: PT10S, factor: 2 }, retryable: [busy], onFailure: { failed: true } }
  states:
    sending:
      entry: [{ send: { command: send, to: { tool: post } } }]
      requires: [{ name: answer, from: { tool: post }, required: false }]
      timers: [{ name: remind, after: PT1H, toState: late }]
      transitions:
        - { toState: done, guards: ["has(context.answer)"] }
        - { toState: failed, guards: ["has(context.failed)"] }
    late: { terminal: true }
    failed: { terminal: true }
    done: { terminal: true }
""")


class Clock:
    def __init__(self) -> None:
        self.now = START_OF_TIME

    def __call__(self) -> int:
        return self.now

    def wait(self, seconds: float) -> None:
        self.now += round(seconds * SECOND)


def test_a_busy_addressee_is_tried_again_after_its_backoff_and_then_given_up(tmp_path: Path) -> None:
    clock = Clock()
    tries: list[int] = []

    def busy(order: Order) -> None:
        tries.append((clock.now - START_OF_TIME) // SECOND)
        raise CommandFailed("busy")

    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        journal.create(MAIL, run="r")
        worker = Worker(journal, busy)
        for _ in range(60):
            worker.settle()
            clock.wait(1)
        assert tries == [0, 10, 30]
        assert journal.run("r").state == "failed"
        assert [each.status for each in journal.outbox("r")] == ["failed"]


def test_an_exception_of_a_handler_is_a_failure_of_its_class(tmp_path: Path) -> None:
    def breaks(order: Order) -> None:
        raise KeyError(order.command)

    with open_journal(tmp_path / "j.db", clock=Clock()) as journal:
        journal.create(MAIL, run="r")
        Worker(journal, breaks).settle()
        assert (journal.run("r").state, journal.outbox("r")[0].error) == ("failed", "KeyError")


@pytest.mark.parametrize("performed", [True, False])
def test_a_claim_is_held_until_its_lease_ends_and_then_asked_about(tmp_path: Path, performed: bool) -> None:
    clock = Clock()
    asked: list[str] = []
    made: list[int] = []

    def handle(order: Order) -> Mapping[str, Any]:
        made.append(order.attempt)
        return {"answer": "yes"}

    def ask(order: Order) -> tuple[Mapping[str, Any]] | None:
        asked.append(order.key)
        return ({"answer": "from before"},) if performed else None

    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        journal.create(MAIL, run="r")
        (row,) = journal.claimable()
        journal.claim("r", row.id, Lease("gone", clock.now + 60 * SECOND))
        worker = Worker(journal, handle, ask=ask)
        assert worker.settle() == 0
        clock.wait(61)
        worker.settle()
        assert asked == [row.key]
        assert made == ([] if performed else [2])
        assert journal.world("r").envelope.context == {"answer": "from before" if performed else "yes"}


def test_of_two_that_see_to_an_abandoned_claim_one_does(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db", clock=Clock()) as journal, open_journal(tmp_path / "j.db", clock=Clock()) as b:
        journal.create(MAIL, run="r")
        (row,) = journal.claimable()
        journal.claim("r", row.id, Lease("gone", 0))
        (seen,) = journal.claimed(abandoned=True)
        assert journal.release_abandoned(seen)
        assert journal.claim("r", row.id, Lease("second", journal.now() + SECOND))
        assert b.release_abandoned(seen) == ()
        assert b.claim("r", row.id, Lease("third", b.now() + SECOND)) == ()
        assert journal.outbox("r")[0].owner == "second"


def test_a_command_without_an_outcome_is_performed_once(tmp_path: Path) -> None:
    clock = Clock()
    made: list[str] = []
    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        journal.create(orders(), run="r")
        journal.contribute("r", SHIP)
        worker = Worker(journal, lambda order: made.append(order.key), lease=0)
        for _ in range(3):
            worker.settle()
            clock.wait(100)
        assert made == ["ship-tea"]


def test_a_timer_fires_once_after_a_restart_and_at_its_own_moment(tmp_path: Path) -> None:
    clock = Clock()
    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        journal.create(MAIL, run="r")
        assert [(each.name, each.at) for each in journal.timers("r")] == [("remind", START_OF_TIME + 3_600 * SECOND)]
    clock.wait(10_000)
    with open_journal(tmp_path / "j.db", clock=clock) as journal, open_journal(tmp_path / "j.db", clock=clock) as other:
        assert journal.due() == other.due() == ("r",)
        assert [each.step.at for each in journal.tick("r")] == [START_OF_TIME + 3_600 * SECOND]
        assert other.tick("r") == ()
        assert (journal.run("r").state, journal.timers("r"), journal.due()) == ("late", (), ())


def test_acts_of_operators_are_kept_with_who_and_why(tmp_path: Path) -> None:
    clock = Clock()
    with open_journal(tmp_path / "j.db", clock=clock) as journal:
        journal.create(MAIL, run="r")
        journal.claim("r", journal.claimable()[0].id, Lease("w", 0))
        (command,) = journal.outbox("r")
        journal.fail("r", command.id, "lost")
        assert journal.run("r").state == "failed"
        journal.create(orders(), run="s")
        (step,) = journal.operate("s", Operation("supply", "ann", "by telephone", values={"item": "salt"}))
        assert step.step.accepted
        assert journal.run("s").state == "shipping"
        (refused,) = journal.operate("s", Operation("supply", "ann", "again", values={"item": 3}))
        assert refused.step.code == "type-mismatch"
        (cancelled,) = journal.operate("s", Operation("cancel", "ann", "not needed"))
        assert cancelled.step.accepted
        acts = [event.to_json()["data"] for event in journal.events("s") if event.type == "operator"]
        assert [(act["name"], act["by"], act["why"]) for act in acts] == [
            ("supply", "ann", "by telephone"),
            ("cancel", "ann", "not needed"),
        ]
        assert [each.status for each in journal.outbox("s")] == ["withdrawn"]
        assert (journal.run("s").status, journal.parked(run="s")) == ("ended", ())
        assert journal.contribute("s", Contribution("late", CLERK, {"item": "x"}))[0].step.code == "terminal"
        assert verify(journal).problems == ()
