"""Taking what was found in an older text over to a newer one."""

from __future__ import annotations

from dataclasses import replace

from engine.diagnostics import Diagnostic, QuickFix
from engine.text import Edit, Patch, Span


def rebased(finding: Diagnostic, change: Patch) -> Diagnostic:
    """The finding with its span and fixes as they stand after ``change``; fixes the change touches are left out."""
    if not change:
        return finding
    fixes = []
    for fix in finding.fixes:
        patch = rebased_patch(fix.patch, change)
        if patch is not None:
            fixes.append(QuickFix(fix.title, patch))
    span = Span(change.map_offset(finding.span.start), change.map_offset(finding.span.end))
    return replace(finding, span=span, fixes=tuple(fixes))


def rebased_patch(patch: Patch, change: Patch) -> Patch | None:
    """A patch of the text before ``change`` as a patch of the text after it; ``None`` where the two touch."""
    edits = []
    for edit in patch.edits:
        if any(other.start <= edit.end and edit.start <= other.end for other in change.edits):
            return None
        shift = sum(len(other.text) - (other.end - other.start) for other in change.edits if other.end <= edit.start)
        edits.append(Edit(edit.start + shift, edit.end + shift, edit.text))
    return Patch(tuple(edits))
