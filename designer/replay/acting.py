"""A line in which an operator says what is to be done to a run, and why."""

from __future__ import annotations

import getpass
import json
from typing import TYPE_CHECKING

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QLineEdit, QVBoxLayout, QWidget

from designer.panels.widgets import button, label, row
from designer.replay import messages

if TYPE_CHECKING:
    from engine.reducer import Operation


class Acting(QWidget):
    """Signals: ``decided`` (Operation)."""

    decided = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self._kind = QComboBox()
        self._kind.setAccessibleName(messages.KIND)
        for kind, words in messages.ACTS.items():
            self._kind.addItem(words, kind)
        self._what = QLineEdit()
        self._by = QLineEdit(getpass.getuser())
        self._by.setAccessibleName(messages.OPERATOR)
        self._by.setMaximumWidth(160)
        self._why = QLineEdit()
        self._why.setAccessibleName(messages.REASON)
        self._why.setPlaceholderText(messages.REASON_HINT)
        self._why.returnPressed.connect(self._decide)
        self._run = label("", "title")
        self._said = label("", "error", wrap=True)
        self._said.hide()
        line = row(self._run, self._kind, self._what, self._by, self._why, button(messages.DO, self._decide))
        line.setStretch(2, 1)
        line.setStretch(4, 2)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addLayout(line)
        column.addWidget(self._said)
        self._kind.currentIndexChanged.connect(lambda _: self._follow())
        self._follow()

    def show_run(self, run: str | None) -> None:
        self._run.setText(run or "")

    def begin(self) -> None:
        self._why.setFocus()

    def _follow(self) -> None:
        kind = self._kind.currentData()
        self._what.setVisible(kind in ("retry", "supply"))
        hint = messages.COMMAND_HINT if kind == "retry" else messages.SUPPLY_HINT
        self._what.setPlaceholderText(hint)
        self._what.setAccessibleName(hint)

    def _decide(self) -> None:
        try:
            operation = self._operation()
        except ValueError as error:
            self._said.setText(str(error))
            self._said.show()
            return
        self._said.hide()
        self.decided.emit(operation)
        self._why.clear()

    def _operation(self) -> Operation:
        """What was decided. Raises ``ValueError`` with a sentence."""
        from engine.reducer import Operation  # a run is open by now; the window should not wait for its reducer

        kind, what = self._kind.currentData(), self._what.text().strip()
        if not self._why.text().strip():
            raise ValueError(messages.no_reason())
        values = None
        if kind == "supply":
            field, equals, text = (part.strip() for part in what.partition("="))
            if not equals or not field:
                raise ValueError(messages.no_supply(what))
            values = {field: _value(text)}
        return Operation(
            kind, self._by.text().strip(), self._why.text().strip(), what if kind == "retry" else None, values
        )


def _value(text: str) -> object:
    """JSON where it is some, else the text as it stands."""
    try:
        return json.loads(text)
    except ValueError:
        return text
