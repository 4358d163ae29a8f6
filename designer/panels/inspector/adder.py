"""``+ add``: a quiet button that becomes a line to type into."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QStackedLayout, QWidget

from designer.panels.inspector.lines import Line
from designer.panels.inspector.names import complete
from designer.panels.widgets import button, row


class Adder(QWidget):
    """``add`` gets what was typed and says whether it was taken; the line then closes."""

    def __init__(self, text: str, hint: str, add: Callable[[str], bool]) -> None:
        super().__init__()
        self._add = add
        self._names: list[str] = []
        self._button = button(text, self.open, role="flat")
        self._line = Line()
        self._line.setPlaceholderText(hint)
        self._line.setAccessibleName(hint)
        self._line.returnPressed.connect(self._take)
        self._line.left.connect(self._leave)
        self._line.escaped.connect(self._close)
        self._stack = QStackedLayout(self)
        self._stack.addWidget(self._held(self._button))
        self._stack.addWidget(self._line)
        self.setFixedHeight(34)

    def fill(self, names: Sequence[str]) -> None:
        """What the line completes."""
        self._names = list(names)
        complete(self._line, lambda: self._names)

    def open(self) -> None:
        self._stack.setCurrentIndex(1)
        self._line.setFocus()

    def _take(self) -> None:
        text = self._line.text().strip()
        if text and self._add(text):
            self._close()

    def _leave(self) -> None:
        if not self._line.text().strip() and not self._line.hasFocus():
            self._close()

    def _close(self) -> None:
        self._line.clear()
        self._stack.setCurrentIndex(0)

    def _held(self, widget: QWidget) -> QWidget:
        holder = QWidget()
        layout = row(widget, None)
        layout.setAlignment(Qt.AlignmentFlag.AlignLeft)
        holder.setLayout(layout)
        return holder
