"""Findings for people: the message, the line it speaks of with carets below, and what can be done."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from engine.analysis import Finding
from engine.cli.findings.checked import Checked, counted
from engine.diagnostics import Severity
from engine.text import Span

if TYPE_CHECKING:
    from rich.text import Text

STYLES = {Severity.ERROR: "bold red", Severity.WARNING: "bold yellow", Severity.INFO: "bold cyan"}
WIDEST_LINE = 160
MOST_RELATED = 5


def as_text(checked: Sequence[Checked]) -> Iterator[Text]:
    """One piece a finding; the id stands last on the first line."""
    for each in checked:
        for finding in each.report.findings:
            yield _finding(each, finding)


def summary(checked: Sequence[Checked]) -> str:
    """What was checked and found, in one line."""
    machines = _plural(sum(not each.unusable for each in checked), "machine")
    counts = [_plural(count, severity) for severity, count in counted(checked).items() if count and severity != "info"]
    infos = counted(checked)["info"]
    if infos:
        counts.append(f"{infos} info")
    return f"{machines} checked: {', '.join(counts) or 'nothing found'}."


def _finding(checked: Checked, finding: Finding) -> Text:
    from rich.text import Text

    style = STYLES[finding.severity]
    text = Text()
    text.append(f"{checked.file}:{finding.location.line}:{finding.location.column}: ", "bold")
    text.append(f"{finding.severity}: ", style)
    text.append(finding.message)
    text.append(f"  {finding.id}", "dim")
    _excerpt(text, checked, finding.span, style)
    for related in finding.related[:MOST_RELATED]:
        place = f" (line {related.location.line})" if related.location else ""
        text.append(f"\n    also: {related.message}{place}", "dim")
    if len(finding.related) > MOST_RELATED:
        text.append(f"\n    and {len(finding.related) - MOST_RELATED} more that follow from it", "dim")
    for fix in finding.fixes:
        text.append("\n    fix: ", "green")
        text.append(fix.title)
    return text


def _excerpt(text: Text, checked: Checked, span: Span, style: str) -> None:
    """The line of the span's start, cut around it where it is long, and carets under what is meant of it."""
    from rich.cells import cell_len

    line, column, end_line, end_column = checked.region(span)
    lines = checked.parsed.lines
    whole = checked.parsed.text[lines.offset(line, 1) : lines.offset(line + 1, 1)].rstrip("\r\n")
    if not whole.strip():
        return
    last = end_column - 1 if end_line == line else len(whole)
    first = column - 1
    cut = max(0, min(first - WIDEST_LINE // 4, len(whole) - WIDEST_LINE))
    shown = _printable(whole[cut : cut + WIDEST_LINE])
    marked = _printable(whole[first : min(last, cut + WIDEST_LINE)])
    number = f"{line:>5} │ "
    text.append(f"\n{number}", "dim")
    text.append("…" if cut else "")
    text.append(shown)
    text.append("…" if cut + WIDEST_LINE < len(whole) else "")
    before = cell_len(_printable(whole[cut:first])) + (1 if cut else 0)
    text.append(f"\n      │ {' ' * before}", "dim")
    text.append("^" * max(1, cell_len(marked)), style)


def _printable(text: str) -> str:
    """The text as wide as it is read: a tab as one blank, other control characters visible."""
    return "".join(char if char.isprintable() else " " if char == "\t" else "\ufffd" for char in text)


def _plural(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}s"
