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

ON_THE_GRAPH = frozenset({"L601", "L607"})
"""Consequences of an edge that leads nowhere, wherever it stands."""

ANYWHERE = frozenset({"L602", "G503", "L608"})
"""Consequences of any cause in the machine: what is reachable once it is mended is not known."""

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
    global_causes = {(cause.id, breaks_the_graph(cause)): cause for cause in reversed(causes)}.values()

    cause_of: dict[str, str] = {}
    for finding in everything:
        near = by_place.get(_state(finding.path), ())
        cause = next((each for each in (*near, *global_causes) if follows(finding, each)), None)
        if cause is not None:
            cause_of[finding.fingerprint] = cause.fingerprint
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
    if finding.id[0] in "RT" and below <= 2:
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
