"""Durable steps beside bare ``sqlite3`` that writes the very same rows, one synced transaction a step."""

from __future__ import annotations

import shutil
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any
from unittest import mock

from engine.dsl import read_bytes
from engine.reducer import Actor, Contribution, Definition, link
from engine.runtime import open_journal
from engine.runtime.database import Transaction
from tests.benchmarks.figure import Figure
from tests.cases import CASES

STEPS = 1_000
ROUNDS = 9
RUNS = 10_000
ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")

Written = list[list[tuple[str, Any, bool]]]
"""For each transaction its statements: the text, the values, and whether there are many of them."""


def figures() -> Iterator[Figure]:
    folder = Path(tempfile.mkdtemp(prefix="sw-bench-"))
    try:
        yield _durable_steps(folder)
        yield from _listing(folder)
    finally:
        shutil.rmtree(folder)


def _definition() -> Definition:
    path = CASES / "features" / "delegated_review.yaml"
    workflow = read_bytes(path.read_bytes(), str(path)).workflow
    assert workflow is not None
    return link(workflow)


def _contributions() -> Iterator[Contribution]:
    for number in range(STEPS // 2):
        yield Contribution(f"d{number}", ENVOY, {"draft": f"draft {number}"})
        yield Contribution(f"v{number}", REVIEWER, {"verdict": "changes"})


def _durable_steps(folder: Path) -> Figure:
    """The median of some rounds, each measured next to its peer: the medium is shared, and its pace changes."""
    begun = folder / "begun.db"
    with open_journal(begun, clock=None) as journal:
        journal.create(_definition(), run="r")
    rows = _recorded(begun, folder / "recorded.db")
    rounds = []
    for number in range(ROUNDS):
        peer = _bare(shutil.copy(begun, folder / f"bare{number}.db"), rows)
        ours = _kept(shutil.copy(begun, folder / f"ours{number}.db"))
        rounds.append((ours / peer, ours, peer))
    ratio, ours, peer = sorted(rounds)[ROUNDS // 2]
    return Figure("journal, durable steps beside bare sqlite3", ours, "steps/s", peer, ratio, 0.6)


def _kept(place: Path) -> float:
    contributions = list(_contributions())
    with open_journal(place, clock=None) as journal:
        began = perf_counter()
        for contribution in contributions:
            journal.contribute("r", contribution)
        return STEPS / (perf_counter() - began)


def _recorded(begun: Path, place: Path) -> Written:
    """What the journal writes for each step."""
    shutil.copy(begun, place)
    found: Written = []

    def noting(name: str, many: bool) -> Any:
        real = getattr(Transaction, name)

        def call(self: Transaction, statement: Any, values: Any = None) -> Any:
            if statement.is_dml and (values or not many):
                found[-1].append((self._sql(statement), values or {}, many))
            return real(self, statement, values) if name != "each" else real(self, statement, values or [])

        return mock.patch.object(Transaction, name, call)

    with open_journal(place, clock=None) as journal, noting("run", False), noting("one", False), noting("each", True):
        for contribution in _contributions():
            found.append([])
            journal.contribute("r", contribution)
    return found


def _bare(place: Path, transactions: Written) -> float:
    connection = sqlite3.connect(place, isolation_level=None)
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = FULL")
    began = perf_counter()
    for statements in transactions:
        cursor = connection.cursor()
        cursor.execute("BEGIN IMMEDIATE")
        for text, values, many in statements:
            if many:
                cursor.executemany(text, values)
            else:
                cursor.execute(text, values)
                if "RETURNING" in text:
                    cursor.fetchone()
        connection.commit()
    taken = perf_counter() - began
    connection.close()
    return len(transactions) / taken


def _listing(folder: Path) -> Iterator[Figure]:
    """A list of many runs, and the same through a filter, in milliseconds."""
    definition = _definition()
    with open_journal(folder / "many.db", clock=None) as journal:
        journal.create(definition, run="r0")
    _multiplied(folder / "many.db")
    with open_journal(folder / "many.db", read_only=True) as journal:
        journal.runs(limit=1)
        every = _milliseconds(lambda: journal.runs(), RUNS)
        some = _milliseconds(lambda: journal.runs(waiting_for="agent", text="r99"), 111)
    yield Figure(f"journal, list of {RUNS:,} runs", every, "ms", at_most=1_000)
    yield Figure(f"journal, filter of {RUNS:,} runs", some, "ms", at_most=100)


def _multiplied(place: Path) -> None:
    """The one run of a journal many times over: only its row is listed."""
    with sqlite3.connect(place) as connection:
        (row,) = connection.execute("SELECT * FROM runs").fetchall()
        marks = ", ".join("?" * len(row))
        rows = [(f"r{number}", f"r{number}", *row[2:]) for number in range(1, RUNS)]
        connection.executemany(f"INSERT INTO runs VALUES ({marks})", rows)
    connection.close()


def _milliseconds(look: Any, expected: int) -> float:
    best = float("inf")
    for _ in range(5):
        began = perf_counter()
        found: Sequence[Any] = look()
        best = min(best, perf_counter() - began)
        assert len(found) == expected
    return best * 1_000
