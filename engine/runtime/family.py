"""A family as the journal keeps it: a run with its children, the end of their trace, and how it is read back."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from sqlalchemy import bindparam, select

from engine.errors import JournalError
from engine.reducer import Contribution, Definition, Envelope, at_time, content_digest
from engine.runtime import messages, schema
from engine.runtime.database import Transaction
from engine.runtime.library import Library
from engine.runtime.ports import Random
from engine.runtime.vault import Vault, restored
from engine.simulate import World

Reader = Callable[[Transaction, str], Any]
"""Gives the value of a payload by its key."""

ROOT_OF = select(schema.runs.c.root).where(schema.runs.c.run == bindparam("run"))
TIP = select(schema.runs.c.seq, schema.runs.c.hash).where(schema.runs.c.run == bindparam("root"))
TIP_LOCKED = TIP.with_for_update()
ACCEPTED = select(schema.steps.c.version).where(
    schema.steps.c.run == bindparam("run"), schema.steps.c.contribution == bindparam("contribution")
)
SECRET = select(schema.payloads.c.file, schema.payloads.c.checksum, schema.payloads.c.purged).where(
    schema.payloads.c.key == bindparam("key")
)
MEMBERS = (
    select(
        schema.runs.c.run,
        schema.runs.c.parent,
        schema.runs.c.definition,
        schema.runs.c.envelope,
        schema.runs.c.key,
        schema.runs.c.machines,
        schema.runs.c.seq,
        schema.runs.c.step,
        schema.runs.c.hash,
        schema.runs.c.events,
        schema.runs.c.problems,
        schema.runs.c.created_at,
    )
    .where(schema.runs.c.root == bindparam("root"))
    .order_by(schema.runs.c.number)
)
RECORDS = (
    select(schema.steps.c.record, schema.steps.c.contribution, schema.steps.c.version, schema.events.c.data)
    .join(
        schema.events,
        (schema.events.c.root == schema.steps.c.root) & (schema.events.c.seq == schema.steps.c.first),
    )
    .where(schema.steps.c.root == bindparam("root"), schema.steps.c.run == bindparam("run"))
    .where(schema.steps.c.record.is_not(None))
    .order_by(schema.steps.c.step)
)
ASKED = (
    select(schema.parked.c.run, schema.parked.c.elicitation, schema.parked.c.seq)
    .join(schema.runs, schema.runs.c.run == schema.parked.c.run)
    .where(schema.runs.c.root == bindparam("root"))
)


@dataclass(frozen=True, slots=True)
class Counts:
    """What a run's row counts through its life."""

    events: int
    problems: int
    created_at: int


@dataclass(frozen=True, slots=True)
class Family:
    """A family as of its last commit; replaced whole.

    ``seq``, ``step`` and ``hash`` are the end of its trace, ``asked`` gives the event of each pending elicitation,
    ``keys`` the payload that is the key of a run, ``machines`` the hashes of what may be spawned. ``whole`` families
    know all their steps: only these can answer a duplicate or migrate.
    """

    world: World
    seq: int
    step: int
    hash: str
    asked: Mapping[str, Mapping[str, int]]
    counts: Mapping[str, Counts]
    keys: Mapping[str, str | None]
    machines: Mapping[str, str]
    vault: Vault
    whole: bool


def load(
    transaction: Transaction, root: str, library: Library, reader: Reader, random: Random, *, whole: bool
) -> Family:
    """The family of a root as it was committed. Raises ``JournalError`` for one that is not there."""
    rows = transaction.all(MEMBERS, {"root": root})
    if not rows:
        raise JournalError(messages.no_run(root))
    vault = Vault(random)
    runs: dict[str, Envelope] = {}
    parents, counts, keys = {}, {}, {}
    for run, parent, hash, envelope, key, _, _, _, _, events, problems, created_at in rows:
        own_key = run if key is None else str(reader(transaction, key))
        history = _history(transaction, root, run, library.linked(hash), own_key, reader, vault) if whole else {}
        stored = json.loads(envelope)
        runs[run] = _envelope(transaction, run, library.linked(hash), stored, own_key, reader, vault, history)
        counts[run] = Counts(events, problems, created_at)
        keys[run] = key
        if parent is not None:
            parents[run] = parent
    now = max(envelope.at for envelope in runs.values())
    runs = {run: at_time(envelope, now) for run, envelope in runs.items()}
    asked: dict[str, dict[str, int]] = {}
    for run, elicitation, seq in transaction.all(ASKED, {"root": root}):
        asked.setdefault(run, {})[elicitation] = seq
    machines = json.loads(rows[0][5] or "{}")
    return Family(
        world=World(root, runs, parents, library.finder(machines)),
        seq=rows[0][6],
        step=rows[0][7],
        hash=rows[0][8],
        asked=asked,
        counts=counts,
        keys=keys,
        machines=machines,
        vault=vault,
        whole=whole,
    )


def _envelope(
    transaction: Transaction,
    run: str,
    definition: Definition,
    data: Mapping[str, Any],
    key: str,
    reader: Reader,
    vault: Vault,
    history: Mapping[str, Any],
) -> Envelope:
    def reveal(payload: str) -> Any:
        return reader(transaction, payload)

    envelope = restored(definition, data, key, reveal, history)
    for field in definition.sensitive & envelope.context.keys():
        vault.remember(run, field, data["context"][field]["payload"], envelope.context[field])
    return envelope


def _history(
    transaction: Transaction,
    root: str,
    run: str,
    definition: Definition,
    key: str,
    reader: Reader,
    vault: Vault,
) -> dict[str, Any]:
    """What an envelope remembers of its steps, in the form of its JSON."""
    records, accepted = [], {}
    for text, contribution, version, data in transaction.all(RECORDS, {"root": root, "run": run}):
        record = json.loads(text)
        for happening in record["trail"]:
            old = happening.get("over")
            if old is not None and happening["wrote"] in definition.sensitive:
                happening["over"] = reader(transaction, old["payload"])
                vault.remember(run, happening["wrote"], old["payload"], happening["over"])
        records.append(record)
        if contribution is not None:
            made = _contribution(transaction, json.loads(data), definition, reader)
            accepted[contribution] = {"version": version, "content": content_digest(definition, made, key)}
    return {"history": records, "accepted": accepted}


def _contribution(
    transaction: Transaction, data: Mapping[str, Any], definition: Definition, reader: Reader
) -> Contribution:
    """The contribution that an event tells of, as it was judged."""
    written = {name: value for name, value in data.items() if name != "elicitations"}
    written["values"] = {
        field: reader(transaction, value["payload"]) if field in definition.sensitive and value is not None else value
        for field, value in data["values"].items()
    }
    return Contribution.from_json(written, simulated=True)
