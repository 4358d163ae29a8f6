"""The file as another program left it beside the text as it is here, to choose between them."""

from __future__ import annotations

import difflib
from itertools import zip_longest

from PySide6.QtCore import Signal
from PySide6.QtGui import QColor, QTextCursor, QTextFormat
from PySide6.QtWidgets import QGridLayout, QHBoxLayout, QLabel, QPlainTextEdit, QPushButton, QTextEdit, QWidget

from designer import messages
from designer.theme import Theme


class Compare(QWidget):
    """Signals: ``mine_kept`` and ``file_taken`` by the buttons, ``closed`` when the choice is left open."""

    mine_kept = Signal()
    file_taken = Signal()
    closed = Signal()

    def __init__(self, mine: str, other: str, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        rows = aligned(mine.splitlines(), other.splitlines())
        self._changed = [index for index, (left, right) in enumerate(rows) if left != right]
        self._mine = _pane(messages.MINE, [left for left, _ in rows], theme)
        self._other = _pane(messages.ON_DISK, [right for _, right in rows], theme)
        pairs = ((self._mine, self._other), (self._other, self._mine))
        for one, twin in pairs:
            one.verticalScrollBar().valueChanged.connect(twin.verticalScrollBar().setValue)
            one.horizontalScrollBar().valueChanged.connect(twin.horizontalScrollBar().setValue)
        layout = QGridLayout(self)
        layout.setContentsMargins(16, 12, 16, 16)
        layout.setHorizontalSpacing(16)
        layout.setVerticalSpacing(8)
        for column, (title, pane, text, signal) in enumerate(
            (
                (messages.MINE, self._mine, messages.KEEP_MINE, self.mine_kept),
                (messages.ON_DISK, self._other, messages.TAKE_FILE, self.file_taken),
            )
        ):
            layout.addLayout(self._head(title, text, signal, last=column == 1), 0, column)
            layout.addWidget(pane, 1, column)
        theme.changed.connect(self._mark)
        self._mark()
        self._show_first()

    def _head(self, title: str, text: str, signal: Signal, *, last: bool) -> QHBoxLayout:
        row = QHBoxLayout()
        heading = QLabel(title.upper())
        heading.setProperty("role", "heading")
        row.addWidget(heading, 1)
        choose = QPushButton(text)
        choose.clicked.connect(signal)
        row.addWidget(choose)
        if last:
            leave = QPushButton(messages.DECIDE_LATER)
            leave.setProperty("role", "flat")
            leave.clicked.connect(self.closed)
            row.addWidget(leave)
        return row

    def _mark(self) -> None:
        tokens = self._theme.tokens
        _tint(self._mine, self._changed, tokens.ok_soft)
        _tint(self._other, self._changed, tokens.warning_soft)

    def _show_first(self) -> None:
        if self._changed:
            for pane in (self._mine, self._other):
                block = pane.document().findBlockByNumber(self._changed[0])
                pane.setTextCursor(QTextCursor(block))
                pane.centerCursor()


def aligned(left: list[str], right: list[str]) -> list[tuple[str | None, str | None]]:
    """The lines of two texts side by side; ``None`` where the other side has a line more."""
    rows: list[tuple[str | None, str | None]] = []
    matcher = difflib.SequenceMatcher(None, left, right, autojunk=False)
    for _, left_start, left_end, right_start, right_end in matcher.get_opcodes():
        rows += zip_longest(left[left_start:left_end], right[right_start:right_end])
    return rows


def _pane(name: str, lines: list[str | None], theme: Theme) -> QPlainTextEdit:
    pane = QPlainTextEdit("\n".join(line or "" for line in lines))
    pane.setReadOnly(True)
    pane.setAccessibleName(name)
    pane.setFont(theme.code_font())
    pane.setProperty("code", True)
    pane.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
    return pane


def _tint(pane: QPlainTextEdit, lines: list[int], color: QColor) -> None:
    selections = []
    for line in lines:
        selection = QTextEdit.ExtraSelection()
        selection.format.setBackground(color)
        selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        selection.cursor = QTextCursor(pane.document().findBlockByNumber(line))
        selections.append(selection)
    pane.setExtraSelections(selections)
