"""The forms of a transition and of a timer, which may be a delayed transition."""

from __future__ import annotations

from designer.panels.inspector import messages
from designer.panels.inspector.actions import ActionList
from designer.panels.inspector.fields import DurationEntry, LineEntry, NameChoiceEntry, TextEntry
from designer.panels.inspector.form import Form, Section
from designer.panels.inspector.guards import GuardRows
from designer.panels.inspector.pairs import Pairs
from designer.panels.inspector.table import DecisionTable


class TransitionForm(Form):
    """``path`` is ``("states", name, "transitions", index)``."""

    def build(self) -> None:
        self.add(NameChoiceEntry(self.room, self.at("toState"), messages.TARGET, self._states))
        section = self.add_section(messages.GUARDS_TITLE)
        self._guards = GuardRows(self.room, self.at("guards"), messages.GUARD, messages.ADD_GUARD)
        section.add(self._guards)
        self._table = DecisionTable(self.room, str(self.path[1]))
        self.column.addWidget(self._table)
        self._actions = add_actions(self, "onTransition", messages.ON_THE_WAY)
        self.add(TextEntry(self.room, self.at("description"), messages.DESCRIPTION))

    def refresh(self) -> None:
        super().refresh()
        self._guards.refresh()
        self._table.refresh()
        self._actions.refresh()

    def _states(self) -> list[str]:
        return list(self.room.workflow.states) if self.room.workflow else []


class TimerForm(Form):
    """``path`` is ``("states", name, "timers", index)``."""

    def build(self) -> None:
        self.add(LineEntry(self.room, self.at("name"), messages.NAME, required=True))
        self.add(DurationEntry(self.room, self.at("after"), messages.AFTER, required=True))
        self._assign = Pairs(self.room, self.at("assign"), messages.THEN_WRITES, messages.FIELD, keys=self._fields)
        self.column.addWidget(self._assign)
        self.add(NameChoiceEntry(self.room, self.at("toState"), messages.THEN_GOES, self._states, required=False))
        self._actions = add_actions(self, "onTransition", messages.ON_THE_WAY)

    def refresh(self) -> None:
        super().refresh()
        self._assign.refresh()
        self._actions.refresh()

    def _states(self) -> list[str]:
        return list(self.room.workflow.states) if self.room.workflow else []

    def _fields(self) -> list[str]:
        return list(self.room.workflow.context) if self.room.workflow else []


def add_actions(form: Form, key: str, title: str, only: tuple[str, ...] = ()) -> ActionList:
    """A section of actions with its button."""
    section: Section = form.add_section(title)
    actions = ActionList(form.room, form.at(key), only=only)
    section.add(actions)
    adding = section.add_button(messages.ADD_ACTION, lambda: actions.offer(adding))
    return actions
