"""``statewright explore``: what runs can come to, where they stall, and a run to a state that ``test`` passes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.app import main
from tests.cases import CASES

REVIEW = CASES / "features" / "delegated_review.yaml"


def test_tells_what_is_reached(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", str(REVIEW)]) == 0
    out = capsys.readouterr().out
    assert out.startswith("delegated-review: 4 situations, all there are.\n")
    assert "reached    draft, review, done, rejected" in out
    assert "stuck" not in out


def test_tells_where_a_run_is_stuck_and_goes_round(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", str(CASES / "machines" / "tcp.yaml"), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["complete"]
    assert {each["state"] for each in told["stuck"]} >= {"CLOSED", "LISTEN"}
    assert main(["explore", str(CASES / "features" / "counters.yaml"), "--format", "json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert not told["complete"]
    assert {each["stop"] for each in told["halted"]} == {"no-progress", "microstep-cap"}


def test_a_run_to_a_state_is_a_scenario_that_holds(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = tmp_path / REVIEW.name
    machine.write_bytes(REVIEW.read_bytes())
    assert main(["explore", str(machine), "--to", "rejected"]) == 0
    scenario = tmp_path / "to.scenario.yaml"
    scenario.write_text(capsys.readouterr().out, encoding="utf-8")
    assert "rejected" in scenario.read_text(encoding="utf-8")
    assert main(["test", str(scenario)]) == 0


def test_a_state_no_run_comes_to(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    machine = tmp_path / "m.yaml"
    machine.write_text(
        "fsm: { name: m, initialState: a, states: { a: { transitions: [ { toState: b } ] },"
        " b: { terminal: true }, c: { terminal: true } } }\n",
        encoding="utf-8",
    )
    assert main(["explore", str(machine), "--to", "c"]) == 1
    assert capsys.readouterr().err == "No run comes to 'c'.\n"
    assert main(["explore", str(machine), "--to", "cc"]) == 2
    assert "no state 'cc'" in capsys.readouterr().err


def test_what_cannot_run_is_not_explored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["explore", str(CASES / "machines" / "pathological.yaml")]) == 2
    assert capsys.readouterr().out == ""
