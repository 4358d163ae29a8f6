"""The run that shows a fault plays in the simulator, whichever check found it."""

from __future__ import annotations

import pytest

from designer.document import Document
from designer.panels.simulator import Simulation
from engine.analysis import Kind, check, checks
from engine.cli.pages import docs_folder
from engine.dsl import read

REFUSED = ("A709", "L614")
"""What these find is that a contribution is refused."""

NEVER = ("G503", "L602", "M900")
"""What never happens has no run."""

SHOWN = sorted(each.id for each in checks() if each.kind is Kind.GLOBAL and each.id not in NEVER)


@pytest.mark.parametrize("id", SHOWN)
def test_a_witness_plays_in_the_simulator(id: str) -> None:
    page = (docs_folder() / "checks" / f"{id}.md").read_text(encoding="utf-8")
    text = page.partition("```yaml\n")[2].partition("```")[0]
    witness = next(finding.witness for finding in check(read(text)).findings if finding.id == id)
    assert witness is not None
    simulation = Simulation(Document.of_text(text))
    simulation.step_through(witness)
    assert simulation.session is not None
    assert simulation.at == 0
    steps = list(dict.fromkeys(moment.step for moment in simulation.moments))
    assert len(steps) > len(witness.contributions)
    assert [step.accepted for step in steps] == [True] * (len(steps) - 1) + [id not in REFUSED]
