"""Runs are rebuilt from events and payloads alone; whatever was changed in what was stored is found and named."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from functools import cache
from random import Random
from typing import Any

import pytest

from engine.reducer import is_stuck
from engine.runtime.replay import TraceRun, read_trace, replay
from engine.simulate import Session, save
from tests.counts import count
from tests.generators.journals import definitions, sessions

INPUTS = ("created", "response", "context", "operator", "attempt", "migrated")
FREE = ("id", "by", "why", "envelope")
"""What nothing else in a trace tells: only the chain of hashes guards it. The envelope is compared on its own."""


@cache
def made() -> tuple[Session, ...]:
    return tuple(sessions(count(40, 400), seed=7))


@cache
def lines_of(session: Session) -> tuple[tuple[str, ...], Mapping[str, Any]]:
    return save(session)


def runs_of(lines: tuple[str, ...], payloads: Mapping[str, Any]) -> Iterator[TraceRun]:
    known = definitions()
    yield from read_trace(lines, payloads, lambda machine, version, hash: known.get(machine)).values()


def test_the_generated_runs_are_of_every_kind() -> None:
    ends = [session.world.envelope for session in sessions(300)]
    assert {envelope.machine for envelope in ends} == set(definitions())
    assert any(envelope.faulted for envelope in ends)
    assert any(envelope.ended for envelope in ends)
    assert any(is_stuck(envelope.definition, envelope) for envelope in ends)
    assert any(envelope.stop == "cancelled" for envelope in ends)
    assert any(not envelope.ended and envelope.timers for envelope in ends)
    assert any(envelope.commands for envelope in ends)


def test_every_run_is_rebuilt_as_it_was_stored() -> None:
    for session in made():
        for run in runs_of(*lines_of(session)):
            outcome = replay(run)
            assert (outcome.kind, outcome.differences) == ("same", ()), outcome
            assert outcome.events == len(run.events)
            assert outcome.state == session.world.envelope.state


def test_whatever_is_changed_in_an_event_is_found_there_or_where_it_tells() -> None:
    """A value of every event in turn: what follows from others differs there, what came in where it first tells."""
    random = Random(3)
    seen: set[str] = set()
    for session in made():
        lines, payloads = lines_of(session)
        for place in random.sample(range(1, len(lines)), min(count(5, 20), len(lines) - 1)):
            event = json.loads(lines[place])
            field = change(event, random)
            tampered = (*lines[:place], json.dumps(event), *lines[place + 1 :])
            outcome = next(replay(run) for run in runs_of(tampered, payloads))
            assert outcome.kind in ("differs", "unreadable"), (field, event)
            if event["type"] not in INPUTS and outcome.kind == "differs" and event["type"] != "rejected":
                assert outcome.at == event["seq"], (field, event, outcome)
                seen.add(event["type"])
    assert {"transition", "elicitation", "parked", "effect", "timer", "terminal"} <= seen


def change(event: dict[str, Any], random: Random) -> str:
    """Change one of the parts of an event that say what happened."""
    field = random.choice(("version", "at", "cause", "data"))
    match field:
        case "version":
            event["version"] += 1
        case "at":
            event["at"] = event["at"].replace("2026", "2025")
        case "cause":
            event["cause"] = (event["cause"] or 0) + 77
        case _:
            keys = ("code", "message") if event["type"] == "rejected" else event["data"].keys() - FREE
            event["data"][random.choice(sorted(keys))] = "changed"
    return field


def test_the_first_difference_is_told_field_by_field() -> None:
    session = next(each for each in sessions(60) if each.definition.name == "panel-signoff" and each.cursor.depth > 2)
    lines, payloads = save(session)
    place = next(number for number, line in enumerate(lines) if json.loads(line)["type"] == "parked" and number > 5)
    event = json.loads(lines[place])
    before = event["data"]["state"], event["data"]["visit"]
    event["data"] |= {"state": "nowhere", "visit": 99}
    (run,) = runs_of((*lines[:place], json.dumps(event), *lines[place + 1 :]), payloads)
    outcome = replay(run)
    assert outcome.kind == "differs"
    assert [each.field for each in outcome.differences] == ["data.state", "data.visit"]
    assert [each.expected for each in outcome.differences] == ["nowhere", 99]
    assert tuple(each.found for each in outcome.differences) == before


def test_a_state_that_was_stored_otherwise_is_named_by_its_field() -> None:
    lines, payloads = save(next(sessions(1)))
    place = next(number for number, line in enumerate(lines) if "envelope" in json.loads(line)["data"])
    event = json.loads(lines[place])
    event["data"]["envelope"]["visit"] = 41
    (run,) = runs_of((*lines[:place], json.dumps(event), *lines[place + 1 :]), payloads)
    assert [(each.field, each.expected) for each in replay(run).differences] == [("data.envelope.visit", 41)]


def test_a_trace_cut_off_is_rebuilt_to_its_last_whole_step() -> None:
    session = max(made(), key=lambda each: each.cursor.depth)
    lines, payloads = lines_of(session)
    for length in range(1, len(lines), count(5, 1)):
        (run,) = runs_of(lines[:length], payloads)
        outcome = replay(run)
        assert outcome.kind == ("same" if any(step for step in run.steps()) else "unreadable")
        assert outcome.events <= length


def test_sensitive_values_that_are_gone_are_named_by_their_field() -> None:
    session = next(each for each in sessions(60) if each.definition.sensitive and each.cursor.depth > 1)
    lines, payloads = save(session)
    (run,) = runs_of(lines, {"key": payloads["key"]})
    outcome = replay(run)
    assert outcome.kind == "unreadable"
    assert "not kept any more" in outcome.why


def test_a_sensitive_value_that_was_changed_is_found() -> None:
    session = next(each for each in sessions(60) if each.definition.sensitive and each.cursor.depth > 1)
    lines, payloads = save(session)
    key = next(each for each in payloads if "/given/" in each)
    (run,) = runs_of(lines, {**payloads, key: "DE75512108001245126199"})
    assert replay(run).kind == "differs"


@pytest.mark.parametrize("line", ["", "{", "[]", '{"seq": 1}', '{"seq":1,"type":"created","at":"x","data":{}}'])
def test_what_is_no_trace_is_said_by_its_line(line: str) -> None:
    from engine.runtime.replay import Unreplayable

    with pytest.raises(Unreplayable, match=r"^Line 1 "):
        read_trace([line], {}, lambda *_: None)


def test_a_run_whose_machine_is_not_there_cannot_be_replayed() -> None:
    lines, payloads = save(next(sessions(1)))
    (run,) = read_trace(lines, payloads, lambda *_: None).values()
    outcome = replay(run)
    assert outcome.kind == "unreadable"
    assert "put its file beside the trace" in outcome.why
