"""What became of a sub-expression: a value, or an error."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Outcome:
    """A value, or the message of the error in its stead."""

    value: Any = None
    error: str | None = None

    @property
    def ok(self) -> bool:
        return self.error is None


@dataclass(frozen=True, slots=True)
class Round:
    """What became of one element a macro went through."""

    element: Any
    outcome: Outcome
