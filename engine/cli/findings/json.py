"""Findings for programs: one JSON document, whose keys stay as they are."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from engine.analysis import Certificate, Finding, Witness
from engine.cli.findings.checked import Checked, counted, edits_of
from engine.text import Span


def as_json(checked: Sequence[Checked]) -> str:
    document = {
        "findings": [_finding(each, finding) for each in checked for finding in each.report.findings],
        "files": [each.file for each in checked],
        "counts": counted(checked),
    }
    return json.dumps(document, ensure_ascii=False, indent=2)


def _finding(checked: Checked, finding: Finding) -> dict[str, Any]:
    made = {
        "id": finding.id,
        "slug": finding.slug,
        "severity": finding.severity.value,
        "verdict": finding.verdict.value,
        "message": finding.message,
        "file": checked.file,
        "line": finding.location.line,
        "column": finding.location.column,
        "path": list(finding.path),
        "span": _span(checked, finding.span),
        "related": [
            {
                "message": related.message,
                "path": list(related.path),
                "span": None if related.span is None else _span(checked, related.span),
            }
            for related in finding.related
        ],
        "data": dict(finding.data),
        "fixes": [fix for fix in (_fix(checked, each) for each in finding.fixes) if fix is not None],
        "fingerprint": finding.fingerprint,
    }
    if finding.witness is not None:
        made["witness"] = _witness(finding.witness)
    if finding.certificate is not None:
        made["certificate"] = _certificate(finding.certificate)
    return made


def _span(checked: Checked, span: Span) -> dict[str, int]:
    """Offsets in code points without the byte order mark; lines and columns from 1, the end exclusive."""
    line, column, end_line, end_column = checked.region(span)
    return {
        "start": span.start,
        "end": span.end,
        "line": line,
        "column": column,
        "endLine": end_line,
        "endColumn": end_column,
    }


def _fix(checked: Checked, fix: Any) -> dict[str, Any] | None:
    edits = edits_of(fix)
    if edits is None:
        return None
    return {
        "title": fix.title,
        "automatic": fix.automatic,
        "edits": [{**_span(checked, Span(edit.start, edit.end)), "text": edit.text} for edit in edits],
    }


def _witness(witness: Witness) -> dict[str, Any]:
    return {"given": dict(witness.given), "contributions": [dict(each) for each in witness.contributions]}


def _certificate(certificate: Certificate) -> list[dict[str, Any]]:
    return [
        {"path": list(way.path), "values": dict(way.values), "excludedBy": list(way.excluded_by)}
        for way in certificate.ways
    ]
