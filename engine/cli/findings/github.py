"""Findings as annotations of a GitHub workflow, one line each."""

from __future__ import annotations

from collections.abc import Sequence

from engine.analysis import Finding
from engine.cli.findings.checked import Checked
from engine.diagnostics import Severity

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "notice"}


def as_github(checked: Sequence[Checked]) -> str:
    return "\n".join(_line(each, finding) for each in checked for finding in each.report.findings)


def _line(checked: Checked, finding: Finding) -> str:
    line, column, end_line, end_column = checked.region(finding.span)
    properties = {"file": checked.file, "line": line, "endLine": end_line}
    if line == end_line:
        properties |= {"col": column, "endColumn": end_column}
    properties["title"] = f"{finding.id} {finding.slug}"
    written = ",".join(f"{key}={_property(str(value))}" for key, value in properties.items())
    return f"::{_LEVELS[finding.severity]} {written}::{_data(finding.message)}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
