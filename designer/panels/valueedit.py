"""An editor for one value, made from its field's type: what a person answers in the simulator and gives as input."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSizePolicy, QVBoxLayout, QWidget

from designer.panels import messages
from designer.panels.typed import parse_typed, show_typed
from designer.panels.widgets import label, set_flag
from engine.dsl import Field, FieldType

_LONG = (FieldType.LIST, FieldType.MAP, FieldType.ANY)


class ValueEdit(QWidget):
    """Signals: ``entered`` on Enter, ``edited`` when another value stands there.

    ``value()`` raises ``ValueError`` with a sentence where what is typed does not fit; the sentence is shown too.
    """

    entered = Signal()
    edited = Signal()

    def __init__(self, field: Field | None, name: str, *, secret: bool = False) -> None:
        super().__init__()
        self._field = field
        self._said = label("", "error", wrap=True)
        self._said.hide()
        self.editor = self._made(field, secret)
        self.editor.setAccessibleName(name)
        self.setFocusProxy(self.editor)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.editor)
        column.addWidget(self._said)

    def text(self) -> str:
        match self.editor:
            case QComboBox():
                return str(self.editor.currentData() or "")
            case QPlainTextEdit():
                return self.editor.toPlainText()
            case QLineEdit():
                return self.editor.text()
        return ""

    def value(self) -> Any:
        """The value, ``None`` for an empty one."""
        try:
            value = parse_typed(self._field, self.text())
        except ValueError as error:
            self.say(str(error))
            raise
        self.say("")
        return value

    def show_value(self, value: Any) -> None:
        text = show_typed(self._field, value)
        match self.editor:
            case QComboBox():
                self.editor.setCurrentIndex(self.editor.findData(text))
            case QPlainTextEdit():
                self.editor.setPlainText(text)
            case QLineEdit():
                self.editor.setText(text)

    def say(self, text: str) -> None:
        """Show a sentence below the editor."""
        self._said.setText(text)
        self._said.setVisible(bool(text))
        set_flag(self.editor, "invalid", "true" if text else "false")

    def _made(self, field: Field | None, secret: bool) -> QWidget:
        kind = field.type if field is not None else FieldType.ANY
        if field is not None and kind in (FieldType.ENUM, FieldType.BOOL):
            picker = Picker()
            picker.entered.connect(self.entered)
            for text in field.values if kind is FieldType.ENUM else ("true", "false"):
                picker.addItem(text, text)
            picker.setPlaceholderText(messages.CHOOSE)
            picker.setCurrentIndex(-1)
            picker.currentIndexChanged.connect(self.edited)
            return picker
        if (kind is FieldType.STRING and not secret) or kind in _LONG:
            area = AnswerArea(code=kind in _LONG)
            area.setPlaceholderText(messages.VALUE_HINTS.get(kind, ""))
            area.entered.connect(self.entered)
            area.textChanged.connect(self.edited)
            return area
        line = QLineEdit()
        line.setPlaceholderText(messages.VALUE_HINTS.get(kind, ""))
        if secret:
            line.setEchoMode(QLineEdit.EchoMode.Password)
        line.returnPressed.connect(self.entered)
        line.textChanged.connect(self.edited)
        return line


class Picker(QComboBox):
    """A list to choose from; Enter hands in what was chosen. Signals: ``entered``."""

    entered = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and self.currentIndex() >= 0:
            self.entered.emit()
        else:
            super().keyPressEvent(event)


class AnswerArea(QPlainTextEdit):
    """One line that grows to six. Enter hands in, Shift+Enter breaks the line. Signals: ``entered``."""

    entered = Signal()

    def __init__(self, *, code: bool) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setStyleSheet("min-height: 0")
        if code:
            self.setProperty("code", "true")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self.updateGeometry())

    def sizeHint(self) -> QSize:
        rows = max(1, min(6, round(self.document().size().height())))
        return QSize(120, max(34, rows * self.fontMetrics().lineSpacing() + 22))

    def minimumSizeHint(self) -> QSize:
        return QSize(60, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not event.modifiers():
            self.entered.emit()
        else:
            super().keyPressEvent(event)
