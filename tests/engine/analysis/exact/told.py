"""What all checks say of a machine that a test writes down."""

from __future__ import annotations

from engine.analysis import Finding, Report, check, played
from engine.dsl import read
from engine.reducer import Step, link


def report(text: str) -> Report:
    return check(read(text, "m.yaml"))


def findings(text: str, id: str) -> list[Finding]:
    return [finding for finding in report(text).findings if finding.id == id]


def only(text: str, id: str) -> Finding:
    (finding,) = findings(text, id)
    return finding


def last(text: str, finding: Finding) -> Step:
    """The last step the reducer makes of a finding's witness."""
    workflow = read(text).workflow
    assert workflow is not None
    assert finding.witness is not None
    *_, part = played(link(workflow), finding.witness)
    return part.steps[-1]
