"""The widgets values are typed into: a line, a picker, an area; undo takes back typing first, then the last step."""

from __future__ import annotations

from PySide6.QtCore import QEvent, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QKeySequence, QResizeEvent, QWheelEvent
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QSizePolicy

_Keys = QKeySequence.StandardKey


def is_undo(event: QEvent) -> bool:
    """Whether a key asks for undo or redo."""
    return isinstance(event, QKeyEvent) and (event.matches(_Keys.Undo) or event.matches(_Keys.Redo))


class Line(QLineEdit):
    """A line whose Ctrl+Z takes back typing first, and the document's last step once nothing is typed.

    Signals: ``left`` on Enter and when the focus goes; ``escaped`` on Esc.
    """

    left = Signal()
    escaped = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.shown = ""
        self.returnPressed.connect(self.left)

    def show_text(self, text: str) -> None:
        self.shown = text
        if self.text() != text:
            self.setText(text)
            self.setCursorPosition(0)

    @property
    def dirty(self) -> bool:
        return self.text() != self.shown

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and not self.dirty and is_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._offers():
            event.ignore()  # closes what is offered, and only that
        elif event.key() == Qt.Key.Key_Escape and self.dirty:
            self.escaped.emit()
        elif not self.dirty and is_undo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def _offers(self) -> bool:
        completer = self.completer()
        popup = completer.popup() if completer is not None else None
        return popup is not None and popup.isVisible()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() != Qt.FocusReason.PopupFocusReason:
            self.left.emit()


class Picker(QComboBox):
    """A combo box the wheel scrolls past."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(6)
        self.setMaxVisibleItems(12)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()


class TextArea(QPlainTextEdit):
    """Several lines, as high as they need. Signals: ``left`` when the focus goes, ``escaped`` on Esc."""

    left = Signal()
    escaped = Signal()

    def __init__(self, least: int = 2, most: int = 10) -> None:
        super().__init__()
        self.shown = ""
        self._least, self._most = least, most
        self.setTabChangesFocus(True)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())

    @property
    def dirty(self) -> bool:
        return self.toPlainText() != self.shown

    def show_text(self, text: str) -> None:
        self.shown = text
        if self.toPlainText() != text:
            self.setPlainText(text)

    def sizeHint(self) -> QSize:
        return hint(self, self._least, self._most)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._grow)  # a height set within its own resizing would leave the text no room

    def _grow(self) -> None:
        grow(self, self._most)

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.StyleChange:
            self._grow()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ShortcutOverride and not self.dirty and is_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self.dirty:
            self.escaped.emit()
        elif not self.dirty and is_undo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()


def hint(edit: QPlainTextEdit, least: int, most: int) -> QSize:
    """The size of a field that is as high as its lines need, within so many."""
    rows = max(least, min(most, _lines(edit)))
    return QSize(160, max(32, rows * edit.fontMetrics().lineSpacing() + 22))


def grow(edit: QPlainTextEdit, most: int) -> None:
    """Make a field as high as it hints, unless a layout may stretch it; it scrolls only past so many lines."""
    fits = _lines(edit) <= most
    policy = Qt.ScrollBarPolicy.ScrollBarAlwaysOff if fits else Qt.ScrollBarPolicy.ScrollBarAsNeeded
    edit.setVerticalScrollBarPolicy(policy)
    if edit.sizePolicy().verticalPolicy() is QSizePolicy.Policy.Fixed:
        edit.setFixedHeight(edit.sizeHint().height())  # the style sheet's least height would win over a mere hint


def _lines(edit: QPlainTextEdit) -> int:
    return round(edit.document().size().height())
