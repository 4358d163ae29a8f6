"""``statewright test``: scenarios of the samples hold; what does not hold is told with its place."""

from __future__ import annotations

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from engine.cli import app

SAMPLES = Path(__file__).parents[3] / "samples"
SCENARIO = """
scenario:
  machine: MACHINE
  name: a try
  steps:
    - contribute: { draft: text }
      as: { agent: envoy }
      expect: EXPECT
"""


def outcome(capsys: pytest.CaptureFixture[str], *arguments: object) -> tuple[int, str, str]:
    code = app.main(["test", *map(str, arguments)])
    captured = capsys.readouterr()
    return code, captured.out, captured.err


def scenario(folder: Path, expect: str, machine: str = str(SAMPLES / "delegated-review.yaml")) -> Path:
    path = folder / "a.scenario.yaml"
    path.write_text(SCENARIO.replace("MACHINE", machine).replace("EXPECT", expect))
    return path


def test_the_scenarios_of_the_samples_hold_and_see_everything(capsys: pytest.CaptureFixture[str]) -> None:
    code, out, err = outcome(capsys, SAMPLES, "--format", "json", "--coverage")
    assert (code, err) == (0, "")
    coverage = json.loads(out)["coverage"]
    assert set(coverage) == {"delegated-review", "panel-signoff", "supplier-bank-change"}
    for seen in coverage.values():
        assert (seen["states"]["missing"], seen["transitions"]["missing"]) == ([], [])
        assert seen["guards"]["seen"] >= 0.8 * seen["guards"]["of"]


def test_the_samples_are_clean() -> None:
    assert app.main(["lint", str(SAMPLES), "--format", "json"]) == 0


@pytest.mark.parametrize(
    "expect, words",
    [
        ("{ state: draft }", "state: expected"),
        ("{ pending: [draft] }", "pending: expected"),
        ("{ context: { draft: other } }", "'draft': expected"),
        ("{ unset: [draft] }", "'draft' was expected to be unset"),
        ("{ fired: [] }", "fired: expected"),
        ("{ effects: [email] }", "effects: expected"),
        ("{ rejected: terminal }", "was expected to be refused"),
        ("{ stop: terminal }", "stop: expected"),
        ("{ stuck: true }", "stuck: expected"),
        ("{ receipts: 1 }", "receipts: expected"),
    ],
)
def test_what_does_not_hold_is_told_with_its_place(
    expect: str, words: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = scenario(tmp_path, expect)
    code, out, _ = outcome(capsys, path)
    assert code == 1
    assert f"{path}:8:" in out
    assert words in out


def test_an_unexpected_refusal_is_a_miss(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = scenario(tmp_path, "{ state: draft }")
    path.write_text(path.read_text().replace("agent: envoy", "agent: reviewer"))
    code, out, _ = outcome(capsys, path, "--format", "junit")
    suites = ElementTree.fromstring(out)
    assert (code, suites.get("failures")) == (1, "1")
    assert "not-authorized" in str(suites.find("testsuite/testcase/failure").get("message"))  # type: ignore[union-attr]


@pytest.mark.parametrize(
    "text, place",
    [
        ("scenario: 3", "1:1"),
        ("other: {}", "1:1"),
        ("scenario:\n  name: x\n", "1:1"),
        ("scenario:\n  machine: m\n  name: x\n  stps: []\n", "4:3"),
        ("scenario:\n  machine: m\n  name: x\n  steps:\n    - jump: 1\n", "5:7"),
        ("scenario:\n  machine: m\n  name: x\n  steps:\n    - after: soon\n", "5:7"),
        ("scenario:\n  machine: m\n  name: x\n  steps:\n    - after: PT1H\n      expect: { stat: a }\n", "6:17"),
        ("scenario: {", "1:12"),
        ("scenario:\n  machine: nowhere\n  name: x\n", "2:3"),
    ],
)
def test_what_is_no_scenario_gets_a_place(
    text: str, place: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "a.scenario.yaml"
    path.write_text(text)
    code, _, err = outcome(capsys, path)
    assert (code, err.splitlines()[0].startswith(f"{path}:{place}: ")) == (2, True), err


def test_a_machine_is_found_above_the_folder_tests(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.yaml").write_text((SAMPLES / "delegated-review.yaml").read_text())
    folder = tmp_path / "tests" / "deep"
    folder.mkdir(parents=True)
    scenario(folder, "{ state: review }", machine="delegated-review")
    assert outcome(capsys, tmp_path)[0] == 0
    assert outcome(capsys, folder / "no.scenario.yaml")[0] == 2
