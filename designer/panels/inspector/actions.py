"""Actions, each a card with its whole form in it: what is assigned, computed, emitted, sent, spawned …"""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QMenu, QVBoxLayout, QWidget

from designer.document.intents import MoveItem
from designer.panels.inspector import messages
from designer.panels.inspector.cards import CardList, ItemCard
from designer.panels.inspector.entry import Entry, Trouble
from designer.panels.inspector.fields import JsonEntry, LineEntry, NameChoiceEntry, TextEntry
from designer.panels.inspector.names import WordList
from designer.panels.inspector.pairs import Pairs
from designer.panels.inspector.room import Room
from designer.panels.language import keys_of
from designer.panels.widgets import clear, label
from engine.diagnostics import Path

NEW_ACTIONS = {
    "assign": {},
    "compute": {},
    "emit": {"event": "event"},
    "send": {"command": "command"},
    "spawn": {"fsm": "machine", "as": "child"},
    "inject": {"message": "message"},
    "restrict": {"deny": []},
}
"""What a new action says until it is filled in."""


class ActionList(QWidget):
    """The actions of the list at ``container``; they run in this order."""

    def __init__(self, room: Room, container: Path, *, only: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.room = room
        self.container = container
        self._only = only
        self._cards = CardList(room.theme, self._make)
        self._cards.moved.connect(lambda a, b: room.apply(MoveItem(container, a, b, messages.ACTION)))
        self._cards.removed.connect(lambda at: room.take_out((*container, at), messages.ACTION))
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self._cards)
        self.refresh()

    def refresh(self) -> None:
        self._cards.show_count(len(self.room.items(self.container)))

    def offer(self, below: QWidget) -> None:
        """Let the user choose which kind of action to add."""
        menu = QMenu(self)
        for key in keys_of("action"):
            if not self._only or key.name in self._only:
                action = menu.addAction(key.name)
                action.triggered.connect(lambda _=False, name=key.name: self.add(name))
                action.setToolTip(key.meaning)
        menu.setToolTipsVisible(True)
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(below.mapToGlobal(below.rect().bottomLeft()))

    def add(self, kind: str) -> None:
        self.room.append(self.container, {kind: NEW_ACTIONS[kind]}, messages.ACTION)

    def _make(self, at: int) -> ItemCard:
        return ActionCard(self.room, (*self.container, at))


class ActionCard(ItemCard):
    """One action's form, made anew when the action at its place is of another kind."""

    def __init__(self, room: Room, path: Path) -> None:
        super().__init__(room.theme, messages.ACTION, active=False)
        self._room = room
        self._path = path
        self._kind: str | None = None
        self._parts: list[Entry[Any] | Pairs | WordList] = []
        self._title = label("")
        self._title.setStyleSheet("font-weight: 600")
        self._about = label("", "soft")
        self._trouble = Trouble(room)
        self.head.addWidget(self._title)
        self.head.addStretch(1)
        self._inside = QVBoxLayout()
        self._inside.setSpacing(8)
        self.body.addLayout(self._inside)
        self.body.addWidget(self._trouble)

    def refresh(self) -> None:
        action = self._room.entries(self._path)
        kind = next(iter(action), "") if len(action) == 1 else ""
        if kind != self._kind:
            self._kind = kind
            self._build(kind)
        for part in self._parts:
            part.refresh()
        find = self._room.own_findings if self._parts else self._room.findings
        self._trouble.show_trouble(find(self._path))
        self.show_name(messages.action_at(kind, int(self._path[-1])))

    def _build(self, kind: str) -> None:
        clear(self._inside)
        self._title.setText(kind or messages.NO_ACTION)
        room, path = self._room, (*self._path, kind)
        makers = {
            "assign": self._assign,
            "compute": self._compute,
            "emit": self._emit,
            "send": self._send,
            "spawn": self._spawn,
            "inject": self._inject,
            "restrict": self._restrict,
        }
        self._parts = makers[kind](room, path) if kind in makers else []
        for part in self._parts:
            self._inside.addWidget(part)
        keys = {key.name: key.meaning for key in keys_of("action")}
        self.setToolTip(keys.get(kind, ""))

    def _assign(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [Pairs(room, path, "", messages.FIELD, "value", keys=self._fields)]

    def _compute(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [Pairs(room, path, "", messages.FIELD, "cel", keys=self._fields)]

    def _emit(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [
            LineEntry(room, (*path, "event"), messages.EVENT, required=True),
            JsonEntry(room, (*path, "data"), messages.DATA),
        ]

    def _send(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [
            NameChoiceEntry(room, (*path, "command"), messages.COMMAND_NAME, self._commands),
            JsonEntry(room, (*path, "to"), messages.TO),
            Pairs(room, (*path, "with"), messages.WITH, messages.ARGUMENT, "json"),
            LineEntry(room, (*path, "idempotencyKey"), messages.IDEMPOTENCY_KEY),
            NameChoiceEntry(room, (*path, "approvedBy"), messages.APPROVED_BY, self._approvals, required=False),
        ]

    def _spawn(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [
            LineEntry(room, (*path, "fsm"), messages.MACHINE_NAME, required=True),
            LineEntry(room, (*path, "as"), messages.AS, required=True),
            Pairs(room, (*path, "with"), messages.INPUTS, messages.INPUT, "json"),
            NameChoiceEntry(room, (*path, "into"), messages.INTO, self._fields, required=False),
            Pairs(room, (*path, "outputs"), messages.OUTPUTS, messages.FIELD, "text", keys=self._fields),
        ]

    def _inject(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [
            TextEntry(room, (*path, "message"), messages.MESSAGE),
            LineEntry(room, (*path, "role"), messages.ROLE_OF_MESSAGE, hint="system"),
        ]

    def _restrict(self, room: Room, path: Path) -> list[Entry[Any] | Pairs | WordList]:
        return [
            WordList(room, (*path, "allow"), messages.ALLOW, messages.TOOL),
            WordList(room, (*path, "deny"), messages.DENY, messages.TOOL),
        ]

    def _fields(self) -> list[str]:
        return list(self._room.workflow.context) if self._room.workflow else []

    def _commands(self) -> list[str]:
        return list(self._room.workflow.commands) if self._room.workflow else []

    def _approvals(self) -> list[str]:
        workflow = self._room.workflow
        states = workflow.states.values() if workflow else ()
        return list(dict.fromkeys(req.name for state in states for req in state.requires if req.approves))
