"""The form of a requirement: the field, who contributes it, what it must fulfil, what it approves."""

from __future__ import annotations

from typing import Any

from PySide6.QtWidgets import QHBoxLayout, QWidget

from designer.panels.inspector import messages
from designer.panels.inspector.entry import Entry
from designer.panels.inspector.fields import DurationEntry, NameChoiceEntry, SwitchEntry, TextEntry, json_value
from designer.panels.inspector.form import Form
from designer.panels.inspector.guards import GuardRows
from designer.panels.inspector.lines import Line, Picker
from designer.panels.inspector.names import WordList, complete
from designer.panels.inspector.room import MISSING, Room
from engine.diagnostics import Path

_NAMED = ("agent", "user", "role", "tool", "fsm")


class RequirementForm(Form):
    """``path`` is ``("states", name, "requires", index)``."""

    def build(self) -> None:
        self.add(NameChoiceEntry(self.room, self.at("name"), messages.FIELD_TITLE, self._fields))
        self.add(SourceEntry(self.room, self.at("from")))
        self.add(SwitchEntry(self.room, self.at("required"), messages.MUST_BE_SET, default=True))
        self.add(TextEntry(self.room, self.at("prompt"), messages.PROMPT, messages.PROMPT_HINT))
        section = self.add_section(messages.VALIDATE)
        self._validate = GuardRows(
            self.room, self.at("validate"), messages.CONDITION, messages.ADD_CONDITION, own=self._field_name
        )
        section.add(self._validate)
        section = self.add_section(messages.APPROVAL)
        self._words = [
            WordList(self.room, self.at("approves"), messages.APPROVES, messages.FIELD, self._fields),
            WordList(self.room, self.at("approvedWhen"), messages.APPROVED_WHEN, messages.VALUE, read=json_value),
            WordList(self.room, self.at("separateFrom"), messages.SEPARATE_FROM, messages.FIELD, self._fields),
        ]
        for words in self._words:
            section.add(words)
        self.add(DurationEntry(self.room, self.at("expiresAfter"), messages.EXPIRES_AFTER), section.column)
        self.add(TextEntry(self.room, self.at("description"), messages.NOTE))

    def refresh(self) -> None:
        super().refresh()
        self._validate.refresh()
        for words in self._words:
            words.refresh()

    @property
    def _field_name(self) -> str:
        return str(self.room.value(self.at("name"), ""))

    def _fields(self) -> list[str]:
        return list(self.room.workflow.context) if self.room.workflow else []


class SourceEntry(Entry[QWidget]):
    """``from``: what kind of contributor, and its name where the kind has one."""

    def __init__(self, room: Room, path: Path) -> None:
        self._shown: Any = MISSING
        super().__init__(room, path, messages.FROM)

    def make_editor(self) -> QWidget:
        holder = QWidget()
        self._kind = Picker()
        self._kind.setAccessibleName(messages.FROM_KIND)
        for kind, text in messages.SOURCE_KINDS:
            self._kind.addItem(text, kind)
        self._kind.activated.connect(self._kind_chosen)
        self._name = Line()
        self._name.setAccessibleName(messages.FROM_NAME)
        self._name.left.connect(self.commit)
        self._name.escaped.connect(self.restore)
        layout = QHBoxLayout(holder)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(8)
        layout.addWidget(self._kind)
        layout.addWidget(self._name, 1)
        holder.setFocusProxy(self._kind)
        return holder

    def show_value(self, value: Any) -> None:
        self._shown = value
        kind, name = _parts(value)
        self._kind.setCurrentIndex(self._kind.findData(kind))
        self._name.show_text(name)
        self._show_name(kind)

    def typed(self) -> Any:
        kind = self._kind.currentData()
        if kind in _NAMED:
            if not self._name.text():
                raise ValueError(messages.NAME_THE_SOURCE)
            return {kind: self._name.text()}
        return (
            MISSING if kind == "agent-driving" and self._shown is MISSING else "system" if kind == "system" else "agent"
        )

    @property
    def dirty(self) -> bool:
        return _parts(self._shown) != (self._kind.currentData(), self._name.text())

    def _kind_chosen(self) -> None:
        kind = self._kind.currentData()
        self._show_name(kind)
        names = self._names(kind)
        if kind in _NAMED and _parts(self._shown)[0] != kind:
            self._name.setText(names[0] if names else "")
            self._name.setFocus()
            self._name.selectAll()
        elif kind not in _NAMED:
            self._name.setText("")
        if kind not in _NAMED or names:
            self.commit()

    def _show_name(self, kind: str) -> None:
        self._name.setVisible(kind in _NAMED)
        complete(self._name, lambda: self._names(kind))

    def _names(self, kind: str) -> list[str]:
        workflow = self.room.workflow
        if workflow is None:
            return []
        match kind:
            case "agent":
                return list(workflow.agents)
            case "user":
                return list(workflow.users)
            case "role":
                return list(dict.fromkeys(role for user in workflow.users.values() for role in user.roles))
        used = (req.from_ for state in workflow.states.values() for req in state.requires)
        return list(dict.fromkeys(source.name for source in used if source.kind == kind and source.name))


def _parts(value: Any) -> tuple[str, str]:
    """The kind and the name of a ``from`` as the file says it."""
    if isinstance(value, dict) and len(value) == 1:
        ((kind, name),) = value.items()
        return str(kind), str(name)
    return ("system", "") if value == "system" else ("agent-driving", "")
