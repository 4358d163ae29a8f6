"""How severe a finding is: as its check says, by profile, or as the caller sets it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Literal, get_args

from engine.analysis.finding import Finding
from engine.diagnostics import Severity

Profile = Literal["recommended", "strict"]
Level = Literal["off", "info", "warning", "error"]

PROFILES: tuple[str, ...] = get_args(Profile)
LEVELS: tuple[str, ...] = get_args(Level)


def graded(finding: Finding, profile: Profile, levels: Mapping[str, Level]) -> Finding:
    """The finding with the severity it has here; ``off`` is dealt with before."""
    level = levels.get(finding.id, "off")
    if level != "off":
        return replace(finding, severity=Severity(level))
    if profile == "strict" and finding.severity is Severity.INFO:
        return replace(finding, severity=Severity.WARNING)
    return finding
