"""M901: what could not be decided, and why."""

from engine.analysis.rule import Check, Kind
from engine.diagnostics import Severity

UNKNOWN = Check("M901", "unknown", Severity.INFO, Kind.LOCAL)
