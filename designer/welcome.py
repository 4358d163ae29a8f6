"""The page shown while no machine is open: begin anew, go on, or look at a sample."""

from __future__ import annotations

import pathlib
from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QFrame, QHBoxLayout, QLabel, QPushButton, QScrollArea, QVBoxLayout, QWidget

from designer import messages
from designer.theme import Theme

COLUMN = 340


class Welcome(QScrollArea):
    """Signals: ``new_asked``, ``open_asked``, ``folder_asked``, ``tour_asked``, ``file_chosen`` (path)."""

    new_asked = Signal()
    open_asked = Signal()
    folder_asked = Signal()
    tour_asked = Signal()
    file_chosen = Signal(object)

    def __init__(self, theme: Theme, samples: Sequence[pathlib.Path]) -> None:
        super().__init__()
        self._theme = theme
        self._samples = tuple(samples)
        self._icons: list[tuple[QPushButton, str]] = []
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setAccessibleName(messages.WELCOME)
        theme.changed.connect(self._dress)
        self.show_recent(())

    def show_recent(self, recent: Sequence[pathlib.Path]) -> None:
        """Show the page anew, with these files to go on with."""
        self._icons.clear()
        begin = _column(messages.BEGIN)
        for icon, text, signal in (
            ("file-plus", messages.NEW_MACHINE, self.new_asked),
            ("folder-open", messages.OPEN_FILE, self.open_asked),
            ("folder", messages.OPEN_FOLDER, self.folder_asked),
            ("sparkle", messages.TOUR, self.tour_asked),
        ):
            begin.layout().addWidget(self._row(icon, text, "", signal.emit))
        files = _column(messages.SAMPLES)
        for path in self._samples:
            does = lambda path=path: self.file_chosen.emit(path)  # noqa: E731
            files.layout().addWidget(self._row("flow-arrow", path.stem, messages.sample(path.stem), does))
        if recent:
            files.layout().addSpacing(16)
            files.layout().addWidget(_heading(messages.RECENT))
        for path in recent[:6]:
            does = lambda path=path: self.file_chosen.emit(path)  # noqa: E731
            files.layout().addWidget(self._row("file-text", path.stem, str(path.parent), does))
        for column in (begin, files):
            column.layout().addStretch(1)
        self.setWidget(self._page(begin, files))
        self._dress()

    def _page(self, *columns: QWidget) -> QWidget:
        page = QWidget()
        title = QLabel(messages.WELCOME)
        title.setProperty("role", "welcome")
        lead = QLabel(messages.WELCOME_LEAD)
        lead.setProperty("role", "soft")
        lead.setWordWrap(True)
        inner = QVBoxLayout()
        inner.setSpacing(8)
        inner.addWidget(title)
        inner.addWidget(lead)
        inner.addSpacing(24)
        side = QHBoxLayout()
        side.setSpacing(48)
        for column in columns:
            side.addWidget(column)
        inner.addLayout(side)
        outer = QHBoxLayout()
        outer.addStretch(1)
        outer.addLayout(inner)
        outer.addStretch(1)
        layout = QVBoxLayout(page)
        layout.setContentsMargins(32, 32, 32, 32)
        layout.addStretch(1)
        layout.addLayout(outer)
        layout.addStretch(2)
        return page

    def _row(self, icon: str, text: str, detail: str, does: object) -> QPushButton:
        button = QPushButton()
        button.setProperty("role", "entry")
        button.setAccessibleName(text)
        button.setProperty("detail", bool(detail))
        row = QHBoxLayout(button)
        row.setContentsMargins(12, 0, 12, 0)
        row.setSpacing(12)
        sign = QLabel()
        sign.setObjectName("sign")
        words = QVBoxLayout()
        words.setSpacing(0)
        words.addStretch(1)
        words.addWidget(QLabel(text))
        if detail:
            soft = QLabel(detail)
            soft.setProperty("role", "soft")
            words.addWidget(soft)
        words.addStretch(1)
        row.addWidget(sign)
        row.addLayout(words, 1)
        for label in button.findChildren(QLabel):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        button.clicked.connect(does)
        self._icons.append((button, icon))
        return button

    def _dress(self) -> None:
        for button, name in self._icons:
            sign = button.findChild(QLabel, "sign")
            sign.setPixmap(self._theme.icon(name, "accent").pixmap(QSize(20, 20), self.devicePixelRatioF()))


def _heading(text: str) -> QLabel:
    label = QLabel(text.upper())
    label.setProperty("role", "heading")
    return label


def _column(title: str) -> QWidget:
    column = QWidget()
    column.setFixedWidth(COLUMN)
    layout = QVBoxLayout(column)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setSpacing(4)
    layout.addWidget(_heading(title))
    layout.addSpacing(4)
    return column
