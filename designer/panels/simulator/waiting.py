"""What the run waits for: a card for each elicitation, or why there are none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget

from designer.document.ports import Clipboard
from designer.panels.simulator import messages
from designer.panels.simulator.cards import WaitingCard
from designer.panels.simulator.simulation import Simulation
from designer.panels.widgets import button, clear, label
from designer.theme import Theme
from engine.reducer import Elicitation


class Waiting(QWidget):
    """The cards of everything the run waits for here, or why there are none."""

    def __init__(self, simulation: Simulation, theme: Theme, clipboard: Clipboard) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._clipboard = clipboard
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)
        self.setFocusPolicy(Qt.FocusPolicy.ClickFocus)
        self.cards: list[WaitingCard] = []
        self._shown: object = None

    def refresh(self) -> None:
        waiting = self._simulation.here.waiting
        session = self._simulation.session
        shown = (
            session.cursor if session else None,
            tuple(each.id for each in waiting),
            self._simulation.here.resting,
            self._simulation.revealed,
        )
        if shown == self._shown:
            return
        self._shown = shown
        firsts = list({str(each.from_): each for each in reversed(waiting)}.values())
        focus = QApplication.focusWidget()
        held = focus is not None and (focus is self or self.isAncestorOf(focus))
        if held:
            self.setFocus()  # so that the keyboard is still here when the cards that had it are gone
        clear(self._column)
        step = self._simulation.here.moment.step if self._simulation.here.moment else None
        if step is not None and not step.accepted:
            refused = messages.rejected(step.code or "", step.message or "")
            self._column.addWidget(label(refused, "error", wrap=True))
        self.cards = [
            WaitingCard(self._simulation, each, self._theme, self._clipboard, first=each in firsts) for each in waiting
        ]
        for card in self.cards:
            card.setEnabled(not self._simulation.read_only)
            self._column.addWidget(card)
        if not self.cards:
            self._column.addWidget(label(self._nobody(), "soft", wrap=True))
        for answered in self._answered():
            change = button(
                messages.change_answer(answered.field), lambda answered=answered: self._reopen(answered), role="flat"
            )
            change.setEnabled(not self._simulation.read_only)
            self._column.addWidget(change, 0, Qt.AlignmentFlag.AlignLeft)
        if held and self.cards:
            self.cards[0].begin()

    def _answered(self) -> list[Elicitation]:
        """What was answered here and may be answered again; a decision is only asked for anew."""
        why, definition = self._simulation.here.why, self._simulation.here.definition
        if why is None or definition is None or why.ended:
            return []
        return [
            Elicitation("", why.routing.state, need.field, need.from_, False, None, None)
            for need in why.routing.requirements
            if need.missing is None and need.who and need.field not in definition.terms
        ]

    def _reopen(self, answered: Elicitation) -> None:
        moment = self._simulation.here.moment
        value = moment.context.get(answered.field) if moment is not None else None
        card = WaitingCard(self._simulation, answered, self._theme, self._clipboard, value)
        self._column.addWidget(card)
        card.begin()

    def _nobody(self) -> str:
        simulation = self._simulation
        if not simulation.here.resting:
            return messages.NOT_RESTING
        envelope = simulation.here.envelope
        if envelope is not None and envelope.ended:
            return messages.ended_in(envelope.state) if envelope.state else messages.ENDED_BY_OPERATOR
        return messages.NOBODY_ASKED
