"""Runs kept in a journal."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from operator import itemgetter
from typing import Any

from engine.errors import JournalError
from engine.reducer import Definition
from engine.runtime.read import Reader
from engine.runtime.replay import messages
from engine.runtime.replay.stored import StoredEvent, StoredStep, Unreplayable


@dataclass(frozen=True)
class JournalRun:
    """One run of a journal. Its children are runs of their own, though they share its trace."""

    journal: Reader
    run: str

    @property
    def key(self) -> str | None:
        key = self.journal.run_key(self.run)
        return None if key is None else str(self.payload(key))

    def steps(self) -> Iterator[StoredStep]:
        for _, rows in groupby(self.journal.own_events(self.run), key=itemgetter(6)):
            yield [StoredEvent._make(row[:6]) for row in rows]

    def payload(self, key: str) -> Any:
        try:
            return self.journal.payload(key)
        except JournalError as error:
            raise KeyError(key) from error

    def definition(self, machine: str, version: int, hash: str) -> Definition:
        try:
            return self.journal.linked(hash)
        except JournalError as error:
            raise Unreplayable(messages.no_definition(machine, version)) from error
