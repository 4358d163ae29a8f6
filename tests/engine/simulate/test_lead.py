"""A scenario leads a session where playing it leads the run."""

from __future__ import annotations

import pathlib

import pytest

from engine.dsl import read_bytes
from engine.reducer import link
from engine.simulate import ReadScenario, lead, play, read_scenario

SAMPLES = pathlib.Path(__file__).parents[3] / "samples"
SCENARIOS = sorted(SAMPLES.glob("*.scenario.yaml"))


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: path.name.removesuffix(".scenario.yaml"))
def test_a_session_comes_to_where_the_scenario_ends(path: pathlib.Path) -> None:
    read = read_scenario(path.read_bytes())
    assert isinstance(read, ReadScenario)
    parsed = read_bytes((SAMPLES / f"{read.scenario.machine}.yaml").read_bytes())
    assert parsed.workflow is not None
    definition = link(parsed.workflow)
    find = {definition.name: definition}.get
    played = play(read.scenario, definition, find)
    session = lead(read.scenario, definition, find)
    ours, theirs = session.world.envelope, played.plant.world.envelope
    assert (ours.state, ours.stop, dict(ours.context)) == (theirs.state, theirs.stop, dict(theirs.context))
