"""Witnesses as scenarios: runs that show a fault, to be played with ``statewright test`` or in the designer."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from engine.analysis import Played, Witness, played
from engine.cli.findings.checked import Checked
from engine.dsl import format_duration
from engine.reducer import CURRENT, SECOND, Contribution, Definition
from engine.text import Habits, write_block

_NO_FILE_NAME = re.compile(r"[^\w.-]+")


def witness_scenarios(checked: Sequence[Checked], folder: Path) -> Iterator[tuple[Path, str]]:
    """For each finding with a witness the file of its scenario in ``folder``, and the text of it."""
    for each in checked:
        definition = each.definition
        for finding in each.report.findings:
            if finding.witness is not None and definition is not None:
                name = f"{Path(each.file).stem}-{finding.id}-{finding.fingerprint}.scenario.yaml"
                machine = Path(os.path.relpath(each.file, folder)).as_posix()
                title = f"{finding.id} {finding.slug}"
                text = scenario_text(machine, title, finding.message, definition, finding.witness)
                yield folder / _NO_FILE_NAME.sub("_", name), text


def scenario_text(machine: str, name: str, description: str, definition: Definition, witness: Witness) -> str:
    """The file of a scenario that plays a witness; ``machine`` is the machine's path as seen from it."""
    scenario: dict[str, Any] = {"machine": machine, "name": name, "description": description}
    if witness.given:
        scenario["given"] = dict(witness.given)
    _, *parts = played(definition, witness)
    steps = [_step(part, part.contribution) for part in parts if part.contribution is not None]
    if steps:
        scenario["steps"] = steps
    return "\n".join(write_block({"scenario": scenario}, 0, Habits(), "")) + "\n"


def _step(part: Played, contribution: Contribution) -> dict[str, Any]:
    """What came in as a step; a decision carries the pending hash unless it says another."""
    if part.waited and contribution.at is not None:
        return {"after": format_duration(-((part.since - contribution.at) // SECOND))}
    line = contribution.to_json()
    rest = {key: value for key, value in line.items() if key not in ("id", "actor", "values")}
    if rest.get("proposalHash") == CURRENT:
        del rest["proposalHash"]
    last = part.steps[-1]
    expected = {} if last.accepted else {"expect": {"rejected": last.code}}
    return {"contribute": dict(line["values"]), "as": line["actor"], **rest, **expected}
