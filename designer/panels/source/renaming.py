"""Renaming a symbol where it stands in the source: a small field over the name."""

from __future__ import annotations

from typing import Literal, cast

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit

from designer.document import Document, Intent
from designer.document.intents import Rename, RenameState
from designer.panels import messages
from designer.panels.source.editor import SourceEdit
from designer.panels.source.symbols import Symbol
from designer.panels.widgets import set_flag

_Kind = Literal["field", "agent", "user", "role", "command"]
_FIELD_HEIGHT = 32


class RenameField(QLineEdit):
    """Enter renames everywhere, Esc and leaving let it be; a name that cannot be stays to be mended."""

    def __init__(self, document: Document, editor: SourceEdit, symbol: Symbol, position: int) -> None:
        super().__init__(symbol.name, editor.viewport())
        self._document = document
        self._editor = editor
        self._symbol = symbol
        self.setAccessibleName(messages.rename(symbol.kind, symbol.name))
        cursor = editor.textCursor()
        cursor.setPosition(position)
        box = editor.cursorRect(cursor)
        self.setGeometry(box.left() - 8, box.top() - 7, max(220, 9 * len(symbol.name) + 60), _FIELD_HEIGHT)
        self.selectAll()
        self.show()
        self.setFocus()
        self.editingFinished.connect(lambda: None if self.hasFocus() else self._close())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Enter and Esc end here: passed on, the source below would take them for its own."""
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            self._rename()
        elif event.key() == Qt.Key.Key_Escape:
            self._close()
        else:
            super().keyPressEvent(event)

    def _rename(self) -> None:
        outcome = self._document.attempt(self._intent())
        if outcome:
            self._close()
            return
        set_flag(self, "invalid", "true")
        self.setToolTip(outcome.refusal)
        self._document.refused.emit(outcome.refusal)

    def _intent(self) -> Intent:
        old, new = self._symbol.name, self.text()
        if self._symbol.kind == "state":
            return RenameState(old, new)
        return Rename(cast(_Kind, self._symbol.kind), old, new)

    def _close(self) -> None:
        self.editingFinished.disconnect()
        self.deleteLater()
        self._editor.setFocus()
