"""Kept sessions: inputs, branches and cursor come back; sensitive values are never written."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest

from engine.dsl import read
from engine.reducer import SECOND, Actor, Contribution, Definition, Operation, link
from engine.simulate import NotKept, Restored, Session, compare_sessions, restore, session_json
from tests.engine.simulate.test_session import REVIEWER, TEXT, review
from tests.generators.language import CHILD, contributions, machine, workflow


def back(session: Session, **found: Definition) -> Restored:
    data = json.loads(json.dumps(session_json(session)))
    return restore(data, session.definition, session.find)


def test_branches_and_cursor_come_back() -> None:
    session = review()
    session = session.back().contribute(Contribution("c3", REVIEWER, {"verdict": "approved"}))
    session = session.wait(session.world.at + 5 * SECOND).switch(0).back()
    restored = back(session)
    assert (restored.lost, restored.why) == (0, "")
    assert restored.session.forks() == session.forks()
    assert (restored.session.branch, restored.session.cursor.depth) == (0, session.cursor.depth)
    for branch in range(2):
        assert compare_sessions(session.switch(branch), restored.session.switch(branch)) is None


def test_a_crash_is_taken_again() -> None:
    session = review().crash("after-commit")
    restored = back(session)
    assert restored.lost == 0
    assert compare_sessions(session, restored.session) is None


def test_what_is_sensitive_is_not_written_and_the_run_ends_before_it() -> None:
    parsed = read(TEXT.replace("draft:   { type: string }", "draft: { type: string, sensitive: true }"))
    assert parsed.workflow is not None
    session = Session.begin(link(parsed.workflow))
    session = session.contribute(Contribution("c1", Actor("agent", "envoy"), {"draft": "hush hush"}))
    session = session.contribute(Contribution("c2", REVIEWER, {"verdict": "approved"}))
    assert "hush" not in json.dumps(session_json(session))
    restored = back(session)
    assert (restored.lost, restored.why) == (2, "sensitive")
    assert restored.session.world.envelope.state == "draft"


@pytest.mark.parametrize("data", [{}, {"nodes": []}, {"nodes": 3, "tips": [], "cursor": 0}, {"nodes": [[None, {}]]}])
def test_what_nobody_kept_is_refused(data: Any) -> None:
    with pytest.raises(NotKept):
        restore(data, review().definition, lambda name: None)


@pytest.mark.parametrize("seed", range(8))
def test_sessions_of_generated_machines_come_back(seed: int) -> None:
    data = machine(seed)
    definitions = {data["name"]: link(workflow(data)), "child": link(workflow(CHILD))}
    session = Session.begin(definitions[data["name"]], definitions.get)
    if session.refused:
        return
    random = Random(seed)
    lines = contributions(data, random)
    for number in range(20):
        session = session.contribute(Contribution.from_json(next(lines), simulated=True))
        if number % 3 == 0:
            session = session.wait(session.world.at + 900 * SECOND)
        for command in list(session.world.envelope.commands.values())[:2]:
            session = session.claim(command.id).fail(command.id, "timeout")
        if number % 5 == 0:
            session = session.operate(Operation("supply", "olga", "try", values={"n": number}))
        if number == 12:
            session = session.at(random.randrange(session.cursor.depth))
    restored = back(session)
    if not session.definition.sensitive:
        assert restored.lost == 0
        assert compare_sessions(session, restored.session) is None
