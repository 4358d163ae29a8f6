"""The field that dims what does not match."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QLabel, QLineEdit, QWidget

from designer.canvas import messages
from designer.canvas.controls import Floating
from designer.canvas.looking import Looking
from designer.canvas.narrowing import Narrowing
from designer.theme import Theme


class SearchField(Floating):
    """Dims while one types; Enter selects what was found and goes on to the next, Esc shows everything again."""

    def __init__(self, parent: QWidget, theme: Theme, narrowing: Narrowing, looking: Looking) -> None:
        super().__init__(parent, theme)
        self._narrowing, self._looking = narrowing, looking
        self._at = -1
        self.line = QLineEdit(self)
        self.line.setPlaceholderText(messages.SEARCH_HINT)
        self.line.setAccessibleName(messages.SEARCH)
        self.line.setClearButtonEnabled(True)
        self.line.setFixedWidth(230)
        self.line.installEventFilter(self)
        self.line.textChanged.connect(self._search)
        self._count = QLabel(self)
        self._count.setProperty("role", "soft")
        self._count.setMinimumWidth(64)
        row = QHBoxLayout(self)
        row.setContentsMargins(8, 6, 12, 6)
        row.setSpacing(10)
        row.addWidget(self.line)
        row.addWidget(self._count)
        self.hide()

    def open(self) -> None:
        self.adjustSize()
        self.move(self.parentWidget().width() - self.width() - 12, 12)
        self.show()
        self.raise_()
        self.line.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.line.selectAll()
        self._search(self.line.text())

    def shut(self) -> None:
        """Everything in view again, the keyboard back on the drawing."""
        self.hide()
        self._narrowing.search("")
        self.parentWidget().setFocus(Qt.FocusReason.OtherFocusReason)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.KeyPress and isinstance(event, QKeyEvent):
            if event.key() == Qt.Key.Key_Escape:
                self.shut()
                return True
            if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
                back = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
                self._next(-1 if back else 1)
                return True
        return super().eventFilter(watched, event)

    def _search(self, text: str) -> None:
        self._at = -1
        found = self._narrowing.search(text)
        self._count.setText(messages.found(len(found)) if text.strip() else "")

    def _next(self, step: int) -> None:
        found = self._narrowing.search(self.line.text())
        if found:
            self._at = (self._at + step) % len(found)
            self._narrowing.choose(found[self._at])
            self._looking.reveal(("states", found[self._at]))
            self._count.setText(messages.found_at(self._at + 1, len(found)))
