"""Processes at one journal at the same time: one wins each version, and nothing is lost."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from engine.reducer import Contribution
from engine.runtime import open_journal
from engine.runtime.verify import verify
from tests.counts import count
from tests.engine.runtime.machines import linked
from tests.engine.runtime.outposts import CLERK

TALLY = linked("""
fsm:
  name: tally
  initialState: counting
  context: { number: { type: int }, end: { type: bool } }
  agents: { clerk: { canTransition: [counting] } }
  states:
    counting:
      requires: [{ name: number }, { name: end }]
      transitions: [{ toState: done }]
    done: { terminal: true }
""")


def together(acts: list[Callable[[], None]]) -> None:
    """Each act in a process of its own, all let go at the same moment."""
    waiting, go = os.pipe()
    children = []
    for act in acts:
        child = os.fork()
        if child == 0:
            code = 1
            try:
                os.close(go)
                os.read(waiting, 1)
                act()
                code = 0
            finally:
                os._exit(code)
        children.append(child)
    os.close(waiting)
    os.close(go)
    assert [os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) for child in children] == [0] * len(acts)


def test_of_two_that_contribute_to_one_version_one_wins(tmp_path: Path) -> None:
    rounds = count(20, 200)

    def racer(name: str) -> Callable[[], None]:
        def race() -> None:
            with open_journal(tmp_path / "j.db", clock=None) as journal:
                for version in range(1, rounds + 1):
                    while journal.run("r").version < version:
                        pass
                    made = Contribution(f"{name}{version}", CLERK, {"number": version}, expected_version=version)
                    (step,) = journal.contribute("r", made)
                    assert step.step.accepted or step.step.code == "version-conflict"

        return race

    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(TALLY, run="r")
    together([racer("a"), racer("b")])
    with open_journal(tmp_path / "j.db") as journal:
        steps = [step for step in journal.steps("r") if step.kind == "contribution"]
        assert [step.version for step in steps if step.accepted] == list(range(2, rounds + 2))
        lost = [step.lines()[0]["data"]["code"] for step in steps if not step.accepted]
        assert lost == ["version-conflict"] * rounds
        assert verify(journal).problems == ()


def test_many_processes_on_one_run_lose_nothing(tmp_path: Path) -> None:
    each = count(40, 1_250)

    def writer(name: int) -> Callable[[], None]:
        def write() -> None:
            with open_journal(tmp_path / "j.db", clock=None) as journal:
                for number in range(each):
                    (step,) = journal.contribute("r", Contribution(f"{name}-{number}", CLERK, {"number": number}))
                    assert step.step.accepted

        return write

    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(TALLY, run="r")
    together([writer(name) for name in range(8)])
    with open_journal(tmp_path / "j.db") as journal:
        assert journal.run("r").version == 8 * each + 1
        ids = {step.contribution for step in journal.steps("r")} - {None}
        assert ids == {f"{name}-{number}" for name in range(8) for number in range(each)}
        assert verify(journal).problems == ()
