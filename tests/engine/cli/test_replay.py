"""``statewright replay``: what is the same, what differs and where, and where runs would go under another version."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.app import main
from engine.reducer import Actor, Contribution
from engine.runtime import open_journal
from engine.simulate import save
from tests.generators.journals import definitions, fill, machine_texts, sessions

PARCEL = machine_texts()["parcel"]


@pytest.fixture(scope="module")
def journal(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("journal") / "runs.db"
    with open_journal(path, clock=None) as made:
        fill(made, 30)
        made.create(definitions()["parcel"], run="heavy", at=0, text=PARCEL)
        made.contribute("heavy", Contribution("c", Actor("agent", "scale"), {"grams": 5_000}))
    return path


@pytest.fixture
def trace(tmp_path: Path) -> Path:
    session = next(each for each in sessions(20) if each.definition.name == "panel-signoff")
    path = tmp_path / "run.trace.jsonl"
    path.write_text("\n".join(save(session).lines) + "\n", encoding="utf-8")
    (tmp_path / "panel-signoff.yaml").write_text(machine_texts()["panel-signoff"], encoding="utf-8")
    return path


def test_a_whole_journal_is_the_same(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(journal)]) == 0
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", "31 runs: 31 same.\n")


def test_one_run_is_told_of(journal: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(journal), "--run", "run-00004"]) == 0
    told = capsys.readouterr()
    assert told.out.startswith("run-00004: is rebuilt as it was stored (")
    assert main(["replay", str(journal), "--run", "run-9"]) == 2
    assert capsys.readouterr().err == f"{journal}:1:1: There is no run 'run-9' here; name one that is stored.\n"


def test_a_trace_that_differs_names_event_and_field(trace: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(trace)]) == 0
    capsys.readouterr()
    lines = trace.read_text(encoding="utf-8").splitlines()
    event = json.loads(lines[1])
    event["version"] = 7
    trace.write_text("\n".join([lines[0], json.dumps(event), *lines[2:]]), encoding="utf-8")
    assert main(["replay", str(trace)]) == 1
    told = capsys.readouterr()
    assert told.out.endswith(": event 2 differs: 'version' was 7, now 1.\n")
    assert told.err == "1 run: 1 differs.\n"


def test_another_version_is_told_as_json(journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = tmp_path / "parcel.yaml"
    machine.write_text(PARCEL.replace("grams <= 500", "grams <= 20000"), encoding="utf-8")
    assert main(["replay", str(journal), "--against", str(machine), "--format", "json", "--workers", "1"]) == 1
    told = json.loads(capsys.readouterr().out)
    assert told["against"] == {"machine": "parcel", "version": 1}
    assert told["counts"].keys() == {"same", "elsewhere"}
    elsewhere = next(run for run in told["runs"] if run["outcome"] == "elsewhere")
    assert elsewhere["step"] == 2
    assert elsewhere["differences"][0] == {"field": "state", "stored": "parcel", "found": "letter"}


def test_a_machine_that_must_not_run_is_no_other_version(
    journal: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = tmp_path / "parcel.yaml"
    machine.write_text(PARCEL.replace("toState: letter", "toState: nowhere"), encoding="utf-8")
    assert main(["replay", str(journal), "--against", str(machine)]) == 2
    assert capsys.readouterr().err.startswith(f"{machine}:")


@pytest.mark.parametrize("content", [b"", b"\x00\xff\xfe", b"not a trace\n", b"{}\n", b"[1, 2]\n"])
def test_what_is_no_source_is_said_in_one_line(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "x"
    path.write_bytes(content)
    assert main(["replay", str(path)]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err.count("\n"), told.err.startswith(f"{path}:1:1: ")) == ("", 1, True)


def test_a_file_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["replay", str(tmp_path / "none.db")]) == 2
    assert "cannot be opened (no such file)" in capsys.readouterr().err
    assert main(["replay", str(tmp_path)]) == 2
