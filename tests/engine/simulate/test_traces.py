"""A session gives the same lines as the reducer alone, and its trace opens to the same session."""

from __future__ import annotations

import pytest

from engine.dsl import read_bytes
from engine.reducer import Contribution, Definition, link, step_json
from engine.simulate import Session, compare_sessions, open_trace, save
from tests.engine.reducer.traces import Line, Pair, compared, pairs

PAIRS = list(pairs())


def definition_of(pair: Pair) -> Definition:
    workflow = read_bytes(pair.machine.read_bytes(), str(pair.machine)).workflow
    assert workflow is not None
    return link(workflow)


def session_of(pair: Pair) -> Session:
    lines = pair.lines()
    given = lines.pop(0)["given"] if lines and "given" in lines[0] else {}
    session = Session.begin(definition_of(pair), given=given)
    for line in lines:
        session = session.contribute(Contribution.from_json(line, simulated=True))
    return session


def lines_of(session: Session) -> list[Line]:
    return [step_json(step) for node in session.path() for _, step in node.steps]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_session_agrees_with_the_model(pair: Pair) -> None:
    found = [compared(line) for line in lines_of(session_of(pair))]
    assert found == [compared(line) for line in pair.expected_lines()]


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_a_trace_opens_to_the_same_session(pair: Pair) -> None:
    session = session_of(pair)
    opened = open_trace(save(session), {session.definition.name: session.definition}.get)
    assert opened.difference is None
    assert compare_sessions(session, opened.session) is None
    assert save(opened.session) == save(session)
