"""What a form is made of: entries, and sections with a heading and a way to add."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from designer.panels.inspector.cards import CardList, ItemCard
from designer.panels.inspector.entry import Entry, Trouble
from designer.panels.inspector.room import Room
from designer.panels.widgets import button, heading
from engine.diagnostics import Path


class Section(QWidget):
    """A heading, what stands below it, and ``+ add`` at its end. Empty ones show their heading only when asked to."""

    def __init__(self, title: str, *, quiet: bool = False) -> None:
        super().__init__()
        self._quiet = quiet
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 8, 0, 0)
        self.column.setSpacing(8)
        self.column.addWidget(heading(title))
        self.setAccessibleName(title)

    def add(self, widget: QWidget) -> QWidget:
        self.column.addWidget(widget)
        return widget

    def add_button(self, text: str, act: Callable[[], object], name: str = "") -> QPushButton:
        made = button(text, act, role="flat", name=name)
        self.column.addWidget(made, 0, Qt.AlignmentFlag.AlignLeft)
        return made

    def show_filled(self, filled: bool) -> None:
        """A quiet section is there only when it holds something."""
        self.setVisible(filled or not self._quiet)


class Form(QWidget):
    """One element's form. Subclasses build it in ``build`` and show the text's values anew in ``refresh``."""

    def __init__(self, room: Room, path: Path) -> None:
        super().__init__()
        self.room = room
        self.path = path
        self._entries: list[Entry[Any]] = []
        self._lists: list[tuple[Callable[[], int], CardList, Section | None]] = []
        self.column = QVBoxLayout(self)
        self.column.setContentsMargins(0, 0, 0, 0)
        self.column.setSpacing(12)
        self.trouble = Trouble(room)
        self.column.addWidget(self.trouble)
        self.build()
        self.column.addStretch(1)
        self.refresh()

    def build(self) -> None:
        raise NotImplementedError

    def refresh(self) -> None:
        self.trouble.show_trouble(self.room.own_findings(self.path))
        for entry in self._entries:
            entry.refresh()
        for count, cards, section in self._lists:
            number = count()
            cards.show_count(number)
            if section is not None:
                section.show_filled(number > 0)

    def at(self, *keys: str | int) -> Path:
        """The path of something inside this element."""
        return (*self.path, *keys)

    def add(self, entry: Entry[Any], into: QBoxLayout | None = None) -> None:
        self._entries.append(entry)
        (into or self.column).addWidget(entry)

    def add_pair(self, one: Entry[Any], other: Entry[Any]) -> None:
        """Two short entries side by side."""
        line = QHBoxLayout()
        line.setSpacing(12)
        for entry in (one, other):
            self._entries.append(entry)
            line.addWidget(entry, 1, Qt.AlignmentFlag.AlignTop)
        self.column.addLayout(line)

    def add_section(self, title: str, *, quiet: bool = False) -> Section:
        section = Section(title, quiet=quiet)
        self.column.addWidget(section)
        return section

    def add_cards(
        self, section: Section, count: Callable[[], int], make: Callable[[int], ItemCard], *, hide_empty: bool = False
    ) -> CardList:
        cards = CardList(self.room.theme, make)
        section.add(cards)
        self._lists.append((count, cards, section if hide_empty else None))
        return cards
