"""Opening a journal: made where there is none, brought up to date, and held against its head file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from sqlalchemy import Connection, bindparam, select
from sqlalchemy.exc import DBAPIError

from engine.errors import JournalError
from engine.runtime import messages, schema
from engine.runtime.database import Database, sqlite_file
from engine.runtime.head import Head, Mark
from engine.runtime.ports import Random

HASH = select(schema.events.c.hash).where(
    schema.events.c.root == bindparam("root"), schema.events.c.seq == bindparam("seq")
)
LAST = select(schema.runs.c.seq).where(schema.runs.c.run == bindparam("root"))


def opened(place: str | Path, *, create: bool, read_only: bool, random: Random, now: int) -> Database:
    """The database of a journal, its tables there and of this version. Raises ``JournalError``."""
    file = sqlite_file(place)
    if file is not None and not file.exists() and (read_only or not create):
        raise JournalError(messages.no_file(str(file)))
    database = Database(place, read_only=read_only)
    try:
        _prepare(database, create=create and not read_only, journal=random(16).hex(), now=now)
    except DBAPIError as error:
        database.close()
        raise JournalError(messages.cannot_open(database.place, " ".join(str(error.orig).split()))) from error
    except BaseException:
        database.close()
        raise
    return database


def _prepare(database: Database, *, create: bool, journal: str, now: int) -> None:
    with database.engine.connect() as connection:
        found = schema.stored_version(connection)
    if found is None and create:
        schema.create(database.engine, journal, now)
    elif found is None:
        raise JournalError(messages.no_journal(database.place))
    elif database.read_only and found < schema.VERSION:
        raise JournalError(messages.older_version(database.place, found, schema.VERSION))
    elif found != schema.VERSION:
        schema.upgrade(database.engine, database.place)


@dataclass(frozen=True)
class Loss:
    """Commits of which the head file knows and the database does not."""

    message: str
    number: int
    head: Head

    def accept(self) -> None:
        """From now on the journal is what is there."""
        self.head.forget(self.number)


def losses(database: Database, head: Head | None) -> Loss | None:
    """What the database lacks at its tail, as far as the head file tells."""
    if head is None:
        return None
    marks = head.marks()
    with database.reading() as connection:
        number = int(connection.execute(select(schema.commits.c.number)).scalar_one())
        lost = [mark for mark in marks if mark.number > number]
        if lost:
            return Loss(_told(database.place, connection, lost, number), number, head)
        for mark in marks[-1:]:
            found = connection.execute(HASH, {"root": mark.root, "seq": mark.seq}).scalar_one_or_none()
            if found is not None and found != mark.hash:
                return Loss(messages.head_differs(mark.root, mark.seq), number, head)
    return None


def _told(place: str, connection: Connection, lost: list[Mark], number: int) -> str:
    latest = {mark.root: mark.seq for mark in lost}
    runs = []
    for root, seq in latest.items():
        has = connection.execute(LAST, {"root": root}).scalar_one_or_none() or 0
        runs.append((root, int(has), seq))
    return messages.lost(place, lost[-1].number - number, runs)
