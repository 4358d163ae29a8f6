"""The form of a context field; what a list or a map holds is a form of the same kind inside it."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QCheckBox, QVBoxLayout, QWidget

from designer.document import Outcome
from designer.document.intents import InsertItem, MoveKey, Rename, SetValue
from designer.panels.inspector import messages
from designer.panels.inspector.adder import Adder
from designer.panels.inspector.cards import CardList, ItemCard
from designer.panels.inspector.entry import Entry
from designer.panels.inspector.fields import (
    ChoiceEntry,
    DurationEntry,
    JsonEntry,
    LineEntry,
    NameEntry,
    NumberEntry,
    SwitchEntry,
    TextEntry,
)
from designer.panels.inspector.form import Form
from designer.panels.inspector.names import WordList
from designer.panels.inspector.room import Room
from designer.panels.widgets import clear, label
from engine.diagnostics import Path

_SYNONYMS = {"integer": "int", "boolean": "bool", "array": "list", "object": "map", "ref": "blob"}
_SYNONYMS |= {"float": "number", "double": "number"}


class FieldForm(Form):
    """``path`` is ``("context", name)``."""

    def build(self) -> None:
        self.add(NameEntry(self.room, self.path, messages.NAME, self._rename))
        self._type = TypeBlock(self.room, self.path, 0)
        self.column.addWidget(self._type)
        self.add(JsonEntry(self.room, self.at("default"), messages.DEFAULT))
        self.add(SwitchEntry(self.room, self.at("input"), messages.IS_INPUT))
        self.add(SwitchEntry(self.room, self.at("sensitive"), messages.SENSITIVE))
        self.add(TextEntry(self.room, self.at("description"), messages.DESCRIPTION))

    def refresh(self) -> None:
        super().refresh()
        self._type.refresh()

    def _rename(self, old: str, new: str) -> Outcome:
        return self.room.attempt(Rename("field", old, new))


class TypeEntry(ChoiceEntry):
    """The type; JSON Schema's names are shown as the language's own."""

    def show_value(self, value: object) -> None:
        super().show_value(_SYNONYMS.get(value, value) if isinstance(value, str) else value)


class TypeBlock(QWidget):
    """The type and the keys that go with it, made anew when the type is another."""

    def __init__(self, room: Room, path: Path, depth: int) -> None:
        super().__init__()
        self._room = room
        self._path = path
        self._depth = depth
        self._kind: str | None = None
        self._type = TypeEntry(room, (*path, "type"), messages.TYPE, "type")
        self._parts: list[Entry[Any] | WordList | TypeBlock | FieldList] = []
        self._inside = QVBoxLayout()
        self._inside.setSpacing(12)
        column = QVBoxLayout(self)
        column.setContentsMargins(12 if depth else 0, 0, 0, 0)
        column.setSpacing(12)
        column.addWidget(self._type)
        column.addLayout(self._inside)
        self.refresh()

    def refresh(self) -> None:
        raw = str(self._room.value((*self._path, "type"), ""))
        kind = _SYNONYMS.get(raw, raw)
        if kind != self._kind:
            self._kind = kind
            self._build(kind)
        self._type.refresh()
        for part in self._parts:
            part.refresh()

    def _build(self, kind: str) -> None:
        clear(self._inside)
        self._parts = self._made(kind)
        for part in self._parts:
            self._inside.addWidget(part)

    def _made(self, kind: str) -> list[Entry[Any] | WordList | TypeBlock | FieldList]:
        room, path = self._room, self._path
        match kind:
            case "string":
                return [
                    NumberEntry(room, (*path, "maxLength"), messages.MAX_LENGTH),
                    LineEntry(room, (*path, "pattern"), messages.PATTERN, code=True),
                ]
            case "enum":
                return [WordList(room, (*path, "values"), messages.VALUES, messages.VALUE)]
            case "int" | "number":
                return [
                    NumberEntry(room, (*path, "min"), messages.MIN, whole=kind == "int"),
                    NumberEntry(room, (*path, "max"), messages.MAX, whole=kind == "int"),
                ]
            case "list":
                return [NumberEntry(room, (*path, "maxItems"), messages.MAX_ITEMS), ItemsBlock(room, path, self._depth)]
            case "map":
                return [FieldList(room, (*path, "fields"), self._depth)]
            case "blob":
                return [
                    DurationEntry(room, (*path, "ttl"), messages.TTL),
                    LineEntry(room, (*path, "mediaType"), messages.MEDIA_TYPE, hint="text/markdown"),
                ]
        return []


class ItemsBlock(Entry[QCheckBox]):
    """What each item of a list is: any value, or a field's type in its own block."""

    def __init__(self, room: Room, path: Path, depth: int) -> None:
        self._depth = depth
        self._block: TypeBlock | None = None
        super().__init__(room, (*path, "items"), messages.ITEMS)

    labelled = False

    def make_editor(self) -> QCheckBox:
        box = QCheckBox(messages.ITEMS_TYPED)
        box.clicked.connect(lambda on: self._switch(on))
        return box

    def show_value(self, value: object) -> None:
        typed = isinstance(value, dict)
        self.editor.setChecked(typed)
        if typed and self._block is None:
            self._block = TypeBlock(self.room, self.path, self._depth + 1)
            self._column.addWidget(self._block)
        elif not typed and self._block is not None:
            self._block.hide()
            self._block.deleteLater()
            self._block = None
        if self._block is not None:
            self._block.refresh()

    def typed(self) -> object:
        return self.room.value(self.path)

    @property
    def dirty(self) -> bool:
        return False

    def _switch(self, on: bool) -> None:
        if on:
            self.room.apply(SetValue(self.path, {"type": "string"}, messages.ITEMS))
        else:
            self.room.take_out(self.path, messages.ITEMS)


