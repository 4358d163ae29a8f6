"""How a fault of the file becomes a diagnostic with its place."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engine.diagnostics import Diagnostic, Path, QuickFix, Related, Severity
from engine.dsl import messages as say
from engine.dsl.parsed import Parsed
from engine.text import Alias, Node, Patch, Span, replace_value, write_flow

_SLUGS = {
    "Y101": "yaml-syntax",
    "Y102": "duplicate-key",
    "Y103": "unknown-key",
    "Y104": "ambiguous-scalar",
    "Y105": "wrong-shape",
    "Y107": "bad-name",
    "Y108": "bad-value",
    "L611": "bad-initial",
    "P801": "policy-range",
}
MOST = 500
"""A file with more faults than this is told about so many; a person mends them one by one."""


@dataclass(slots=True)
class Faults:
    """Collects the diagnostics of one reading; ``told`` are the paths something was said about."""

    parsed: Parsed
    diagnostics: list[Diagnostic] = field(default_factory=list)
    told: set[Path] = field(default_factory=set)

    @property
    def full(self) -> bool:
        return len(self.diagnostics) >= MOST

    def writing(self, path: Path, value: Any, title: str | None = None, *, guessed: bool = False) -> list[QuickFix]:
        """The fix that writes another value in the place of the one at ``path``; none inside an alias."""
        place = self.parsed.place(path)
        if place is None or place.container is None or place.aliased or isinstance(place.value, Alias):
            return []
        text, habits = self.parsed.text, self.parsed.habits
        where = next((part for part in reversed(path) if isinstance(part, str)), "fsm")
        edits = replace_value(text, place.container, place.index, value, habits, where, flow=True, whole=True)
        title = title or say.INSTEAD_FIX.format(written=write_flow(value, habits))
        return [QuickFix(title, Patch(tuple(edits)), automatic=not guessed)]

    def using(self, path: Path, word: str | None) -> list[QuickFix]:
        """The fix that writes a known word where another one stands; none without a word."""
        return [] if word is None else self.writing(path, word, say.RENAME_FIX.format(nearest=word))

    def at_path(self, id: str, message: str, path: Path, *, key: bool = False, fixes: Iterable[QuickFix] = ()) -> None:
        """Say it of the value at ``path``, or of its key; of the key too where the value is nothing; else of what is
        around."""
        self.told.add(path)
        span = None
        place = path
        while span is None:
            span = self.parsed.key_span(place) if key else self.parsed.span(place)
            if span is None or span.start == span.end:
                span = self.parsed.key_span(place) or span
            if not place:
                break
            place = place[:-1]
        self.at_span(id, message, span or Span(0, 0), path, fixes=fixes)

    def at_node(
        self, id: str, message: str, node: Node, *, related: Iterable[Related] = (), fixes: Iterable[QuickFix] = ()
    ) -> None:
        """Say it of a node, whatever its path is."""
        self.at_span(id, message, node.span, self.parsed.path_at(node.start), related=related, fixes=fixes)

    def at_span(
        self,
        id: str,
        message: str,
        span: Span,
        path: Path = (),
        *,
        related: Iterable[Related] = (),
        fixes: Iterable[QuickFix] = (),
    ) -> None:
        if self.full:
            return
        self.diagnostics.append(
            Diagnostic(
                id=id,
                slug=_SLUGS[id],
                severity=Severity.WARNING if id == "Y104" else Severity.ERROR,
                message=message,
                location=self.parsed.location(span),
                span=span,
                path=path,
                related=tuple(related),
                fixes=tuple(fixes),
            )
        )
