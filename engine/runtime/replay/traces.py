"""Runs kept in a JSONL trace."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.reducer import Definition, parse_time
from engine.runtime.record import contributor
from engine.runtime.replay import messages
from engine.runtime.replay.stored import StoredEvent, StoredStep, Unreplayable, event_text, parsed
from engine.runtime.rows import RunRow, Status
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


def row_of(run: TraceRun, root: str) -> RunRow:
    """What a trace says of a run, as a journal does."""
    first, last = run.events[0], run.events[-1]
    began, ended = parsed(first.data), parsed(last.data)
    state = ended.get("envelope", {})
    waiting = _waiting(run.events, state.get("visit"))
    resting: Status = "parked" if waiting else "running" if state.get("timers") or state.get("commands") else "stuck"
    return RunRow(
        run=run.run,
        root=root,
        parent=None if run.run == root else root,
        machine=run.machine,
        definition_hash=str(began.get("hash", "")),
        machine_version=int(began.get("definitionVersion", 0)),
        state=str(state.get("state") or ""),
        status="ended" if last.type == "terminal" else "faulted" if state.get("faulted") else resting,
        waiting_for=tuple(dict.fromkeys(waiting)),
        created_at=first.at,
        changed_at=last.at,
        version=last.version,
        events=len(run.events),
        problems=sum(event.type in ("rejected", "halted") for event in run.events),
    )


def _waiting(events: Iterable[StoredEvent], visit: int | None) -> list[str]:
    """Who was asked in the last visit and has not answered."""
    asked: dict[str, str] = {}
    for event in events:
        if event.type == "elicitation":
            data = parsed(event.data)
            asked[data["id"]] = contributor(data["from"])
        elif event.type == "response":
            for id in parsed(event.data).get("elicitations", ()):
                asked.pop(id, None)
    return [who for id, who in asked.items() if id.split("/")[1] == str(visit)]
