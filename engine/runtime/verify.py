"""Verification: events against the chain of hashes, rows against their events, payloads against their checksums."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Connection, select

from engine.errors import JournalError
from engine.runtime import messages, schema
from engine.runtime.database import Database
from engine.runtime.head import Head
from engine.runtime.journal import Journal
from engine.runtime.opening import losses
from engine.runtime.record import chained
from engine.runtime.rows import EventRow


@dataclass(frozen=True)
class Verification:
    """What was looked at, and what is wrong with it, a sentence each."""

    runs: int
    events: int
    payloads: int
    problems: tuple[str, ...]


def verify(journal: Journal) -> Verification:
    """Hold everything in a journal against everything else; nothing is changed."""
    counts = {"runs": 0, "events": 0, "payloads": 0}
    problems: list[str] = []
    try:
        problems += _integrity(journal.database)
        head = journal.database.file
        lost = losses(journal.database, None if head is None else Head(head.with_name(f"{head.name}.head")))
        problems += [] if lost is None else [lost.message]
        with journal.database.reading() as connection:
            for root, end in _roots(connection).items():
                counts["runs"] += 1
                problems += _trace(connection, root, end, counts)
            problems += _orphans(connection)
        for row in journal.payload_rows():
            if row.purged is None:
                counts["payloads"] += 1
                journal.payload(row.key)
    except JournalError as error:
        problems.append(str(error))
    except (ValueError, TypeError, KeyError) as error:
        problems.append(messages.unreadable(" ".join(str(error).split())))
    return Verification(counts["runs"], counts["events"], counts["payloads"], tuple(problems))


def _integrity(database: Database) -> Iterator[str]:
    """What the database says of itself."""
    if database.file is None:
        return
    with database.reading() as connection:
        for (told,) in connection.exec_driver_sql("PRAGMA integrity_check(10)").all():
            if told != "ok":
                yield messages.damaged_database(" ".join(str(told).split()))


def _roots(connection: Connection) -> dict[str, Any]:
    columns = (schema.runs.c.run, schema.runs.c.seq, schema.runs.c.step, schema.runs.c.hash)
    found = connection.execute(select(*columns).where(schema.runs.c.run == schema.runs.c.root)).all()
    return {row.run: row for row in found}


def _trace(connection: Connection, root: str, end: Any, counts: dict[str, int]) -> Iterator[str]:
    """One trace: its events in their order and unchanged, its steps, and the envelopes at its end."""
    hash, seq, ends = "", 0, dict[int, tuple[int, int]]()
    last: dict[str, EventRow] = {}
    query = select(schema.events).where(schema.events.c.root == root).order_by(schema.events.c.seq)
    for row in connection.execute(query):
        event = EventRow(*row)
        seq += 1
        counts["events"] += 1
        if event.seq != seq:
            yield messages.event_gap(root, seq, event.seq)
            return
        hash = chained(hash, event.line())
        if event.hash != hash:
            yield messages.event_changed(root, seq)
            return
        first = ends.get(event.step, (seq, seq))[0]
        ends[event.step] = (first, seq)
        last[event.run] = event
    if (end.seq, end.hash) != (seq, hash):
        yield messages.end_differs(root, end.seq, seq)
    yield from _steps(connection, root, ends)
    yield from _envelopes(connection, root, last)


def _steps(connection: Connection, root: str, ends: dict[int, tuple[int, int]]) -> Iterator[str]:
    columns = (schema.steps.c.step, schema.steps.c.first, schema.steps.c.last)
    found = connection.execute(select(*columns).where(schema.steps.c.root == root))
    stored = {row.step: (row.first, row.last) for row in found}
    for step in sorted(stored.keys() | ends.keys()):
        if stored.get(step) != ends.get(step):
            yield messages.steps_differ(root, step)
            return


def _envelopes(connection: Connection, root: str, last: dict[str, EventRow]) -> Iterator[str]:
    columns = (schema.runs.c.run, schema.runs.c.envelope)
    for run, text in connection.execute(select(*columns).where(schema.runs.c.root == root)):
        envelope = json.loads(text)
        envelope.pop("clear", None)
        told = json.loads(last[run].data)["envelope"] if run in last else None
        if told is not None and _plain(told) != _plain(envelope):
            yield messages.envelope_differs(run)


def _plain(envelope: dict[str, Any]) -> dict[str, Any]:
    """The envelope without the names of payloads: those of imported events are not the journal's own."""
    context = {
        field: None if isinstance(value, dict) and value.keys() == {"payload"} else value
        for field, value in envelope["context"].items()
    }
    return {**envelope, "context": context}


def _orphans(connection: Connection) -> Iterator[str]:
    known = select(schema.runs.c.run)
    query = select(schema.events.c.root).where(schema.events.c.root.not_in(known)).distinct()
    yield from (messages.orphaned(root) for (root,) in connection.execute(query))
