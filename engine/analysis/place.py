"""From a rule's result to a finding: its span in the text, its fixes, its fingerprint."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator

from engine.analysis.finding import DeferredFix, Finding, Patches
from engine.analysis.rule import Found, Part
from engine.diagnostics import Diagnostic, Path, Related
from engine.dsl import Parsed
from engine.dsl.models import Workflow
from engine.text import Span

NOWHERE = Span(0, 0)


def place(parsed: Parsed, found: Found, patches: Patches | None = None) -> Finding:
    """The finding at its place; where the entry itself is not written, the nearest entry around it."""
    made = patches or Patches(parsed)
    span = _span(parsed, found.path, found.part, found.inside)
    return Finding(
        id=found.check.id,
        slug=found.check.slug,
        severity=found.severity or found.check.severity,
        verdict=found.verdict,
        message=found.message,
        location=parsed.location(span),
        span=span,
        path=found.path,
        related=tuple(related(parsed, message, path) for message, path in found.related),
        fixes=tuple(DeferredFix(fix.title, fix.edit, lambda: made, fix.automatic) for fix in found.fixes),
        data=found.data,
        certificate=found.certificate,
        witness=found.witness,
        fingerprint=fingerprint(parsed.workflow, found.check.id, found.path, found.about),
    )


def adopt(parsed: Parsed, diagnostic: Diagnostic) -> Finding:
    """A diagnostic of the reader as a finding."""
    return Finding(
        id=diagnostic.id,
        slug=diagnostic.slug,
        severity=diagnostic.severity,
        verdict=diagnostic.verdict,
        message=diagnostic.message,
        location=diagnostic.location,
        span=diagnostic.span,
        path=diagnostic.path,
        related=diagnostic.related,
        fixes=diagnostic.fixes,
        data=diagnostic.data,
        fingerprint=fingerprint(parsed.workflow, diagnostic.id, diagnostic.path, ()),
    )


def related(parsed: Parsed, message: str, path: Path) -> Related:
    span = _span(parsed, path, Part.KEY, None)
    return Related(message, path, span, parsed.location(span))


def _span(parsed: Parsed, path: Path, part: Part, inside: Span | None) -> Span:
    for depth in range(len(path), -1, -1):
        whole = parsed.span(path[:depth])
        if whole is None:
            continue
        if depth == 0:
            return parsed.key_span(("name",)) or Span(whole.start, whole.start)
        if inside is not None:
            offsets = parsed.scalar_offsets(path[:depth])
            if offsets is not None:
                last = len(offsets) - 1
                return Span(offsets[min(inside.start, last)], offsets[min(inside.end, last)])
        if depth < len(path) or part is Part.VALUE:
            return whole
        narrow = parsed.key_span(path) if part is Part.KEY else parsed.entry_span(path)
        return narrow or whole
    return NOWHERE


def fingerprint(workflow: Workflow | None, check: str, path: Path, about: Iterable[str]) -> str:
    """Sixteen hex digits over the machine's name, the check, the path by names, and the names it is about."""
    machine = workflow.name if workflow is not None else ""
    parts = (machine, check, *_named(workflow, path), "", *about)
    return hashlib.sha256("\0".join(parts).encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _named(workflow: Workflow | None, path: Path) -> Iterator[str]:
    """The path with list items called by what they are about, so that reordering keeps it."""
    for depth, key in enumerate(path):
        name = None
        if isinstance(key, int) and workflow is not None and depth == 3:
            name = _item_name(workflow, path[:4])
        yield name if name is not None else str(key)


def _item_name(workflow: Workflow, path: Path) -> str | None:
    match path:
        case ("states", str(name), str(kind), int(index)) if name in workflow.states:
            state = workflow.states[name]
        case _:
            return None
    if kind == "transitions" and index < len(state.transitions):
        return f"→{state.transitions[index].to_state}"
    if kind == "requires" and index < len(state.requires):
        requirement = state.requires[index]
        return f"{requirement.name}/{requirement.from_.kind}/{requirement.from_.name or ''}"
    if kind == "timers" and index < len(state.timers):
        return state.timers[index].name
    return None
