"""The form of the machine itself: its name and start, its fields, who acts, its policy and migrations."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from designer.document.intents import (
    AddAgent,
    AddField,
    DeleteElements,
    InsertItem,
    MoveItem,
    MoveKey,
    SetValue,
    guessed_type,
)
from designer.panels.cel_suggest import described
from designer.panels.inspector import messages
from designer.panels.inspector.adder import Adder
from designer.panels.inspector.cards import CardList
from designer.panels.inspector.fields import ChoiceEntry, LineEntry, NameChoiceEntry, NumberEntry, TextEntry
from designer.panels.inspector.form import Form, Section
from designer.panels.inspector.forms.transition import add_actions
from designer.panels.inspector.matrix import Matrix
from designer.panels.inspector.pairs import Pairs
from designer.panels.inspector.summary import Summary, SummaryCard


class MachineForm(Form):
    """``path`` is ``()``."""

    def build(self) -> None:
        room = self.room
        self.add(LineEntry(room, ("name",), messages.NAME, required=True))
        self.add_pair(
            NameChoiceEntry(room, ("initialState",), messages.INITIAL_STATE_TITLE, self._states),
            NumberEntry(room, ("version",), messages.VERSION),
        )
        self.add(TextEntry(room, ("description",), messages.DESCRIPTION))
        self._named: list[tuple[str, CardList]] = []
        self._build_names("context", messages.FIELDS, messages.ADD_FIELD, messages.FIELD_HINT, self._add_field)
        self._build_names("agents", messages.AGENTS, messages.ADD_AGENT, messages.AGENT_HINT, self._add_agent)
        matrix = self.add_section(messages.WHO_MAY_ACT, quiet=True)
        self._matrix_section = matrix
        self._matrix = Matrix(room)
        matrix.add(self._matrix)
        self._build_names("users", messages.USERS, messages.ADD_USER, messages.USER_HINT, self._adder("users", {}))
        self._build_names(
            "commands", messages.COMMANDS, messages.ADD_COMMAND, messages.COMMAND_HINT, self._adder("commands", {})
        )
        self._build_policy()
        self._build_migrations()

    def refresh(self) -> None:
        super().refresh()
        self._matrix_section.show_filled(bool(self.room.entries(("agents",))))
        self._matrix.refresh()
        self._exhausted.refresh()

    def _build_names(self, home: str, title: str, add: str, hint: str, act: Callable[[str], bool]) -> None:
        section = self.add_section(title)
        cards = self.add_cards(section, lambda: len(self.room.entries((home,))), lambda at: self._name_card(home, at))
        cards.opened.connect(lambda at: self.room.open((home, self._name(home, at))))
        cards.removed.connect(lambda at: self._remove(home, at))
        cards.moved.connect(lambda a, b: self._move(home, a, b))
        section.add(Adder(add, hint, act))

    def _build_policy(self) -> None:
        room = self.room
        section = self.add_section(messages.POLICY)
        for entry in (
            NumberEntry(room, ("policy", "maxExchangesPerStage"), messages.MAX_EXCHANGES),
            NumberEntry(room, ("policy", "maxExchangesPerAgentPerStage"), messages.MAX_EXCHANGES_AGENT),
        ):
            self.add(entry, section.column)
        self._exhausted = Pairs(
            room, ("policy", "onExhausted"), messages.ON_EXHAUSTED, messages.FIELD, keys=self._fields
        )
        section.add(self._exhausted)
        self.add(NumberEntry(room, ("policy", "checkpointEvery"), messages.CHECKPOINT_EVERY), section.column)
        at_end = ChoiceEntry(room, ("policy", "onTerminal"), messages.ON_TERMINAL, "onTerminal", default="keep")
        self.add(at_end, section.column)

    def _build_migrations(self) -> None:
        section: Section = self.add_section(messages.MIGRATIONS)
        path = ("migrations",)
        cards = self.add_cards(section, lambda: len(self.room.items(path)), self._migration_card)
        cards.opened.connect(lambda at: self.room.open((*path, at)))
        cards.removed.connect(lambda at: self.room.take_out((*path, at), messages.MIGRATION))
        cards.moved.connect(lambda a, b: self.room.apply(MoveItem(path, a, b, messages.MIGRATION)))
        section.add_button(messages.ADD_MIGRATION, self._add_migration)

    def _name(self, home: str, at: int) -> str:
        return [str(name) for name in self.room.entries((home,))][at]

    def _name_card(self, home: str, at: int) -> SummaryCard:
        path = (home, self._name(home, at))
        return NameCard(self, home, at, path)

    def sum_up(self, home: str, at: int) -> Summary:
        name = self._name(home, at)
        raw = self.room.value((home, name))
        raw = raw if isinstance(raw, dict) else {}
        return Summary(title=name, detail=self._detail(home, name, raw), end=messages.marks_of(raw))

    def _detail(self, home: str, name: str, raw: dict[str, Any]) -> str:
        workflow = self.room.workflow
        match home:
            case "context":
                field = workflow.context.get(name) if workflow else None
                return described(field) if field else str(raw.get("type", ""))
            case "agents":
                return messages.acts_in(raw.get("canTransition"))
            case "users":
                return ", ".join(map(str, raw.get("roles") or ()))
        return messages.attempts(raw.get("maxAttempts", 1))

    def _migration_card(self, at: int) -> SummaryCard:
        path = ("migrations", at)
        return SummaryCard(
            self.room, path, lambda: Summary(title=messages.migration_from(self.room.value((*path, "from"))))
        )

    def _remove(self, home: str, at: int) -> None:
        self.room.apply(DeleteElements(((home, self._name(home, at)),)))
        self.room.open(())

    def _move(self, home: str, at: int, to: int) -> None:
        names = [str(name) for name in self.room.entries((home,))]
        rest = [name for place, name in enumerate(names) if place != at]
        self.room.apply(MoveKey((home, names[at]), rest[to] if to < len(rest) else None))

    def _add_field(self, text: str) -> bool:
        name, _, values = text.partition(":")
        members = [word.strip() for word in values.split(",") if word.strip()]
        name = name.strip()
        schema: dict[str, Any] = {"type": "enum", "values": members} if members else {"type": guessed_type(name)}
        outcome = self.room.apply(AddField(name, schema))
        self.room.open(())
        return bool(outcome)

    def _add_agent(self, name: str) -> bool:
        outcome = self.room.apply(AddAgent(name))
        self.room.open(())
        return bool(outcome)

    def _adder(self, home: str, value: dict[str, Any]) -> Callable[[str], bool]:
        def add(name: str) -> bool:
            if isinstance(self.room.value((home,)), dict):
                return bool(self.room.apply(InsertItem((home,), name, value)))
            return bool(self.room.apply(SetValue((home,), {name: value}, home)))

        return add

    def _add_migration(self) -> None:
        version = self.room.value(("version",), 1)
        earlier = version - 1 if isinstance(version, int) and version > 1 else 1
        if self.room.append(("migrations",), {"from": earlier}, messages.MIGRATION):
            self.room.open(("migrations", len(self.room.items(("migrations",))) - 1))

    def _states(self) -> list[str]:
        return list(self.room.workflow.states) if self.room.workflow else []

    def _fields(self) -> list[str]:
        return list(self.room.workflow.context) if self.room.workflow else []


class NameCard(SummaryCard):
    """The card of the entry at a place of a map of names."""

    def __init__(self, form: MachineForm, home: str, at: int, path: tuple[str, str]) -> None:
        super().__init__(form.room, path, lambda: form.sum_up(home, at))
        self._form, self._home, self._at = form, home, at

    def refresh(self) -> None:
        self._path = (self._home, self._form._name(self._home, self._at))
        super().refresh()


class MigrationForm(Form):
    """``path`` is ``("migrations", index)``."""

    def build(self) -> None:
        self.add(NumberEntry(self.room, self.at("from"), messages.FROM_VERSION, required=True))
        states = Pairs(
            self.room, self.at("states"), messages.STATES_RENAMED, messages.OLD_STATE, "text", values=self._states
        )
        fields = Pairs(
            self.room, self.at("fields"), messages.FIELDS_RENAMED, messages.OLD_FIELD, "text", values=self._fields
        )
        self._pairs = (states, fields)
        for pairs in self._pairs:
            self.column.addWidget(pairs)
        self._actions = add_actions(self, "actions", messages.ON_THE_WAY, ("assign", "compute"))

    def refresh(self) -> None:
        super().refresh()
        for pairs in self._pairs:
            pairs.refresh()
        self._actions.refresh()

    def _states(self) -> list[str]:
        return list(self.room.workflow.states) if self.room.workflow else []

    def _fields(self) -> list[str]:
        return list(self.room.workflow.context) if self.room.workflow else []
