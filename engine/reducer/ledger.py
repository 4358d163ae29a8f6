"""The committed steps of a run, in order: what answers a duplicate and what a run's history shows.

Envelopes are never mutated, yet a step must not copy the history. So envelopes of one run share a ledger and each
sees the records up to its own version. The envelope whose version is the last extends the ledger in place; any other
one, from which a run goes another way, copies what it sees first.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple, TypeGuard

from engine.reducer.contribution import Contribution, Elicitation

if TYPE_CHECKING:
    from engine.reducer.envelope import Affairs


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


Write = tuple[str, Any]
"""A write: the field, and the value before it or ``ABSENT``."""

Happening = Write | Fired | Effect | Note
"""Whatever a step consists of."""


def is_write(item: Happening) -> TypeGuard[Write]:
    return type(item) is tuple


class Then(NamedTuple):
    """What is kept of a run's affairs at an earlier step."""

    approvals: Mapping[str, Any]
    quiet: bool


class Record(NamedTuple):
    """One committed step.

    ``trail`` holds its writes, transitions, effects and notes in their order, ``then`` what was going on after it.
    ``content`` is the contribution, or a digest of it once the envelope was stored. ``asked`` is what was pending,
    kept only where the definition that could tell it is no longer the run's.
    """

    kind: str
    name: str | None
    version: int
    at: int
    visit: int
    state: str
    stop: str
    trail: Sequence[Happening]
    then: Affairs | Then
    content: Contribution | str | None = None
    asked: tuple[Elicitation, ...] | None = None

    @property
    def fired(self) -> tuple[Fired, ...]:
        return tuple(item for item in self.trail if type(item) is Fired)

    @property
    def effects(self) -> tuple[Effect, ...]:
        return tuple(item for item in self.trail if type(item) is Effect)

    @property
    def notes(self) -> tuple[Note, ...]:
        return tuple(item for item in self.trail if type(item) is Note)


_NAME, _VERSION, CONTENT = map(Record._fields.index, ("name", "version", "content"))

RecordParts = tuple[Any, ...]
"""The parts of a record in their order: one is kept for every step, and made a ``Record`` when it is looked at."""


class Ledger:
    """Records by version, and the versions of accepted contributions by id."""

    __slots__ = ("records", "versions")

    def __init__(self, records: Iterable[RecordParts] = ()) -> None:
        self.records: dict[int, RecordParts] = {parts[_VERSION]: parts for parts in records}
        self.versions: dict[str, int] = {
            parts[_NAME]: parts[_VERSION] for parts in self.records.values() if parts[CONTENT] is not None
        }

    def forked(self, version: int, parts: RecordParts) -> Ledger:
        """A ledger of its own for a run that goes another way from ``version`` on."""
        return Ledger((*(self.records[number] for number in range(1, version)), parts))

    def find(self, contribution_id: str, version: int) -> RecordParts | None:
        """The accepted contribution of this id, as far as an envelope of ``version`` knows."""
        found = self.versions.get(contribution_id)
        return None if found is None or found > version else self.records[found]

    def upto(self, version: int) -> Iterator[Record]:
        """The records that an envelope of ``version`` sees, oldest first."""
        return (Record(*self.records[number]) for number in range(1, version + 1))

    def back(self, version: int, *, to: int) -> Iterator[Record]:
        """The records after ``to``, newest first."""
        return (Record(*self.records[number]) for number in range(version, to, -1))


def rewind(context: dict[str, Any], trail: Sequence[Happening], to: int = 0) -> None:
    """Turn the context at the end of a trail into the one at an earlier place of it."""
    for item in reversed(trail[to:]):
        if is_write(item):
            field, old = item
            if old is ABSENT:
                context.pop(field, None)
            else:
                context[field] = old
