"""Runs kept in a JSONL trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.reducer import Definition, parse_time
from engine.runtime.replay import messages
from engine.runtime.replay.stored import StoredEvent, StoredStep, Unreplayable, event_text, parsed
from engine.simulate.trace import CLOSING

FindVersion = Callable[[str, int, str], Definition | None]
"""Gives the machine of a name, version and hash, if there is one."""


@dataclass(frozen=True)
class TraceRun:
    """One run of a trace; where a trace tells of child machines, each of them is a run, too."""

    run: str
    key: str | None
    events: tuple[StoredEvent, ...]
    payloads: Mapping[str, Any]
    find: FindVersion

    @property
    def machine(self) -> str:
        """The name of the machine that the run is of, empty where its creation does not say."""
        return str(parsed(self.events[0].data).get("machine", ""))

    def steps(self) -> Iterator[StoredStep]:
        """What follows the last closing event was cut off and is left out."""
        begun = 0
        for place, event in enumerate(self.events):
            if event.type in CLOSING:
                yield self.events[begun : place + 1]
                begun = place + 1

    def payload(self, key: str) -> Any:
        return self.payloads[key]

    def definition(self, machine: str, version: int, hash: str) -> Definition:
        found = self.find(machine, version, hash)
        if found is None:
            raise Unreplayable(messages.no_definition(machine, version))
        return found


def read_trace(lines: Iterable[str], payloads: Mapping[str, Any], find: FindVersion) -> Mapping[str, TraceRun]:
    """The runs of a trace by id, the first that began first. Raises ``Unreplayable`` for lines that are no trace."""
    events: dict[str, list[StoredEvent]] = {}
    root = ""
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            data = event["data"]
            root = root or data["run"]
            stored = StoredEvent(
                event["seq"],
                event["type"],
                parse_time(event["at"]),
                event["cause"],
                event["version"],
                event_text(data),
            )
        except (ValueError, KeyError, TypeError, AttributeError, RecursionError) as error:
            raise Unreplayable(messages.line(number), number) from error
        events.setdefault(event.get("run") or root, []).append(stored)
    if not root:
        raise Unreplayable(messages.line(1), 1)
    return {
        run: TraceRun(run, payloads.get("key") if run == root else None, tuple(each), payloads, find)
        for run, each in events.items()
    }
