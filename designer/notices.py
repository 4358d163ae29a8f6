"""What the program has to say beside the drawing: bars that offer the next step and never block."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    HINT = "hint"
    WARNING = "warning"
    ERROR = "error"


@dataclass(frozen=True, slots=True)
class Choice:
    """A button of a bar: what it says and what it does; the bar goes away when it is pressed."""

    text: str
    does: Callable[[], object]


@dataclass(frozen=True, slots=True)
class Notice:
    """One bar. A newer notice of the same ``key`` takes its place; ``brief`` ones leave by themselves."""

    key: str
    text: str
    kind: Kind = Kind.HINT
    choices: tuple[Choice, ...] = ()
    brief: bool = False