class FieldList(QWidget):
    """The named fields of a map."""

    def __init__(self, room: Room, container: Path, depth: int) -> None:
        super().__init__()
        self._room = room
        self._container = container
        self._depth = depth
        self._names: list[str] = []
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self._column.addWidget(label(messages.FIELDS_OF_MAP, "soft"))
        self._cards = CardList(room.theme, self._make)
        self._cards.removed.connect(lambda at: room.take_out((*container, self._names[at]), messages.FIELD))
        self._cards.moved.connect(self._move)
        self._column.addWidget(self._cards)
        self._column.addWidget(Adder(messages.ADD_FIELD, messages.FIELD_NAME_HINT, self._add))

    def refresh(self) -> None:
        names = [str(name) for name in self._room.entries(self._container)]
        if names != self._names:
            self._names = names
            self._cards.show_count(0)
        self._cards.show_count(len(names))

    def _make(self, at: int) -> ItemCard:
        return _NestedCard(self._room, self._container, self._names[at], self._depth)

    def _add(self, name: str) -> bool:
        value = {"type": "string"}
        if isinstance(self._room.value(self._container), dict):
            return bool(self._room.apply(InsertItem(self._container, name, value, messages.FIELD)))
        return bool(self._room.apply(SetValue(self._container, {name: value}, messages.FIELD)))

    def _move(self, at: int, to: int) -> None:
        rest = [name for place, name in enumerate(self._names) if place != at]
        before = rest[to] if to < len(rest) else None
        self._room.apply(MoveKey((*self._container, self._names[at]), before))


class _NestedCard(ItemCard):
    def __init__(self, room: Room, container: Path, name: str, depth: int) -> None:
        super().__init__(room.theme, messages.field_of(name), active=False)
        self.head.addWidget(label(name, code=True))
        self.head.addStretch(1)
        self._block = TypeBlock(room, (*container, name), depth + 1)
        self.body.addWidget(self._block)

    def refresh(self) -> None:
        self._block.refresh()
