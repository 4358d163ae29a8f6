"""The same promises on PostgreSQL, where a server can be started."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import psycopg
import pytest

from engine.reducer import Contribution
from engine.runtime import open_journal
from engine.runtime.traces import trace_of
from engine.runtime.verify import verify
from engine.simulate import Session, save
from tests.counts import count
from tests.engine.runtime.machines import review
from tests.engine.runtime.outposts import CLERK
from tests.engine.runtime.servers import missing, server
from tests.engine.runtime.test_crashes import survive
from tests.engine.runtime.test_journal import CONTRIBUTIONS
from tests.engine.runtime.test_races import TALLY, together

WHY_NOT = missing()
pytestmark = pytest.mark.skipif(WHY_NOT is not None and not os.environ.get("CI"), reason=str(WHY_NOT))


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    with server() as url:
        yield url


@pytest.fixture
def place(address: str, request: pytest.FixtureRequest) -> str:
    """A database of its own for the test."""
    return fresh(address, request.node.name[:50].lower())


def fresh(address: str, name: str) -> str:
    with psycopg.connect(address, autocommit=True) as connection:
        connection.execute(f"CREATE DATABASE {name}")
    return address.replace("/postgres?", f"/{name}?")


def test_a_journal_has_the_trace_that_a_simulation_of_the_same_gives(place: str) -> None:
    session = Session.begin(review(), run="r")
    with open_journal(place, clock=None) as journal:
        journal.create(review(), run="r")
        for contribution in CONTRIBUTIONS:
            session = session.contribute(contribution)
            journal.contribute("r", contribution)
    with open_journal(place, clock=None, create=False) as journal:
        assert trace_of(journal, "r").lines == save(session).lines
        assert journal.world("r").envelope.to_json() == session.world.envelope.to_json()
        assert [row.run for row in journal.runs(waiting_for="agent:reviewer", text="R")] == ["r"]
        assert verify(journal).problems == ()


def test_random_schedules_of_deaths_come_to_the_predicted_end(address: str, tmp_path: Path) -> None:
    died = set()
    for seed in range(count(3, 200)):
        folder = tmp_path / str(seed)
        folder.mkdir()
        died |= survive(fresh(address, f"deaths{seed}"), folder, Random(seed), 40)
    assert {"before-commit", "after-commit"} <= died


def test_many_processes_on_one_run_lose_nothing(place: str) -> None:
    each = count(20, 1_250)

    def writer(name: int) -> Callable[[], None]:
        def write() -> None:
            with open_journal(place, clock=None) as journal:
                for number in range(each):
                    (step,) = journal.contribute("r", Contribution(f"{name}-{number}", CLERK, {"number": number}))
                    assert step.step.accepted

        return write

    with open_journal(place, clock=None) as journal:
        journal.create(TALLY, run="r")
    together([writer(name) for name in range(4)])
    with open_journal(place) as journal:
        assert journal.run("r").version == 4 * each + 1
        assert verify(journal).problems == ()
