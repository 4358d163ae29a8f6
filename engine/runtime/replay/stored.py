"""What replay reads: a run as it was stored, step by step, wherever it is kept."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from engine.errors import StatewrightError
from engine.reducer import Definition


class StoredEvent(NamedTuple):
    """One event; ``at`` in nanoseconds since 1970, ``cause`` the ``seq`` that led to it, ``data`` as JSON text.

    The data of a step's last event holds the ``envelope`` it led to.
    """

    seq: int
    type: str
    at: int
    cause: int | None
    version: int
    data: str


StoredStep = Sequence[StoredEvent]
"""The events of one step."""


class StoredRun(Protocol):
    """A run that can be taken again."""

    @property
    def run(self) -> str: ...

    @property
    def key(self) -> str | None:
        """The run's own key, under which sensitive values are digested; ``None`` where its id serves."""

    def steps(self) -> Iterator[StoredStep]:
        """All steps in their order."""

    def payload(self, key: str) -> Any:
        """What an event only refers to. Raises ``KeyError`` for what is not kept any more."""

    def definition(self, machine: str, version: int, hash: str) -> Definition:
        """The definition of this name, version and hash. Raises ``Unreplayable``."""


class Unreplayable(StatewrightError):
    """A run that cannot be taken again; the text is one sentence for the user, ``at`` the event it is about, or 0."""

    def __init__(self, message: str, at: int = 0) -> None:
        super().__init__(message)
        self.at = at


_ENCODER = json.JSONEncoder(ensure_ascii=False)


def event_text(value: Any) -> str:
    """JSON as journals and traces have it: what is rebuilt the same has the same text."""
    return _ENCODER.encode(value)


def parsed(text: str) -> Mapping[str, Any]:
    """The JSON map of a stored text. Raises ``ValueError``."""
    value = json.loads(text)
    if not isinstance(value, dict):
        raise ValueError(text)
    return value
