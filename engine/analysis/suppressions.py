"""Comments that take findings back: ``# statewright: disable=G506 -- reason`` on the line or the line above."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from engine.analysis import messages
from engine.analysis.finding import Finding
from engine.analysis.place import fingerprint
from engine.analysis.rule import Check
from engine.diagnostics import QuickFix, Severity
from engine.dsl import Parsed
from engine.text import Patch, Span

UNUSED = Check("M902", "unused-suppression", Severity.WARNING)
NO_REASON = Check("M903", "suppression-without-reason", Severity.INFO)

_COMMENT = re.compile(
    r"(?:^|(?<=[ \t\n]))#[ \t]*statewright:[ \t]*disable=(?P<ids>[A-Za-z0-9, \t]*?)"
    r"[ \t]*(?:--[ \t]*(?P<reason>[^\r\n]*?)[ \t]*)?(?=\r|\n|$)"
)
_COMMENT_LINE = re.compile(r"[ \t]*#")


@dataclass(frozen=True, slots=True)
class Suppression:
    """One comment: the ids it takes back on its own line, else on ``next_line``, the first below without a comment."""

    checks: tuple[str, ...]
    reason: str
    span: Span
    line: int
    next_line: int


def suppressions(parsed: Parsed) -> Iterator[Suppression]:
    """All suppressions in the text. What only looks like one inside a quoted or block scalar is none."""
    if "statewright:" not in parsed.text:
        return
    for match in _COMMENT.finditer(parsed.text):
        if _inside_a_scalar(parsed, match.start()):
            continue
        span = Span(match.start(), match.end())
        line = parsed.location(span).line
        below = line + 1
        while _COMMENT_LINE.match(parsed.text, parsed.lines.offset(below, 1)):
            below += 1
        checks = tuple(part.upper() for part in re.split(r"[,\s]+", match["ids"]) if part)
        yield Suppression(checks, match["reason"] or "", span, line, below)


@dataclass(frozen=True, slots=True)
class Suppressed:
    """Findings split by the comments of the text, those taken back with the reason, and findings on the comments."""

    kept: tuple[Finding, ...]
    taken_back: tuple[tuple[Finding, str], ...]
    about_comments: tuple[Finding, ...]


def suppress(
    parsed: Parsed, shown: Sequence[Finding], hidden: Sequence[Finding], off: Collection[str], readable: bool
) -> Suppressed:
    """Take back what the comments name.

    ``hidden`` findings count as uses. Nothing is unused while its check is ``off`` or the text not ``readable``
    throughout, since then it may have a use that is not seen.
    """
    places: dict[tuple[str, int], list[Finding]] = {}
    for finding in (*shown, *hidden):
        places.setdefault((finding.id, finding.location.line), []).append(finding)
    back: dict[str, str] = {}
    about: list[Finding] = []
    for comment in suppressions(parsed):
        unused = []
        for check in comment.checks:
            found = places.get((check, comment.line)) or places.get((check, comment.next_line)) or []
            back.update((finding.fingerprint, comment.reason) for finding in found)
            if not found and readable and check not in off:
                unused.append(check)
        if unused or not comment.checks:
            about.append(_unused(parsed, comment, unused))
        if not comment.reason:
            about.append(_without_reason(parsed, comment))
    return Suppressed(
        tuple(finding for finding in shown if finding.fingerprint not in back),
        tuple((finding, back[finding.fingerprint]) for finding in shown if finding.fingerprint in back),
        tuple(about),
    )


def _unused(parsed: Parsed, comment: Suppression, unused: Sequence[str]) -> Finding:
    fixes: tuple[QuickFix, ...] = ()
    if len(unused) == len(comment.checks):
        fixes = (QuickFix(messages.remove_the_comment(), _without(parsed.text, comment.span)),)
    return _about(parsed, comment, UNUSED, messages.unused_suppression(unused), fixes)


def _without_reason(parsed: Parsed, comment: Suppression) -> Finding:
    return _about(parsed, comment, NO_REASON, messages.suppression_without_reason(comment.checks), ())


def _about(parsed: Parsed, comment: Suppression, check: Check, message: str, fixes: tuple[QuickFix, ...]) -> Finding:
    path = parsed.path_at(comment.span.start)
    return Finding(
        id=check.id,
        slug=check.slug,
        severity=check.severity,
        message=message,
        location=parsed.location(comment.span),
        span=comment.span,
        path=path,
        fixes=fixes,
        data={"disables": list(comment.checks)},
        fingerprint=fingerprint(parsed.workflow, check.id, path, comment.checks),
    )


def _without(text: str, comment: Span) -> Patch:
    """The comment goes; with it its line where it stands alone, else the blanks before it."""
    start = comment.start
    while start > 0 and text[start - 1] in " \t":
        start -= 1
    end = comment.end
    if start == 0 or text[start - 1] == "\n":
        following = text.find("\n", end)
        end = len(text) if following < 0 else following + 1
    return Patch.replace(start, end, "")


def _inside_a_scalar(parsed: Parsed, offset: int) -> bool:
    path = parsed.path_at(offset)
    span = parsed.span(path)
    return span is not None and span.start < offset < span.end and parsed.scalar_offsets(path) is not None
