"""Applying what findings offer: every automatic fix, round by round, until none is left."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engine.analysis.finding import Finding
from engine.analysis.report import Report
from engine.dsl import Parsed, read
from engine.errors import RefusedEdit
from engine.text import Patch

MOST_ROUNDS = 100


@dataclass(frozen=True, slots=True)
class Fixed:
    """The text after all fixes, what they did in order, and what is still found."""

    parsed: Parsed
    applied: tuple[str, ...]
    report: Report


def fix_all(parsed: Parsed, report: Report, check: Callable[[Parsed], Report]) -> Fixed:
    """Apply the first automatic fix of each finding of ``report``, and of every report after.

    Fixes that do not touch one another are applied at once; one that leaves its finding in place is tried once.
    """
    applied: list[str] = []
    tried: set[tuple[str, str]] = set()
    for _ in range(MOST_ROUNDS):
        patch = Patch()
        for finding in report.findings:
            title, change = _automatic(finding)
            if change and (finding.fingerprint, title) not in tried and not _touch(patch, change):
                tried.add((finding.fingerprint, title))
                applied.append(title)
                patch = Patch.join((patch, change))
        if not patch:
            break
        parsed = _again(parsed, patch.apply(parsed.text))
        report = check(parsed)
    return Fixed(parsed, tuple(applied), report)


def _again(before: Parsed, text: str) -> Parsed:
    return read("\ufeff" + text if before.bom else text, before.file)


def _automatic(finding: Finding) -> tuple[str, Patch]:
    """The title and patch of the fix that may be applied unasked, an empty patch where there is none."""
    for fix in finding.fixes:
        if fix.automatic:
            try:
                return fix.title, fix.patch
            except RefusedEdit:
                continue
    return "", Patch()


def _touch(one: Patch, other: Patch) -> bool:
    return any(a.start <= b.end and b.start <= a.end for a in one.edits for b in other.edits)
