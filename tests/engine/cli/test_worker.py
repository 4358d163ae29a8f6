"""``statewright worker``: commands of a journal performed by a function that the user names."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from engine.cli.app import main
from tests.engine.runtime.outposts import ORDERS

HANDLER = """
from pathlib import Path

def ship(order):
    Path("shipped").write_text(f"{order.command} {order.key} {order.data['item']}")
    return {"receipt": "done"}
"""


def test_a_function_of_the_user_performs_what_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("orders.yaml").write_text(ORDERS, encoding="utf-8")
    Path("my_depot.py").write_text(HANDLER, encoding="utf-8")
    line = {"id": "c1", "actor": {"agent": "clerk"}, "values": {"item": "tea"}}
    Path("script.jsonl").write_text(json.dumps(line), encoding="utf-8")
    assert main(["run", "orders.yaml", "--contributions", "script.jsonl", "--journal", "j.db"]) == 0
    assert main(["worker", "j.db", "--handler", "my_depot:ship", "--once"]) == 0
    assert Path("shipped").read_text(encoding="utf-8") == "ship ship-tea tea"
    capsys.readouterr()
    assert main(["journal", "ls", "j.db", "--format", "json"]) == 0
    assert json.loads(capsys.readouterr().out)["runs"][0]["state"] == "checking"


@pytest.mark.parametrize("named", ["nowhere:f", "json:nothing", "json", "json:__name__"])
def test_a_handler_that_is_none_is_named(named: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = str(tmp_path / "j.db")
    assert main(["worker", place, "--handler", "json:loads", "--once"]) == 2
    assert "no journal" in capsys.readouterr().err
    (tmp_path / "m.yaml").write_text(ORDERS, encoding="utf-8")
    (tmp_path / "none.jsonl").write_text("", encoding="utf-8")
    script = str(tmp_path / "none.jsonl")
    assert main(["run", str(tmp_path / "m.yaml"), "--contributions", script, "--journal", place]) == 0
    capsys.readouterr()
    assert main(["worker", place, "--handler", named, "--once"]) == 2
    assert f"--handler {named}: " in capsys.readouterr().err
