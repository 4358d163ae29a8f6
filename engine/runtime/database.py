"""The database of a journal: SQLite or PostgreSQL, opened through SQLAlchemy, every statement compiled once."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import RLock
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event
from sqlalchemy.engine import make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, NoSuchModuleError
from sqlalchemy.pool import QueuePool
from sqlalchemy.sql import ClauseElement

from engine.errors import JournalError
from engine.runtime import messages

LONGEST_WAIT = 30.0
"""Seconds that a step waits for another process to finish its own."""

Row = Sequence[Any]
Values = Mapping[str, Any]


class Transaction:
    """A transaction that writes; nothing of it is there before it is committed."""

    __slots__ = ("_cursor", "_sql")

    def __init__(self, cursor: Any, sql: Database) -> None:
        self._cursor = cursor
        self._sql = sql.compiled

    def run(self, statement: ClauseElement, values: Values | None = None) -> int:
        """Execute, and give the number of rows it touched."""
        count: int = self._cursor.execute(self._sql(statement), values or {}).rowcount
        return count

    def each(self, statement: ClauseElement, rows: Sequence[Values]) -> None:
        """Execute once for each row of values."""
        if rows:
            self._cursor.executemany(self._sql(statement), rows)

    def one(self, statement: ClauseElement, values: Values | None = None) -> Row | None:
        found: Row | None = self._cursor.execute(self._sql(statement), values or {}).fetchone()
        return found

    def all(self, statement: ClauseElement, values: Values | None = None) -> Sequence[Row]:
        found: Sequence[Row] = self._cursor.execute(self._sql(statement), values or {}).fetchall()
        return found


class Database:
    """One database, for any number of readers and one writer at a time in this process.

    SQLAlchemy describes and reads the tables. Steps are written by the same statements, compiled once to the text of
    the dialect, on the driver's own connection: what is left of its price is the driver's.
    """

    def __init__(self, place: str | Path, *, read_only: bool = False) -> None:
        self.file = sqlite_file(place)
        self.read_only = read_only
        self.engine = _engine(str(place), self.file, read_only)
        self.place = self.engine.url.render_as_string() if self.file is None else str(self.file)
        self._errors: Any = self.engine.dialect.loaded_dbapi
        self._compiled: dict[ClauseElement, str] = {}
        self._writer: Any = None
        self._lock = RLock()

    def compiled(self, statement: ClauseElement) -> str:
        text = self._compiled.get(statement)
        if text is None:
            text = self._compiled[statement] = str(statement.compile(self.engine))
        return text

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees one state of the journal throughout."""
        try:
            with self.engine.connect() as connection:
                yield connection
        except DBAPIError as error:
            raise JournalError(messages.cannot_read(self.place, _reason(error.orig))) from error

    @contextmanager
    def looking(self) -> Iterator[Transaction]:
        """A transaction that only reads, by the same statements as one that writes."""
        with self.reading() as connection, connection.begin():
            cursor = connection.connection.cursor()
            try:
                yield Transaction(cursor, self)
            except self._errors.Error as error:
                raise JournalError(messages.cannot_read(self.place, _reason(error))) from error
            finally:
                cursor.close()

    @contextmanager
    def writing(self) -> Iterator[Transaction]:
        """A transaction, committed at the end, rolled back where anything is raised.

        Raises ``JournalError`` where the database cannot keep it; then nothing of it was kept.
        """
        if self.read_only:
            raise JournalError(messages.read_only(self.place))
        with self._lock:
            try:
                if self._writer is None:
                    self._writer = self.engine.raw_connection()
                cursor = self._writer.cursor()
                if self.file is not None:
                    cursor.execute("BEGIN IMMEDIATE")
                try:
                    yield Transaction(cursor, self)
                    self._writer.commit()
                except BaseException:
                    self._roll_back()
                    raise
                finally:
                    cursor.close()
            except self._errors.ProgrammingError:
                raise
            except self._errors.Error as error:
                raise JournalError(messages.cannot_write(self.place, _reason(error))) from error

    def close(self) -> None:
        with self._lock:
            if self._writer is not None:
                self._writer.close()
                self._writer = None
            self.engine.dispose()

    def _roll_back(self) -> None:
        """Back to what was committed; a connection that cannot even do that is given up."""
        try:
            self._writer.rollback()
        except self._errors.Error:
            with suppress(self._errors.Error):
                self._writer.invalidate()
            self._writer = None


def sqlite_file(place: str | Path) -> Path | None:
    """The file of a journal, ``None`` for one that a URL of another database names."""
    if isinstance(place, Path):
        return place
    if place.startswith("sqlite:///"):
        return Path(place.removeprefix("sqlite:///"))
    return None if "://" in place else Path(place)


def _engine(place: str, file: Path | None, read_only: bool) -> Engine:
    if file is None:
        return _server(place)
    mode = "ro" if read_only else "rwc"

    def connect() -> sqlite3.Connection:
        connection = sqlite3.connect(
            f"{file.absolute().as_uri()}?mode={mode}",
            uri=True,
            timeout=LONGEST_WAIT,
            isolation_level=None,
            check_same_thread=False,
        )
        if not read_only:
            connection.execute("PRAGMA journal_mode = WAL")
            connection.execute("PRAGMA synchronous = FULL")
        return connection

    engine = create_engine("sqlite+pysqlite://", creator=connect, paramstyle="named", poolclass=QueuePool)

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if connection.get_execution_options().get("writes") else "BEGIN")

    return engine


def _server(place: str) -> Engine:
    try:
        url = make_url(place)
        if url.drivername in ("postgresql", "postgres"):
            url = url.set(drivername="postgresql+psycopg")
        return create_engine(url)
    except ModuleNotFoundError as error:
        raise JournalError(messages.no_driver(error.name or "psycopg")) from error
    except (ArgumentError, NoSuchModuleError, ValueError) as error:
        raise JournalError(messages.cannot_open(place.split("@")[-1], str(error))) from error


def _reason(error: BaseException | None) -> str:
    return " ".join(str(error).split()).rstrip(".")
