"""Editors of single values: a line, a text, a number, a choice, a switch, a duration, a JSON value."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QCheckBox, QComboBox, QCompleter

from designer.document import Outcome
from designer.panels import durations
from designer.panels.inspector import messages
from designer.panels.inspector.entry import Entry
from designer.panels.inspector.lines import Line, Picker, TextArea
from designer.panels.inspector.room import MISSING, Room
from designer.panels.language import CHOICES
from designer.panels.widgets import after_rest, label
from engine.diagnostics import Diagnostic, Path

TYPING_MS = 500


class LineEntry(Entry[Line]):
    """A text on one line; empty takes the key out unless it is required."""

    def __init__(
        self, room: Room, path: Path, title: str, *, required: bool = False, code: bool = False, hint: str = ""
    ) -> None:
        self._required = required
        super().__init__(room, path, title)
        self.editor.setPlaceholderText(hint)
        if code:
            self.editor.setProperty("code", "true")

    def make_editor(self) -> Line:
        line = Line()
        line.left.connect(self.commit)
        line.escaped.connect(self.restore)
        return line

    def show_value(self, value: Any) -> None:
        self.editor.show_text(as_text(value))

    def typed(self) -> Any:
        text = self.editor.text()
        return MISSING if not text and not self._required else text

    @property
    def dirty(self) -> bool:
        return bool(self.editor.dirty)


class NameEntry(LineEntry):
    """A name that others refer to: a change renames everywhere."""

    def __init__(self, room: Room, path: Path, title: str, rename: Callable[[str, str], Outcome]) -> None:
        self._rename = rename
        super().__init__(room, path, title, required=True)

    def show_value(self, value: Any) -> None:
        self.editor.show_text(str(self.path[-1]))

    def put(self, value: Any) -> Outcome:
        return self._rename(str(self.path[-1]), value)

    def findings(self) -> list[Diagnostic]:
        """None: what is found on the element itself stands above its form."""
        return []


class NumberEntry(LineEntry):
    """A number; ``whole`` refuses fractions."""

    def __init__(self, room: Room, path: Path, title: str, *, whole: bool = True, required: bool = False) -> None:
        self._whole = whole
        super().__init__(room, path, title, required=required)

    def typed(self) -> Any:
        text = self.editor.text().strip()
        if not text and not self._required:
            return MISSING
        return number(text, self._whole)


class DurationEntry(LineEntry):
    """A span of time, typed ``1h 30m`` or ISO, written as ISO; the words stand beside it."""

    def __init__(self, room: Room, path: Path, title: str, *, required: bool = False) -> None:
        super().__init__(room, path, title, required=required, hint="1h 30m")
        self._words = label("", "soft")
        self._line.addWidget(self._words)

    def show_value(self, value: Any) -> None:
        super().show_value(value)
        self._words.setText(durations.words(value) if isinstance(value, str) else "")

    def typed(self) -> Any:
        text = self.editor.text().strip()
        return MISSING if not text and not self._required else durations.written(text)


class JsonEntry(LineEntry):
    """Any JSON value; what is no JSON is taken as a text."""

    def __init__(self, room: Room, path: Path, title: str, *, required: bool = False) -> None:
        super().__init__(room, path, title, required=required, code=True, hint=messages.ANY_VALUE)

    def show_value(self, value: Any) -> None:
        self.editor.show_text("" if value is MISSING else json_text(value))

    def typed(self) -> Any:
        text = self.editor.text().strip()
        return MISSING if not text and not self._required else json_value(text)


class ChoiceEntry(Entry[Picker]):
    """One of a few words; the default, which need not be written, is marked."""

    def __init__(self, room: Room, path: Path, title: str, kind: str, *, default: str = "") -> None:
        self._words = CHOICES[kind]
        self._kind = kind
        self._default = default
        self._shown: str = ""
        super().__init__(room, path, title)

    def make_editor(self) -> Picker:
        picker = Picker()
        for word in self._words:
            meaning = messages.CHOICE_MEANINGS.get(f"{self._kind}.{word}", "")
            picker.addItem(f"{word}   {meaning}" if meaning else word, word)
        picker.activated.connect(lambda _: self.commit())
        return picker

    def show_value(self, value: Any) -> None:
        self._shown = self._default if value is MISSING else str(value)
        at = self.editor.findData(self._shown)
        self.editor.setCurrentIndex(at)
        if at < 0:
            self.editor.setPlaceholderText(self._shown or messages.NOT_SET)

    def typed(self) -> Any:
        word = self.editor.currentData()
        return MISSING if word == self._default else word

    @property
    def dirty(self) -> bool:
        return self.editor.currentIndex() >= 0 and self.editor.currentData() != self._shown


class NameChoiceEntry(Entry[Picker]):
    """A name out of those there are, found by typing part of it; another name may be typed too."""

    def __init__(
        self, room: Room, path: Path, title: str, names: Callable[[], Iterable[str]], *, required: bool = True
    ) -> None:
        self._names = names
        self._required = required
        self._shown = ""
        super().__init__(room, path, title)

    def make_editor(self) -> Picker:
        picker = Picker()
        picker.setEditable(True)
        picker.setInsertPolicy(QComboBox.InsertPolicy.NoInsert)
        line = Line()
        line.setStyleSheet("padding: 0; margin: 0")
        line.escaped.connect(self.restore)
        line.left.connect(self.commit)
        picker.setLineEdit(line)
        picker.activated.connect(lambda _: self.commit())
        return picker

    def show_value(self, value: Any) -> None:
        names = list(self._names())
        self._shown = as_text(value)
        if [self.editor.itemText(at) for at in range(self.editor.count())] != names:
            self.editor.clear()
            self.editor.addItems(names)
            completer = QCompleter(names, self.editor)
            completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
            completer.setFilterMode(Qt.MatchFlag.MatchContains)
            self.editor.setCompleter(completer)
        self.editor.setCurrentIndex(self.editor.findText(self._shown, Qt.MatchFlag.MatchExactly))
        line = self.editor.lineEdit()
        assert isinstance(line, Line)
        line.show_text(self._shown)

    def typed(self) -> Any:
        text = self.editor.currentText()
        return MISSING if not text and not self._required else text

    @property
    def dirty(self) -> bool:
        return bool(self.editor.currentText() != self._shown)


class SwitchEntry(Entry[QCheckBox]):
    """A yes or no; the default is not written."""

    labelled = False

    def __init__(self, room: Room, path: Path, title: str, *, default: bool = False) -> None:
        self._default = default
        self._shown: Any = default
        super().__init__(room, path, title)

    def make_editor(self) -> QCheckBox:
        box = QCheckBox(self.title)
        box.clicked.connect(lambda _: self.commit())
        return box

    def show_value(self, value: Any) -> None:
        self._shown = value if isinstance(value, bool) else self._default
        self.editor.setChecked(self._shown)

    def typed(self) -> Any:
        return MISSING if self.editor.isChecked() == self._default else self.editor.isChecked()

    @property
    def dirty(self) -> bool:
        return bool(self.editor.isChecked() != self._shown)


class TextEntry(Entry[TextArea]):
    """A longer text. It is handed in a moment after typing rests; one stretch of typing is one undo step."""

    def __init__(self, room: Room, path: Path, title: str, hint: str = "") -> None:
        super().__init__(room, path, title)
        self.editor.setPlaceholderText(hint)
        self._rest = after_rest(self, TYPING_MS, self.commit)
        self.editor.textChanged.connect(self._typing)
        self._stretch = 0

    def make_editor(self) -> TextArea:
        area = TextArea()
        area.left.connect(self._leave)
        area.escaped.connect(self.restore)
        return area

    def show_value(self, value: Any) -> None:
        self.editor.show_text(as_text(value))

    def typed(self) -> Any:
        return self.editor.toPlainText() or MISSING

    def put(self, value: Any) -> Outcome:
        return self.room.put(self.path, value, self.what, merge_key=f"{self.path} {self._stretch}")

    @property
    def dirty(self) -> bool:
        return bool(self.editor.dirty)

    def _typing(self) -> None:
        if self.editor.dirty:
            self._rest.start()

    def _leave(self) -> None:
        self.commit()
        self._stretch += 1


def as_text(value: Any) -> str:
    """A value of the file as a form shows it: texts as they are, others as JSON, nothing for what is absent."""
    if value is MISSING or value is None:
        return ""
    return value if isinstance(value, str) else json_text(value)


def number(text: str, whole: bool) -> int | float:
    """The number ``text`` says. Raises ``ValueError`` with a sentence."""
    try:
        return int(text) if whole else _plain_number(text)
    except ValueError:
        raise ValueError(messages.no_number(text, whole)) from None


def json_text(value: Any) -> str:
    """A value as one line of JSON; texts that would read as something else keep their quotes."""
    if isinstance(value, str):
        try:
            json.loads(value)
        except ValueError:
            return value
    return json.dumps(value, ensure_ascii=False)


def json_value(text: str) -> Any:
    """The JSON value ``text`` says, else the text itself."""
    try:
        return json.loads(text)
    except ValueError:
        return text


def _plain_number(text: str) -> int | float:
    value = float(text)
    if value in (float("inf"), float("-inf")) or value != value:
        raise ValueError
    return int(text) if text.lstrip("+-").isdigit() else value
