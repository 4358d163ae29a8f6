"""Two ways of a run side by side: their steps on one axis, the first difference, and the values at their ends."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QVBoxLayout, QWidget

from designer.panels.simulator import messages
from designer.panels.simulator.moments import Moment, moments_of
from designer.panels.simulator.simulation import Simulation
from designer.panels.simulator.words import value_words, words_of
from designer.panels.widgets import Panel, Pill, Scroller, button, clear, heading, label, row
from designer.theme import Theme
from engine.reducer import masked
from engine.simulate import Session, compare_sessions

_MOST_STEPS = 60


class Comparison(Panel):
    """The present way beside another. Signals: ``closed`` by its button, by Esc, or with nothing to compare."""

    closed = Signal()

    def __init__(self, simulation: Simulation, theme: Theme, other: int) -> None:
        super().__init__()
        self._simulation = simulation
        self._theme = theme
        session = simulation.session
        self._pair = sorted((session.branch if session else 0, other))
        self._tips: object = None
        self._said = label("", "title", wrap=True)
        self._close = button(messages.BACK_TO_DRAWING, self.closed.emit, primary=True)
        self._scroller = Scroller(16, 8)
        self._grid = QGridLayout()
        self._grid.setHorizontalSpacing(16)
        self._grid.setVerticalSpacing(10)
        self._grid.setColumnStretch(1, 1)
        self._grid.setColumnStretch(2, 1)
        self._scroller.column.addLayout(self._grid)
        self._scroller.column.addStretch(1)
        head = row(self._said, self._close)
        head.setStretch(0, 1)
        head.setContentsMargins(16, 12, 16, 8)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(head)
        column.addWidget(self._scroller, 1)
        self.setAccessibleName(messages.COMPARISON)
        simulation.changed.connect(self.refresh)
        self.refresh()

    def begin(self) -> None:
        """Put the keyboard where Esc and Enter lead back."""
        self._close.setFocus()

    def refresh(self) -> None:
        session = self._simulation.session
        if session is None or max(self._pair) >= len(session.tips):
            self.closed.emit()
            return
        shown = (session.tips, self._simulation.revealed)
        if shown == self._tips:
            return
        self._tips = shown
        clear(self._grid)
        one, other = (session.switch(branch) for branch in self._pair)
        names = [messages.branch(branch) for branch in self._pair]
        first = compare_sessions(one, other)
        ways = list(moments(one)), list(moments(other))
        if first is not None:
            self._said.setText(messages.parts_at(names[0], names[1], first.field, first.expected, first.found))
        else:
            hidden = any(left.context != right.context for left, right in zip(*ways, strict=False))
            self._said.setText(messages.same_ways(names[0], names[1], hidden=hidden))
        self._head(names)
        self._steps(*ways)
        self._ends(one, other)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
        else:
            super().keyPressEvent(event)

    def _head(self, names: list[str]) -> None:
        here = self._simulation.session.branch if self._simulation.session else 0
        for column, (branch, name) in enumerate(zip(self._pair, names, strict=True), 1):
            self._grid.addWidget(heading(messages.branch_title(name, here=branch == here)), 0, column)

    def _steps(self, one: list[Moment], other: list[Moment]) -> None:
        """The steps after the common beginning, row by row."""
        same = sum(1 for _ in _common(one, other))
        if same:
            self._row(messages.steps_span(1, same), label(messages.SAME, "soft"), label(messages.SAME, "soft"))
        pairs = list(zip_longest(one[same:], other[same:]))
        for place, (left, right) in enumerate(pairs[:_MOST_STEPS]):
            step = messages.steps_span(same + place + 1, same + place + 1)
            unlike = left is None or right is None or words_of(left) != words_of(right)
            self._row(step, self._step(left), self._step(right), first=place == 0, differs=unlike)
        if len(pairs) > _MOST_STEPS:
            self._row("", label(messages.more_steps(len(pairs) - _MOST_STEPS), "soft"), QLabel())

    def _step(self, moment: Moment | None) -> QLabel:
        if moment is None:
            return label("–", "soft")
        words = words_of(moment)
        return label(f"{words.title}\n{words.detail}" if words.detail else words.title, wrap=True)

    def _ends(self, one: Session, other: Session) -> None:
        """Where the two ways have come to, field by field."""
        title = heading(messages.AT_THEIR_ENDS)
        title.setContentsMargins(0, 12, 0, 0)
        self._grid.addWidget(title, self._grid.rowCount(), 0, 1, 4)
        states = [session.world.envelope.state for session in (one, other)]
        self._row(messages.STATE, *(label(messages.shown_name(state)) for state in states), differs=_unlike(states))
        values = [self._values(session) for session in (one, other)]
        for name in dict.fromkeys((*one.definition.fields, *other.definition.fields)):
            pair = [each.get(name) for each in values]
            real = [session.world.envelope.context.get(name) for session in (one, other)]
            self._row(name, *map(_value, pair), differs=_unlike(real), code=True)

    def _values(self, session: Session) -> Mapping[str, Any]:
        context = session.world.envelope.context
        return context if self._simulation.revealed else masked(session.definition, context)

    def _row(
        self,
        name: str,
        left: QWidget,
        right: QWidget,
        *,
        first: bool = False,
        differs: bool = False,
        code: bool = False,
    ) -> None:
        place, top = self._grid.rowCount(), Qt.AlignmentFlag.AlignTop
        self._grid.addWidget(label(name, "soft", code=code), place, 0, top)
        self._grid.addWidget(left, place, 1)
        self._grid.addWidget(right, place, 2)
        if first or differs:
            text = messages.FIRST_DIFFERENCE if first else messages.DIFFERS
            self._grid.addWidget(Pill(self._theme, text, "warning", "warning_soft"), place, 3, top)


def moments(session: Session) -> Iterator[Moment]:
    """The moments of the present way of a session."""
    for node in session.path():
        yield from moments_of(node)


def _common(one: list[Moment], other: list[Moment]) -> Iterator[Moment]:
    """The moments at which two ways say the same."""
    for left, right in zip(one, other, strict=False):
        if left.node is not right.node and (words_of(left) != words_of(right) or left.context != right.context):
            return
        yield left


def _unlike(pair: list[Any]) -> bool:
    return type(pair[0]) is not type(pair[1]) or pair[0] != pair[1]


def _value(value: Any) -> QLabel:
    if value is None:
        return label(messages.UNSET, "soft")
    return label(value_words(value), wrap=True)
