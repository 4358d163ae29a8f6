"""Cards that sum up an element in a line or two and open its form."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from designer.panels.inspector import messages
from designer.panels.inspector.cards import ItemCard
from designer.panels.inspector.entry import Trouble
from designer.panels.inspector.room import Room
from designer.panels.look import Glyph, Look
from designer.panels.widgets import label
from engine.diagnostics import Path


@dataclass(frozen=True, slots=True)
class Summary:
    """``lead`` first and bold, ``title`` after it, ``end`` softly at the right; ``detail`` below, as code or words."""

    title: str
    lead: str = ""
    look: Look | None = None
    who: str = ""
    end: str = ""
    detail: str = ""
    code: bool = False


class SummaryCard(ItemCard):
    """A card of one element at ``path``; its problems and their fixes stand in it."""

    def __init__(self, room: Room, path: Path, sum_up: Callable[[], Summary], *, sortable: bool = True) -> None:
        super().__init__(room.theme, "", active=True, sortable=sortable)
        self._room = room
        self._path = path
        self._sum_up = sum_up
        self._lead = label("")
        self._title = label("", code=False)
        self._glyph: Glyph | None = None
        self._who = label("")
        self._end = label("", "soft")
        self._detail = label("", "soft", wrap=True)
        self._trouble = Trouble(room)
        for part in (self._lead, self._title):
            part.setStyleSheet("font-weight: 600")
        self.head.addWidget(self._lead)
        self.head.addWidget(self._title)
        self.head.addWidget(self._who)
        self.head.addStretch(1)
        self.head.addWidget(self._end)
        self.body.addWidget(self._detail)
        self.body.addWidget(self._trouble)

    def refresh(self) -> None:
        summary = self._sum_up()
        self._lead.setText(summary.lead)
        self._lead.setVisible(bool(summary.lead))
        self._title.setText(messages.shown_name(summary.title))
        self._show_who(summary)
        self._end.setText(summary.end)
        self._detail.setProperty("code", "true" if summary.code else "false")
        self._detail.setProperty("role", "" if summary.code else "soft")
        self._detail.style().polish(self._detail)
        self._detail.setText(summary.detail)
        self._detail.setVisible(bool(summary.detail))
        self.show_name(messages.summary_spoken(summary.lead, summary.title, summary.who, summary.detail))
        findings = self._room.findings(self._path)
        self._trouble.show_trouble(findings[:2])
        worst = {finding.severity for finding in findings}
        self.show_border("error" if "error" in worst else "warning" if "warning" in worst else "line")

    def _show_who(self, summary: Summary) -> None:
        if summary.look is not None:
            if self._glyph is None:
                self._glyph = Glyph(summary.look, self._room.theme)
                self.head.insertWidget(2, self._glyph)
            self._glyph.show_look(summary.look)
        if self._glyph is not None:
            self._glyph.setVisible(summary.look is not None)
        self._who.setText(summary.who)
        self._who.setVisible(bool(summary.who))
