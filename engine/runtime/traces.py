"""JSONL traces into a journal: events as they stand, everything else from replaying them."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from engine.errors import JournalError
from engine.reducer import Definition, parse_time, resolve
from engine.runtime import messages
from engine.runtime.contents import RUN_KEY
from engine.runtime.family import ROOT_OF, Family
from engine.runtime.journal import Journal
from engine.runtime.library import family
from engine.runtime.record import Recorder, chained, dumped
from engine.runtime.rows import event_line
from engine.runtime.vault import Kept, Vault, packed, plain
from engine.simulate import Find, Trace, UnreadableTrace, World, open_trace
from engine.simulate.trace import CLOSING

Event = dict[str, Any]


def import_trace(
    journal: Journal, trace: Trace, find: Find, texts: Mapping[str, str] | None = None, *, cut: bool = False
) -> str:
    """Take a trace into a journal, all or nothing, and give the id of its run; ``texts`` are machines' own by name.

    The journal then gives the same lines and payloads back. With ``cut``, only the whole steps of a trace that was cut
    off are taken. Raises ``JournalError`` where the run is there already, the lines are no trace or end within a step,
    the machine is not found, or replaying gives anything else than was recorded.
    """
    events = list(_read(trace.lines, cut=cut))
    steps = _steps(events)
    whole = sum(map(len, steps))
    if whole < len(events) and not cut:
        raise JournalError(messages.trace_cut(whole, len(events) - whole))
    try:
        opened = open_trace(_named_by_place(steps, trace.payloads), find)
    except UnreadableTrace as error:
        raise JournalError(messages.no_trace(error.line, str(error))) from error
    if opened.difference is not None:
        difference = opened.difference
        raise JournalError(
            messages.trace_differs(difference.at, difference.field, str(difference.expected), str(difference.found))
        )
    world = opened.session.world
    vault = Vault(journal.random)
    payloads = list(_payloads(events[:whole], world.root, trace, vault))
    key = trace.payloads.get(RUN_KEY)
    keys = {world.root: None if key is None else vault.conceal(world.root, "", key)["payload"]}
    definition = opened.session.definition
    with journal.database.writing() as transaction:
        for run in world.runs:
            if transaction.one(ROOT_OF, {"run": run}) is not None:
                raise JournalError(messages.run_exists(run))
        machines = journal.kept(transaction, _machines(definition, world, find), texts or {})
        begun = World(world.root, {}, {}, find)
        before = Family(begun, 0, 0, "", {}, {}, keys, machines if len(machines) > 1 else {}, vault, True)
        recorder = Recorder(before)
        for node in opened.session.path():
            recorder.take(node.steps)
        recorder.contents += payloads
        _as_they_stand(recorder, events)
        written = journal.written(transaction, before, recorder, world)
    journal.committed(written)
    return world.root


def _machines(definition: Definition, world: World, find: Find) -> Iterator[Definition]:
    """The machines of the family, each once: those that may be spawned, and those that its runs came to."""
    seen: set[str] = set()
    for each in (*family(definition, find), *(envelope.definition for envelope in world.runs.values())):
        if each.hash not in seen:
            seen.add(each.hash)
            yield each


def _as_they_stand(recorder: Recorder, events: Sequence[Event]) -> None:
    """The recorded events in the place of those that were made anew: only the names of payloads may differ."""
    recorder.hash = ""
    for row, event in zip(recorder.events, events, strict=False):
        row["data"] = dumped(event["data"])
        line = event_line(
            row["seq"], row["type"], row["at"], row["cause"], row["version"], row["data"], row["run"], recorder.root
        )
        row["hash"] = recorder.hash = chained(recorder.hash, line)


def _payloads(events: Sequence[Event], root: str, trace: Trace, vault: Vault) -> Iterator[Kept]:
    """The sensitive values of a trace under the keys that it has for them."""
    seen: set[str] = set()
    for event in events:
        run = event.get("run", root)
        for _, field, value in _concealed(event["data"]):
            key = value["payload"]
            if key in trace.payloads and key not in seen:
                seen.add(key)
                vault.remember(run, field, key, trace.payloads[key])
                yield Kept(key, run, field, vault.name(), packed(trace.payloads[key]), False)
        for field, reference in _claimed(event["data"]):
            key = reference["key"]
            if key in trace.payloads and key not in seen:
                seen.add(key)
                ends = reference.get("expiresAt")
                expires = None if ends is None else parse_time(ends)
                yield Kept(key, run, field, vault.name(), _content(reference, trace.payloads[key]), True, expires)


def _claimed(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The claim references that came in with an event, each with its field."""
    for values in (data.get("values"), data.get("given")):
        if isinstance(values, dict):
            for field, value in values.items():
                if isinstance(value, dict) and value.keys() >= {"store", "key", "checksum"}:
                    yield field, value


def _content(reference: Mapping[str, Any], payload: Any) -> bytes:
    """The content of a reference, its checksum verified."""
    content = plain(payload)
    try:
        return resolve(reference, content if isinstance(content, bytes) else str(content).encode())
    except ValueError as error:
        raise JournalError(str(error)) from error


def _concealed(data: Mapping[str, Any]) -> Iterator[tuple[str, str, dict[str, str]]]:
    """The references to payloads in an event: where it stands, for which field, and the reference."""
    places = (("given", data.get("values")), ("given", data.get("given")))
    for where, values in (*places, ("context", data.get("envelope", {}).get("context"))):
        if isinstance(values, dict):
            for field, value in values.items():
                if isinstance(value, dict) and value.keys() == {"payload"}:
                    yield where, field, value


def _read(lines: Sequence[str], *, cut: bool) -> Iterator[Event]:
    """The events of a trace; where it was cut off, its last line may be a part of one."""
    for number, line in enumerate(lines, 1):
        try:
            event = json.loads(line)
            if not (isinstance(event["data"], dict) and isinstance(event["type"], str)):
                raise TypeError(line)
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            if cut and number == len(lines):
                return
            raise JournalError(messages.no_trace(number, messages.no_event())) from error
        yield event


def _steps(events: Sequence[Event]) -> list[list[Event]]:
    """The events of each whole step."""
    steps: list[list[Event]] = []
    begun = 0
    for place, event in enumerate(events, 1):
        if event["type"] in CLOSING:
            steps.append(list(events[begun:place]))
            begun = place
    return steps


def _named_by_place(steps: Sequence[Sequence[Event]], payloads: Mapping[str, Any]) -> Trace:
    """The trace with its payloads under the names that a simulation gives them: by run, event and field."""
    named = dict(payloads)
    lines = []
    try:
        for step in steps:
            first = step[0]["seq"]
            for event in step:
                renamed = copy.deepcopy(event)
                run = event.get("run") or steps[0][0]["data"].get("run")
                for where, field, value in _concealed(renamed["data"]):
                    key = f"{run}/{first}/{where}/{field}"
                    named[key] = payloads.get(value["payload"])
                    value["payload"] = key
                lines.append(json.dumps(renamed, ensure_ascii=False))
    except (KeyError, TypeError, AttributeError) as error:
        raise JournalError(messages.no_trace(len(lines) + 1, messages.no_event())) from error
    return Trace(tuple(lines), named)


def trace_of(journal: Journal, run: str) -> Trace:
    """The trace of a run and its children, with what it only refers to."""
    return Trace(tuple(journal.lines(run)), dict(journal.payloads(run)))


def payloads_text(trace: Trace) -> str:
    """The payloads of a trace as the file beside it holds them."""
    return json.dumps(dict(trace.payloads), ensure_ascii=False, sort_keys=True, indent=2) + "\n"
