"""Many runs of a journal at once: in one process, in several, on a cluster; the same outcomes wherever it is done."""

from __future__ import annotations

import sqlite3
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

from engine.dsl import read
from engine.reducer import link
from engine.runtime import Lease, open_journal
from engine.runtime.replay import JournalSource, Outcome, Unreplayable, open_source, replay, replay_many
from engine.simulate import save
from tests.counts import count
from tests.generators.journals import fill, machine_texts, sessions


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "runs.db"
    with open_journal(path, clock=None) as made:
        fill(made, count(60, 600))
    return path


def outcomes(found: Iterator[tuple[Outcome, ...]]) -> dict[str, Outcome]:
    return {outcome.run: outcome for some in found for outcome in some}


def runs_of(journal: Path, machine: str | None = None) -> list[str]:
    source = open_source(str(journal))
    assert isinstance(source, JournalSource)
    found = list(source.runs(machine))
    source.close()
    return found


def test_every_run_of_a_journal_is_rebuilt_as_it_was_stored(journal: Path) -> None:
    found = outcomes(replay_many(str(journal), runs_of(journal), workers=1))
    assert {outcome.kind for outcome in found.values()} == {"same"}
    with open_journal(journal, read_only=True) as read:
        assert {row.run: (row.state, row.events) for row in read.runs()} == {
            run: (outcome.state, outcome.events) for run, outcome in found.items()
        }


def test_several_processes_find_what_one_finds(journal: Path) -> None:
    runs = runs_of(journal, "parcel")
    text = machine_texts()["parcel"].replace("context.grams <= 500", "context.grams <= 20000")
    alone = outcomes(replay_many(str(journal), runs, against=text, workers=1))
    assert outcomes(replay_many(str(journal), runs, against=text, workers=2)) == alone
    assert Counter(outcome.kind for outcome in alone.values()).keys() == {"same", "elsewhere"}


def test_the_work_can_be_stopped(journal: Path) -> None:
    found = replay_many(str(journal), runs_of(journal), workers=2)
    next(found)
    found.close()  # type: ignore[attr-defined]


def test_a_value_changed_in_the_database_is_found(journal: Path, tmp_path: Path) -> None:
    copy = tmp_path / "tampered.db"
    with sqlite3.connect(journal) as one, sqlite3.connect(copy) as other:
        one.backup(other)
    run = runs_of(journal, "panel-signoff")[0]
    with sqlite3.connect(copy) as connection:
        seq, data = connection.execute(
            "SELECT seq, data FROM events WHERE run = ? AND type IN ('parked', 'terminal')", (run,)
        ).fetchone()
        connection.execute(
            "UPDATE events SET data = ? WHERE run = ? AND seq = ?", (data.replace('"visit": ', '"visit": 1'), run, seq)
        )
    one.close()
    other.close()
    connection.close()
    (outcome,) = outcomes(replay_many(str(copy), [run])).values()
    assert (outcome.kind, outcome.at) == ("differs", seq)
    assert [each.field for each in outcome.differences] == ["data.visit", "data.envelope.visit"]


def test_a_run_that_is_not_there_is_said_so(journal: Path) -> None:
    (outcome,) = outcomes(replay_many(str(journal), ["nobody"])).values()
    assert (outcome.kind, "nobody" in outcome.why) == ("unreadable", True)


def test_a_trace_is_a_source_with_its_machine_beside_it(tmp_path: Path) -> None:
    session = next(each for each in sessions(5) if each.definition.name == "panel-signoff")
    trace = save(session)
    (tmp_path / "run.trace.jsonl").write_text("\n".join(trace.lines), encoding="utf-8")
    with pytest.raises(Unreplayable, match="nothing"):
        open_source(str(tmp_path / "run.trace.jsonl")).run("nothing")
    run = open_source(str(tmp_path / "run.trace.jsonl")).run(session.world.root)
    assert replay(run).kind == "unreadable"
    (tmp_path / "panel.yaml").write_text(machine_texts()["panel-signoff"], encoding="utf-8")
    assert replay(open_source(str(tmp_path / "run.trace.jsonl")).run(session.world.root)).kind == "same"


def test_a_cluster_that_does_not_answer_is_named(journal: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.runtime.replay.many.PATIENCE", 0.2)
    pytest.importorskip("distributed")
    with pytest.raises(Unreplayable, match=r"No cluster answers at 'tcp://127\.0\.0\.1:1'"):
        next(replay_many(str(journal), ["run-00001"], cluster="tcp://127.0.0.1:1"))


def test_a_cluster_finds_what_one_process_finds(journal: Path) -> None:
    distributed = pytest.importorskip("distributed")
    runs = runs_of(journal)[:20]
    with distributed.LocalCluster(
        n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None, protocol="tcp", host="127.0.0.1"
    ) as cluster:
        found = outcomes(replay_many(str(journal), runs, cluster=cluster.scheduler_address))
    assert found == outcomes(replay_many(str(journal), runs, workers=1))


def test_a_command_given_up_for_good_is_told_by_its_outcome(tmp_path: Path) -> None:
    """The system's write begins such a step; what led to it stands in the event after it."""
    text = """
fsm:
  name: order
  initialState: sending
  context: { failed: { type: bool } }
  agents: { clerk: { canTransition: [sending] } }
  commands: { ship: { onFailure: { failed: true } } }
  states:
    sending:
      entry: [{ send: { command: ship } }]
      requires: [{ name: failed }]
      transitions: [{ toState: lost }]
    lost: { terminal: true }
"""
    workflow = read(text).workflow
    assert workflow is not None
    path = tmp_path / "runs.db"
    with open_journal(path, clock=None) as journal:
        journal.create(link(workflow), run="order", at=0, text=text)
        (command,) = journal.outbox()
        journal.claim("order", command.id, Lease("worker", 60))
        journal.fail("order", command.id, "broken")
        assert journal.run("order").state == "lost"
    (outcome,) = outcomes(replay_many(str(path), ["order"])).values()
    assert (outcome.kind, outcome.state) == ("same", "lost")
