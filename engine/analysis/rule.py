"""What a rule is: some checks it answers for, a function, and the findings it yields, still without a place."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from enum import Enum, StrEnum
from typing import TYPE_CHECKING, Any

from engine.analysis.finding import Certificate, Witness
from engine.diagnostics import Path, Severity, Verdict
from engine.dsl import Parsed
from engine.dsl.models import State
from engine.reducer import Step
from engine.text import Patch, Span

if TYPE_CHECKING:
    from engine.analysis.context import Context


class Kind(StrEnum):
    """How a check knows: from the syntax, exactly on one state, or exactly on the whole machine."""

    SYNTAX = "S"
    LOCAL = "L"
    GLOBAL = "G"


@dataclass(frozen=True, slots=True)
class Check:
    """An entry of the table of checks."""

    id: str
    slug: str
    severity: Severity
    kind: Kind = Kind.SYNTAX


class Part(Enum):
    """Which part of the entry at a path is underlined."""

    VALUE = "value"
    KEY = "key"
    ENTRY = "entry"


@dataclass(frozen=True, slots=True)
class Fix:
    """A change that mends a finding; ``edit`` makes its patch, as the verbs of ``engine.dsl.edit`` do.

    It is ``automatic`` when it does what the author must have meant, without taking anything of theirs away.
    """

    title: str
    edit: Callable[[Parsed], Patch]
    automatic: bool = True


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A finding before it is placed: it names a path, so it stays true while the text around it moves.

    ``inside`` narrows the place to code points ``[start, end)`` of the decoded scalar at ``path``. ``about`` holds the
    names that tell it from others of the same check at the same path. ``severity`` overrides that of the check.
    ``shows`` is true of a step of the ``witness`` in which the fault is to be seen.
    """

    check: Check
    path: Path
    message: str
    part: Part = Part.VALUE
    inside: Span | None = None
    about: tuple[str, ...] = ()
    related: tuple[tuple[str, Path], ...] = ()
    fixes: tuple[Fix, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)
    severity: Severity | None = None
    verdict: Verdict = Verdict.PROVED
    certificate: Certificate | None = None
    witness: Witness | None = None
    shows: Callable[[Step], bool] | None = field(default=None, compare=False)


@dataclass(frozen=True, slots=True, eq=False)
class MachineRule:
    """A rule that looks at the whole machine."""

    checks: tuple[Check, ...]
    run: Callable[[Context], Iterable[Found]]


@dataclass(frozen=True, slots=True, eq=False)
class StateRule:
    """A rule that looks at one state and the declarations (everything outside ``states``, and the states' names).

    Its findings of a state are kept while neither changes.
    """

    checks: tuple[Check, ...]
    run: Callable[[Context, str, State], Iterable[Found]]


Rule = MachineRule | StateRule
