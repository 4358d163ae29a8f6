"""What the program says about a user's text: a finding with its place, reason and fixes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from engine.text import Patch, Span

Path = tuple[str | int, ...]
"""Keys and indices from below ``fsm:``, e.g. ``("states", "review", "transitions", 1, "guards", 0, "expression")``.

The path of the whole machine is ``()``.
"""


class Severity(StrEnum):
    ERROR = "error"
    WARNING = "warning"
    INFO = "info"


class Verdict(StrEnum):
    PROVED = "proved"
    HEURISTIC = "heuristic"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Location:
    """A place people read: ``line`` and ``column`` count from 1, columns in code points."""

    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True, slots=True)
class QuickFix:
    """A change that mends a finding; ``title`` says what it does (``use 'changes'``).

    ``automatic`` tells what ``lint --fix`` may do unasked from what a person must choose.
    """

    title: str
    patch: Patch
    automatic: bool = True


@dataclass(frozen=True, slots=True)
class Related:
    """Another place a diagnostic speaks of."""

    message: str
    path: Path
    span: Span | None = None
    location: Location | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Diagnostic:
    """One finding: what is wrong, on what, and what to do, in one sentence of the user's words.

    ``id`` and ``slug`` are those of the checks page (``R201``, ``unknown-state``); ``span`` lies in the text
    without BOM; ``data`` holds JSON values for programs.
    """

    id: str
    slug: str
    severity: Severity
    message: str
    location: Location
    span: Span
    path: Path = ()
    verdict: Verdict = Verdict.PROVED
    related: tuple[Related, ...] = ()
    fixes: tuple[QuickFix, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
