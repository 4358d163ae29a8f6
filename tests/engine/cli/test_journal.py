"""Journals from the command line: runs kept, listed, shown, moved, verified and pruned."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path

import pytest

from engine.cli.app import main
from tests.engine.runtime.machines import SAMPLE

SCRIPT = (
    {"id": "c1", "actor": {"agent": "envoy"}, "values": {"draft": "first"}},
    {"id": "c2", "actor": {"agent": "nobody"}, "values": {"verdict": "approved"}},
    {"id": "c3", "actor": {"agent": "reviewer"}, "values": {"verdict": "changes"}},
)


@pytest.fixture
def kept(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """A journal with one run, the last contribution of which is still to come."""
    script = tmp_path / "script.jsonl"
    script.write_text("".join(json.dumps(line) + "\n" for line in SCRIPT), encoding="utf-8")
    place = str(tmp_path / "j.db")
    assert main(["run", str(SAMPLE), "--contributions", str(script), "--format", "jsonl", "--journal", place]) == 0
    with_journal = capsys.readouterr().out
    assert main(["run", str(SAMPLE), "--contributions", str(script), "--format", "jsonl"]) == 0
    assert capsys.readouterr().out == with_journal
    return place


def test_a_kept_run_goes_on_where_it_rested(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    more = tmp_path / "more.jsonl"
    more.write_text(json.dumps(SCRIPT[0]) + "\n" + json.dumps({**SCRIPT[0], "id": "c4"}) + "\n", encoding="utf-8")
    assert main(["run", str(SAMPLE), "--contributions", str(more), "--format", "jsonl", "--journal", kept]) == 0
    again, next_one = map(json.loads, capsys.readouterr().out.splitlines())
    assert (again["code"], next_one["state"], next_one["version"]) == ("duplicate", "review", 4)


def test_runs_are_listed_with_counts_by_state(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "ls", kept]) == 0
    assert "1 run: 1 parked." in capsys.readouterr().out
    assert main(["journal", "ls", kept, "--state", "done", "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["runs"] == []
    assert [(each["state"], each["runs"]) for each in told["counts"]] == [("draft", 1)]


def test_a_run_is_shown_with_what_it_waits_for(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "show", kept, "run"]) == 0
    out = capsys.readouterr().out
    assert "for draft from agent" in out
    assert "rejected" in out
    assert main(["journal", "show", kept, "other"]) == 2
    assert "no run 'other'" in capsys.readouterr().err


def test_a_trace_goes_out_and_in_and_is_the_same(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, second, other = tmp_path / "a.jsonl", tmp_path / "b.jsonl", str(tmp_path / "other.db")
    assert main(["journal", "export", kept, "run", "-o", str(first)]) == 0
    assert main(["journal", "import", other, str(first), "--machine", str(SAMPLE)]) == 0
    assert main(["journal", "export", other, "run", "-o", str(second)]) == 0
    assert first.read_bytes() == second.read_bytes()
    assert main(["journal", "import", other, str(first), "--machine", str(SAMPLE)]) == 2
    assert "a run 'run' already" in capsys.readouterr().err
    first.write_text(first.read_text(encoding="utf-8").replace("changes", "approved"), encoding="utf-8")
    assert main(["journal", "import", str(tmp_path / "third.db"), str(first), "--machine", str(SAMPLE)]) == 2
    assert "of the trace" in capsys.readouterr().err


def test_what_was_changed_behind_the_journal_is_found(kept: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", "verify", kept]) == 0
    assert "all as it was stored" in capsys.readouterr().err
    with sqlite3.connect(kept) as connection:
        connection.execute("UPDATE events SET data = replace(data, 'first', 'other') WHERE seq = 4")
    connection.close()
    assert main(["journal", "verify", kept]) == 1
    assert "Event 4 of run 'run' was changed" in capsys.readouterr().out


def test_ended_runs_are_pruned(kept: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    script = tmp_path / "end.jsonl"
    lines = ({**SCRIPT[0], "id": "d1"}, {**SCRIPT[2], "id": "d2", "values": {"verdict": "approved"}})
    script.write_text("".join(json.dumps(line) + "\n" for line in lines), encoding="utf-8")
    assert main(["run", str(SAMPLE), "--contributions", str(script), "--run", "b", "--journal", kept]) == 0
    assert main(["journal", "prune", kept, "--ended-before", "P1D"]) == 0
    assert "1 trace deleted" in capsys.readouterr().err
    assert main(["journal", "ls", kept, "--format", "json"]) == 0
    assert [row["run"] for row in json.loads(capsys.readouterr().out)["runs"]] == ["run"]
    assert main(["journal", "verify", kept]) == 0


@pytest.mark.parametrize("call", [["ls", "gone.db"], ["verify", "gone.db"], ["show", "gone.db", "x"]])
def test_a_journal_that_is_not_there_is_named(call: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["journal", *call]) == 2
    assert "no journal 'gone.db'" in capsys.readouterr().err
