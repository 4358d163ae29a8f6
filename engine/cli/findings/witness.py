"""Witnesses as scenarios: runs that show a fault, to be played with ``statewright test`` or in the designer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from engine.analysis import Witness
from engine.cli.findings.checked import Checked
from engine.text import Habits, write_block

_NO_FILE_NAME = re.compile(r"[^\w.-]+")


def witness_scenarios(checked: Sequence[Checked], folder: Path) -> Iterator[tuple[Path, str]]:
    """For each finding with a witness the file of its scenario in ``folder``, and the text of it."""
    for each in checked:
        for finding in each.report.findings:
            if finding.witness is not None:
                name = f"{Path(each.file).stem}-{finding.id}-{finding.fingerprint}.scenario.yaml"
                machine = Path(os.path.relpath(each.file, folder)).as_posix()
                title = f"{finding.id} {finding.slug}"
                yield (
                    folder / _NO_FILE_NAME.sub("_", name),
                    scenario_text(machine, title, finding.message, finding.witness),
                )


def scenario_text(machine: str, name: str, description: str, witness: Witness) -> str:
    """The file of a scenario that plays a witness; ``machine`` is the machine's path as seen from it."""
    scenario: dict[str, Any] = {"machine": machine, "name": name, "description": description}
    if witness.given:
        scenario["given"] = dict(witness.given)
    if witness.contributions:
        scenario["steps"] = [_step(line) for line in witness.contributions]
    return "\n".join(write_block({"scenario": scenario}, 0, Habits(), "")) + "\n"


def _step(line: Mapping[str, Any]) -> dict[str, Any]:
    """A contribution line as a step; a decision carries the pending hash unless it says another."""
    rest = {key: value for key, value in line.items() if key not in ("id", "actor", "values")}
    if rest.get("proposalHash") == "current":
        del rest["proposalHash"]
    return {"contribute": dict(line["values"]), "as": line["actor"], **rest}
