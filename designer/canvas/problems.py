"""Which findings stand on which state and transition, and which characters of a guard they underline."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from designer.canvas.labels import LIMIT, elide, joined, shorten
from designer.canvas.views import EdgeView
from engine.diagnostics import Diagnostic, Path, Severity
from engine.dsl import Parsed


@dataclass(frozen=True, slots=True)
class Badge:
    """How many findings an element has, and how bad the worst is."""

    count: int
    worst: Severity


@dataclass(frozen=True, slots=True)
class Problems:
    """Badges of states by name, those of a state's transitions counted in; findings of transitions by path."""

    states: Mapping[str, Badge] = field(default_factory=dict)
    edges: Mapping[Path, tuple[Diagnostic, ...]] = field(default_factory=dict)

    def worst(self, path: Path) -> Severity | None:
        """The worst severity on a transition."""
        found = self.edges.get(path)
        return None if not found else min((finding.severity for finding in found), key=_ORDER.index)


_ORDER = [Severity.ERROR, Severity.WARNING, Severity.INFO]


def sort_findings(findings: Iterable[Diagnostic]) -> Problems:
    """The findings of a machine by the element they stand on; those on the machine itself are left to the lists."""
    counts: Counter[str] = Counter()
    worst: dict[str, Severity] = {}
    edges: dict[Path, tuple[Diagnostic, ...]] = {}
    for finding in findings:
        match finding.path:
            case ("states", str(name), *rest):
                counts[name] += 1
                worst[name] = min(worst.get(name, Severity.INFO), finding.severity, key=_ORDER.index)
                if len(rest) >= 2 and rest[0] in ("transitions", "timers"):
                    path = finding.path[:4]
                    edges[path] = (*edges.get(path, ()), finding)
    return Problems({name: Badge(count, worst[name]) for name, count in counts.items()}, edges)


def underlined(edge: EdgeView, findings: Iterable[Diagnostic], parsed: Parsed) -> tuple[tuple[int, int], ...]:
    """Ranges of a pill's text to underline; all of it where a guard is elided or the place is not in one."""
    ranges = []
    for finding in findings:
        match finding.path[4:]:
            case ("guards", int(index), *_) if index < len(edge.expressions):
                ranges.append(_within(edge, index, finding, parsed))
    return tuple(ranges)


def _within(edge: EdgeView, index: int, finding: Diagnostic, parsed: Parsed) -> tuple[int, int]:
    whole = (0, len(elide(edge.label)))
    path = (*edge.path, "guards", index, "expression")
    offsets = parsed.scalar_offsets(path)
    if offsets is None or len(edge.label) > LIMIT:
        return whole
    inside = [i for i, offset in enumerate(offsets[:-1]) if finding.span.start <= offset < finding.span.end]
    if not inside:
        return whole
    start, end = shorten(edge.expressions[index]).range_of(inside[0], inside[-1] + 1)
    before = joined(edge.expressions[: index + 1])
    lead = len(before) - len(shorten(edge.expressions[index]).text)
    if (
        len(edge.expressions) > 1
        and before.endswith(")")
        and joined(edge.expressions[index : index + 1]) != before[lead:]
    ):
        lead -= 1
    return max(0, lead + start), lead + end
