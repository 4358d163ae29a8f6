"""``statewright lint --witness``: runs that show a fault become scenarios that play."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from engine.analysis import Kind, Report, Witness, checks
from engine.cli.app import main
from engine.cli.findings import Checked, witness_scenarios
from engine.cli.pages import docs_folder
from engine.dsl import read
from engine.simulate import ReadScenario, read_scenario
from tests.engine.analysis.machines import findings

MACHINE = """\
fsm:
  name: approving
  initialState: ask
  context:
    amount: { type: int, input: true }
    ok: { type: bool }
  states:
    ask:
      requires: [ { name: ok, from: { user: ana }, approves: [amount] } ]
      transitions: [ { toState: dnoe } ]
    done: { terminal: true }
"""
LINES = (
    {
        "id": "1",
        "actor": {"user": "ana"},
        "values": {"ok": True},
        "proposalHash": "current",
        "at": "2030-01-01T00:00:00Z",
    },
    {"id": "2", "actor": "system", "values": {"amount": None}},
)


def checked(folder: Path, witness: Witness) -> Checked:
    (finding,) = findings(MACHINE, "R201")
    file = folder / "machines" / "approving.yaml"
    return Checked(
        str(file), read(MACHINE.replace("dnoe", "done"), str(file)), Report((replace(finding, witness=witness),))
    )


def test_a_witness_is_a_scenario_with_its_inputs_and_contributions(tmp_path: Path) -> None:
    ((path, text),) = witness_scenarios([checked(tmp_path, Witness({"amount": 7}, LINES))], tmp_path / "shown")
    assert path.parent == tmp_path / "shown"
    assert path.name.startswith("approving-R201-")
    assert path.name.endswith(".scenario.yaml")
    found = read_scenario(text.encode())
    assert isinstance(found, ReadScenario)
    scenario = found.scenario
    assert scenario.machine == "../machines/approving.yaml"
    assert dict(scenario.given) == {"amount": 7}
    assert [step.contribute for step in scenario.steps] == [{"ok": True}, {"amount": None}]  # type: ignore[union-attr]
    assert "current" not in text


def test_a_witness_without_contributions_has_no_steps(tmp_path: Path) -> None:
    ((_, text),) = witness_scenarios([checked(tmp_path, Witness({}))], tmp_path)
    found = read_scenario(text.encode())
    assert isinstance(found, ReadScenario)
    assert found.scenario.steps == ()


def test_the_folder_is_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "m.yaml").write_text(MACHINE, encoding="utf-8")
    assert main(["lint", str(tmp_path / "m.yaml"), "--witness", str(tmp_path / "a" / "b")]) == 1
    assert (tmp_path / "a" / "b").is_dir()
    (tmp_path / "taken").write_text("", encoding="utf-8")
    assert main(["lint", str(tmp_path / "m.yaml"), "--witness", str(tmp_path / "taken")]) == 2
    assert "taken:1:1: The file cannot be written" in capsys.readouterr().err


SHOWN = sorted(
    each.id
    for each in checks()
    if each.kind is Kind.GLOBAL and each.id not in ("G503", "L602", "M900")  # what never happens has no run
)


@pytest.mark.parametrize("id", SHOWN)
def test_a_witness_of_every_check_plays(id: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    page = (docs_folder() / "checks" / f"{id}.md").read_text(encoding="utf-8")
    (tmp_path / "m.yaml").write_text(page.partition("```yaml\n")[2].partition("```")[0], encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert main(["lint", "m.yaml", "--witness", "shown"]) in (0, 1)
    assert len(list(Path("shown").glob(f"m-{id}-*.scenario.yaml"))) == 1
    assert main(["test", "shown"]) == 0
