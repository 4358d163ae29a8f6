"""The simulation: the same results as ``run``, moments, forks, traces, machines that changed."""

from __future__ import annotations

import json
import pathlib
from collections.abc import Iterator

import pytest

from designer.document import Document
from designer.document.intents import RenameState, SetValue
from designer.panels.simulator import Simulation, trace_of
from designer.panels.simulator.simulation import Trace
from engine.analysis import Witness
from engine.reducer import Actor, Contribution, step_json
from tests.cases import CASES
from tests.designer.panels.bench import APPROVALS, REVIEW

ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")
PAIRS = sorted((CASES / "traces").glob("*.in.jsonl"))


def simulation_of(text: str = REVIEW) -> Simulation:
    simulation = Simulation(Document.of_text(text))
    assert simulation.start()
    return simulation


def machine_of(pair: pathlib.Path) -> pathlib.Path:
    stem = pair.name.split(".")[0]
    return next(
        path for folder in ("features", "machines") for path in [CASES / folder / f"{stem}.yaml"] if path.exists()
    )


def lines_of(simulation: Simulation) -> Iterator[dict[str, object]]:
    assert simulation.session is not None
    for node in simulation.session.path():
        for _, step in node.steps:
            line = json.loads(json.dumps(step_json(step)))
            yield {key: value for key, value in line.items() if key not in ("message", "effects", "stuck")}


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_the_same_contributions_give_the_same_as_run(qapp: object, pair: pathlib.Path) -> None:
    document = Document.of_text(machine_of(pair).read_text(encoding="utf-8"))
    simulation = Simulation(document)
    lines = [json.loads(line) for line in pair.read_text(encoding="utf-8").splitlines()]
    given = lines.pop(0)["given"] if lines and "given" in lines[0] else {}
    answers = pair.with_name(pair.name.replace(".in.", ".out."))
    expected = [json.loads(line) for line in answers.read_text(encoding="utf-8").splitlines()]
    assert simulation.start(given) or not expected[0].get("accepted", True)
    for line in lines:
        simulation.take(Contribution.from_json(line, simulated=True))
    found = list(lines_of(simulation))
    for one, other in zip(expected, found, strict=False):
        assert {key: other.get(key) for key in one} == one
    assert len(found) <= len(expected)


def test_moments_are_what_came_in_what_fired_and_where_it_rests(qapp: object) -> None:
    simulation = simulation_of()
    assert simulation.contribute("draft", "first text", ENVOY) == ""
    kinds = [(moment.kind, moment.state) for moment in simulation.moments]
    assert kinds == [
        ("came", "draft"),
        ("rests", "draft"),
        ("came", "draft"),
        ("fired", "review"),
        ("rests", "review"),
    ]
    assert simulation.at == 4


def test_stepping_back_shows_what_was_and_forward_what_came(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "first text", ENVOY)
    simulation.go(1)
    assert simulation.here.moment is not None
    assert simulation.here.moment.context == {}
    assert [each.field for each in simulation.here.waiting] == ["draft"]
    simulation.go(3)
    assert not simulation.here.resting
    assert simulation.here.waiting == ()
    simulation.go(99)
    assert [each.field for each in simulation.here.waiting] == ["verdict"]


def test_an_answer_in_the_past_forks_and_both_ways_stay(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "one", ENVOY)
    simulation.contribute("verdict", "changes", REVIEWER)
    simulation.go(4)
    simulation.contribute("verdict", "approved", REVIEWER)
    session = simulation.session
    assert session is not None
    assert len(session.tips) == 2
    assert session.world.envelope.state == "done"
    simulation.switch(0)
    assert simulation.session is not None
    assert simulation.session.world.envelope.state == "draft"


def test_a_rejection_is_told_and_kept(qapp: object) -> None:
    simulation = simulation_of()
    said = simulation.contribute("draft", {"odd": [1]}, ENVOY)
    assert "type-mismatch" in said
    assert [moment.kind for moment in simulation.moments][-1] == "came"


def test_why_it_rests_and_what_would_move_it(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "text", ENVOY)
    goings = [(going.value, going.target) for going in simulation.here.goings()]
    assert goings == [("approved", "done"), ("changes", "draft"), ("rejected", "rejected")]
    why = simulation.here.why
    assert why is not None
    assert [need.missing for need in why.routing.requirements] == ["unset"]


