"""What all checks say of a machine that a test writes down."""

from __future__ import annotations

from engine.analysis import Finding, Report, check
from engine.dsl import read


def report(text: str) -> Report:
    return check(read(text, "m.yaml"))


def findings(text: str, id: str) -> list[Finding]:
    return [finding for finding in report(text).findings if finding.id == id]
