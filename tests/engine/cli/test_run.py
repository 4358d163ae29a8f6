"""``statewright run``: the reducer's lines, one sentence for what cannot be used, a person at the terminal."""

from __future__ import annotations

import io
import json
import os
import sys
from pathlib import Path

import pytest

from engine.cli import app
from tests.cases import CASES
from tests.engine.reducer.traces import Pair, compared, pairs

REVIEW = CASES / "features" / "delegated_review.yaml"
SAMPLES = Path(__file__).parents[3] / "samples"


def lines(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, list[dict[str, object]], str]:
    code = app.main(["run", *map(str, arguments), "--format", "jsonl"])
    captured = capsys.readouterr()
    return code, [json.loads(line) for line in captured.out.splitlines()], captured.err


@pytest.mark.parametrize("pair", list(pairs())[::3], ids=lambda pair: pair.name)
def test_the_lines_are_those_of_the_model(pair: Pair, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, errors = lines(capsys, pair.machine, "--contributions", pair.contributions)
    assert (code, errors) == (0, "")
    assert [compared(line) for line in found] == [compared(line) for line in pair.expected_lines()]


def test_inputs_times_and_names_are_given(capsys: pytest.CaptureFixture[str]) -> None:
    order = CASES / "machines" / "order_control.yaml"
    code, (created,), _ = lines(capsys, order, "--set", "paid=3", "--set", "payment_received=true")
    assert (code, created["context"]) == (0, {"paid": 3.0, "payment_received": True})
    timers = CASES / "features" / "timers.yaml"
    at, until = "2001-01-01T00:00:00Z", "2001-01-01T02:30:00Z"
    _, found, _ = lines(capsys, timers, "--at", at, "--until", until, "--run", "r1")
    assert [line.get("at") for line in found] == [None, "2001-01-01T01:00:00Z", "2001-01-01T02:00:00Z"]


def test_a_refused_creation_exits_with_one(capsys: pytest.CaptureFixture[str]) -> None:
    code, (created,), errors = lines(capsys, CASES / "machines" / "order_control.yaml", "--set", "paid=much")
    assert (code, created["accepted"], created["code"]) == (1, False, "type-mismatch")
    assert errors == "The run was not created: type-mismatch.\n"


@pytest.mark.parametrize("path", sorted((CASES / "broken").iterdir()), ids=lambda path: path.name)
def test_broken_files_get_a_place_and_a_reason(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found, errors = lines(capsys, path)
    assert (code, found) == (2, [])
    assert errors.startswith(f"{path}:")
    assert all(part.isdigit() for part in errors.removeprefix(f"{path}:").split(":")[:2])


@pytest.mark.parametrize(
    "text, place",
    [
        ('{"id": "x"', "1:11"),
        ("[1]", "1:1"),
        ('{"given": {}}\n{"id": 3, "actor": "system", "values": {}}', "2:1"),
        ('{"id": "x", "actor": "nobody", "values": {}}', "1:1"),
        ('{"id": "x", "actor": "system", "values": {"a": NaN}}', "1:1"),
        ('{"id": "x", "run": "other", "actor": "system", "values": {}}', "1:1"),
    ],
)
def test_lines_that_are_no_contributions(
    text: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    script = tmp_path / "lines.jsonl"
    script.write_text(text)
    code, _, errors = lines(capsys, REVIEW, "--contributions", script)
    assert (code, errors.splitlines()[0].startswith(f"{script}:{place}: "), len(errors.splitlines())) == (2, True, 1)


@pytest.mark.parametrize(
    "arguments",
    [
        ["run"],
        ["run", "no such file.yaml"],
        ["run", str(REVIEW), "--format", "xml"],
        ["run", str(REVIEW), "--contributions", "no such file"],
        ["run", str(REVIEW), "--at", "noon"],
        ["run", str(REVIEW), "--set", "draft"],
        ["run", str(SAMPLES)],
        ["--no-such-option"],
        ["walk"],
    ],
    ids=" ".join,
)
def test_a_call_that_cannot_be_used_is_one_line(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert app.main(arguments) == 2
    captured = capsys.readouterr()
    assert (captured.out, len(captured.err.splitlines())) == ("", 1)


@pytest.mark.parametrize(
    "old, new",
    [
        ("toState: review", "toState: reviw"),
        ("assign: { verdict", "assign: { verdikt"),
        ("context.verdict == 'approved'", "context.verdikt == 'approved'"),
    ],
)
def test_names_that_lead_nowhere_keep_a_machine_from_running(
    old: str, new: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    machine = tmp_path / "m.yaml"
    machine.write_text(REVIEW.read_text().replace(old, new))
    code, found, errors = lines(capsys, machine)
    assert (code, found) == (2, [])
    assert errors.count("\n") == 1


def test_text_tells_what_happened_and_why_it_rests(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    script = tmp_path / "lines.jsonl"
    script.write_text('{"id": "c1", "actor": {"agent": "envoy"}, "values": {"draft": "first"}}\n')
    assert app.main(["run", str(REVIEW), "--contributions", str(script)]) == 0
    told = capsys.readouterr().out
    for words in (
        "agent 'envoy' (c1): draft = \"first\"  draft → review",
        "At rest in review (parked)",
        "requires verdict of agent 'reviewer': it is not set",
        "would move it: verdict = \"changes\" from agent 'reviewer' → draft",
        "What agent 'reviewer' sees:",
    ):
        assert words in told


class _Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def test_a_person_answers_at_the_terminal(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    answers = _Terminal("1\nfirst text\n1\nchanges\nleave\n")
    monkeypatch.setattr(sys, "stdin", answers)
    monkeypatch.setattr(sys, "stderr", _Terminal())
    assert app.main(["run", str(REVIEW), "--format", "jsonl"]) == 0
    states = [json.loads(line)["state"] for line in capsys.readouterr().out.splitlines()]
    assert states == ["draft", "review", "draft"]


def test_contributions_come_from_stdin_as_well(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    line = b'{"id": "c1", "actor": {"agent": "envoy"}, "values": {"draft": "first"}}\n'
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(line + b"\n")))
    code, found, _ = lines(capsys, REVIEW, "--contributions", "-")
    assert (code, [each["event"] for each in found]) == (0, ["created", "contribution"])


def test_children_run_beside_their_parent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "kid.yaml").write_text(
        "fsm:\n  name: kid\n  initialState: s\n  context: { t: { type: bool } }\n  states:\n    s:\n"
        "      timers: [ { name: z, after: PT5M, assign: { t: true } } ]\n"
        "      transitions: [ { toState: ok, guards: [ has(context.t) ] } ]\n    ok: { terminal: true }\n"
    )
    parent = tmp_path / "parent.yaml"
    parent.write_text(
        "fsm:\n  name: parent\n  initialState: w\n  context: { res: { type: string } }\n  states:\n    w:\n"
        "      entry: [ { spawn: { fsm: kid, as: k, into: res } } ]\n"
        "      requires: [ { name: res, from: { fsm: k } } ]\n"
        "      transitions: [ { toState: done } ]\n    done: { terminal: true }\n"
    )
    code, found, _ = lines(capsys, parent, "--until", "2000-01-02T00:00:00Z")
    assert (code, [line.get("run") for line in found]) == (0, [None, "run/1/0", "run/1/0", None])
    assert (found[-1]["id"], found[-1]["state"], found[-1]["context"]) == ("run/1/0/end", "done", {"res": "ok"})


def test_without_a_display_the_designer_says_so(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from designer.__main__ import DISPLAYS, main

    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(os.sys, "platform", "linux")  # type: ignore[attr-defined]
    assert main([str(REVIEW)]) == 2
    assert "display" in capsys.readouterr().err
    assert main(["rum"]) == 2
    assert "no such command 'rum'" in capsys.readouterr().err
