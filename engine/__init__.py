"""Statewright's engine: read, edit, check, run and replay machines, without a window.

``read`` a text, ``check`` it, ``link`` its workflow, ``create`` a run and ``contribute`` to it. The names below are the
public API; each is imported from its room when it is first asked for, so that importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.analysis import DecisionTable, Finding, Project, Report, check, decision_table
    from engine.cel import CelError, Program, Schema, compile
    from engine.diagnostics import Diagnostic, Location, QuickFix, Severity, Verdict
    from engine.dsl import Parsed, Workflow, edit, json_schema, read, read_bytes
    from engine.errors import DefinitionRefused, JournalError, PatchError, RefusedEdit, StatewrightError
    from engine.reducer import (
        SYSTEM,
        Actor,
        Contribution,
        Definition,
        Elicitation,
        Envelope,
        Step,
        contribute,
        create,
        explain,
        format_time,
        link,
        migrate,
        operate,
        parse_time,
        pending,
        step_json,
        tick,
        turn,
    )
    from engine.runtime import Journal, open_journal
    from engine.simulate import Scenario, Session, open_trace, play, read_scenario
    from engine.text import Edit, Patch, Span

__all__ = [
    "SYSTEM",
    "Actor",
    "CelError",
    "Contribution",
    "DecisionTable",
    "Definition",
    "DefinitionRefused",
    "Diagnostic",
    "Edit",
    "Elicitation",
    "Envelope",
    "Finding",
    "Journal",
    "JournalError",
    "Location",
    "Parsed",
    "Patch",
    "PatchError",
    "Program",
    "Project",
    "QuickFix",
    "RefusedEdit",
    "Report",
    "Scenario",
    "Schema",
    "Session",
    "Severity",
    "Span",
    "StatewrightError",
    "Step",
    "Verdict",
    "Workflow",
    "check",
    "compile",
    "contribute",
    "create",
    "decision_table",
    "edit",
    "explain",
    "format_time",
    "json_schema",
    "link",
    "migrate",
    "open_journal",
    "open_trace",
    "operate",
    "parse_time",
    "pending",
    "play",
    "read",
    "read_bytes",
    "read_scenario",
    "step_json",
    "tick",
    "turn",
]

_ROOMS = {
    "engine.analysis": ("DecisionTable", "Finding", "Project", "Report", "check", "decision_table"),
    "engine.cel": ("CelError", "Program", "Schema", "compile"),
    "engine.diagnostics": ("Diagnostic", "Location", "QuickFix", "Severity", "Verdict"),
    "engine.dsl": ("Parsed", "Workflow", "edit", "json_schema", "read", "read_bytes"),
    "engine.errors": ("DefinitionRefused", "JournalError", "PatchError", "RefusedEdit", "StatewrightError"),
    "engine.reducer": (
        "Actor",
        "Contribution",
        "Definition",
        "Elicitation",
        "Envelope",
        "SYSTEM",
        "Step",
        "contribute",
        "create",
        "explain",
        "format_time",
        "link",
        "migrate",
        "operate",
        "parse_time",
        "pending",
        "step_json",
        "tick",
        "turn",
    ),
    "engine.runtime": ("Journal", "open_journal"),
    "engine.simulate": ("Scenario", "Session", "open_trace", "play", "read_scenario"),
    "engine.text": ("Edit", "Patch", "Span"),
}
_HOME = {name: room for room, names in _ROOMS.items() for name in names}


def __getattr__(name: str) -> object:
    if name not in _HOME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value: object = getattr(import_module(_HOME[name]), name)
    globals()[name] = value
    return value
