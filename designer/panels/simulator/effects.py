"""What the run asked of the world, in order, and the commands that are still out."""

from __future__ import annotations

from PySide6.QtWidgets import QVBoxLayout, QWidget

from designer.panels.simulator import messages
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.words import value_words
from designer.panels.typed import short
from designer.panels.widgets import Card, Pill, button, clear, label, row
from designer.theme import Theme
from engine.reducer import Command, Effect
from engine.simulate import Claimed, Failed, Released

_MOST_SHOWN = 50


class Effects(QWidget):
    """Effects are shown, never performed."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._shown: object = None
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def refresh(self) -> None:
        here = self._simulation.here
        shown = (here.session.cursor if here.session else None, here.at)
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._column)
        effects = list(here.effects)
        for effect in effects[-_MOST_SHOWN:]:
            self._show(effect)
        if len(effects) > _MOST_SHOWN:
            self._column.addWidget(label(messages.earlier(len(effects) - _MOST_SHOWN), "soft"))
        if not effects:
            self._column.addWidget(label(messages.NONE_YET, "soft"))

    def _show(self, effect: Effect) -> None:
        said = label(effect_words(effect), wrap=True)
        said.setToolTip(effect.id)
        line = row(Pill(self._theme, effect.kind, "text", "hover"), said)
        line.setStretch(1, 1)
        self._column.addLayout(line)


class Outbox(QWidget):
    """The commands that are open or claimed: take, fail or give back an attempt; the outcome is a contribution."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(8)

    def refresh(self) -> bool:
        """Show the commands; true when there are any."""
        clear(self._column)
        here = self._simulation.here
        commands = here.envelope.commands.values() if here.envelope is not None and here.resting else ()
        out = [command for command in commands if command.is_open]
        for command in out:
            self._column.addWidget(self._card(command))
        return bool(out)

    def _card(self, command: Command) -> Card:
        card = Card(self._theme)
        card.setAccessibleName(messages.command_spoken(command.command, command.status))
        card.body.addLayout(row(label(command.command), Pill(self._theme, command.status, "text", "hover"), None))
        card.body.addWidget(label(messages.command_detail(command.to, command.attempts), "soft", wrap=True))
        claim = ((messages.CLAIM, Claimed(command.id)),)
        claimed = ((messages.FAIL, Failed(command.id, "failed")), (messages.RELEASE, Released(command.id)))
        buttons = [
            button(text, lambda input=input: self._simulation.apply(input), primary=at == 0)
            for at, (text, input) in enumerate(claim if command.status == "open" else claimed)
        ]
        card.body.addLayout(row(*buttons, None))
        return card


def effect_words(effect: Effect) -> str:
    """An effect in the words of its action: ``Pay to bank: amount = 30``."""
    data = {key: value for key, value in effect.shown.items() if value not in (None, {}, [])}
    match effect.kind:
        case "send" | "spawn":
            lead = str(data.get("command") or data.get("fsm"))
            whom = messages.to_whom(data.get("to")) if "to" in data else ""
            arguments = ", ".join(
                f"{name} = {value_words(value, 60)}" for name, value in (data.get("with") or {}).items()
            )
            return f"{lead}{whom}" + (f": {arguments}" if arguments else "")
        case "emit" | "inject":
            lead = str(data.pop("event", None) or data.pop("message", ""))
            return f"{lead} {short(data['data'], 160)}" if "data" in data else lead
    return ", ".join(f"{key} {short(value, 80)}" for key, value in data.items())
