"""``statewright lint``: what it prints, where, and how it ends."""

from __future__ import annotations

import json
import os
from pathlib import Path

import jsonschema
import pytest

from engine.cli.app import main
from engine.cli.pages import docs_folder
from tests.cases import CASES
from tests.engine.cli import sarif

SAMPLES = Path(__file__).parents[3] / "samples"
GOOD = """\
fsm:
  name: good
  initialState: a
  states:
    a: { transitions: [ { toState: done } ] }
    done: { terminal: true }
"""
BAD = GOOD.replace("good", "bad").replace("toState: done", "toState: dnoe")


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project with a good and a bad machine; the current folder."""
    (tmp_path / "good.yaml").write_text(GOOD, encoding="utf-8")
    (tmp_path / "bad.yaml").write_text(BAD, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def lint(*arguments: str) -> int:
    return main(["lint", *arguments])


def printed(capsys: pytest.CaptureFixture[str]) -> tuple[list[str], list[str]]:
    out, err = capsys.readouterr()
    return out.splitlines(), err.splitlines()


def test_a_good_machine_ends_with_0(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint("good.yaml") == 0
    assert printed(capsys) == ([], ["1 machine checked: nothing found."])


def test_an_error_is_shown_with_its_place_and_fix_and_ends_with_1(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lint("bad.yaml") == 1
    out, err = printed(capsys)
    assert out == [
        "bad.yaml:5:36: error: There is no state 'dnoe'; did you mean 'done'?  R201",
        "    5 │     a: { transitions: [ { toState: dnoe } ] }",
        "      │                                    ^^^^",
        "    also: No path leads from the initial state to 'done', so a run never ends; add a transition if it should."
        " (line 2)",
        "    also: No path leads from 'a' to 'done'; add a transition to it or delete it. (line 6)",
        "    fix: Use 'done'",
        "    fix: Create the state 'dnoe'",
        "",
    ]
    assert err == ["1 machine checked: 1 error."]


def test_carets_stand_under_wide_characters(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    wide = (
        GOOD.replace("a: {", '"日本": {').replace("State: a", "State: 日本").replace("toState: done", "toState: 完了")
    )
    (folder / "wide.yaml").write_text(wide, encoding="utf-8")
    assert lint("wide.yaml") == 1
    out, _ = printed(capsys)
    assert out[1] == '    5 │     "日本": { transitions: [ { toState: 完了 } ] }'
    assert out[2] == "      │ " + " " * 40 + "^^^^"


def test_a_folder_is_its_machines_without_scenarios_and_other_files(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "good.scenario.yaml").write_text("scenario: {}\n", encoding="utf-8")
    (folder / "compose.yaml").write_text("services: {}\n", encoding="utf-8")
    assert lint(".", "good.yaml") == 1
    assert printed(capsys)[1] == ["2 machines checked: 1 error."]


def test_a_project_is_everything_below_its_folder(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    deep = folder / ".aegis" / "fsms" / "deep"
    deep.mkdir(parents=True)
    (deep / "one.yml").write_text(GOOD, encoding="utf-8")
    assert lint(".") == 0
    assert lint(".aegis/fsms") == 0
    assert printed(capsys)[1] == ["1 machine checked: nothing found."] * 2


def test_machines_of_a_project_know_one_another(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    spawning = GOOD.replace("good", "parent").replace("a: {", "a: { entry: [ { spawn: { fsm: good, as: child } } ],")
    fsms = folder / ".aegis" / "fsms"
    fsms.mkdir(parents=True)
    (fsms / "parent.yaml").write_text(spawning, encoding="utf-8")
    assert lint(".aegis/fsms/parent.yaml") == 1
    assert any("R206" in line for line in printed(capsys)[0])
    (fsms / "child.yaml").write_text(GOOD, encoding="utf-8")
    assert lint(".aegis/fsms/parent.yaml") == 0
    (fsms / "twin.yaml").write_text(GOOD, encoding="utf-8")
    assert lint(".aegis/fsms/twin.yaml") == 1
    assert any("also declared in '.aegis/fsms/child.yaml'" in line for line in printed(capsys)[0])


def test_a_name_twice_in_a_plain_folder_is_told_when_the_folder_is_checked(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (folder / "copy.yaml").write_text(GOOD, encoding="utf-8")
    (folder / "link.yaml").symlink_to(folder / "bad.yaml")
    assert lint("copy.yaml", "good.yaml") == 0
    assert lint(".", "--rule", "R201=off", "--rule", "L601=off") == 1
    out, _ = printed(capsys)
    assert [line.partition(":")[0] for line in out if "Y107" in line] == ["copy.yaml", "good.yaml"]


@pytest.mark.parametrize("format", ["text", "json", "sarif", "github"])
def test_a_missing_file_ends_with_2_and_the_others_are_checked(
    format: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lint("bad.yaml", "none.yaml", "--format", format) == 2
    out, err = printed(capsys)
    assert "R201" in "".join(out)
    assert err[-1].startswith("none.yaml:1:1: The file cannot be opened")


def test_a_folder_without_machines_ends_with_2(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (folder / "empty").mkdir()
    assert lint("empty") == 2
    out, err = printed(capsys)
    assert out == []
    assert err[0].startswith("empty:1:1: The folder holds no machine")


@pytest.mark.parametrize("path", sorted((CASES / "broken").glob("*.yaml")), ids=lambda path: path.stem)
def test_a_broken_file_has_a_place_and_a_reason(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code = lint(str(path))
    out, _ = printed(capsys)
    assert code == (1 if path.stem == "duplicate_state" else 2)
    assert out[0].startswith(f"{path}:")
    assert ": error: " in out[0]


def test_json_is_whole_and_stable(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint("bad.yaml", "good.yaml", "--format", "json") == 1
    document = json.loads(capsys.readouterr().out)
    assert document["files"] == ["bad.yaml", "good.yaml"]
    assert document["counts"] == {"error": 1, "warning": 0, "info": 0}
    (finding,) = document["findings"]
    stable = ("id", "slug", "severity", "verdict", "message", "file", "line", "column", "path")
    assert {key: finding[key] for key in stable} == {
        "id": "R201",
        "slug": "unknown-state",
        "severity": "error",
        "verdict": "proved",
        "message": "There is no state 'dnoe'; did you mean 'done'?",
        "file": "bad.yaml",
        "line": 5,
        "column": 36,
        "path": ["states", "a", "transitions", 0, "toState"],
    }
    span = finding["span"]
    assert BAD[span["start"] : span["end"]] == "dnoe"
    assert (span["line"], span["column"], span["endLine"], span["endColumn"]) == (5, 36, 5, 40)
    assert finding["fixes"][0]["title"] == "Use 'done'"
    (edit,) = finding["fixes"][0]["edits"]
    assert BAD[: edit["start"]] + edit["text"] + BAD[edit["end"] :] == BAD.replace("dnoe", "done")
    assert len(finding["fingerprint"]) == 16


def test_sarif_follows_its_schema(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    suppressed = GOOD.replace("done: {", "lost: { terminal: true }  # statewright: disable=L601 -- kept\n    done: {")
    (folder / "kept file.yaml").write_text(suppressed, encoding="utf-8")
    assert lint("bad.yaml", "kept file.yaml", "--format", "sarif") == 1
    log = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, sarif.LOG)
    (run,) = log["runs"]
    error, kept = run["results"]
    assert (error["ruleId"], error["level"]) == ("R201", "error")
    assert run["tool"]["driver"]["rules"][error["ruleIndex"]]["id"] == "R201"
    assert kept["suppressions"] == [{"kind": "inSource", "justification": "kept"}]
    assert kept["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == "kept%20file.yaml"


def test_sarif_tells_the_run_that_shows_a_fault(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = (docs_folder() / "checks" / "L605.md").read_text(encoding="utf-8")
    text = page.partition("```yaml\n")[2].partition("```")[0]
    (folder / "loop.yaml").write_text(text, encoding="utf-8")
    assert lint("loop.yaml", "--format", "sarif") == 1
    log = json.loads(capsys.readouterr().out)
    jsonschema.validate(log, sarif.LOG)
    loop = next(each for each in log["runs"][0]["results"] if each["ruleId"] == "L605")
    moments = [each["location"] for each in loop["codeFlows"][0]["threadFlows"][0]["locations"]]
    told = [each["message"]["text"] for each in moments]
    assert told[0] == "A run begins."
    assert any(" gives " in each for each in told)
    lines = text.splitlines()
    for moment, each in zip(moments, told, strict=True):
        if each.startswith("The run goes"):
            region = moment["physicalLocation"]["region"]
            target = each.split("'")[3]
            written = lines[region["startLine"] - 1 : region["endLine"]]
            assert f"toState: {target}" in " ".join(written)


def test_github_annotations_are_one_line_each(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint("bad.yaml", "--format", "github") == 1
    out, _ = printed(capsys)
    assert out == [
        "::error file=bad.yaml,line=5,endLine=5,col=36,endColumn=40,title=R201 unknown-state"
        "::There is no state 'dnoe'; did you mean 'done'?"
    ]


def test_rules_can_be_set(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert lint("bad.yaml", "--rule", "R201=warning") == 0
    assert lint("bad.yaml", "--rule", "r201=off", "--rule", "L601=off", "--rule", "L607=error") == 1
    out, _ = printed(capsys)
    assert [line.split(": ")[1] for line in out if line.startswith("bad.yaml")] == ["warning", "error"]


@pytest.mark.parametrize(
    "option, said", [("R999=off", "no check 'R999'"), ("R201=loud", "no level"), ("R201", "no level")]
)
def test_a_rule_that_is_none_ends_with_2(
    option: str, said: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert lint("good.yaml", "--rule", option) == 2
    out, err = printed(capsys)
    assert out == []
    assert said in err[0]


def test_the_strict_profile_makes_warnings_of_infos(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    loop = """\
fsm:
  name: loop
  initialState: a
  context: { f: { type: string } }
  states:
    a:
      requires: [ { name: f, from: system } ]
      transitions: [ { toState: a, onTransition: [ { assign: { f: null } } ] } ]
