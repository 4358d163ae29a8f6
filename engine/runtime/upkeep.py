"""Upkeep: ended runs and old contents go, and so does what a crash left in the payload store."""

from __future__ import annotations

from typing import NamedTuple

from sqlalchemy import bindparam, select

from engine.reducer import SECOND
from engine.runtime import schema
from engine.runtime.database import Transaction
from engine.runtime.journal import Journal
from engine.runtime.write import PURGED

GRACE = 3_600 * SECOND
"""A file in the payload store that nothing refers to may belong to a step about to be committed: it stays so long."""

_runs, _payloads = schema.runs, schema.payloads
EXPIRED = select(_payloads.c.key, _payloads.c.file).where(
    _payloads.c.expires_at <= bindparam("moment"), _payloads.c.purged.is_(None)
)
OLD = select(_runs.c.root).where(
    _runs.c.run == _runs.c.root, _runs.c.status == bindparam("ended"), _runs.c.changed_at < bindparam("moment")
)
STILL_RUNNING = select(_runs.c.run).where(_runs.c.root == bindparam("root"), _runs.c.status != bindparam("ended"))
FILES = select(_payloads.c.file).where(_payloads.c.root == bindparam("root"), _payloads.c.purged.is_(None))
OF_FAMILY = tuple(
    table.delete().where(table.c.run.in_(select(_runs.c.run).where(_runs.c.root == bindparam("its_root"))))
    for table in (schema.parked, schema.timers)
)
OF_ROOT = tuple(
    table.delete().where(table.c.root == bindparam("its_root"))
    for table in (schema.events, schema.steps, schema.snapshots, schema.outbox, schema.payloads, schema.runs)
)


class Pruned(NamedTuple):
    """What went: runs, contents whose time was over, and files that nothing referred to."""

    runs: tuple[str, ...]
    expired: int
    strays: int


def prune(journal: Journal, *, ended_before: int | None = None, grace: int = GRACE) -> Pruned:
    """Delete runs that ended before a moment, contents past their ``ttl``, and stray files older than ``grace``.

    Moments and spans are nanoseconds. A family goes as a whole, once all its runs have ended.
    """
    now = journal.now()
    doomed: list[str] = []
    with journal.database.writing() as transaction:
        runs = () if ended_before is None else tuple(_old(transaction, ended_before))
        for root in runs:
            doomed += (file for (file,) in transaction.all(FILES, {"root": root}))
            for statement in (*OF_FAMILY, *OF_ROOT):
                transaction.run(statement, {"its_root": root})
        expired = transaction.all(EXPIRED, {"moment": now})
        transaction.each(PURGED, [{"its_key": key, "purged": "its time is over"} for key, _ in expired])
        doomed += (file for _, file in expired)
    journal.forget_cached()
    journal.store.delete(doomed)
    known = {row.file for row in journal.payload_rows() if row.purged is None}
    strays = journal.store.unreferenced(known, now - grace)
    journal.store.delete(strays)
    return Pruned(runs, len(expired), len(strays))


def _old(transaction: Transaction, moment: int) -> list[str]:
    roots = [root for (root,) in transaction.all(OLD, {"ended": "ended", "moment": moment})]
    return [root for root in roots if not transaction.all(STILL_RUNNING, {"root": root, "ended": "ended"})]
