"""The context at a moment, what changed marked; and expressions one keeps an eye on."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QGridLayout, QVBoxLayout, QWidget

from designer.panels.inspector.guard import short_value
from designer.panels.inspector.lines import Line
from designer.panels.simulator import messages
from designer.panels.simulator.hiding import tells
from designer.panels.simulator.moments import Moment
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.words import value_words
from designer.panels.widgets import IconButton, Pill, button, clear, label
from designer.theme import Theme
from engine.cel import CelError, compile
from engine.reducer import MASK, masked


class ContextView(QWidget):
    """Every field in schema order: its value, and whether this input set, changed or cleared it."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._shown: object = None
        self._grid = QGridLayout()
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(12)
        self._grid.setVerticalSpacing(8)
        self._grid.setColumnStretch(1, 1)
        self._reveal = button(messages.REVEAL, self._toggle, role="flat")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._grid)
        column.addWidget(self._reveal, 0, Qt.AlignmentFlag.AlignLeft)

    def refresh(self) -> None:
        here, simulation = self._simulation.here, self._simulation
        shown = (here.session.cursor if here.session else None, here.at, simulation.revealed)
        if shown == self._shown:
            return
        self._shown = shown
        clear(self._grid)
        definition, moment = here.definition, here.moment
        if definition is None or moment is None:
            return
        context, before = moment.context, here.context_before
        told = context if simulation.revealed else masked(definition, context)
        for place, name in enumerate(definition.fields):
            self._show_field(place, name, told, change(name, before, context))
        self._reveal.setVisible(bool(definition.sensitive))
        self._reveal.setText(messages.HIDE if simulation.revealed else messages.REVEAL)

    def _show_field(self, place: int, name: str, context: Mapping[str, Any], changed: str) -> None:
        top = Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label(name, "soft", code=True), place, 0, top)
        if name in context:
            shown = label(value_words(context[name]), wrap=True)
        else:
            shown = label(messages.UNSET, "soft")
        shown.setAccessibleName(f"{name}: {shown.text()}")
        self._grid.addWidget(shown, place, 1, top)
        if changed:
            self._grid.addWidget(Pill(self._theme, changed, "ok", "ok_soft"), place, 2, top)

    def _toggle(self) -> None:
        self._simulation.reveal(not self._simulation.revealed)


class Watches(QWidget):
    """CEL expressions with their value at each moment."""

    def __init__(self, simulation: Simulation, theme: Theme) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        self._sources: list[str] = []
        self._rows = QGridLayout()
        self._rows.setContentsMargins(0, 0, 0, 0)
        self._rows.setColumnStretch(0, 1)
        self._new = Line()
        self._new.setPlaceholderText(messages.ADD_WATCH)
        self._new.setAccessibleName(messages.ADD_WATCH)
        self._new.setProperty("code", "true")
        self._new.returnPressed.connect(self._add)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(self._rows)
        column.addWidget(self._new)

    def refresh(self) -> None:
        clear(self._rows)
        moment = self._simulation.here.moment
        for place, source in enumerate(self._sources):
            text, role = self._value(source, moment) if moment else ("", "soft")
            self._rows.addWidget(label(source, code=True, wrap=True), place, 0)
            self._rows.addWidget(label(text, role, wrap=True), place, 1)
            drop = IconButton(self._theme, "x", f"Stop watching {source}", lambda source=source: self._drop(source))
            self._rows.addWidget(drop.shrink(), place, 2)

    def _value(self, source: str, moment: Moment) -> tuple[str, str]:
        try:
            program = compile(source)
            value = program.evaluate({"context": moment.context})
        except CelError as error:
            return str(error), "error"
        hidden = not self._simulation.revealed and tells(moment.step.definition, program.tree, value)
        return (MASK, "soft") if hidden else (short_value(value), "ok")

    def _add(self) -> None:
        source = self._new.text().strip()
        if source and source not in self._sources:
            self._sources.append(source)
            self._new.clear()
            self.refresh()

    def _drop(self, source: str) -> None:
        self._sources.remove(source)
        self.refresh()


def change(name: str, before: Mapping[str, Any], context: Mapping[str, Any]) -> str:
    """How a field differs from before, in a word; nothing where it does not."""
    if name in context and name not in before:
        return messages.NEW
    if name in before and name not in context:
        return messages.CLEARED
    return messages.CHANGED if name in context and before[name] != context[name] else ""
