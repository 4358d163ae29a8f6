"""What was found in one file."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from engine.analysis import Finding, Report
from engine.diagnostics import QuickFix, Severity
from engine.dsl import Parsed
from engine.errors import DefinitionRefused, RefusedEdit
from engine.reducer import Definition, link
from engine.text import Edit, Span


@dataclass(frozen=True, slots=True)
class Checked:
    """``unusable`` when the file cannot be read as a machine at all; ``unopened`` when not even its bytes could."""

    file: str
    parsed: Parsed
    report: Report
    unusable: bool = False
    unopened: bool = False

    @property
    def definition(self) -> Definition | None:
        """The machine as it runs; ``None`` for one that cannot."""
        if self.parsed.workflow is None:
            return None
        try:
            return link(self.parsed.workflow)
        except DefinitionRefused:
            return None

    def region(self, span: Span) -> tuple[int, int, int, int]:
        """First line and column, last line and the column behind it, from 1."""
        return *self.parsed.lines.line_column(span.start), *self.parsed.lines.line_column(span.end)


def edits_of(fix: QuickFix) -> Sequence[Edit] | None:
    """The edits of a fix, ``None`` where the text cannot take it."""
    try:
        return fix.patch.edits
    except RefusedEdit:
        return None


def counted(checked: Sequence[Checked]) -> dict[str, int]:
    """How many findings there are of each severity, most severe first."""
    counts = dict.fromkeys((severity.value for severity in Severity), 0)
    for finding in all_findings(checked):
        counts[finding.severity] += 1
    return counts


def all_findings(checked: Sequence[Checked]) -> Iterator[Finding]:
    for each in checked:
        yield from each.report.findings
