"""The tables of a journal, and the steps that bring an older journal to this version."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Connection,
    Engine,
    ForeignKey,
    Index,
    Integer,
    MetaData,
    String,
    Table,
    Text,
    inspect,
    text,
)

from engine.errors import JournalError
from engine.runtime import messages

VERSION = 1
"""The version of these tables; a journal names its own in ``meta``."""

metadata = MetaData()

meta = Table(
    "meta",
    metadata,
    Column("name", String, primary_key=True),
    Column("value", String, nullable=False),
)
"""``schema`` (the version of the tables), ``journal`` (a random id) and ``created`` (nanoseconds since 1970)."""

commits = Table(
    "commits",
    metadata,
    Column("one", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False),
)
"""One row: how many transactions were committed. Each numbers itself with it."""

definitions = Table(
    "definitions",
    metadata,
    Column("hash", String, primary_key=True),
    Column("machine", String, nullable=False),
    Column("version", Integer, nullable=False),
    Column("text", Text, nullable=False),
)

runs = Table(
    "runs",
    metadata,
    Column("run", String, primary_key=True),
    Column("root", String, nullable=False, index=True),
    Column("parent", String),
    Column("number", Integer, nullable=False),
    Column("machine", String, nullable=False, index=True),
    Column("definition", String, ForeignKey("definitions.hash"), nullable=False),
    Column("machine_version", Integer, nullable=False),
    Column("state", String, nullable=False, index=True),
    Column("status", String, nullable=False, index=True),
    Column("waiting_for", Text, nullable=False),
    Column("created_at", BigInteger, nullable=False, index=True),
    Column("changed_at", BigInteger, nullable=False, index=True),
    Column("version", Integer, nullable=False),
    Column("events", Integer, nullable=False),
    Column("problems", Integer, nullable=False),
    Column("envelope", Text, nullable=False),
    Column("next_due", BigInteger, index=True),
    Column("key", String),
    Column("machines", Text),
    Column("seq", Integer, nullable=False),
    Column("step", Integer, nullable=False),
    Column("hash", String, nullable=False),
    Column("change", BigInteger, nullable=False, index=True),
)
"""A row a run. Children share the trace of their ``root``, whose row holds its end: ``seq``, ``step``, ``hash``.

``number`` is the run's place in its family. ``envelope`` is the snapshot at rest; ``key`` names the payload that is the
run's own key. ``machines`` gives, at the root, the hash of each machine that may be spawned. Moments are nanoseconds
since 1970.
"""

events = Table(
    "events",
    metadata,
    Column("root", String, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("run", String, nullable=False),
    Column("step", Integer, nullable=False),
    Column("type", String, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("cause", Integer),
    Column("version", Integer, nullable=False),
    Column("data", Text, nullable=False),
    Column("hash", String, nullable=False),
    sqlite_with_rowid=False,
)
"""The trace of each family. ``hash`` is SHA-256 over the hash before and the event's line."""

steps = Table(
    "steps",
    metadata,
    Column("root", String, primary_key=True),
    Column("step", Integer, primary_key=True, autoincrement=False),
    Column("run", String, nullable=False),
    Column("kind", String, nullable=False),
    Column("name", String),
    Column("version", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("last", Integer, nullable=False),
    Column("contribution", String),
    Column("record", Text),
    sqlite_with_rowid=False,
)
"""What a run keeps of each step. ``contribution`` is the id of an accepted one."""

Index("accepted", steps.c.run, steps.c.contribution, unique=True, sqlite_where=steps.c.contribution.is_not(None))

snapshots = Table(
    "snapshots",
    metadata,
    Column("run", String, primary_key=True),
    Column("version", Integer, primary_key=True, autoincrement=False),
    Column("root", String, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("envelope", Text, nullable=False),
)
"""Checkpoints: the envelope at some versions, as ``runs.envelope`` has the last."""

parked = Table(
    "parked",
    metadata,
    Column("elicitation", String, primary_key=True),
    Column("run", String, nullable=False, index=True),
    Column("machine", String, nullable=False),
    Column("field", String, nullable=False),
    Column("contributor", String, nullable=False, index=True),
    Column("since", BigInteger, nullable=False, index=True),
    Column("seq", Integer, nullable=False),
    Column("data", Text, nullable=False),
)
"""What resting runs wait for: ``data`` is the elicitation, ``seq`` its event."""

timers = Table(
    "timers",
    metadata,
    Column("run", String, primary_key=True),
    Column("rank", BigInteger, primary_key=True, autoincrement=False),
    Column("name", String, primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
)

outbox = Table(
    "outbox",
    metadata,
    Column("id", String, primary_key=True),
    Column("run", String, nullable=False, index=True),
    Column("root", String, nullable=False),
    Column("command", String, nullable=False),
    Column("key", String, nullable=False),
    Column("status", String, nullable=False, index=True),
    Column("attempts", Integer, nullable=False),
    Column("sent", BigInteger, nullable=False),
    Column("not_before", BigInteger, nullable=False),
    Column("error", String),
    Column("owner", String),
    Column("lease", BigInteger),
    Column("performed", Boolean, nullable=False, default=False),
)
"""Commands. ``owner`` has claimed it until ``lease``; ``performed`` ones need no more attempts."""

payloads = Table(
    "payloads",
    metadata,
    Column("key", String, primary_key=True),
    Column("root", String, nullable=False, index=True),
    Column("run", String, nullable=False, index=True),
    Column("field", String, nullable=False),
    Column("file", String, nullable=False, unique=True),
    Column("checksum", String, nullable=False),
    Column("size", BigInteger, nullable=False),
    Column("blob", Boolean, nullable=False),
    Column("expires_at", BigInteger, index=True),
    Column("purged", String),
)
"""What the payload store holds: a file each. ``purged`` says why the content is gone."""


def create(engine: Engine, journal: str, now: int) -> None:
    """Make the tables of a new journal."""
    with engine.begin() as connection:
        metadata.create_all(connection)
        rows = {"schema": str(VERSION), "journal": journal, "created": str(now)}
        connection.execute(meta.insert(), [{"name": name, "value": value} for name, value in rows.items()])
        connection.execute(commits.insert(), {"one": 1, "number": 0})


def stored_version(connection: Connection) -> int | None:
    """The version of the tables that are there; ``None`` where there is no journal."""
    if not inspect(connection).has_table("meta"):
        return None
    found = connection.execute(meta.select().where(meta.c.name == "schema")).one_or_none()
    return None if found is None else int(found.value)


MIGRATIONS: Mapping[int, tuple[str, ...]] = {}
"""By version, the statements that lead from the version before it to it."""


def upgrade(
    engine: Engine, place: str, migrations: Mapping[int, tuple[str, ...]] = MIGRATIONS, to: int = VERSION
) -> int:
    """Bring the tables to version ``to``, all or nothing, and give the version they had.

    Raises ``JournalError`` for a journal of a later version.
    """
    with engine.begin() as connection:
        found: Any = stored_version(connection)
        if found is None:
            raise JournalError(messages.no_journal(place))
        if found > to:
            raise JournalError(messages.later_version(place, found, to))
        for version in range(found + 1, to + 1):
            for statement in migrations[version]:
                connection.execute(text(statement))
        if found < to:
            connection.execute(meta.update().where(meta.c.name == "schema"), {"value": str(to)})
    return int(found)
