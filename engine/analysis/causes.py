"""Root causes silence their consequences: one mistake is one finding, which lists what follows from it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from engine.analysis.finding import Finding
from engine.diagnostics import Path, Related, Severity

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

BY_SHAPE = frozenset({"G508", "G509"})
"""Consequences of what cannot be read in the same state, and of nothing else."""

BY_ENTRY = frozenset({"L603", "L611"})
"""Consequences of what cannot be read in the same state, or of another cause at the very same entry."""

ON_THE_GRAPH = frozenset({"L601", "L607"})
"""Consequences of an edge that leads nowhere, wherever it stands."""

ANYWHERE = frozenset({"L602", "G503", "L608"})
"""Consequences of any cause in the machine: what is reachable once it is mended is not known."""

MISSED = frozenset({"L601", "L603", "R204", "R205"})
"""Consequences for what a misspelt name was meant to name: nobody leads to it, acts there or uses it."""

NAMED_BY = {"R201": "states", "R202": "context", "R203": "agents"}
"""Where the name stands that a cause misspells."""

HARMLESS = frozenset({"Y104", "R208"})
"""Findings of a causing family that change nothing for the other checks."""

_RANK_OF = {each: rank for rank, ids in enumerate(RANKS) for each in ids}


def silence(findings: Iterable[Finding]) -> tuple[Finding, ...]:
    """The findings without those that follow from others; each cause lists its consequences as ``related``."""
    everything = tuple(findings)
    causes = [each for each in everything if _may_cause(each)]
    by_place: dict[object, list[Finding]] = {}
    for cause in causes:
        by_place.setdefault(_state(cause.path), []).append(cause)
    missed: dict[Path, Finding] = {
        (NAMED_BY[each.id], str(each.data.get("nearest"))): each for each in causes if each.id in NAMED_BY
    }
    global_causes = {(cause.id, breaks_the_graph(cause)): cause for cause in reversed(causes)}.values()

    cause_of: dict[str, str] = {}
    for finding in everything:
        root_cause = missed.get(finding.path[:2]) if finding.id in MISSED else None
        if root_cause is None:
            near = by_place.get(_state(finding.path), ())
            root_cause = next((each for each in (*near, *global_causes) if follows(finding, each)), None)
        if root_cause is not None:
            cause_of[finding.fingerprint] = root_cause.fingerprint
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


def follows(finding: Finding, cause: Finding) -> bool:
    """Whether ``finding`` may vanish when ``cause`` is mended."""
    above, below = _rank(cause), _rank(finding)
    if above is None or below is None or below <= above:
        return False
    if finding.id in ANYWHERE:
        return True
    if finding.id in ON_THE_GRAPH:
        return breaks_the_graph(cause)
    if finding.id in BY_SHAPE and above > 0:
        return False
    if (finding.id[0] in "RT" and below <= 2) or (finding.id in BY_ENTRY and above > 0):
        return _nested(finding.path, cause.path)
    return _state(finding.path) is not None and _state(finding.path) == _state(cause.path)


def breaks_the_graph(cause: Finding) -> bool:
    """Whether an edge or the start is lost by this fault, so that what is reachable is not known."""
    if cause.id == "L611":
        return True
    if cause.id[0] == "Y":
        return cause.path[:1] in ((), ("states",), ("initialState",))
    return cause.id == "R201" and cause.path[:1] in (("states",), ("initialState",))


def _may_cause(finding: Finding) -> bool:
    return finding.severity is not Severity.INFO and finding.id not in HARMLESS and _rank(finding) is not None


def _rank(finding: Finding) -> int | None:
    return _RANK_OF.get(finding.id, _RANK_OF.get(finding.id[0]))


def _state(path: Path) -> object:
    return path[1] if len(path) > 1 and path[0] == "states" else None


def _nested(one: Path, other: Path) -> bool:
    shared = min(len(one), len(other))
    return shared > 0 and one[:shared] == other[:shared]


def _listing(cause: Finding, consequences: Iterable[Finding]) -> Finding:
    more = tuple(Related(each.message, each.path, each.span, each.location) for each in consequences)
    return replace(cause, related=(*cause.related, *more)) if more else cause
