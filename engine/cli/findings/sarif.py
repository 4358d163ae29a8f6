"""Findings in SARIF 2.1.0, the format that code hosts and editors read."""

from __future__ import annotations

import json
from collections.abc import Sequence
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any
from urllib.parse import quote

from engine.analysis import Finding, checks
from engine.cli.findings.checked import Checked, all_findings, edits_of
from engine.cli.findings.flows import Flows
from engine.diagnostics import QuickFix, Severity
from engine.text import Span

SCHEMA = "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json"

_LEVELS = {Severity.ERROR: "error", Severity.WARNING: "warning", Severity.INFO: "note"}


def as_sarif(checked: Sequence[Checked]) -> str:
    rules = _rules(checked)
    index = {rule["id"]: place for place, rule in enumerate(rules)}
    results = []
    for each in checked:
        flows = Flows(each)
        results += [_result(each, finding, index) | _flow(each, flows, finding) for finding in each.report.findings]
        results += [
            _result(each, finding, index) | {"suppressions": [{"kind": "inSource", "justification": reason}]}
            for finding, reason in each.report.suppressed
        ]
    driver = {"name": "Statewright", "version": _version(), "rules": rules}
    run = {
        "tool": {"driver": driver},
        "columnKind": "unicodeCodePoints",
        "artifacts": [{"location": {"uri": _uri(each.file)}} for each in checked],
        "results": results,
    }
    return json.dumps({"$schema": SCHEMA, "version": "2.1.0", "runs": [run]}, ensure_ascii=False, indent=2)


def _rules(checked: Sequence[Checked]) -> list[dict[str, Any]]:
    """Every check, and those of findings that no rule answers for (the reader's)."""
    known = {check.id: (check.slug, check.severity) for check in checks()}
    for finding in all_findings(checked):
        known.setdefault(finding.id, (finding.slug, finding.severity))
    return [
        {"id": id, "name": slug, "defaultConfiguration": {"level": _LEVELS[severity]}}
        for id, (slug, severity) in sorted(known.items())
    ]


def _result(checked: Checked, finding: Finding, index: dict[str, int]) -> dict[str, Any]:
    result: dict[str, Any] = {
        "ruleId": finding.id,
        "ruleIndex": index[finding.id],
        "level": _LEVELS[finding.severity],
        "message": {"text": finding.message},
        "locations": [_location(checked, finding.span)],
        "partialFingerprints": {"statewright/v1": finding.fingerprint},
        "properties": {"verdict": finding.verdict.value, "path": list(finding.path)},
    }
    related = [
        {**_location(checked, each.span), "message": {"text": each.message}}
        for each in finding.related
        if each.span is not None
    ]
    if related:
        result["relatedLocations"] = related
    fixes = [fix for fix in (_fix(checked, each) for each in finding.fixes) if fix is not None]
    if fixes:
        result["fixes"] = fixes
    return result


def _flow(checked: Checked, flows: Flows, finding: Finding) -> dict[str, Any]:
    """The run that shows a fault, from its creation on."""
    locations = [
        {"location": {**_location(checked, moment.span), "message": {"text": moment.text}}}
        for moment in flows.of(finding)
    ]
    return {"codeFlows": [{"threadFlows": [{"locations": locations}]}]} if locations else {}


def _location(checked: Checked, span: Span) -> dict[str, Any]:
    return {
        "physicalLocation": {
            "artifactLocation": {"uri": _uri(checked.file)},
            "region": _region(checked, span),
        }
    }


def _region(checked: Checked, span: Span) -> dict[str, int]:
    line, column, end_line, end_column = checked.region(span)
    return {"startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column}


def _fix(checked: Checked, fix: QuickFix) -> dict[str, Any] | None:
    edits = edits_of(fix)
    if not edits:
        return None
    replacements = [
        {"deletedRegion": _region(checked, Span(edit.start, edit.end)), "insertedContent": {"text": edit.text}}
        for edit in edits
    ]
    change = {"artifactLocation": {"uri": _uri(checked.file)}, "replacements": replacements}
    return {"description": {"text": fix.title}, "artifactChanges": [change]}


def _uri(file: str) -> str:
    path = Path(file)
    return path.as_uri() if path.is_absolute() else quote(path.as_posix())


def _version() -> str:
    try:
        return version("statewright")
    except PackageNotFoundError:
        return "0"