"""
    (folder / "loop.yaml").write_text(loop, encoding="utf-8")
    assert lint("loop.yaml", "--profile", "strict") == 0
    assert printed(capsys)[1] == ["1 machine checked: 1 warning."]


def test_fix_mends_the_file_and_checks_again(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = folder / "bad.yaml"
    file.chmod(0o640)
    assert lint("bad.yaml", "--fix") == 0
    assert file.read_text(encoding="utf-8") == BAD.replace("dnoe", "done")
    assert file.stat().st_mode & 0o777 == 0o640
    assert printed(capsys)[1] == ["bad.yaml: 1 fix applied (Use 'done').", "1 machine checked: nothing found."]
    assert sorted(path.name for path in folder.iterdir()) == ["bad.yaml", "good.yaml"]


def test_fix_keeps_links_line_ends_and_the_byte_order_mark(folder: Path) -> None:
    target = folder / "real.yaml"
    target.write_bytes(b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").encode())
    (folder / "link.yaml").symlink_to(target)
    assert lint("link.yaml", "--fix") == 0
    assert (folder / "link.yaml").is_symlink()
    assert target.read_bytes() == b"\xef\xbb\xbf" + BAD.replace("\n", "\r\n").replace("dnoe", "done").encode()


def test_fix_leaves_a_good_file_untouched(folder: Path) -> None:
    file = folder / "good.yaml"
    os.utime(file, ns=(1, 1))
    assert lint("good.yaml", "--fix") == 0
    assert file.stat().st_mtime_ns == 1


def test_a_file_that_cannot_be_written_ends_with_2(
    folder: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(path: Path, data: bytes) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("engine.cli.lint.write_atomically", full)
    assert lint("bad.yaml", "--fix") == 2
    out, err = printed(capsys)
    assert err[-1] == "bad.yaml:1:1: The file cannot be written (no space left on device); it is left as it was."
    assert "R201" in out[0]


def test_the_samples_are_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert lint(str(SAMPLES)) == 0
    assert "warning" not in capsys.readouterr().err
