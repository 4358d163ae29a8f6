"""A stored run beside its moments: each event leads to the moment it tells of, whatever the run went through."""

from __future__ import annotations

import pytest

from designer.replay.recorded import Stopped, rebuilt
from engine.runtime.replay import TraceRun, read_trace
from engine.simulate import Session, save
from tests.generators.journals import definitions, sessions


def stored(session: Session) -> TraceRun:
    lines, payloads = save(session)
    known = definitions()
    return read_trace(lines, payloads, lambda machine, version, hash: known.get(machine))[session.world.root]


def nothing(name: str) -> None:
    return None


def test_every_event_has_its_moment() -> None:
    seen = set()
    for session in sessions(40, seed=5):
        recorded = rebuilt(stored(session), nothing)
        moments = recorded.way.moments
        assert len(recorded.events) == len(recorded.moments)
        assert list(recorded.moments) == sorted(recorded.moments)
        assert recorded.moments[-1] == len(moments) - 1
        for event, at in zip(recorded.events, recorded.moments, strict=True):
            moment = moments[at]
            assert (moment.step.at, moment.step.version) == (event.at, event.version)
            if event.type == "transition":
                assert moment.fired is not None
            if event.type in ("parked", "terminal", "halted"):
                assert moment.kind == "rests"
            seen.add(event.type)
    assert {"created", "response", "transition", "effect", "parked", "terminal", "rejected", "timer"} <= seen


def test_a_moment_leads_to_its_first_event() -> None:
    recorded = rebuilt(stored(next(sessions(1))), nothing)
    for at in range(len(recorded.way.moments)):
        event = recorded.event_at(at)
        assert recorded.moments[event] >= at
        assert event == 0 or recorded.moments[event - 1] < at


def test_what_an_event_led_to_is_known_by_its_number() -> None:
    recorded = rebuilt(stored(next(sessions(1))), nothing)
    for seq, led_to in recorded.effects.items():
        causes = {event.seq: event.cause for event in recorded.events}
        assert all(causes[each] == seq for each in led_to)


def test_a_run_that_nobody_waits_for_any_more_is_left() -> None:
    with pytest.raises(Stopped):
        rebuilt(stored(next(sessions(1))), nothing, lambda: True)
