"""Root causes silence their consequences: one mistake is one finding, which lists what follows from it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from engine.analysis.finding import Finding
from engine.diagnostics import Path, Related, Severity
from engine.dsl import nearest

RANKS: tuple[tuple[str, ...], ...] = (
    ("Y",),
    ("R",),
    ("T301", "T302", "T303", "T304", "T305", "T306", "T307", "T308", "T313"),
    ("L611", "G509", "Q401", "Q404"),
    ("L601", "L607", "L603"),
    ("G501", "G502", "G508", "G510", "Q402"),
    ("G504", "T309", "T310", "G506", "G507"),
    ("L605", "L606"),
    ("G503", "L602"),
    ("L608",),
)
"""Causes before consequences, as ids or the letter of a family."""

BY_ENTRY = frozenset({"L603", "L611", "Q404"})
"""Consequences of a cause at the same entry, or of what cannot be read in the same state. So are all R and T."""

BY_SHAPE = frozenset({"G508", "G509"})
"""Consequences of what cannot be read in the same state, and of nothing else."""

ON_THE_GRAPH = frozenset({"L601", "L607"})
"""Consequences of an edge that leads nowhere, wherever it stands."""

ANYWHERE = frozenset({"L602", "G503", "L608"})
"""Consequences of any cause in the machine: what is reachable once it is mended is not known."""

MISSED = {"L603": "states", "R204": "agents", "R205": "context"}
"""Consequences for what a misspelt name was meant to name, by where it is declared: nobody acts there or uses it."""

SECTIONS = {
    "states": ("R201",),
    "context": ("R202", "A705"),
    "agents": ("R203", "L603", "Q404"),
    "users": ("R203",),
    "commands": ("R208",),
}
"""What is not found, whatever its place, when a whole section of the machine cannot be read."""

HARMLESS = frozenset({"Y104", "R208"})
"""Findings of a causing family that change nothing for the other checks."""

_RANK_OF = {each: rank for rank, ids in enumerate(RANKS) for each in ids}
_UNRANKED = len(RANKS)
_UNREADABLE = 0
_EXPRESSIONS = 2
"""The last rank whose findings are at one entry, not about a state as a whole."""


def silence(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without those that follow from others; each cause lists its consequences as ``related``."""
    everything = tuple(findings)
    causes = Causes(each for each in everything if _may_cause(each))
    cause_of = {each.fingerprint: cause.fingerprint for each in everything if (cause := causes.of(each)) is not None}
    consequences: dict[str, list[Finding]] = {}
    for finding in everything:
        root = finding.fingerprint
        while root in cause_of:
            root = cause_of[root]
        if root != finding.fingerprint:
            consequences.setdefault(root, []).append(finding)
    return tuple(
        _listing(finding, consequences.get(finding.fingerprint, ()))
        for finding in everything
        if finding.fingerprint not in cause_of
    )


class Causes:
    """Possible causes by how far they reach; of several the one of the lowest rank counts, then the first."""

    def __init__(self, causes: Iterable[Finding]) -> None:
        self._at: dict[Path, Finding] = {}
        self._below: dict[Path, Finding] = {}
        self._in_state: dict[object, Finding] = {}
        self._meant: dict[Path, Finding] = {}
        self._section: dict[str, Finding] = {}
        self._any: Finding | None = None
        self._on_the_graph: Finding | None = None
        for cause in sorted(causes, key=_rank):
            self._take(cause)

    def _take(self, cause: Finding) -> None:
        self._any = self._any or cause
        if breaks_the_graph(cause):
            self._on_the_graph = self._on_the_graph or cause
        self._at.setdefault(cause.path, cause)
        for depth in range(1, len(cause.path)):
            self._below.setdefault(cause.path[:depth], cause)
        self._in_state.setdefault(_state(cause.path), cause)
        for meant in _meant(cause):
            self._meant.setdefault(meant, cause)
        if _rank(cause) == _UNREADABLE and len(cause.path) == 1:
            key = str(cause.path[0])
            self._section.setdefault(key if key in SECTIONS else nearest(key, SECTIONS) or key, cause)

    def of(self, finding: Finding) -> Finding | None:
        """The cause that may take ``finding`` away when it is mended."""
        return next((each for each in self._candidates(finding) if _rank(each) < _rank(finding)), None) or next(
            self._regardless(finding), None
        )

    def _regardless(self, finding: Finding) -> Iterator[Finding]:
        """Causes that need not be of a lower rank: names and sections that are missing."""
        if finding.path[:1] == (MISSED.get(finding.id),) and finding.path[:2] in self._meant:
            yield self._meant[finding.path[:2]]
        for section, cause in self._section.items():
            if finding.id in SECTIONS.get(section, ()):
                yield cause

    def _candidates(self, finding: Finding) -> Iterator[Finding]:
        """Causes whose reach the finding stands in."""
        if finding.id in ANYWHERE:
            yield from _there(self._any)
        elif finding.id in ON_THE_GRAPH:
            yield from _there(self._on_the_graph)
        else:
            state = self._in_state.get(_state(finding.path)) if _state(finding.path) is not None else None
            if finding.id in BY_SHAPE or finding.id in BY_ENTRY:
                yield from (each for each in _there(state) if _rank(each) == _UNREADABLE)
            elif _rank(finding) > _EXPRESSIONS and _rank(finding) < _UNRANKED:
                yield from _there(state)
            if finding.id not in BY_SHAPE and _rank(finding) < _UNRANKED:
                yield from self._nested(finding.path)

    def _nested(self, path: Path) -> Iterator[Finding]:
        """Causes at the entry of the finding, around it and inside it."""
        for depth in range(1, len(path) + 1):
            yield from _there(self._at.get(path[:depth]))
        yield from _there(self._below.get(path))


def breaks_the_graph(cause: Finding) -> bool:
    """Whether an edge or the start is lost by this fault, so that what is reachable is not known."""
    if cause.id == "L611":
        return True
    if cause.id[0] == "Y":
        return cause.path[:1] in ((), ("states",), ("initialState",))
    return cause.id == "R201" and cause.path[:1] in (("states",), ("initialState",))


def _meant(cause: Finding) -> Iterator[Path]:
    """What a misspelt name was meant to name."""
    name = cause.data.get("nearest")
    if name is None:
        return
    if cause.id == "R201" and cause.path[:1] == ("agents",):
        yield "states", name
    elif cause.id == "R202":
        yield "context", name
    elif cause.id == "R203":
        yield "agents", name


def _may_cause(finding: Finding) -> bool:
    return finding.severity is not Severity.INFO and finding.id not in HARMLESS and _rank(finding) < _UNRANKED


def _rank(finding: Finding) -> int:
    return _RANK_OF.get(finding.id, _RANK_OF.get(finding.id[0], _UNRANKED))


def _state(path: Path) -> object:
    return path[1] if len(path) > 1 and path[0] == "states" else None


def _there(cause: Finding | None) -> Iterator[Finding]:
    if cause is not None:
        yield cause


def _listing(cause: Finding, consequences: Iterable[Finding]) -> Finding:
    more = tuple(Related(each.message, each.path, each.span, each.location) for each in consequences)
    return replace(cause, related=(*cause.related, *more)) if more else cause
