"""Sensitive values and blobs: only in the payload store, checked on use, gone when their time is over."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.reducer import SECOND, START_OF_TIME, Contribution
from engine.runtime import JournalError, open_journal
from engine.runtime.traces import import_trace, trace_of
from engine.runtime.upkeep import prune
from engine.runtime.verify import verify
from engine.simulate import Session, open_trace, save
from tests.engine.runtime.machines import linked
from tests.engine.runtime.outposts import CLERK, ORDERS, contributions, orders

PAPERS = linked("""
fsm:
  name: papers
  initialState: filing
  context:
    paper: { type: blob, ttl: PT1H }
    filed: { type: bool }
  agents: { clerk: { canTransition: [filing] } }
  states:
    filing:
      requires: [{ name: paper }, { name: filed }]
      transitions: [{ toState: done }]
    done: { terminal: true }
  policy: { onTerminal: purge }
""")
SECRET = "secret of tea"


def everything(folder: Path) -> bytes:
    """All that the database's own files hold."""
    return b"".join(path.read_bytes() for path in folder.glob("j.db*") if path.is_file())


def test_a_sensitive_value_is_nowhere_but_in_the_payload_store(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(orders(), run="r", text=ORDERS)
        journal.contribute("r", contributions()[0])
        (command,) = journal.outbox("r")
        assert journal.command("r", command.id).with_["note"] == SECRET
    assert b"tea" in everything(tmp_path)
    assert SECRET.encode() not in everything(tmp_path)
    stored = b"".join(path.read_bytes() for path in (tmp_path / "j.db.payloads").iterdir())
    assert SECRET.encode() in stored
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        assert journal.world("r").envelope.context["note"] == SECRET
        assert journal.command("r", command.id).with_["note"] == SECRET


def test_a_trace_with_secrets_goes_out_and_in_and_is_the_same(tmp_path: Path) -> None:
    definition = orders()
    find = {definition.name: definition}.get
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(definition, run="r")
        journal.contribute("r", contributions()[0])
        trace = trace_of(journal, "r")
    with open_journal(tmp_path / "k.db", clock=None) as journal:
        assert import_trace(journal, trace, find) == "r"
        assert trace_of(journal, "r") == trace
        assert verify(journal).problems == ()
        assert journal.contribute("r", contributions()[0])[-1].step.code == "duplicate"


def test_a_simulated_session_goes_in_and_out_and_is_the_same(tmp_path: Path) -> None:
    definition = orders()
    session = Session.begin(definition, run="r", key="a key of its own").contribute(contributions()[0])
    session = session.contribute(Contribution("late", CLERK, {"note": "refused here"}))
    trace = save(session)
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        import_trace(journal, trace, {definition.name: definition}.get)
        assert trace_of(journal, "r") == trace
        opened = open_trace(trace_of(journal, "r"), {definition.name: definition}.get)
        assert opened.difference is None
        assert journal.world("r").envelope.to_json() == session.world.envelope.to_json()


def test_a_content_is_checked_when_it_is_used(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db", clock=lambda: START_OF_TIME) as journal:
        journal.create(PAPERS, run="r")
        journal.contribute("r", Contribution("p", CLERK, {"paper": b"the paper"}))
        reference = journal.world("r").envelope.context["paper"]
        assert journal.content(reference) == b"the paper"
        (row,) = journal.payload_rows("r")
        (tmp_path / "j.db.payloads" / row.file).write_bytes(b"the Paper")
        with pytest.raises(JournalError, match="checksum differs"):
            journal.content(reference)
        assert "checksum differs" in verify(journal).problems[0]


def test_a_content_goes_when_its_time_is_over_and_at_the_end_of_its_run(tmp_path: Path) -> None:
    now = [START_OF_TIME]
    with open_journal(tmp_path / "j.db", clock=lambda: now[0]) as journal:
        for run in ("old", "done"):
            journal.create(PAPERS, run=run)
            journal.contribute(run, Contribution("p", CLERK, {"paper": "the paper"}))
        journal.contribute("done", Contribution("f", CLERK, {"filed": True}))
        assert len(list((tmp_path / "j.db.payloads").iterdir())) == 1
        now[0] += 3_601 * SECOND
        assert [each.step.name for each in journal.tick("old")] == ["ttl:paper"]
        assert prune(journal).expired == 1
        assert list((tmp_path / "j.db.payloads").iterdir()) == []
        with pytest.raises(JournalError, match="was purged"):
            journal.payload("old/2/paper")
        assert verify(journal).problems == ()


def test_what_a_crash_left_in_the_store_is_collected(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db") as journal:
        journal.create(PAPERS, run="r")
        journal.contribute("r", Contribution("p", CLERK, {"paper": b"the paper"}))
        (tmp_path / "j.db.payloads" / "stray").write_bytes(b"left behind")
        assert prune(journal).strays == 0
        assert prune(journal, grace=-SECOND).strays == 1
        assert json.dumps(verify(journal).problems) == "[]"
