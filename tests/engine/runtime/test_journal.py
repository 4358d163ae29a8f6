"""What a journal keeps of a run: the same events, envelopes and elicitations that the pure reducer gives."""

from __future__ import annotations

from pathlib import Path

import pytest

from engine.reducer import Contribution, pending
from engine.runtime import JournalError, open_journal
from engine.simulate import Session, Trace, open_trace, save
from tests.engine.runtime.machines import ENVOY, REVIEWER, SAMPLE, review

CONTRIBUTIONS = (
    Contribution("c1", ENVOY, {"draft": "first"}),
    Contribution("c2", ENVOY, {"verdict": "approved"}),
    Contribution("c3", REVIEWER, {"verdict": "changes"}),
    Contribution("c1", ENVOY, {"draft": "first"}),
    Contribution("c4", ENVOY, {"draft": "second"}),
)


def test_a_journal_has_the_trace_that_a_simulation_of_the_same_gives(tmp_path: Path) -> None:
    session = Session.begin(review(), run="r")
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(review(), run="r")
        for contribution in CONTRIBUTIONS:
            session = session.contribute(contribution)
            journal.contribute("r", contribution)
        assert tuple(journal.lines("r")) == save(session).lines
        assert journal.world("r").envelope.to_json() == session.world.envelope.to_json()


def test_a_run_goes_on_after_each_reopening_as_if_nothing_had_been(tmp_path: Path) -> None:
    session = Session.begin(review(), run="r")
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        journal.create(review(), run="r", text=SAMPLE.read_text(encoding="utf-8"))
    for contribution in CONTRIBUTIONS:
        session = session.contribute(contribution)
        with open_journal(tmp_path / "j.db", clock=None, create=False) as journal:
            steps = journal.contribute("r", contribution)
            assert steps[-1].step.code == session.step.code
            issued = [row.elicitation for row in journal.parked(run="r")]
            assert issued == [each.id for each in pending(review(), session.world.envelope)]
    with open_journal(tmp_path / "j.db", read_only=True) as journal:
        assert journal.world("r").envelope.to_json() == session.world.envelope.to_json()
        assert journal.definition("r") == SAMPLE.read_text(encoding="utf-8")
        assert (
            open_trace(Trace(tuple(journal.lines("r")), journal.payloads("r")), lambda name: review()).difference
            is None
        )


def test_runs_are_listed_by_what_they_wait_for(tmp_path: Path) -> None:
    with open_journal(tmp_path / "j.db", clock=None) as journal:
        for name in ("a", "b", "c"):
            journal.create(review(), run=name)
        journal.contribute("b", CONTRIBUTIONS[0])
        token = journal.changed_since().token
        assert [row.run for row in journal.runs(order="run")] == ["a", "b", "c"]
        assert [row.run for row in journal.runs(waiting_for="agent:reviewer")] == ["b"]
        assert [row.run for row in journal.runs(state="draft", order="run")] == ["a", "c"]
        assert journal.changed_since(token).runs == ()
        journal.contribute("c", CONTRIBUTIONS[0])
        assert [row.run for row in journal.changed_since(token).runs] == ["c"]


def test_what_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(JournalError, match="no journal 'missing"):
        open_journal(Path("missing.db"), create=False)
    (tmp_path / "text.db").write_text("not a database, but long enough to look at" * 20)
    with pytest.raises(JournalError, match="cannot be opened"):
        open_journal(tmp_path / "text.db")
    with open_journal(tmp_path / "j.db") as journal:
        with pytest.raises(JournalError, match="no run 'x'"):
            journal.contribute("x", CONTRIBUTIONS[0])
        journal.create(review(), run="x")
        with pytest.raises(JournalError, match="a run 'x' already"):
            journal.create(review(), run="x")
