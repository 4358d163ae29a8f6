"""The card of an elicitation: a form made from the field's type, or the review of a proposal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QComboBox,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QPushButton,
)

from designer.document.ports import Clipboard
from designer.panels.look import Glyph, look_of_source
from designer.panels.simulator import messages
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.turns import answer_in, misfits, turn_text
from designer.panels.simulator.words import value_words
from designer.panels.typed import parse_typed
from designer.panels.valueedit import ValueEdit
from designer.panels.widgets import Card, button, label, row, set_flag
from designer.theme import Theme
from engine.dsl import Field, FieldType, Requirement, Source
from engine.reducer import Actor, Elicitation, masked


class WaitingCard(Card):
    """One elicitation: what is asked of whom, and a way to answer as them."""

    def __init__(
        self,
        simulation: Simulation,
        elicitation: Elicitation,
        theme: Theme,
        clipboard: Clipboard,
        present: Any = None,
        *,
        first: bool = True,
    ) -> None:
        super().__init__(theme)
        self.show_border("agent" if elicitation.required else "line")
        self._simulation = simulation
        self._elicitation = elicitation
        self._clipboard = clipboard
        self._actors = actors_for(simulation, elicitation)
        requirement = requirement_of(simulation, elicitation)
        definition = simulation.here.definition
        assert definition is not None
        field = definition.fields.get(elicitation.field)
        self.setAccessibleName(messages.waiting_for(elicitation.field))
        self.body.addLayout(self._head(theme))
        text = elicitation.prompt or (requirement.description if requirement else None)
        if text:
            self.body.addWidget(label(text, "soft", wrap=True))
        self._as = self._actor_picker()
        self._said = label("", "error", wrap=True)
        self._said.hide()
        if elicitation.proposal is not None:
            self.body.addWidget(Proposal(self._decided(), elicitation.proposal.hash))
            if any(name in definition.sensitive for name in self._decided()):
                words = messages.HIDE if simulation.revealed else messages.REVEAL
                self.body.addWidget(
                    button(words, lambda: simulation.reveal(not simulation.revealed), role="flat"),
                    0,
                    Qt.AlignmentFlag.AlignLeft,
                )
            self.body.addLayout(self._decisions(field, requirement))
        else:
            self._answer(field, elicitation.field in definition.sensitive and not simulation.revealed)
            if self._edit is not None and present is not None:
                self._edit.show_value(present)
        if first and present is None and any(actor.kind == "agent" for actor in self._actors):
            self._offer_turn()
        self.body.addWidget(self._said)

    def begin(self) -> None:
        """Put the keyboard where the answer is typed."""
        target = self._edit or next(iter(self.findChildren(QPushButton)), None)
        if target is not None:
            target.setFocus()

    _edit: ValueEdit | None = None
    _field: Field | None = None

    def _head(self, theme: Theme) -> QHBoxLayout:
        line = QHBoxLayout()
        line.setSpacing(6)
        line.addWidget(label(self._elicitation.field, code=True))
        line.addWidget(label(messages.FROM, "soft"))
        look = look_of_source(Source.model_validate(self._elicitation.from_))
        line.addWidget(Glyph(look, theme))
        who = label(look.words)
        line.addWidget(who)
        line.addStretch(1)
        if not self._elicitation.required:
            line.addWidget(label(messages.OPTIONAL, "soft"))
        return line

    def _actor_picker(self) -> QComboBox | None:
        if len(self._actors) < 2:
            if not self._actors:
                self.body.addWidget(label(messages.NOBODY_MAY, "error", wrap=True))
            return None
        picker = QComboBox()
        picker.setAccessibleName(messages.ANSWER_AS)
        for actor in self._actors:
            picker.addItem(messages.answer_as(str(actor.name or actor.kind)), actor)
        self.body.addWidget(picker)
        return picker

    def _answer(self, field: Field | None, secret: bool) -> None:
        line = QHBoxLayout()
        line.setSpacing(8)
        self._field = field
        self._edit = ValueEdit(field, messages.value_for(self._elicitation.field), secret=secret)
        self._edit.entered.connect(self._contribute)
        self._edit.edited.connect(self._look_ahead)
        give = button(
            messages.CONTRIBUTE, self._contribute, primary=True, name=messages.contribute(self._elicitation.field)
        )
        give.setEnabled(bool(self._actors))
        line.addWidget(self._edit, 1)
        line.addWidget(give, 0, Qt.AlignmentFlag.AlignTop)
        self.body.addLayout(line)

    def _decisions(self, field: Field | None, requirement: Requirement | None) -> QHBoxLayout:
        """A button for each decision: those that are a yes first and, the first of them, prominent."""
        yes = list(requirement.approved_when) if requirement else []
        line = QHBoxLayout()
        line.setSpacing(8)
        for at, (value, text) in enumerate(decisions(field, yes)):
            made = button(text, lambda value=value: self._give(value), primary=at == 0)
            made.setEnabled(bool(self._actors))
            line.addWidget(made)
        line.addStretch(1)
        return line

    def _decided(self) -> Mapping[str, Any]:
        """The values a decision is about, as they may be shown; a proposal itself holds digests of sensitive ones."""
        proposal, here = self._elicitation.proposal, self._simulation.here
        if proposal is None or here.definition is None or here.envelope is None:
            return {}
        context = here.envelope.context
        told = context if self._simulation.revealed else masked(here.definition, context)
        values = proposal.content.get("values", {})
        return {name: told[name] if name in here.definition.sensitive else value for name, value in values.items()}

    def _look_ahead(self) -> None:
        """Let the drawing show what the value being chosen would fire."""
        actor = self._actor()
        if self._edit is None or actor is None:
            return
        try:
            value = parse_typed(self._field, self._edit.text())
        except ValueError:
            value = None
        self._simulation.look_ahead(self._simulation.here.would(self._elicitation.field, value, actor))

    def _offer_turn(self) -> None:
        """The turn to copy into a conversation with a model, and its answer to paste."""
        self.body.addLayout(
            row(
                button(messages.COPY_TURN, self._copy_turn, role="flat"),
                button(messages.PASTE_ANSWER, self._paste_answer, role="flat"),
                None,
                spacing=0,
            )
        )

    def _copy_turn(self) -> None:
        here, actor = self._simulation.here, self._actor()
        if here.definition is not None and here.envelope is not None and actor is not None:
            self._clipboard.set_text(turn_text(here.definition, here.envelope, actor))
            self._say(messages.TURN_COPIED, "ok")

    def _paste_answer(self) -> None:
        definition, actor = self._simulation.here.definition, self._actor()
        if definition is None or actor is None:
            return
        try:
            values = answer_in(self._clipboard.text())
        except ValueError as error:
            self._say(str(error))
            return
        wrong = misfits(definition, values)
        if wrong:
            self._say("\n".join(wrong))
            return
        proposal = self._elicitation.proposal
        self._say(self._simulation.contribute_all(values, actor, proposal.hash if proposal else None))

    def _actor(self) -> Actor | None:
        return self._as.currentData() if self._as is not None else next(iter(self._actors), None)

    def _say(self, text: str, role: str = "error") -> None:
        set_flag(self._said, "role", role)
        self._said.setText(text)
        self._said.setVisible(bool(text))

    def _contribute(self) -> None:
        assert self._edit is not None
        try:
            value = self._edit.value()
        except ValueError:
            return
        self._give(value)

    def _give(self, value: Any) -> None:
        actor = self._actor()
        if actor is None:
            return
        proposal = self._elicitation.proposal
        self._say(
            self._simulation.contribute(self._elicitation.field, value, actor, proposal.hash if proposal else None)
        )


class Proposal(QFrame):
    """The exact values a decision is about, and their hash."""

    def __init__(self, values: Any, hash: str) -> None:
        super().__init__()
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 4, 0, 4)
        grid.setHorizontalSpacing(12)
        grid.setVerticalSpacing(4)
        grid.setColumnStretch(1, 1)
        for place, (name, value) in enumerate(values.items()):
            grid.addWidget(label(str(name), "soft", code=True), place, 0, Qt.AlignmentFlag.AlignTop)
            shown = label(value_words(value), wrap=True)
            grid.addWidget(shown, place, 1)
        digest = label(messages.hash_of(hash), "soft", code=True)
        digest.setToolTip(hash)
        digest.setAccessibleDescription(hash)
        grid.addWidget(digest, len(values), 0, 1, 2)


def actors_for(simulation: Simulation, elicitation: Elicitation) -> tuple[Actor, ...]:
    """Who may answer an elicitation."""
    why = simulation.here.why
    for requirement in why.routing.requirements if why else ():
        if requirement.field == elicitation.field and requirement.from_ == elicitation.from_:
            return requirement.who
    return ()


def requirement_of(simulation: Simulation, elicitation: Elicitation) -> Requirement | None:
    definition = simulation.here.definition
    if definition is None:
        return None
    for requirement in definition.workflow.states[elicitation.state].requires:
        if requirement.name == elicitation.field and requirement.from_.written() == elicitation.from_:
            return requirement
    return None


def decisions(field: Field | None, yes: list[Any]) -> list[tuple[Any, str]]:
    """The decisions on an approval field, each with the word on its button; a yes comes first."""
    if field is not None and field.type is FieldType.ENUM:
        ordered = sorted(field.values, key=lambda member: member not in yes)
        return [(member, messages.capital(member)) for member in ordered]
    return [(True, messages.APPROVE), (False, messages.REJECT)]
