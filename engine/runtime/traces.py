"""JSONL traces into a journal: events as they stand, everything else from replaying them."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from engine.errors import JournalError
from engine.reducer import Definition
from engine.runtime import messages
from engine.runtime.contents import RUN_KEY
from engine.runtime.family import ROOT_OF, Family
from engine.runtime.journal import Journal
from engine.runtime.library import family
from engine.runtime.record import Recorder, chained, dumped
from engine.runtime.rows import event_line
from engine.runtime.vault import Kept, Vault, packed
from engine.simulate import Find, Opened, Trace, UnreadableTrace, World, open_trace


def import_trace(journal: Journal, trace: Trace, find: Find, texts: Mapping[str, str] | None = None) -> str:
    """Take a trace into a journal, all or nothing, and give the id of its run; ``texts`` are machines' own by name.

    The journal then gives the same lines and payloads back. Raises ``JournalError`` where the run is there already,
    the lines are no trace, its machine is not found, or replaying gives anything else than was recorded.
    """
    try:
        opened = open_trace(trace, find)
    except UnreadableTrace as error:
        raise JournalError(messages.no_trace(error.line, str(error))) from error
    if opened.difference is not None:
        difference = opened.difference
        raise JournalError(
            messages.trace_differs(difference.at, difference.field, str(difference.expected), str(difference.found))
        )
    world = opened.session.world
    vault = Vault(journal.random)
    payloads = list(_payloads(opened, trace, vault))
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
        _as_they_stand(recorder, opened)
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


def _as_they_stand(recorder: Recorder, opened: Opened) -> None:
    """The recorded events in the place of those that were made anew: only the names of payloads may differ."""
    recorder.hash = ""
    for row, event in zip(recorder.events, opened.events, strict=False):
        row["data"] = dumped(event["data"])
        line = event_line(
            row["seq"], row["type"], row["at"], row["cause"], row["version"], row["data"], row["run"], recorder.root
        )
        row["hash"] = recorder.hash = chained(recorder.hash, line)


def _payloads(opened: Opened, trace: Trace, vault: Vault) -> Iterator[Kept]:
    """The sensitive values of a trace under the keys that it has for them."""
    seen: set[str] = set()
    for event in opened.events:
        run = event.get("run", opened.session.world.root)
        for field, value in _concealed(event["data"]):
            key = value["payload"]
            if key in trace.payloads and key not in seen:
                seen.add(key)
                vault.remember(run, field, key, trace.payloads[key])
                yield Kept(key, run, field, vault.name(), packed(trace.payloads[key]), False)


def _concealed(data: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, str]]]:
    """The references to payloads in an event, each with the field it stands for."""
    places = (data.get("values"), data.get("given"), data.get("envelope", {}).get("context"))
    for place in places:
        if isinstance(place, dict):
            for field, value in place.items():
                if isinstance(value, dict) and value.keys() == {"payload"}:
                    yield field, value


def trace_of(journal: Journal, run: str) -> Trace:
    """The trace of a run and its children, with what it only refers to."""
    return Trace(tuple(journal.lines(run)), dict(journal.payloads(run)))


def payloads_text(trace: Trace) -> str:
    """The payloads of a trace as the file beside it holds them."""
    return json.dumps(dict(trace.payloads), ensure_ascii=False, sort_keys=True, indent=2) + "\n"
