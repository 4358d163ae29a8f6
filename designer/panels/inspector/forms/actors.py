"""The forms of agents, users and commands."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from designer.document import Outcome
from designer.document.intents import Allow, Disallow, Rename
from designer.panels.inspector import messages
from designer.panels.inspector.fields import ChoiceEntry, DurationEntry, NameEntry, NumberEntry, TextEntry
from designer.panels.inspector.form import Form
from designer.panels.inspector.names import WordList
from designer.panels.inspector.pairs import Pairs
from designer.panels.look import glyph_icon, look_of


class AgentForm(Form):
    """``path`` is ``("agents", name)``."""

    def build(self) -> None:
        self.add(NameEntry(self.room, self.path, messages.NAME, self._rename))
        self.add(ChoiceEntry(self.room, self.at("guidance"), messages.GUIDANCE, "guidance", default="full"))
        section = self.add_section(messages.MAY_ACT_IN)
        self._states = StateChecks(self)
        section.add(self._states)
        self.add(TextEntry(self.room, self.at("description"), messages.DESCRIPTION))

    def refresh(self) -> None:
        super().refresh()
        self._states.refresh()

    def _rename(self, old: str, new: str) -> Outcome:
        return self.room.attempt(Rename("agent", old, new))


class StateChecks(QListWidget):
    """Every state with a tick where the agent may act; ticking edits ``canTransition``."""

    def __init__(self, form: AgentForm) -> None:
        super().__init__()
        self._form = form
        self._filling = False
        self.setAccessibleName(messages.MAY_ACT_IN)
        self.itemChanged.connect(self._toggle)

    def refresh(self) -> None:
        room, agent = self._form.room, str(self._form.path[1])
        workflow = room.workflow
        allowed = {str(name) for name in room.items((*self._form.path, "canTransition"))}
        names = list(workflow.states) if workflow else []
        self._filling = True
        while self.count() > len(names):
            self.takeItem(self.count() - 1)
        while self.count() < len(names):
            self.addItem(QListWidgetItem())
        for place, name in enumerate(names):
            item = self.item(place)
            item.setText(messages.shown_name(name))
            item.setData(Qt.ItemDataRole.UserRole, name)
            item.setCheckState(Qt.CheckState.Checked if name in allowed else Qt.CheckState.Unchecked)
            item.setData(Qt.ItemDataRole.AccessibleTextRole, messages.may_act(agent, name, name in allowed))
            if workflow is not None:
                item.setIcon(glyph_icon(look_of(workflow.states[name]), room.theme.tokens))
        self.setFixedHeight(min(9, max(1, len(names))) * 34 + 4)
        self._filling = False

    def _toggle(self, item: QListWidgetItem) -> None:
        if self._filling:
            return
        agent, state = str(self._form.path[1]), str(item.data(Qt.ItemDataRole.UserRole))
        checked = item.checkState() == Qt.CheckState.Checked
        self._form.room.apply(Allow(agent, state) if checked else Disallow(agent, state))


class UserForm(Form):
    """``path`` is ``("users", name)``."""

    def build(self) -> None:
        self.add(NameEntry(self.room, self.path, messages.NAME, self._rename))
        self._roles = WordList(self.room, self.at("roles"), messages.ROLES, messages.ROLE, self._known_roles)
        self.column.addWidget(self._roles)
        self.add(TextEntry(self.room, self.at("description"), messages.DESCRIPTION))

    def refresh(self) -> None:
        super().refresh()
        self._roles.refresh()

    def _rename(self, old: str, new: str) -> Outcome:
        return self.room.attempt(Rename("user", old, new))

    def _known_roles(self) -> list[str]:
        workflow = self.room.workflow
        if workflow is None:
            return []
        asked = (req.from_ for state in workflow.states.values() for req in state.requires)
        held = (role for user in workflow.users.values() for role in user.roles)
        return list(dict.fromkeys([*(s.name for s in asked if s.kind == "role" and s.name), *held]))


class CommandForm(Form):
    """``path`` is ``("commands", name)``."""

    def build(self) -> None:
        self.add(NameEntry(self.room, self.path, messages.NAME, self._rename))
        self.add(NumberEntry(self.room, self.at("maxAttempts"), messages.MAX_ATTEMPTS))
        section = self.add_section(messages.BACKOFF)
        for entry in (
            DurationEntry(self.room, self.at("backoff", "initial"), messages.BACKOFF_INITIAL),
            NumberEntry(self.room, self.at("backoff", "factor"), messages.BACKOFF_FACTOR, whole=False),
            DurationEntry(self.room, self.at("backoff", "max"), messages.BACKOFF_MAX),
        ):
            self.add(entry, section.column)
        self.add(DurationEntry(self.room, self.at("deadline"), messages.DEADLINE))
        self._retryable = WordList(self.room, self.at("retryable"), messages.RETRYABLE, messages.FAILURE_CLASS)
        self._failure = Pairs(self.room, self.at("onFailure"), messages.ON_FAILURE, messages.FIELD, keys=self._fields)
        self.column.addWidget(self._retryable)
        self.column.addWidget(self._failure)

    def refresh(self) -> None:
        super().refresh()
        self._retryable.refresh()
        self._failure.refresh()

    def _rename(self, old: str, new: str) -> Outcome:
        return self.room.attempt(Rename("command", old, new))

    def _fields(self) -> list[str]:
        return list(self.room.workflow.context) if self.room.workflow else []
