"""Sessions: stepping, branches, the same inputs again on another version, damaged traces."""

from __future__ import annotations

import json

import pytest

from engine.dsl import read
from engine.reducer import SECOND, START_OF_TIME, Actor, Contribution, Operation, link
from engine.simulate import (
    Session,
    Trace,
    UnreadableTrace,
    compare_sessions,
    coverage_of,
    everything,
    open_trace,
    save,
)
from tests.cases import CASES
from tests.engine.reducer.running import definition
from tests.generators.language import CHILD, contributions, machine, workflow

ENVOY, REVIEWER = Actor("agent", "envoy"), Actor("agent", "reviewer")
TEXT = (CASES / "features" / "delegated_review.yaml").read_text(encoding="utf-8")


def review(text: str = TEXT) -> Session:
    parsed = read(text)
    assert parsed.workflow is not None
    session = Session.begin(link(parsed.workflow))
    session = session.contribute(Contribution("c1", ENVOY, {"draft": "first"}))
    return session.contribute(Contribution("c2", REVIEWER, {"verdict": "changes"}))


def test_a_contribution_in_the_past_forks() -> None:
    session = review()
    past = session.back()
    assert (past.world.envelope.state, session.world.envelope.state) == ("review", "draft")
    other = past.contribute(Contribution("c3", REVIEWER, {"verdict": "approved"}))
    assert (len(other.tips), other.branch, other.world.envelope.state) == (2, 1, "done")
    assert other.forks() == (0, 2)
    assert other.switch(0).world.envelope.state == "draft"
    assert session.world.envelope.state == "draft"
    assert other.at(0).forward().cursor is other.path()[1]
    difference = compare_sessions(other.switch(0), other)
    assert difference is not None
    assert (difference.at, difference.field) == (3, "state")


def test_the_same_inputs_on_another_version_show_the_first_difference() -> None:
    session = review()
    changed = read(TEXT.replace("context.verdict == 'changes'", "context.verdict == 'change'")).workflow
    assert changed is not None
    again = session.again(link(changed), {"delegated-review": link(changed)}.get)
    difference = compare_sessions(session, again)
    assert difference is not None
    assert (difference.field, difference.expected, difference.found) == ("state", "draft", "review")


def test_a_trace_names_the_first_field_that_differs() -> None:
    session = review()
    lines = [json.loads(line) for line in save(session).lines]
    lines[3]["data"]["values"]["draft"] = "forged"
    forged = Trace(tuple(map(json.dumps, lines)), {})
    opened = open_trace(forged, {"delegated-review": session.definition}.get)
    assert opened.difference is not None
    assert opened.difference.field == "data.envelope.context.draft"


def test_a_trace_that_was_cut_off_opens_to_its_last_whole_step() -> None:
    session = review()
    trace = save(session)
    for length in range(1, len(trace.lines)):
        cut = Trace(trace.lines[:length], {})
        if length < 3:
            with pytest.raises(UnreadableTrace):
                open_trace(cut, {"delegated-review": session.definition}.get)
        else:
            opened = open_trace(cut, {"delegated-review": session.definition}.get)
            assert (opened.difference, len(opened.events)) == (None, length)


@pytest.mark.parametrize("line", ["", "{}", "[]", '{"type": 3, "data": {}}', '{"type": "created", "data": {}}'])
def test_what_is_no_trace_is_said_with_its_line(line: str) -> None:
    with pytest.raises(UnreadableTrace) as refused:
        open_trace(Trace((line,), {}), lambda name: None)
    assert refused.value.line == 1


@pytest.mark.parametrize("seed", range(12))
def test_traces_of_generated_machines_open_again(seed: int) -> None:
    from random import Random

    data = machine(seed)
    definitions = {data["name"]: link(workflow(data)), "child": link(workflow(CHILD))}
    session = Session.begin(definitions[data["name"]], definitions.get, key="secret")
    if session.refused:
        return
    lines = contributions(data, Random(seed))
    for number in range(25):
        session = session.contribute(Contribution.from_json(next(lines), simulated=True))
        if number % 3 == 0:
            session = session.wait(session.world.at + 900 * SECOND)
        for command in list(session.world.envelope.commands.values())[:2]:
            session = session.claim(command.id).fail(command.id, "timeout")
        if number % 5 == 0:
            session = session.operate(Operation("supply", "olga", "try", values={"n": number}))
    trace = save(session)
    opened = open_trace(trace, definitions.get)
    assert opened.difference is None
    assert save(opened.session).lines == trace.lines


def test_waiting_moves_the_clock_and_fires_what_is_due() -> None:
    session = Session.begin(
        definition(
            "  context: { t: { type: bool } }\n  states:\n    a:\n"
            "      timers: [ { name: z, after: PT5M, assign: { t: true } } ]\n"
            "      transitions: [ { toState: b, guards: [ has(context.t) ] } ]\n    b: { terminal: true }\n"
        )
    )
    assert session.world.next_due == START_OF_TIME + 300 * SECOND
    session = session.wait(START_OF_TIME + 299 * SECOND)
    assert (session.world.envelope.state, session.step.kind) == ("a", "created")
    assert session.wait(START_OF_TIME + 300 * SECOND).world.envelope.state == "b"


def test_coverage_counts_what_was_seen() -> None:
    session = review()
    seen = coverage_of(session.step)
    whole = everything(session.definition.workflow)
    assert seen.transitions == {("review", 1)}
    assert seen.guards == {("review", 0, 0, False), ("review", 1, 0, True)}
    assert seen.states < whole.states
    assert (len(whole.transitions), len(whole.guards)) == (4, 6)
