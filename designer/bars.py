"""The bars over the drawing that show notices."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt, QTimer
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QSizePolicy, QToolButton, QVBoxLayout, QWidget

from designer.notices import Choice, Kind, Notice
from designer.theme import Theme

BRIEF_MS = 6000
_ICONS = {Kind.HINT: ("info", "accent"), Kind.WARNING: ("warning", "warning"), Kind.ERROR: ("warning-circle", "error")}


class Bars(QWidget):
    """A column of notices, the newest below; empty, it takes no room."""

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._bars: dict[str, Bar] = {}
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        theme.changed.connect(self._dress)

    def show_notice(self, notice: Notice) -> None:
        self.dismiss(notice.key)
        bar = Bar(notice, self._theme, self)
        self._bars[notice.key] = bar
        self.layout().addWidget(bar)
        bar.closed.clicked.connect(lambda: self.dismiss(notice.key))
        for button, choice in bar.buttons:
            button.clicked.connect(lambda _=False, choice=choice: self._choose(notice.key, choice))
        if notice.brief:
            QTimer.singleShot(BRIEF_MS, bar, lambda: self._dismiss_bar(notice.key, bar))

    def dismiss(self, key: str) -> None:
        """Take a notice away; nothing happens when it is not shown."""
        if bar := self._bars.pop(key, None):
            bar.hide()
            bar.deleteLater()

    def _dismiss_bar(self, key: str, bar: Bar) -> None:
        if self._bars.get(key) is bar:
            self.dismiss(key)

    def _choose(self, key: str, choice: Choice) -> None:
        self.dismiss(key)
        choice.does()

    def _dress(self) -> None:
        for bar in self._bars.values():
            bar.dress(self._theme)


class Bar(QFrame):
    """One notice: a sign, the sentence, its choices, and a cross."""

    def __init__(self, notice: Notice, theme: Theme, parent: QWidget) -> None:
        super().__init__(parent)
        self._notice = notice
        self.setProperty("role", "banner")
        self.setProperty("kind", notice.kind.value)
        self.setAccessibleName(notice.text)
        self._sign = QLabel()
        text = QLabel(notice.text)
        text.setWordWrap(True)
        text.setTextFormat(Qt.TextFormat.PlainText)
        text.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        text.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.closed = QToolButton()
        self.closed.setAccessibleName("Dismiss")
        self.closed.setToolTip("Dismiss")
        self.buttons = [(QPushButton(choice.text), choice) for choice in notice.choices]
        layout = QHBoxLayout(self)
        layout.setContentsMargins(16, 6, 8, 6)
        layout.setSpacing(8)
        layout.addWidget(self._sign)
        layout.addWidget(text, 1)
        for button, _ in self.buttons:
            layout.addWidget(button)
        if self.buttons:
            self.buttons[0][0].setProperty("primary", True)
        layout.addWidget(self.closed)
        self.dress(theme)

    def dress(self, theme: Theme) -> None:
        name, color = _ICONS[self._notice.kind]
        self._sign.setPixmap(theme.icon(name, color).pixmap(QSize(18, 18), self.devicePixelRatioF()))
        self.closed.setIcon(theme.icon("x", "soft"))
