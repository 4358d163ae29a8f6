"""A map whose keys are names: fields and what is written to them, outputs, renames of a migration."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QFrame, QVBoxLayout, QWidget

from designer.document.intents import InsertItem, SetValue
from designer.panels.inspector import messages
from designer.panels.inspector.entry import Trouble
from designer.panels.inspector.guard import CelEdit
from designer.panels.inspector.lines import Line, Picker
from designer.panels.inspector.names import Names, complete
from designer.panels.inspector.room import MISSING, Room
from designer.panels.typed import parse_typed, show_typed
from designer.panels.widgets import IconButton, label, row, set_flag
from engine.diagnostics import Path
from engine.dsl import Field, FieldType

UNSET = "(unset)"


class Pairs(QWidget):
    """The entries of the map at ``container``: ``key = value``; a new key is typed into the last line.

    ``kind`` is ``value`` (typed by the field of that name), ``json``, ``cel`` or ``text``.
    """

    def __init__(self, room: Room, container: Path, title: str, what: str, kind: str = "value", **names: Names) -> None:
        super().__init__()
        self.room = room
        self.container = container
        self.kind = kind
        self.what = what
        self._key_names = names.get("keys")
        self.value_names = names.get("values")
        self._rows: dict[str, PairRow] = {}
        self._trouble = Trouble(room)
        self._new = Line()
        self._new.setPlaceholderText(messages.add_word(what))
        self._new.setAccessibleName(messages.add_word(f"{title} {what}".strip()))
        self._new.left.connect(self._append)
        self._new.escaped.connect(self._new.clear)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(4)
        if title:
            self._column.addWidget(label(title, "soft"))
        self._first = self._column.count()
        self._column.addWidget(self._new)
        self._column.addWidget(self._trouble)
        self.refresh()

    def field(self, name: str) -> Field | None:
        workflow = self.room.workflow
        return workflow.context.get(name) if workflow and self.kind == "value" else None

    def refresh(self) -> None:
        keys = [str(key) for key in self.room.entries(self.container)]
        if keys != list(self._rows):
            for gone in self._rows.keys() - set(keys):
                self._drop(gone)
            for place, key in enumerate(keys):
                if key not in self._rows:
                    self._rows[key] = PairRow(self, key)
                self._column.removeWidget(self._rows[key])
                self._column.insertWidget(self._first + place, self._rows[key])
            self._rows = {key: self._rows[key] for key in keys}
        for pair in self._rows.values():
            pair.refresh()
        self._trouble.show_trouble(self.room.own_findings(self.container))
        complete(self._new, self._key_names)

    def rename(self, old: str, new: str) -> None:
        entries = {new if key == old else key: value for key, value in self.room.entries(self.container).items()}
        self.room.apply(SetValue(self.container, entries, self.what))

    def remove(self, key: str) -> None:
        self.room.take_out((*self.container, key), self.what)

    def _drop(self, key: str) -> None:
        gone = self._rows.pop(key)
        gone.hide()
        self._column.removeWidget(gone)
        gone.deleteLater()

    def _append(self) -> None:
        name = self._new.text().strip()
        if not name or name in self._rows:
            return
        self._new.clear()
        value = self._first_value(name)
        if isinstance(self.room.value(self.container, MISSING), dict):
            outcome = self.room.apply(InsertItem(self.container, name, value, self.what))
        else:
            outcome = self.room.apply(SetValue(self.container, {name: value}, self.what))
        if outcome and name in self._rows:
            self._rows[name].begin()

    def _first_value(self, name: str) -> Any:
        """What a new entry says until it is changed."""
        field = self.field(name)
        if self.kind == "cel":
            return f"context.{name}"
        if self.kind == "text":
            return name
        if field is None:
            return ""
        firsts = {FieldType.BOOL: True, FieldType.INT: 0, FieldType.NUMBER: 0, FieldType.LIST: [], FieldType.MAP: {}}
        return firsts.get(field.type, field.values[0] if field.type is FieldType.ENUM and field.values else "")


class PairRow(QFrame):
    """One entry: its key, its value, a cross."""

    def __init__(self, pairs: Pairs, key: str) -> None:
        super().__init__()
        self._pairs = pairs
        self._key = key
        self._path = (*pairs.container, key)
        self._committing = False
        self._said = label("", "error", wrap=True)
        self._said.hide()
        self._trouble = Trouble(pairs.room)
        self._name = label(key, code=True)
        self._name.setMinimumWidth(72)
        self._choices: tuple[tuple[str, Any], ...] | None = None
        self._editor = self._make_editor()
        self._editor.setAccessibleName(messages.value_of(key))
        drop = IconButton(pairs.room.theme, "x", messages.remove(key), lambda: pairs.remove(key)).shrink(26)
        line = row(self._name, label("="), self._editor, drop, spacing=6)
        line.setStretch(2, 1)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addLayout(line)
        column.addWidget(self._said)
        column.addWidget(self._trouble)
        pairs.room.document.flushing.connect(self.commit)

    def begin(self) -> None:
        """Open the value for typing."""
        self._editor.setFocus()
        if isinstance(self._editor, Line | CelEdit):
            self._editor.selectAll()

    def refresh(self, force: bool = False) -> None:
        """Show what the text says now; what a person is typing stays, unless they take it back."""
        value = self._pairs.room.value(self._path)
        self._trouble.show_trouble(self._pairs.room.findings(self._path))
        editor = self._editor
        if isinstance(editor, Picker):
            self._fill(editor, value)
        elif isinstance(editor, CelEdit):
            if force or not (editor.dirty and editor.hasFocus()):
                editor.show_source(value if isinstance(value, str) else show_typed(None, value))
        elif isinstance(editor, Line):
            if force or not (editor.dirty and editor.hasFocus()):
                editor.show_text(show_typed(self._pairs.field(self._key), value))
            complete(editor, self._pairs.value_names)

    def commit(self) -> None:
        """Hand in what is typed."""
        editor = self._editor
        if self._committing or isinstance(editor, Picker) or not editor.dirty:  # type: ignore[attr-defined]
            return
        self._committing = True
        try:
            self._write(self._typed())
        except ValueError as error:
            self._say(str(error))
        self._committing = False

    def _typed(self) -> Any:
        if isinstance(self._editor, CelEdit):
            return self._editor.source
        assert isinstance(self._editor, Line)
        text = self._editor.text()
        if self._pairs.kind == "text":
            return text
        value = parse_typed(self._pairs.field(self._key), text)
        return "" if value is None else value

    def _write(self, value: Any) -> None:
        outcome = self._pairs.room.attempt(SetValue(self._path, value, f"{self._pairs.what} {self._key}"))
        self._say(outcome.refusal)
        if outcome:
            self.refresh(force=True)

    def _say(self, text: str) -> None:
        self._said.setText(text)
        self._said.setVisible(bool(text))
        set_flag(self._editor, "invalid", "true" if text else "false")

    def _make_editor(self) -> QWidget:
        pairs = self._pairs
        field = pairs.field(self._key)
        if pairs.kind == "cel":
            return self._make_cel()
        if field is not None and field.type in (FieldType.ENUM, FieldType.BOOL):
            picker = Picker()
            values: tuple[Any, ...] = field.values if field.type is FieldType.ENUM else (True, False)
            self._choices = (*((show_typed(field, value), value) for value in values), (UNSET, ""))
            picker.activated.connect(lambda at: self._write(picker.itemData(at)))
            return picker
        line = Line()
        line.left.connect(self.commit)
        line.escaped.connect(lambda: self.refresh(force=True))
        line.setPlaceholderText(UNSET if pairs.kind == "value" else "")
        return line

    def _make_cel(self) -> CelEdit:
        room = self._pairs.room
        edit = CelEdit(room.theme)
        edit.fields = lambda: room.workflow.context if room.workflow else {}
        edit.schema = lambda: room.schema
        edit.left.connect(self.commit)
        edit.escaped.connect(lambda: self.refresh(force=True))
        edit.checked.connect(
            lambda: self._say("\n".join(mark.message for mark in edit.marks[:1]) if edit.dirty else "")
        )
        edit.help_wanted.connect(room.help_wanted)
        return edit

    def _fill(self, picker: Picker, value: Any) -> None:
        if picker.count() == 0:
            for text, choice in self._choices or ():
                picker.addItem(text, choice)
        plain = "" if value is None else value
        at = next((i for i in range(picker.count()) if _same(picker.itemData(i), plain)), -1)
        picker.setCurrentIndex(at)
        picker.setPlaceholderText(show_typed(None, value))


def _same(one: Any, other: Any) -> bool:
    return type(one) is type(other) and one == other
