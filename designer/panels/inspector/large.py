"""A window of its own for a long expression."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QSizePolicy, QVBoxLayout

from designer.panels.inspector import messages
from designer.panels.inspector.guard import CelEdit
from designer.panels.inspector.terms import term_a_line
from designer.panels.widgets import button, label, row
from designer.theme import Theme

MOST_HEIGHT = 10_000
"""Pixels; a window of its own is as high as a person makes it."""


class LargeEditor(QFrame):
    """The same expression in a window of its own that can be resized; one term a line on request."""

    def __init__(self, theme: Theme, field: CelEdit, title: str) -> None:
        super().__init__(field.window(), Qt.WindowType.Dialog)
        self.setProperty("role", "panel")
        self.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        self.setWindowTitle(title)
        self.resize(720, 360)
        self._field = field
        self.edit = CelEdit(theme, least=6, most=400)
        self.edit.setAccessibleName(title)
        self.edit.setMaximumHeight(MOST_HEIGHT)
        self.edit.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.edit.fields, self.edit.schema, self.edit.own = field.fields, field.schema, field.own
        self.edit.explanation = field.explanation
        self.edit.show_source(field.source)
        self._problem = label("", "error", wrap=True)
        self.edit.checked.connect(lambda: self._problem.setText("\n".join(m.message for m in self.edit.marks)))
        self.edit.escaped.connect(self.close)
        buttons = row(
            button(messages.TERM_A_LINE, lambda: self.edit.setPlainText(term_a_line(self.edit.source))),
            button(messages.ONE_LINE, lambda: self.edit.setPlainText(" ".join(self.edit.source.split()))),
            None,
            button(messages.CANCEL_PLAIN, self.close),
            button(messages.USE_IT, self._use, primary=True),
        )
        layout = QVBoxLayout(self)
        layout.setContentsMargins(16, 16, 16, 16)
        layout.setSpacing(8)
        layout.addWidget(self.edit, 1)
        layout.addWidget(self._problem)
        layout.addLayout(buttons)

    def _use(self) -> None:
        self._field.setPlainText(self.edit.source)
        self._field.left.emit()
        self.close()
