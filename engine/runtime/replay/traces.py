"""Runs kept in a JSONL trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.reducer import Definition, parse_time
from engine.runtime.replay import messages
from engine.runtime.replay.stored import StoredEvent, StoredStep, Unreplayable, canonical_text
from engine.simulate.trace import CLOSING

FindVersion = Callable[[str, int, str | None], Definition | None]
"""Gives the machine of a name, version and hash, if there is one."""


@dataclass(frozen=True)
class TraceRun:
    """One run of a trace; where a trace tells of child machines, each of them is a run, too."""

    run: str
    key: str | None
    events: tuple[StoredEvent, ...]
    states: Mapping[int, str]
    payloads: Mapping[str, Any]
    find: FindVersion

    def steps(self) -> Iterator[StoredStep]:
        """What follows the last closing event was cut off and is left out."""
        begun = 0
        for place, event in enumerate(self.events):
            if event.type in CLOSING:
                yield StoredStep(self.events[begun : place + 1], self.states.get(event.seq))
                begun = place + 1

    def payload(self, key: str) -> Any:
        return self.payloads[key]

    def definition(self, machine: str, version: int, hash: str | None) -> Definition:
        found = self.find(machine, version, hash)
        if found is None:
            raise Unreplayable(messages.no_definition(machine, version))
        return found


def read_trace(lines: Iterable[str], payloads: Mapping[str, Any], find: FindVersion) -> Mapping[str, TraceRun]:
    """The runs of a trace by id, the first that began first. Raises ``Unreplayable`` for lines that are no trace."""
    events: dict[str, list[StoredEvent]] = {}
    states: dict[int, str] = {}
    root = ""
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            data = event["data"]
            root = root or data["run"]
            if "envelope" in data:
                states[event["seq"]] = canonical_text(data.pop("envelope"))
            stored = StoredEvent(
                event["seq"],
                event["type"],
                parse_time(event["at"]),
                event["cause"],
                event["version"],
                canonical_text(data),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Unreplayable(messages.line(number), number) from error
        events.setdefault(event.get("run") or root, []).append(stored)
    if not root:
        raise Unreplayable(messages.line(1), 1)
    return {
        run: TraceRun(run, payloads.get("key") if run == root else None, tuple(each), states, payloads, find)
        for run, each in events.items()
    }
