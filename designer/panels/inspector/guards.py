"""Rows of guards, all of which must be true: to edit, split, merge, reorder; with their value in the simulation."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from designer.document import Outcome
from designer.document.intents import SetGuards, SetValue
from designer.panels.inspector import messages
from designer.panels.inspector.entry import Trouble
from designer.panels.inspector.guard import CelEdit, short_value
from designer.panels.inspector.large import LargeEditor
from designer.panels.inspector.room import MISSING, Room
from designer.panels.inspector.terms import joined, terms
from designer.panels.widgets import IconButton, button, label, row, set_flag
from engine.cel import CelError, Schema, compile
from engine.diagnostics import Diagnostic, Path

_LONG = 70


class GuardRow(QFrame):
    """One expression at ``path`` (a guard, plain or long, or a ``compute`` value) with what is said of it."""

    def __init__(self, rows: GuardRows, path: Path, name: str) -> None:
        super().__init__()
        self._rows = rows
        self._room = rows.room
        self.path = path
        self._committing = False
        room = rows.room
        self.edit = CelEdit(room.theme)
        self.edit.setAccessibleName(name)
        self.edit.setPlaceholderText(messages.GUARD_HINT)
        self.edit.own = rows.own
        self.edit.fields = lambda: room.workflow.context if room.workflow else {}
        self.edit.schema = rows.schema
        self._said = label("", "error", wrap=True)
        self._said.hide()
        self._live = label("", "soft", wrap=True)
        self._live.hide()
        self._trouble = Trouble(room)
        self._split = IconButton(room.theme, "arrows-split", messages.SPLIT, lambda: rows.split(self))
        self._large = IconButton(room.theme, "arrows-out", messages.LARGE_EDITOR, self._enlarge)
        self._drop = IconButton(room.theme, "x", messages.remove(name), lambda: rows.remove(self))
        for tool in (self._split, self._large, self._drop):
            tool.shrink(26)
        line = row(self.edit, self._split, self._large, self._drop, spacing=2)
        line.setStretch(0, 1)
        for tool in (self._split, self._large, self._drop):
            line.setAlignment(tool, Qt.AlignmentFlag.AlignTop)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addLayout(line)
        column.addWidget(self._said)
        column.addWidget(self._trouble)
        column.addWidget(self._live)
        self.edit.left.connect(self.commit)
        self.edit.escaped.connect(lambda: self.refresh(force=True))
        self.edit.checked.connect(self._show_checked)
        self.edit.help_wanted.connect(room.help_wanted)
        room.document.flushing.connect(self.commit)
        room.live_changed.connect(self._show_live)
        self.refresh()

    @property
    def source(self) -> str:
        return self.edit.source

    def refresh(self, force: bool = False) -> None:
        """Show what the text says now; what a person is typing stays, unless they take it back."""
        if force or not (self.edit.dirty and self.edit.hasFocus()):
            value = self._room.value((*self.path, "expression"))
            self.edit.show_source(value if isinstance(value, str) else "")
        else:
            self.edit.check()
        self._split.setVisible(self._rows.splittable and len(terms(self.source)) > 1)
        self._large.setVisible(len(self.source) > _LONG)
        self._show_live()

    def commit(self) -> None:
        if self._committing or not self.edit.dirty:
            return
        self._committing = True
        outcome = self._rows.write(self, self.source)
        self._committing = False
        if outcome:
            self.refresh(force=True)
        else:
            self._say(outcome.refusal)

    def _show_checked(self) -> None:
        """What the field finds at once, or what the checks found once the text is handed in."""
        found = [] if self.edit.dirty else self._findings()
        typed = [mark.message for mark in sorted(self.edit.marks, key=lambda mark: mark.start)]
        self._trouble.show_trouble(found)
        self._say("" if found else "\n".join(typed[:2]))
        set_flag(self.edit, "invalid", "true" if any(m.severity == "error" for m in self.edit.marks) else "false")

    def _findings(self) -> list[Diagnostic]:
        return self._room.findings(self.path)

    def _say(self, text: str) -> None:
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def _show_live(self) -> None:
        live = self._room.live
        self.edit.explanation = None
        if live is None or not self.source.strip() or self.edit.dirty or self._rows.own is not None:
            self._live.hide()
            return
        try:
            self.edit.explanation = compile(self.source, self._rows.schema()).explain(live.context)
        except CelError:
            self._live.hide()
            return
        outcome = self.edit.explanation.outcome
        text = (
            messages.live_value(short_value(outcome.value)) if outcome.ok else messages.live_error(str(outcome.error))
        )
        set_flag(self._live, "role", "ok" if self.edit.explanation.passes else "soft")
        self._live.setText(text)
        self._live.show()

    def _enlarge(self) -> None:
        LargeEditor(self._room.theme, self.edit, messages.large_title(self.edit.accessibleName())).show()


class GuardRows(QWidget):
    """The guards of the list at ``container``. ``own`` is the field that ``value`` stands for, in a ``validate``."""

    def __init__(self, room: Room, container: Path, title: str, add_text: str, own: str | None = None) -> None:
        super().__init__()
        self.room = room
        self.container = container
        self.own = own
        self.splittable = True
        self._title = title
        self._rows: list[GuardRow] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        self._merge = button(messages.MERGE, self.merge, role="flat")
        self._add = button(add_text, self.add, role="flat")
        self._column.addLayout(row(self._add, self._merge, None))
        self.refresh()

    @property
    def rows(self) -> tuple[GuardRow, ...]:
        return tuple(self._rows)

    def schema(self) -> Schema | None:
        """What the expressions may read."""
        schema, workflow = self.room.schema, self.room.workflow
        field = workflow.context.get(self.own) if workflow and self.own else None
        return schema.with_value(field) if schema is not None and field is not None else schema

    def refresh(self) -> None:
        count = len(self.room.items(self.container))
        while len(self._rows) > count:
            gone = self._rows.pop()
            gone.hide()
            self._column.removeWidget(gone)
            gone.deleteLater()
        for guard in self._rows:
            guard.refresh()
        while len(self._rows) < count:
            at = len(self._rows)
            made = GuardRow(self, (*self.container, at), messages.numbered(self._title, at, count))
            self._rows.append(made)
            self._column.insertWidget(at, made)
        self._merge.setVisible(count > 1)

    def add(self) -> None:
        """A new guard, open for typing."""
        outcome = self._write_all([*self._sources(), "true"])
        if outcome:
            self.refresh()
            self._rows[-1].edit.setFocus()
            self._rows[-1].edit.selectAll()

    def remove(self, guard: GuardRow) -> None:
        at = self._rows.index(guard)
        if self.room.value(guard.path, MISSING) is not MISSING:
            self.room.take_out((*self.container, at), messages.GUARD)

    def split(self, guard: GuardRow) -> None:
        at = self._rows.index(guard)
        sources = self._sources()
        self._write_all([*sources[:at], *terms(sources[at]), *sources[at + 1 :]])

    def merge(self) -> None:
        self._write_all([joined(self._sources())])

    def write(self, guard: GuardRow, source: str) -> Outcome:
        """Hand in one expression, in the form and style it has in the text; an emptied one goes."""
        if not source.strip():
            self.remove(guard)
            return Outcome()
        return self.room.put((*guard.path, "expression"), source, messages.GUARD)

    def _sources(self) -> list[str]:
        found = (self.room.value((*self.container, at, "expression"), "") for at in range(len(self._rows)))
        return [source if isinstance(source, str) else "" for source in found]

    def _write_all(self, sources: list[str]) -> Outcome:
        match self.container:
            case ("states", str(state), "transitions", int(index), "guards"):
                return self.room.apply(SetGuards(state, index, tuple(sources)))
        return self.room.apply(SetValue(self.container, sources, messages.GUARDS))
