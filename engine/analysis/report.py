"""What a check of one machine gives back."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.analysis.coverage import NOTHING_PROVED, Coverage
from engine.analysis.finding import Finding
from engine.diagnostics import Severity


@dataclass(frozen=True, slots=True)
class Report:
    """Findings in the order of the text; ``suppressed`` holds those a comment takes back, each with its reason.

    ``coverage`` tells how much of the machine the exact checks have decided.
    """

    findings: tuple[Finding, ...]
    suppressed: tuple[tuple[Finding, str], ...] = ()
    coverage: Coverage = NOTHING_PROVED

    @property
    def errors(self) -> tuple[Finding, ...]:
        return tuple(finding for finding in self.findings if finding.severity is Severity.ERROR)

    @property
    def by_fingerprint(self) -> Mapping[str, Finding]:
        return {finding.fingerprint: finding for finding in self.findings}


RUN_STOPPERS = ("A715", "A717")


def stops_a_run(finding: Finding) -> bool:
    """Whether a machine with this finding is refused by ``run``: it cannot be read, a name leads nowhere, or an
    approval could be forged.

    An agent that is asked but not declared stops nothing: it can never act, and the run parks there.
    """
    if finding.severity is not Severity.ERROR:
        return False
    if finding.id in RUN_STOPPERS:
        return True
    return finding.id[0] in "YR" and not finding.data.get("runs", False)
