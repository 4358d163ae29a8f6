"""A run saved as a scenario passes when it is played."""

from __future__ import annotations

import pytest

from designer.panels.simulator import Simulation
from designer.panels.simulator.faults import crash_here
from designer.panels.simulator.scenario import scenario_text
from engine.reducer import Actor
from engine.simulate import Autopilot, Played, ReadScenario, grown, play, read_scenario
from tests.cases import CASES
from tests.designer.panels.bench import APPROVALS
from tests.designer.panels.simulator.test_trying import CLERK, ENVOY, REVIEWER, paid, started


def played(simulation: Simulation) -> Played:
    session = simulation.session
    assert session is not None
    text = scenario_text(session, "as it was: 'tried' \"out\"")
    read = read_scenario(text.encode())
    assert isinstance(read, ReadScenario), (read, text)
    return play(read.scenario, session.definition, session.find)


def test_answers_and_rejections_are_kept(qapp: object) -> None:
    simulation = started()
    simulation.contribute("draft", "on", ENVOY)
    simulation.contribute("verdict", "approved", ENVOY)
    simulation.contribute("verdict", "changes", REVIEWER)
    assert played(simulation).misses == ()


def test_time_approvals_and_crashes_are_kept(qapp: object) -> None:
    simulation = paid()
    simulation.wait(600)
    crash_here(simulation, "before-outcome")
    assert played(simulation).misses == ()


def test_an_approval_that_fell_is_kept(qapp: object) -> None:
    simulation = started(APPROVALS)
    simulation.contribute_all({"amount": 70, "account": "CH93"}, CLERK)
    asked = next(each for each in simulation.here.waiting if each.field == "ok")
    assert asked.proposal is not None
    simulation.contribute("ok", True, Actor("user", "ana"), asked.proposal.hash)
    simulation.contribute("amount", 60, CLERK)
    assert played(simulation).misses == ()


@pytest.mark.parametrize("machine", ["features/panel_signoff", "machines/ppp_lcp", "machines/github_pull_request"])
def test_what_the_autopilot_did_is_kept(qapp: object, machine: str) -> None:
    simulation = started((CASES / f"{machine}.yaml").read_text(encoding="utf-8"))
    session = simulation.session
    assert session is not None
    session = grown(session, Autopilot(session, 3).seek(25))
    simulation.show_session(session)
    assert played(simulation).misses == ()
