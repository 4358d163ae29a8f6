"""Where stored runs come from: a journal's file or address, or a JSONL trace."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Protocol

from engine.dsl import read_bytes
from engine.errors import DefinitionRefused
from engine.reducer import Definition, link
from engine.runtime.journal import Journal, open_journal
from engine.runtime.replay import messages
from engine.runtime.replay.journals import JournalRun
from engine.runtime.replay.stored import StoredRun, Unreplayable
from engine.runtime.replay.traces import TraceRun, read_trace, row_of
from engine.runtime.rows import RunRow

SQLITE = b"SQLite format 3\0"
PAYLOADS = ".payloads.json"
"""Stands beside a trace in place of its suffix: what the trace only refers to."""


class Source(Protocol):
    """Stored runs by id."""

    def runs(self, machine: str | None = None) -> Sequence[str]:
        """The ids of all runs, or of those of one machine, the first that began first."""

    def rows(self) -> Sequence[RunRow]:
        """What there is to say of each run, the newest first."""

    def run(self, run: str) -> StoredRun:
        """The run of this id. One that is not there has no steps, or raises ``Unreplayable`` at once."""

    def close(self) -> None: ...


class JournalSource:
    """The runs of a journal, which is only read."""

    def __init__(self, journal: Journal) -> None:
        self.journal = journal

    def runs(self, machine: str | None = None) -> Sequence[str]:
        return [row.run for row in self.journal.runs(machine=machine, order="oldest")]

    def rows(self) -> Sequence[RunRow]:
        return self.journal.runs()

    def run(self, run: str) -> StoredRun:
        return JournalRun(self.journal, run)

    def close(self) -> None:
        self.journal.close()


class TraceSource:
    """The runs of a trace: the one it is of, and those that it spawned."""

    def __init__(self, found: Mapping[str, TraceRun]) -> None:
        self._found = found

    def runs(self, machine: str | None = None) -> Sequence[str]:
        return [run for run, each in self._found.items() if machine is None or each.machine == machine]

    def rows(self) -> Sequence[RunRow]:
        root = next(iter(self._found))
        return [row_of(each, root) for each in self._found.values()]

    def run(self, run: str) -> StoredRun:
        if run not in self._found:
            raise Unreplayable(messages.no_run(run))
        return self._found[run]

    def close(self) -> None:
        """A trace was read whole."""


def open_source(place: str) -> Source:
    """The runs of a journal or a trace. Raises ``JournalError``, ``Unreplayable`` or ``OSError``.

    The machines of a trace are those of the files beside it. Only an address is ever reached over the network.
    """
    if is_journal(place):
        return JournalSource(open_journal(place, read_only=True))
    path = Path(place)
    try:
        lines = [line for line in path.read_bytes().decode("utf-8").splitlines() if line.strip()]
        beside = path.with_name(path.stem + PAYLOADS)
        payloads: Mapping[str, Any] = json.loads(beside.read_bytes()) if beside.exists() else {}
    except ValueError as error:
        raise Unreplayable(messages.not_a_source(path.name)) from error
    machines = _Machines(path.parent)
    return TraceSource(read_trace(lines, payloads, machines.find))


def is_journal(place: str) -> bool:
    """Whether this is an address, or a file of SQLite. Raises ``OSError`` for a file that cannot be read."""
    if "://" in place:
        return True
    with Path(place).open("rb") as file:
        return file.read(len(SQLITE)) == SQLITE


class _Machines:
    """The machines in a folder, linked when they are asked for; of a name that stands twice, the version wanted."""

    def __init__(self, folder: Path) -> None:
        self._files = [path for path in sorted(folder.glob("*.y*ml")) if ".scenario." not in path.name]
        self._linked: list[Definition] | None = None

    def find(self, machine: str, version: int, hash: str) -> Definition | None:
        if self._linked is None:
            self._linked = [found for path in self._files if (found := _linked(path)) is not None]
        named = [each for each in self._linked if each.name == machine]
        fitting = [each for each in named if each.hash == hash] or [each for each in named if each.version == version]
        return next(iter(fitting or named), None)


def _linked(path: Path) -> Definition | None:
    workflow = read_bytes(path.read_bytes(), path.name).workflow
    try:
        return None if workflow is None else link(workflow)
    except DefinitionRefused:
        return None
