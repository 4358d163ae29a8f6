"""Journals of every version that was ever written are read; older tables are brought up to date, later ones refused."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from sqlalchemy import text

from engine.errors import JournalError
from engine.reducer import START_OF_TIME
from engine.runtime import Worker, open_journal, schema
from engine.runtime.traces import import_trace, trace_of
from engine.runtime.verify import verify
from tests.cases import CASES
from tests.engine.runtime.machines import linked
from tests.engine.runtime.outposts import contributions

FIXTURES = sorted((CASES / "journals").glob("version-*.db"))


@pytest.fixture(params=FIXTURES, ids=lambda path: path.stem)
def fixture(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    shutil.copytree(request.param.parent, tmp_path / "journals")
    return tmp_path / "journals" / request.param.name


def test_a_journal_of_an_earlier_version_is_read_and_goes_on(fixture: Path) -> None:
    with open_journal(fixture, clock=lambda: START_OF_TIME, create=False) as journal:
        assert {row.run: (row.state, row.status) for row in journal.runs()} == {
            "order": ("checking", "parked"),
            "paper": ("filing", "parked"),
            "review": ("review", "parked"),
        }
        assert verify(journal).problems == ()
        assert journal.world("order").envelope.context["note"] == "secret of tea"
        assert journal.content(journal.world("paper").envelope.context["paper"]) == b"the paper"
        assert journal.contribute("order", contributions()[0])[-1].step.code == "duplicate"
        for contribution in contributions()[1:3]:
            journal.contribute("order", contribution)
        Worker(journal, lambda order: {"receipt": order.key}).settle()
        assert journal.run("order").state == "checking"
        assert verify(journal).problems == ()


def test_its_traces_replay_as_they_were_recorded(fixture: Path, tmp_path: Path) -> None:
    with open_journal(fixture, read_only=True) as journal, open_journal(tmp_path / "copy.db") as copy:
        for row in journal.runs():
            definition = linked(journal.definition(row.run))
            import_trace(copy, trace_of(journal, row.run), {definition.name: definition}.get)
            assert trace_of(copy, row.run) == trace_of(journal, row.run)


def test_there_is_a_fixture_of_this_version() -> None:
    assert f"version-{schema.VERSION}" in {path.stem for path in FIXTURES}


def test_older_tables_are_brought_up_to_date_in_one_go(fixture: Path) -> None:
    with open_journal(fixture) as journal:
        steps = {2: ("ALTER TABLE runs ADD COLUMN colour TEXT",), 3: ("UPDATE runs SET colour = 'blue'",)}
        engine = journal.database.engine
        with pytest.raises(KeyError):
            schema.upgrade(engine, "j", steps, to=4)
        with engine.connect() as connection:
            assert schema.stored_version(connection) == 1
        assert schema.upgrade(engine, "j", steps, to=3) == 1
        with engine.connect() as connection:
            assert {row.colour for row in connection.execute(text("SELECT colour FROM runs"))} == {"blue"}
            assert schema.stored_version(connection) == 3
    with pytest.raises(JournalError, match="version 3 of the tables"):
        open_journal(fixture)


def test_a_database_of_something_else_is_no_journal(tmp_path: Path) -> None:
    import sqlite3

    with sqlite3.connect(tmp_path / "other.db") as connection:
        connection.execute("CREATE TABLE t (a)")
    connection.close()
    with pytest.raises(JournalError, match="is no journal"):
        open_journal(tmp_path / "other.db", create=False)
