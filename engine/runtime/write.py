"""The transaction of a step: rows appended, the state at rest replaced, and the end of the trace compared and set."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy import bindparam, literal_column, select

from engine.errors import JournalError
from engine.reducer import Command, Elicitation, Envelope
from engine.runtime import messages, schema
from engine.runtime.database import Transaction
from engine.runtime.family import Family
from engine.runtime.head import Mark
from engine.runtime.record import Recorder, concealed_record, contributor, dumped, run_row
from engine.runtime.store import PayloadStore, checksum_of
from engine.runtime.vault import Kept
from engine.simulate import World

_runs, _parked, _timers, _outbox = schema.runs, schema.parked, schema.timers, schema.outbox

NEXT_NUMBER = (
    schema.commits.update()
    .values(number=schema.commits.c.number + literal_column("1"))
    .returning(schema.commits.c.number)
)
ADD_EVENT = schema.events.insert()
ADD_STEP = schema.steps.insert()
ADD_SNAPSHOT = schema.snapshots.insert()
ADD_RUN = _runs.insert()
ADD_PARKED = _parked.insert()
ADD_TIMER = _timers.insert()
ADD_COMMAND = _outbox.insert()
ADD_PAYLOAD = schema.payloads.insert()

_AT_REST = (
    "machine", "definition", "machine_version", "state", "status", "waiting_for", "changed_at", "version", "events",
    "problems", "envelope", "next_due", "change",
)  # fmt: skip
_AT_END = ("seq", "step", "hash", "machines")
SET_ROOT = (
    _runs.update()
    .where(_runs.c.run == bindparam("its_root"), _runs.c.seq == bindparam("its_seq"))
    .values({name: bindparam(name) for name in (*_AT_REST, *_AT_END)})
)
SET_END = (
    _runs.update()
    .where(_runs.c.run == bindparam("its_root"), _runs.c.seq == bindparam("its_seq"))
    .values({name: bindparam(name) for name in (*_AT_END, "change")})
)
SET_CHILD = (
    _runs.update().where(_runs.c.run == bindparam("its_run")).values({name: bindparam(name) for name in _AT_REST})
)
NO_LONGER_PARKED = _parked.delete().where(_parked.c.elicitation == bindparam("elicitation"))
NO_TIMERS = _timers.delete().where(_timers.c.run == bindparam("its_run"))
SET_COMMAND = (
    _outbox.update()
    .where(_outbox.c.id == bindparam("its_id"))
    .values({name: bindparam(name) for name in ("status", "attempts", "sent", "not_before", "error", "owner", "lease")})
)
SET_RECORD = (
    schema.steps.update()
    .where(schema.steps.c.run == bindparam("its_run"), schema.steps.c.version == bindparam("its_version"))
    .where(schema.steps.c.record.is_not(None))
    .values(record=bindparam("record"))
)
PURGED = (
    schema.payloads.update().where(schema.payloads.c.key == bindparam("its_key")).values(purged=bindparam("purged"))
)
PERFORMED = _outbox.update().where(_outbox.c.id == bindparam("its_id")).values(performed=literal_column("true"))
HOLDER = select(_outbox.c.status, _outbox.c.owner, _outbox.c.lease).where(_outbox.c.id == bindparam("id"))
BLOBS = select(schema.payloads.c.key, schema.payloads.c.file).where(
    schema.payloads.c.run == bindparam("run"), schema.payloads.c.blob, schema.payloads.c.purged.is_(None)
)


class Lease(NamedTuple):
    """Who holds a claimed command, and until when (nanoseconds since 1970)."""

    owner: str
    until: int


class Written(NamedTuple):
    """A family as it is once the transaction is committed, its mark for the head file, and the files that go then."""

    family: Family
    mark: Mark
    doomed: tuple[str, ...]


def write(
    transaction: Transaction,
    store: PayloadStore,
    before: Family,
    recorder: Recorder,
    world: World,
    lease: Lease | None = None,
) -> Written:
    """Write what ``recorder`` took of an input that led to ``world``."""
    fresh = [*before.vault.fresh, *recorder.contents]
    if fresh:
        store.write((each.file, each.content) for each in fresh)
        transaction.each(ADD_PAYLOAD, [_payload(before.world.root, each) for each in fresh])
    found = transaction.one(NEXT_NUMBER)
    assert found is not None
    number = int(found[0])
    transaction.each(ADD_EVENT, recorder.events)
    transaction.each(ADD_STEP, recorder.steps)
    if recorder.snapshots:
        transaction.each(ADD_SNAPSHOT, recorder.snapshots)
    asked = _runs_written(transaction, before, recorder, world, number)
    for run in recorder.envelopes:
        old, new = before.world.runs.get(run), world.runs[run]
        _timers_written(transaction, run, old, new)
        _outbox_written(transaction, world.root, run, old, new, lease)
        if old is not None and old.hash != new.hash:
            _records_rewritten(transaction, recorder, new)
    doomed = tuple(file for run in recorder.purges for file in _purged(transaction, run))
    before.vault.fresh.clear()
    family = Family(
        world,
        recorder.seq,
        recorder.step,
        recorder.hash,
        asked,
        recorder.counts,
        before.keys,
        before.machines,
        before.vault,
        before.whole,
    )
    return Written(family, Mark(number, world.root, recorder.seq, recorder.hash), doomed)


def _runs_written(
    transaction: Transaction, before: Family, recorder: Recorder, world: World, number: int
) -> dict[str, Mapping[str, int]]:
    """Write the runs that took a step, and give the events of the elicitations that are pending then."""
    end = {
        "seq": recorder.seq,
        "step": recorder.step,
        "hash": recorder.hash,
        "machines": dumped(before.machines) if before.machines else None,
        "change": number,
    }
    condition = {"its_root": world.root, "its_seq": before.seq}
    if world.root not in recorder.envelopes:
        _one(transaction.run(SET_END, {**end, **condition}), world.root)
    waiting = dict(before.asked)
    for run in recorder.envelopes:
        row, asked = run_row(recorder, world, run)
        row |= end if run == world.root else {"change": number}
        if run not in before.world.runs or not before.seq:
            _added(transaction, before, recorder, world, row)
        elif run == world.root:
            del row["run"]
            _one(transaction.run(SET_ROOT, {**row, **condition}), run)
        else:
            row["its_run"] = row.pop("run")
            _one(transaction.run(SET_CHILD, row), run)
        known = recorder.asked.get(run, {})
        after = {each.id: known[each.id] for each in asked}
        _parked_written(transaction, world.runs[run], asked, before.asked.get(run, {}), after)
        waiting[run] = after
    return waiting


def _added(transaction: Transaction, before: Family, recorder: Recorder, world: World, row: Mapping[str, Any]) -> None:
    run = row["run"]
    own = {
        "root": world.root,
        "parent": world.parents.get(run),
        "number": list(world.runs).index(run),
        "created_at": recorder.counts[run].created_at,
        "key": before.keys.get(run),
    }
    end = {"seq": 0, "step": 0, "hash": "", "machines": None}
    transaction.run(ADD_RUN, {**end, **row, **own})


def _parked_written(
    transaction: Transaction,
    envelope: Envelope,
    asked: Sequence[Elicitation],
    before: Mapping[str, int],
    after: Mapping[str, int],
) -> None:
    """Take out of the park store what the run no longer waits for, and put in what it waits for now."""
    gone = [{"elicitation": id} for id, seq in before.items() if after.get(id) != seq]
    transaction.each(NO_LONGER_PARKED, gone)
    rows = [
        {
            "elicitation": each.id,
            "run": envelope.run,
            "machine": envelope.machine,
            "field": each.field,
            "contributor": contributor(each.from_),
            "since": envelope.at,
            "seq": after[each.id],
            "data": dumped(each.to_json()),
        }
        for each in asked
        if before.get(each.id) != after[each.id]
    ]
    transaction.each(ADD_PARKED, rows)


def _timers_written(transaction: Transaction, run: str, old: Envelope | None, new: Envelope) -> None:
    before = () if old is None else old.timers
    if before == new.timers:
        return
    if before:
        transaction.run(NO_TIMERS, {"its_run": run})
    rows = [{"run": run, "rank": each.rank, "name": each.name, "at": each.at} for each in new.timers]
    transaction.each(ADD_TIMER, rows)


def _outbox_written(
    transaction: Transaction, root: str, run: str, old: Envelope | None, new: Envelope, lease: Lease | None
) -> None:
    before = {} if old is None else old.commands
    if before is new.commands:
        return
    for command in new.commands.values():
        if before.get(command.id) == command:
            continue
        held = lease if command.status == "claimed" else None
        row = {**_status(command), "owner": held and held.owner, "lease": held and held.until}
        if command.id in before:
            transaction.run(SET_COMMAND, {**row, "its_id": command.id})
        else:
            named = {"id": command.id, "run": run, "root": root, "command": command.command, "key": command.key}
            transaction.run(ADD_COMMAND, {**row, **named, "performed": False})


def _status(command: Command) -> dict[str, Any]:
    return {
        "status": command.status,
        "attempts": command.attempts,
        "sent": command.sent,
        "not_before": command.not_before,
        "error": command.error,
    }


def _records_rewritten(transaction: Transaction, recorder: Recorder, envelope: Envelope) -> None:
    """After a migration the earlier steps carry what was pending then: the definition that could tell it is gone."""
    rows = [
        {
            "its_run": envelope.run,
            "its_version": record.version,
            "record": dumped(concealed_record(record, envelope, recorder.vault)),
        }
        for record in envelope.ledger.upto(envelope.version)
        if record.asked is not None
    ]
    transaction.each(SET_RECORD, rows)


def _payload(root: str, kept: Kept) -> dict[str, Any]:
    return {
        "key": kept.key,
        "root": root,
        "run": kept.run,
        "field": kept.field,
        "file": kept.file,
        "checksum": checksum_of(kept.content),
        "size": len(kept.content),
        "blob": kept.blob,
        "expires_at": kept.expires_at,
        "purged": None,
    }


def _purged(transaction: Transaction, run: str) -> list[str]:
    """The files of a run's blobs, no longer referred to."""
    found = transaction.all(BLOBS, {"run": run})
    transaction.each(PURGED, [{"its_key": key, "purged": "the run has ended"} for key, _ in found])
    return [file for _, file in found]


def _one(count: int, run: str) -> None:
    if count != 1:
        raise JournalError(messages.conflict(run))
