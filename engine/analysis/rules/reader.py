"""The checks that reading a file answers for; its diagnostics are adopted as they are."""

from __future__ import annotations

from engine.analysis.rule import Check
from engine.diagnostics import Severity

CHECKS = (
    Check("Y101", "yaml-syntax", Severity.ERROR),
    Check("Y102", "duplicate-key", Severity.ERROR),
    Check("Y103", "unknown-key", Severity.ERROR),
    Check("Y104", "ambiguous-scalar", Severity.WARNING),
    Check("Y105", "wrong-shape", Severity.ERROR),
    Check("Y107", "bad-name", Severity.ERROR),
    Check("Y108", "bad-value", Severity.ERROR),
    Check("L611", "bad-initial", Severity.ERROR),
    Check("P801", "policy-range", Severity.ERROR),
)
