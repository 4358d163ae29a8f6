"""The process in which the autopilot flies: takes one job from stdin and writes its inputs in batches to stdout."""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from designer.framing import pack, read_from
from engine.dsl import Workflow
from engine.reducer import Actor, Contribution, link
from engine.simulate import Autopilot, Began, Contributed, Flown, Session

BATCH = 1_000
"""Inputs written at a time."""


@dataclass(frozen=True, slots=True)
class Flight:
    """What to fly: the machine, those it may spawn, the way so far, and how to go on.

    ``way`` holds the inputs after the creation; a crash stands as the text of its point.
    """

    workflow: Workflow
    others: tuple[Workflow, ...]
    began: Began
    way: tuple[Any, ...]
    seed: int
    most: int
    seeking: bool
    scripts: Mapping[Actor, tuple[Mapping[str, Any], ...]]


class Landed(NamedTuple):
    """The end of a flight: how many inputs, and how many seconds of processor time they took, with being written."""

    inputs: int
    seconds: float


def fly(flight: Flight) -> Iterator[Flown]:
    """The inputs of a flight, one by one."""
    definitions = {each.name: link(each) for each in (*flight.others, flight.workflow)}
    definition = definitions[flight.workflow.name]
    session = Session.of(flight.began, definition, definitions.get)
    for input in flight.way:
        session = session.crash(input) if isinstance(input, str) else session.apply(input)  # type: ignore[arg-type]
    pilot = Autopilot(session, flight.seed, scripts=flight.scripts)
    return pilot.seek(flight.most) if flight.seeking else pilot.fly(flight.most)


def slim(flown: Flown) -> Any:
    """A plain answer as a tuple, which is written much faster; anything else as it is."""
    input = flown.input
    if isinstance(input, Contributed):
        id, actor, values, *_, current = input.contribution
        return (flown.parent, id, actor, values, current, input.run)
    return flown


def whole(written: Any) -> Flown:
    """What ``slim`` wrote."""
    if isinstance(written, Flown):
        return written
    parent, id, actor, values, current, run = written
    return Flown(parent, Contributed(Contribution(id, actor, values, current=current), run))


def main() -> None:
    """Fly one flight and end."""
    import gc

    channel = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever prints must not garble the answers
    flight: Flight = next(read_from(sys.stdin.buffer))
    gc.disable()  # what a flight makes is kept to its end, so there is nothing to collect
    start, total, batch = time.process_time(), 0, list[Any]()
    for flown in fly(flight):
        batch.append(slim(flown))
        if len(batch) == BATCH:
            total += len(batch)
            channel.write(pack(batch))
            channel.flush()
            batch = []
    channel.write(pack(batch))
    channel.write(pack(Landed(total + len(batch), time.process_time() - start)))
    channel.flush()
