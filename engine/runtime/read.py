"""What a journal tells to whoever reads it; readers block nobody and are blocked by nobody."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

from sqlalchemy import ColumnElement, Select, bindparam, func, or_, select

from engine.errors import JournalError
from engine.reducer import Definition, resolve
from engine.runtime import messages, schema
from engine.runtime.contents import Contents
from engine.runtime.database import Database
from engine.runtime.library import Library
from engine.runtime.rows import (
    Changes,
    EventRow,
    OutboxRow,
    ParkedRow,
    PayloadRow,
    RunRow,
    SnapshotRow,
    Status,
    StepRow,
    TimerRow,
)
from engine.runtime.store import PayloadStore
from engine.runtime.vault import portable, unpacked

Sorting = Literal["newest", "oldest", "changed", "run"]

_runs, _events, _steps, _parked = schema.runs, schema.events, schema.steps, schema.parked
_LISTED = (
    _runs.c.run, _runs.c.root, _runs.c.parent, _runs.c.machine, _runs.c.definition, _runs.c.machine_version,
    _runs.c.state, _runs.c.status, _runs.c.waiting_for, _runs.c.created_at, _runs.c.changed_at, _runs.c.version,
    _runs.c.events, _runs.c.problems,
)  # fmt: skip
_ORDERS: Mapping[str, tuple[ColumnElement[Any], ...]] = {
    "newest": (_runs.c.created_at.desc(), _runs.c.run),
    "oldest": (_runs.c.created_at, _runs.c.run),
    "changed": (_runs.c.changed_at.desc(), _runs.c.run),
    "run": (_runs.c.run,),
}
_OF_RUN = (
    select(*(_events.c[name] for name in ("seq", "type", "at", "cause", "version", "data", "step")))
    .where(_events.c.root == select(_runs.c.root).where(_runs.c.run == bindparam("run")).scalar_subquery())
    .where(_events.c.run == bindparam("run"))
    .order_by(_events.c.seq)
)
BATCH = 500
"""Steps read at a time."""


class Reader:
    """The read side of a journal: every answer is of one moment, and of what was committed."""

    def __init__(self, database: Database, store: PayloadStore, library: Library) -> None:
        self.database = database
        self.store = store
        self._library = library

    @property
    def place(self) -> str:
        """The file or the address of the journal, without any password."""
        return self.database.place

    def runs(
        self,
        *,
        state: str | None = None,
        machine: str | None = None,
        kind: Status | None = None,
        waiting_for: str | None = None,
        text: str | None = None,
        order: Sorting = "newest",
        limit: int | None = None,
    ) -> tuple[RunRow, ...]:
        """The runs that fit: ``kind`` is a status, ``waiting_for`` a contributor such as ``user:brad``.

        ``text`` is looked for in the run's id, machine and state.
        """
        query = select(*_LISTED).order_by(*_ORDERS[order]).limit(limit)
        if state is not None:
            query = query.where(_runs.c.state == state)
        if machine is not None:
            query = query.where(_runs.c.machine == machine)
        if kind is not None:
            query = query.where(_runs.c.status == kind)
        if waiting_for is not None:
            query = query.where(
                _runs.c.waiting_for.contains(json.dumps(waiting_for, ensure_ascii=False), autoescape=True)
            )
        if text:
            columns = (_runs.c.run, _runs.c.machine, _runs.c.state)
            query = query.where(or_(*(column.icontains(text, autoescape=True) for column in columns)))
        return self._run_rows(query)

    def run(self, run: str) -> RunRow:
        """One run. Raises ``JournalError`` where there is none of this id."""
        found = self._run_rows(select(*_LISTED).where(_runs.c.run == run))
        if not found:
            raise JournalError(messages.no_run(run))
        return found[0]

    def counts(self) -> Mapping[tuple[str, str, str], int]:
        """How many runs there are by machine, state and status."""
        groups = (_runs.c.machine, _runs.c.state, _runs.c.status)
        rows = self._all(select(*groups, func.count()).group_by(*groups).order_by(*groups))
        return {(machine, state, status): count for machine, state, status, count in rows}

    def changed_since(self, token: int = 0) -> Changes:
        """The runs that changed since ``token``, which an earlier answer gave; cheap where nothing did."""
        with self.database.reading() as connection:
            number = int(connection.execute(select(schema.commits.c.number)).scalar_one())
            if number == token:
                return Changes(number, ())
            rows = connection.execute(select(*_LISTED).where(_runs.c.change > token).order_by(_runs.c.change)).all()
        return Changes(number, tuple(map(_run_row, rows)))

    def events(self, run: str, after: int = 0, limit: int | None = None) -> tuple[EventRow, ...]:
        """The events of a run's trace after a ``seq``. The trace of a root holds those of its children."""
        query = self._of(run, select(_events), _events).where(_events.c.seq > after)
        rows = self._all(query.order_by(_events.c.seq).limit(limit))
        return tuple(EventRow(*row) for row in rows)

    def steps(self, run: str, after: int = 0, limit: int | None = None) -> Iterator[StepRow]:
        """The steps of a run's trace after a number, in order. Those of a root include its children's."""
        while limit is None or limit > 0:
            query = self._of(run, select(_steps), _steps).where(_steps.c.step > after).order_by(_steps.c.step)
            rows = self._all(query.limit(BATCH if limit is None else min(BATCH, limit)))
            if not rows:
                return
            first, last = rows[0], rows[-1]
            events = iter(self.events(run, first.first - 1, last.last - first.first + 1))
            waiting = next(events, None)
            for row in rows:
                own = []
                while waiting is not None and waiting.step == row.step:
                    own.append(waiting)
                    waiting = next(events, None)
                yield StepRow(
                    row.root, row.step, row.run, row.kind, row.name, row.version, row.contribution, tuple(own)
                )
            after = last.step
            limit = None if limit is None else limit - len(rows)

    def own_events(self, run: str) -> Sequence[Any]:
        """``seq, type, at, cause, version, data, step`` of the events of one run alone, at the least cost."""
        with self.database.reading() as connection:
            return connection.exec_driver_sql(self.database.compiled(_OF_RUN), {"run": run}).all()

    def lines(self, run: str) -> Iterator[str]:
        """The trace of a run as JSON lines, as ``engine.simulate.open_trace`` reads them."""
        after = 0
        while rows := self.events(run, after, 10 * BATCH):
            yield from (row.line() for row in rows)
            after = rows[-1].seq

    def payloads(self, run: str) -> Mapping[str, Any]:
        """What the trace of a run only refers to, read when it is asked for; those that were purged are left out."""
        return Contents(self, self.run(run).root)

    def payload_rows(self, root: str | None = None) -> tuple[PayloadRow, ...]:
        """What the payload store holds and held, of one trace or of all."""
        query = select(schema.payloads).order_by(schema.payloads.c.key)
        if root is not None:
            query = query.where(schema.payloads.c.root == root)
        return tuple(PayloadRow(*row) for row in self._all(query))

    def payload(self, key: str) -> Any:
        """A payload as traces carry it: a sensitive value, or a content with its bytes in base 64.

        Raises ``JournalError`` where it is missing, purged or damaged.
        """
        rows = self._all(select(schema.payloads).where(schema.payloads.c.key == key))
        if not rows:
            raise JournalError(messages.payload_missing(key))
        row = PayloadRow(*rows[0])
        return portable(self._content(row)) if row.blob else unpacked(self._content(row))

    def content(self, reference: Mapping[str, Any]) -> bytes:
        """The content that a claim reference stands for, its checksum verified. Raises ``JournalError``."""
        key = str(reference["key"])
        rows = self._all(select(schema.payloads).where(schema.payloads.c.key == key, schema.payloads.c.blob))
        if not rows:
            raise JournalError(messages.payload_missing(key))
        try:
            return resolve(reference, self._content(PayloadRow(*rows[0])))
        except ValueError as error:
            raise JournalError(str(error)) from error

    def run_key(self, run: str) -> str | None:
        """The payload that is a run's own key; ``None`` where its id serves."""
        found: str | None = self._all(select(_runs.c.key).where(_runs.c.run == run))[0].key
        return found

    def definition(self, run: str) -> str:
        """The text of the machine that a run is pinned to."""
        return self._library.text(self.run(run).definition_hash)

    def definitions(self) -> tuple[tuple[str, str, int], ...]:
        """Hash, machine and version of every definition that is kept."""
        columns = (schema.definitions.c.hash, schema.definitions.c.machine, schema.definitions.c.version)
        rows = self._all(select(*columns).order_by(schema.definitions.c.machine, schema.definitions.c.version))
        return tuple((row.hash, row.machine, row.version) for row in rows)

    def definition_text(self, hash: str) -> str:
        """The text of the definition of this hash."""
        return self._library.text(hash)

    def linked(self, hash: str) -> Definition:
        """The definition of this hash, made ready to run. Raises ``JournalError``."""
        return self._library.linked(hash)

    def machines(self, run: str) -> Mapping[str, str]:
        """The hash of each machine of a run's family, by name."""
        query = select(_runs.c.machines).where(_runs.c.run == self.run(run).root)
        text = self._all(query)[0].machines
        return dict(json.loads(text)) if text else {}

    def snapshots(self, run: str) -> tuple[SnapshotRow, ...]:
        """The checkpoints of a run, oldest first."""
        rows = self._all(
            select(schema.snapshots).where(schema.snapshots.c.run == run).order_by(schema.snapshots.c.version)
        )
        return tuple(SnapshotRow(row.run, row.version, row.seq, json.loads(row.envelope)) for row in rows)

    def parked(self, *, run: str | None = None, contributor: str | None = None) -> tuple[ParkedRow, ...]:
        """What resting runs wait for, the oldest first."""
        query = select(_parked).order_by(_parked.c.since, _parked.c.elicitation)
        if run is not None:
            query = query.where(_parked.c.run == run)
        if contributor is not None:
            query = query.where(_parked.c.contributor == contributor)
        return tuple(
            ParkedRow(
                row.elicitation, row.run, row.machine, row.field, row.contributor, row.since, json.loads(row.data)
            )
            for row in self._all(query)
        )

    def timers(self, run: str | None = None) -> tuple[TimerRow, ...]:
        """What is due, the soonest first."""
        columns = (schema.timers.c.run, schema.timers.c.name, schema.timers.c.at)
        query = select(*columns).order_by(schema.timers.c.at, schema.timers.c.rank)
        if run is not None:
            query = query.where(schema.timers.c.run == run)
        return tuple(TimerRow(*row) for row in self._all(query))

    def due_by(self, moment: int) -> tuple[str, ...]:
        """The roots of families in which something is due by a moment, the most urgent first."""
        first = func.min(_runs.c.next_due)
        query = select(_runs.c.root).where(_runs.c.next_due <= moment).group_by(_runs.c.root).order_by(first)
        return tuple(row.root for row in self._all(query))

    def outbox(
        self, run: str | None = None, *, status: str | None = None, by: int | None = None
    ) -> tuple[OutboxRow, ...]:
        """The commands of a run or of all, in the order they were sent; ``by`` leaves out those for later."""
        query = select(schema.outbox).order_by(schema.outbox.c.sent, schema.outbox.c.id)
        if status is not None:
            query = query.where(schema.outbox.c.status == status)
        if by is not None:
            query = query.where(schema.outbox.c.not_before <= by)
        if run is not None:
            query = query.where(schema.outbox.c.run == run)
        return tuple(OutboxRow(*row) for row in self._all(query))

    def _content(self, row: PayloadRow) -> bytes:
        if row.purged is not None:
            raise JournalError(messages.payload_purged(row.key, row.purged))
        return self.store.read(row.key, row.file, row.checksum)

    def _of(self, run: str, query: Select[Any], table: Any) -> Select[Any]:
        """The rows of a run in a trace's table: of a root all, of a child its own."""
        root = self.run(run).root
        return (
            query.where(table.c.root == root) if run == root else query.where(table.c.root == root, table.c.run == run)
        )

    def _run_rows(self, query: Select[Any]) -> tuple[RunRow, ...]:
        return tuple(map(_run_row, self._all(query)))

    def _all(self, query: Select[Any]) -> Sequence[Any]:
        with self.database.reading() as connection:
            return connection.execute(query).all()


def _run_row(row: Any) -> RunRow:
    listed = tuple(row)
    return RunRow._make((*listed[:8], tuple(json.loads(row.waiting_for)), *listed[9:]))
