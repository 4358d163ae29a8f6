"""A list of words, a line each: members of an enum, roles, tools, fields of an approval."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtWidgets import QCompleter, QVBoxLayout, QWidget

from designer.document.intents import MoveItem, SetValue
from designer.panels.inspector import messages
from designer.panels.inspector.cards import CardList, ItemCard
from designer.panels.inspector.entry import Trouble
from designer.panels.inspector.fields import as_text
from designer.panels.inspector.lines import Line
from designer.panels.inspector.room import Room
from designer.panels.widgets import label
from engine.diagnostics import Path

Names = Callable[[], Iterable[str]]


class WordList(QWidget):
    """The words at ``container``, in order; a new one is typed into the last line. ``read`` makes a value of a word."""

    def __init__(
        self,
        room: Room,
        container: Path,
        title: str,
        what: str,
        names: Names | None = None,
        read: Callable[[str], Any] = str,
    ) -> None:
        super().__init__()
        self.room = room
        self.container = container
        self._what = what
        self._names = names
        self._read = read
        self._trouble = Trouble(room)
        self._cards = CardList(room.theme, self._make, spacing=4)
        self._cards.moved.connect(lambda a, b: room.apply(MoveItem(container, a, b, what)))
        self._cards.removed.connect(lambda at: room.take_out((*container, at), what))
        self._new = Line()
        self._new.setPlaceholderText(messages.add_word(what))
        self._new.setAccessibleName(messages.add_word(what))
        self._new.left.connect(self._append)
        self._new.escaped.connect(self._new.clear)
        room.document.flushing.connect(self._append)
        complete(self._new, names)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(label(title, "soft"))
        column.addWidget(self._cards)
        column.addWidget(self._new)
        column.addWidget(self._trouble)
        self.refresh()

    def refresh(self) -> None:
        self._cards.show_count(len(self.room.items(self.container)))
        self._trouble.show_trouble(self.room.findings(self.container))
        complete(self._new, self._names)

    def value_of(self, word: str) -> Any:
        return self._read(word)

    def write(self, at: int, word: str) -> str:
        """Write one word; the sentence of a refusal, else nothing."""
        return self.room.attempt(SetValue((*self.container, at), self._read(word), self._what)).refusal

    def _make(self, at: int) -> ItemCard:
        return WordCard(self, at, self._what, self._names)

    def _append(self) -> None:
        word = self._new.text().strip()
        if word:
            self._new.clear()
            self.room.append(self.container, self._read(word), self._what)


class WordCard(ItemCard):
    """One word of a list."""

    def __init__(self, words: WordList, at: int, what: str, names: Names | None) -> None:
        super().__init__(words.room.theme, messages.numbered(what, at, at + 2), active=False)
        self._words = words
        self._at = at
        self._names = names
        self._committing = False
        self.setProperty("role", "plain")
        self.body.setContentsMargins(0, 0, 0, 0)
        self._line = Line()
        self._line.setAccessibleName(messages.numbered(what, at, at + 2))
        self._line.left.connect(self._commit)
        self._line.escaped.connect(self._restore)
        words.room.document.flushing.connect(self._commit)
        self.head.addWidget(self._line)

    def refresh(self) -> None:
        if not (self._line.dirty and self._line.hasFocus()):
            value = self._words.room.value((*self._words.container, self._at))
            self._line.show_text(as_text(value))
        complete(self._line, self._names)

    def _restore(self) -> None:
        self._line.show_text(as_text(self._words.room.value((*self._words.container, self._at))))

    def paintEvent(self, event: QPaintEvent) -> None:
        """No frame: the line has one."""

    def _commit(self) -> None:
        if self._committing or not self._line.dirty:
            return
        self._committing = True
        word = self._line.text().strip()
        if word:
            refusal = self._words.write(self._at, word)
            self._line.setToolTip(refusal)
            if not refusal:
                self._restore()
        else:
            self.removed.emit()
        self._committing = False


def complete(line: Line, names: Names | None) -> None:
    """Offer these names while typing."""
    if names is None:
        return
    wanted = list(names())
    old = line.completer()
    if old is not None and getattr(old, "names", None) == wanted:
        return
    made = QCompleter(wanted, line)
    made.names = wanted  # type: ignore[attr-defined]
    made.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
    made.setFilterMode(Qt.MatchFlag.MatchContains)
    line.setCompleter(made)
