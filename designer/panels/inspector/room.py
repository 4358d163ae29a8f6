"""What every form of the inspector works with: the document, what it says, and how it is edited."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from PySide6.QtCore import QObject, Signal

from designer.document import Document, Intent, Outcome, Selection, Snapshot
from designer.document.checks import Checks
from designer.document.intents import ApplyPatch, InsertItem, RemoveValue, SetValue
from designer.panels.values import value_at
from designer.theme import Theme
from engine.cel import Schema
from engine.diagnostics import Diagnostic, Path
from engine.dsl import Workflow
from engine.errors import RefusedEdit

MISSING = object()
SHORT_FORMS = {"emit": "event", "inject": "message"}
SHORT_KEYS = ("expression", *SHORT_FORMS.values())
"""Maps that may be written as one text, and the key that text stands for; a guard's is ``expression``."""


@dataclass(frozen=True, slots=True)
class Live:
    """Where the simulation stands: its state and context; guards show their values there."""

    state: str
    context: Mapping[str, Any]


class Room(QObject):
    """Reads plain values, valid or not, and findings by path; edits through intents.

    Signals: ``refreshed`` after the document or its findings are others; ``help_wanted`` (a key, a function, an id);
    ``live_changed`` when the simulation moved; ``run_wanted`` (values by field) to start a simulation with them.
    """

    refreshed = Signal()
    help_wanted = Signal(str)
    live_changed = Signal()
    run_wanted = Signal(object)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self.document = document
        self.selection = selection
        self.checks = checks
        self.theme = theme
        self.live: Live | None = None
        self._schema: tuple[int, Schema] | None = None

    @property
    def snapshot(self) -> Snapshot:
        return self.document.snapshot

    @property
    def workflow(self) -> Workflow | None:
        return self.snapshot.workflow

    @property
    def schema(self) -> Schema | None:
        """The types guards may read, the same object while the context's declarations stay."""
        workflow = self.workflow
        if workflow is None:
            return None
        if self._schema is None or self._schema[0] != id(workflow.context):
            self._schema = (id(workflow.context), Schema.of(workflow.context))
        return self._schema[1]

    def show_live(self, live: Live | None) -> None:
        if live != self.live:
            self.live = live
            self.live_changed.emit()

    def value(self, path: Path, missing: Any = None) -> Any:
        return value_at(self.snapshot.parsed.data, path, missing)

    def items(self, path: Path) -> list[Any]:
        """The list at ``path``; empty where there is none."""
        found = self.value(path)
        return found if isinstance(found, list) else []

    def entries(self, path: Path) -> dict[str, Any]:
        """The map at ``path``; empty where there is none."""
        found = self.value(path)
        return found if isinstance(found, dict) else {}

    def findings(self, path: Path) -> list[Diagnostic]:
        """Findings on ``path`` or inside it."""
        return [finding for finding in self.checks.findings if finding.path[: len(path)] == path]

    def own_findings(self, path: Path) -> list[Diagnostic]:
        return [finding for finding in self.checks.findings if finding.path == path]

    def apply(self, intent: Intent, merge_key: str | None = None) -> Outcome:
        return self.document.apply(intent, merge_key)

    def attempt(self, intent: Intent, merge_key: str | None = None) -> Outcome:
        return self.document.attempt(intent, merge_key)

    def put(self, path: Path, value: Any, what: str, merge_key: str | None = None) -> Outcome:
        """Write a value; ``MISSING`` takes the key out. A short form stays short where it can."""
        above, plain = path[:-1], self.value(path[:-1]) if path else None
        if isinstance(plain, str) and path[-1] in SHORT_KEYS:
            return self.attempt(SetValue(above, "" if value is MISSING else value, what), merge_key)
        if isinstance(plain, str) and value is not MISSING:
            first = SHORT_FORMS[str(above[-1])] if above[-1] in SHORT_FORMS else "expression"
            return self.attempt(SetValue(above, {first: plain, str(path[-1]): value}, what), merge_key)
        if value is not MISSING:
            return self.attempt(SetValue(path, value, what), merge_key)
        if self.value(path, MISSING) is MISSING:
            return Outcome()
        return self.attempt(RemoveValue(path, what), merge_key)

    def append(self, container: Path, value: Any, what: str) -> Outcome:
        """Put a value at the end of a list, making the list where there is none."""
        items = self.value(container, MISSING)
        if not isinstance(items, list):
            return self.apply(SetValue(container, [value], what))
        return self.apply(InsertItem(container, len(items), value, what))

    def take_out(self, path: Path, what: str) -> Outcome:
        """Remove an entry, and its container's key when it was the only one there."""
        *above, _ = path
        container = tuple(above)
        holder = self.value(container)
        alone = isinstance(holder, list | dict) and len(holder) == 1 and len(container) > 1
        return self.apply(RemoveValue(container if alone else path, what))

    def fix(self, finding: Diagnostic, at: int = 0) -> None:
        fix = finding.fixes[at]
        try:
            self.apply(ApplyPatch(fix.patch, fix.title, self.document.snapshot.revision))
        except RefusedEdit as refusal:
            self.document.refused.emit(str(refusal))

    def open(self, path: Path) -> None:
        """Show another element's form by selecting it."""
        self.selection.set((path,))
