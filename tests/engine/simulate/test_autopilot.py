"""The autopilot: the same flight for the same seed, everything reached where it can be, scripts kept to."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from engine.dsl import read_bytes
from engine.reducer import Actor, link
from engine.simulate import Autopilot, Flown, Node, Session, everything
from tests.cases import CASES
from tests.generators.language import CHILD, machine, workflow

ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")


def begun(name: str) -> Session:
    parsed = read_bytes((CASES / f"{name}.yaml").read_bytes())
    assert parsed.workflow is not None
    return Session.begin(link(parsed.workflow))


def flown(session: Session, flight: Iterable[Flown]) -> list[Node]:
    """The nodes of a flight, each applied again where it says it belongs."""
    nodes = [session.cursor]
    for parent, input in flight:
        nodes.append(Session(session.definition, session.find, (nodes[parent],), 0, nodes[parent]).apply(input).cursor)
    return nodes


def test_the_same_seed_gives_the_same_flight() -> None:
    session = begun("machines/ppp_lcp")
    one, other, another = (list(Autopilot(session, seed).fly(60)) for seed in (7, 7, 8))
    assert one == other
    assert one != another


def test_a_flight_at_random_puts_the_end_off() -> None:
    session = begun("features/delegated_review")
    nodes = flown(session, Autopilot(session, 1).fly(300))
    assert len(nodes) == 301
    assert not nodes[-1].world.envelope.ended
    assert all(step.accepted for node in nodes for _, step in node.steps)


@pytest.mark.parametrize("name", ["features/delegated_review", "features/panel_signoff"])
def test_seeking_takes_every_transition_and_ends(name: str) -> None:
    session = begun(name)
    pilot = Autopilot(session, 1)
    nodes = flown(session, pilot.seek(500))
    assert len(nodes) < 200
    taken = {(fired.source, fired.index) for node in nodes for _, step in node.steps for fired in step.fired}
    whole = everything(session.definition.workflow).transitions
    assert {way for way in whole if isinstance(way[1], int)} <= taken


def test_a_script_gives_its_answers_in_order_and_then_is_silent() -> None:
    session = begun("features/delegated_review")
    scripts = {
        ENVOY: [{"draft": "one"}, {"draft": "two"}],
        REVIEWER: [{"verdict": "changes"}, {"verdict": "approved"}],
    }
    nodes = flown(session, Autopilot(session, 1, scripts=scripts).fly(50))
    assert len(nodes) == 5
    assert nodes[-1].world.envelope.state == "done"


def test_who_answers_by_hand_is_left_alone() -> None:
    session = begun("features/delegated_review")
    nodes = flown(session, Autopilot(session, 1, by_hand=frozenset({REVIEWER})).fly(50))
    assert len(nodes) == 2
    assert nodes[-1].world.envelope.state == "review"


@pytest.mark.parametrize("seed", range(6))
def test_flights_of_generated_machines_can_be_taken_again(seed: int) -> None:
    data = machine(seed)
    definitions = {data["name"]: link(workflow(data)), "child": link(workflow(CHILD))}
    session = Session.begin(definitions[data["name"]], definitions.get)
    if not session.refused:
        for flight in (Autopilot(session, seed).fly(40), Autopilot(session, seed).seek(60)):
            for node in flown(session, flight)[1:]:
                assert all(step.accepted for _, step in node.steps)