def test_what_decided_a_transition_can_be_seen(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "text", ENVOY)
    simulation.contribute("verdict", "rejected", REVIEWER)
    simulation.go(next(at for at, moment in enumerate(simulation.moments) if moment.state == "rejected"))
    routing = simulation.here.why_fired
    assert routing is not None
    assert routing.takes == 2
    assert [transition.passes for transition in routing.transitions] == [False, False, True]


def test_a_session_is_saved_as_a_trace_and_opened_again(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "text", ENVOY)
    simulation.contribute("verdict", "changes", REVIEWER)
    saved = simulation.saved()
    text = "\n".join(saved.lines)
    other = Simulation(Document.of_text(REVIEW))
    assert other.open(trace_of(text))
    assert other.read_only
    assert other.difference is None
    assert [moment.state for moment in other.moments] == [moment.state for moment in simulation.moments]
    assert other.at == 0
    assert other.saved().lines == saved.lines


def test_a_trace_of_another_version_stops_at_the_first_difference(qapp: object) -> None:
    simulation = simulation_of()
    simulation.contribute("draft", "text", ENVOY)
    saved = simulation.saved()
    other = Simulation(Document.of_text(REVIEW.replace("toState: review", "toState: rejected")))
    assert other.open(saved)
    assert other.difference is not None


@pytest.mark.parametrize("lines", [("no json",), ("[]",), ('{"type": "created"}',), ()])
def test_what_is_no_trace_is_refused_with_its_line(qapp: object, lines: tuple[str, ...]) -> None:
    simulation = Simulation(Document.of_text(REVIEW))
    assert not simulation.open(Trace(lines, {}))
    assert "Line 1" in simulation.refusal


def test_a_changed_machine_is_noticed_and_replayed(qapp: object) -> None:
    document = Document.of_text(REVIEW)
    simulation = Simulation(document)
    simulation.start()
    simulation.contribute("draft", "text", ENVOY)
    assert not simulation.outdated
    document.apply(RenameState("review", "second look"))
    assert simulation.outdated
    difference = simulation.replay_on_new()
    assert difference is not None
    assert difference.expected == "review"
    assert difference.found == "second look"
    assert not simulation.outdated


def test_a_machine_that_cannot_run_is_refused_by_name(qapp: object) -> None:
    document = Document.of_text(REVIEW)
    document.apply(SetValue(("initialState",), "nowhere"))
    simulation = Simulation(document)
    assert not simulation.start()
    assert "nowhere" in simulation.refusal


def test_a_witness_is_played_and_stands_at_its_beginning(qapp: object) -> None:
    simulation = Simulation(Document.of_text(REVIEW))
    contribution = {"id": "w1", "actor": {"agent": "envoy"}, "values": {"draft": "x"}}
    simulation.step_through(Witness({}, (contribution,)))
    assert simulation.at == 0
    assert simulation.moments[-1].state == "review"


def test_an_approval_falls_when_what_was_approved_changes(qapp: object) -> None:
    simulation = simulation_of(APPROVALS)
    clerk, ana = Actor("agent", "clerk"), Actor("user", "ana")
    simulation.contribute_all({"amount": 70, "account": "CH93"}, clerk)
    asked = next(each for each in simulation.here.waiting if each.field == "ok")
    assert asked.proposal is not None
    assert simulation.contribute("ok", True, ana, asked.proposal.hash) == ""
    assert simulation.here.moment is not None
    assert simulation.here.moment.context["ok"] is True
    assert simulation.contribute("amount", 60, clerk) == ""
    assert "ok" not in simulation.here.moment.context


def test_the_clock_fires_timers(qapp: object) -> None:
    simulation = simulation_of(APPROVALS)
    simulation.contribute_all({"amount": 30, "account": "CH93"}, Actor("agent", "clerk"))
    simulation.wait_for_next()
    assert simulation.here.moment is not None
    assert simulation.here.moment.context["late"] is True
    simulation.wait(24 * 3600)
    assert simulation.here.moment.state == "collect"
