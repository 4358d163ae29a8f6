"""The committed steps of a run, in order: what answers a duplicate and what a run's history shows.

Envelopes are never mutated, yet a step must not copy the history. So envelopes of one run share a ledger and each
sees the records up to its own version. The envelope whose version is the last extends the ledger in place; any other
one, from which a run goes another way, copies what it sees first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from engine.reducer.contribution import Contribution, Elicitation


class Absent:
    """The type of ``ABSENT``."""

    def __repr__(self) -> str:
        return "ABSENT"


ABSENT = Absent()
"""What stands for the value of a field that is not set."""


@dataclass(frozen=True, slots=True)
class Fired:
    """One transition that fired: by its place ``index`` in its state, or by the ``timer`` that carries it."""

    source: str
    target: str
    index: int | None = None
    timer: str | None = None

    def to_json(self) -> dict[str, Any]:
        way = {"index": self.index} if self.timer is None else {"timer": self.timer}
        return {"from": self.source, "to": self.target, **way}

    @staticmethod
    def from_json(data: Mapping[str, Any]) -> Fired:
        return Fired(data["from"], data["to"], data.get("index"), data.get("timer"))


class Effect(NamedTuple):
    """What an action asks of the world. ``shown`` is ``data`` with sensitive values masked."""

    id: str
    kind: str
    data: Mapping[str, Any]
    shown: Mapping[str, Any]

    def to_json(self) -> dict[str, Any]:
        """As it may be shown: sensitive values masked."""
        return {"id": self.id, "kind": self.kind, **self.shown}


class Note(NamedTuple):
    """Something else that a step did: ``invalidated``, ``spawned``, ``ended``, ``outcome`` or ``attempt``."""

    type: str
    data: Mapping[str, Any]


class Record(NamedTuple):
    """One committed step. ``undo`` lists the writes, in order, with the value before each; ``decided`` says how many
    there were when each transition was chosen.

    ``content`` is the contribution, or a digest of it once the envelope was stored; ``approvals`` are those in force
    after the step; ``quiet`` says that nothing but a contribution could have moved the run then. ``asked`` is what was
    pending, kept only where the definition that could tell it is no longer the run's.
    """

    kind: str
    name: str | None
    version: int
    at: int
    visit: int
    state: str
    stop: str
    happened: tuple[Fired | Effect | Note, ...]
    undo: tuple[tuple[str, Any], ...]
    decided: tuple[int, ...]
    approvals: Mapping[str, Any]
    quiet: bool
    content: Contribution | str | None = None
    asked: tuple[Elicitation, ...] | None = None

    @property
    def fired(self) -> tuple[Fired, ...]:
        return tuple(item for item in self.happened if type(item) is Fired)

    @property
    def effects(self) -> tuple[Effect, ...]:
        return tuple(item for item in self.happened if type(item) is Effect)


class Ledger:
    """Records by version, and the versions of accepted contributions by id."""

    __slots__ = ("_index", "_records")

    def __init__(self, records: Iterator[Record] | tuple[Record, ...] = ()) -> None:
        self._records = {record.version: record for record in records}
        self._index = {record.name: record.version for record in self._records.values() if record.content is not None}

    def extended(self, record: Record) -> Ledger:
        """A ledger that holds ``record`` after the records of earlier versions."""
        version = record.version
        ledger = self
        # One atomic step claims the version, so that two threads that extend the same envelope part here.
        if self._records.setdefault(version, record) is not record:
            ledger = Ledger((*self.upto(version - 1), record))
        elif record.content is not None:
            self._index[record.name] = version
        return ledger

    def find(self, contribution_id: str, version: int) -> Record | None:
        """The accepted contribution of this id, as far as an envelope of ``version`` knows."""
        found = self._index.get(contribution_id)
        return None if found is None or found > version else self._records[found]

    def upto(self, version: int) -> Iterator[Record]:
        """The records that an envelope of ``version`` sees, oldest first."""
        return (self._records[number] for number in range(1, version + 1))

    def back(self, version: int, *, to: int) -> Iterator[Record]:
        """The records after ``to``, newest first."""
        return (self._records[number] for number in range(version, to, -1))


def rewind(context: dict[str, Any], record: Record, writes: int = 0) -> None:
    """Turn the context after a step into the one before it, or into that after so many of its ``writes``."""
    for field, old in reversed(record.undo[writes:]):
        if old is ABSENT:
            context.pop(field, None)
        else:
            context[field] = old
