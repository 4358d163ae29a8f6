"""Taking a finding back in the text: the comment above its line, with the reason."""

from __future__ import annotations

from designer.panels import messages
from engine.diagnostics import Diagnostic
from engine.dsl import Parsed
from engine.errors import RefusedEdit
from engine.text import Patch, Span


def suppression(parsed: Parsed, finding: Diagnostic, reason: str) -> Patch:
    """The comment for ``finding`` on a line of its own above it.

    Raises ``RefusedEdit`` where a line of its own would become part of a text, and for an empty reason.
    """
    reason = " ".join(reason.split())
    if not reason:
        raise RefusedEdit(messages.REASON_MISSING)
    text = parsed.text
    start = text.rfind("\n", 0, finding.span.start) + 1
    scalar = _scalar_around(parsed, finding)
    if scalar is not None and scalar.start < start:
        raise RefusedEdit(messages.suppression_inside_text(finding.id))
    line = text[start : finding.span.start]
    indent = line[: len(line) - len(line.lstrip(" "))]
    line_end = "\r\n" if "\r\n" in text else "\n"
    return Patch.replace(start, start, f"{indent}# statewright: disable={finding.id} -- {reason}{line_end}")


def _scalar_around(parsed: Parsed, finding: Diagnostic) -> Span | None:
    path = parsed.path_at(finding.span.start)
    return parsed.span(path) if parsed.scalar_offsets(path) is not None else None
