"""Help: the package's own pages about findings, keys, functions and terms, beside the work."""

from __future__ import annotations

import re

from PySide6.QtCore import Qt, QUrl, Signal
from PySide6.QtGui import QFont, QTextBlock, QTextBlockFormat, QTextCharFormat, QTextCursor, QTextFormat
from PySide6.QtWidgets import QCompleter, QLineEdit, QTextBrowser, QVBoxLayout

from designer.panels import messages
from designer.panels.code import PLAIN, yaml_pieces
from designer.panels.codeedit import piece_colours
from designer.panels.widgets import IconButton, Panel, button, row
from designer.theme import Theme
from engine.cli import index, page
from engine.dsl import nearest

_YAML = re.compile(r"```yaml\n(.*?)```", re.DOTALL)
FIRST_PAGE = "machine"


class Help(Panel):
    """One page at a time, with a way back. Signals: ``insert_wanted`` (YAML) for a page's example."""

    insert_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._past: list[str] = []
        self._ahead: list[str] = []
        self.topic = ""
        self._words = sorted(index())
        self._search = QLineEdit(placeholderText=messages.FIND_HELP, clearButtonEnabled=True)
        self._search.setAccessibleName(messages.FIND_HELP)
        completer = QCompleter(self._words, self._search)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        self._search.setCompleter(completer)
        self._search.returnPressed.connect(self._look_up)
        completer.activated.connect(self.open)
        self._back = IconButton(theme, "arrow-left", messages.HELP_BACK, self._go_back)
        self._on = IconButton(theme, "arrow-right", messages.HELP_FORWARD, self._go_forward)
        self.browser = QTextBrowser()
        self.browser.setOpenLinks(False)
        self.browser.setProperty("frame", "none")
        self.browser.setAccessibleName(messages.HELP)
        self.browser.anchorClicked.connect(self._follow)
        self._insert = button(messages.INSERT_EXAMPLE, self._give_example)
        top = row(self._back, self._on, self._search, spacing=4)
        top.setContentsMargins(8, 8, 12, 4)
        bottom = row(self._insert, None)
        bottom.setContentsMargins(12, 4, 12, 8)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self.browser, 1)
        layout.addLayout(bottom)
        theme.changed.connect(lambda: self._show(self.topic))
        self.open(FIRST_PAGE)

    def open(self, word: str) -> bool:
        """Show the page about an id, key, function or term; of an unknown word the nearest, and say so."""
        topic = word.strip().strip("()").casefold()
        if topic == self.topic:
            return True
        known = topic in self._words
        if self.topic:
            self._past.append(self.topic)
            self._ahead.clear()
        self._show(topic)
        return known

    def _show(self, topic: str) -> None:
        self.topic = topic
        text = page(topic)
        if text is None:
            text = messages.no_page(topic, nearest(topic, self._words))
        self.browser.setMarkdown(text)
        self._dress()
        self._example = _example(text)
        self._insert.setVisible(bool(self._example))
        self._back.setEnabled(bool(self._past))
        self._on.setEnabled(bool(self._ahead))

    def _look_up(self) -> None:
        if self._search.text().strip():
            self.open(self._search.text())

    def _follow(self, link: QUrl) -> None:
        self.open(link.path().removesuffix(".md").rsplit("/", 1)[-1])

    def _go_back(self) -> None:
        if self._past:
            self._ahead.append(self.topic)
            self._show(self._past.pop())

    def _go_forward(self) -> None:
        if self._ahead:
            self._past.append(self.topic)
            self._show(self._ahead.pop())

    def _give_example(self) -> None:
        self.insert_wanted.emit(self._example)

    def _dress(self) -> None:
        """The program's own faces and colours: Markdown knows only the system's."""
        document = self.browser.document()
        document.setDocumentMargin(12)
        state = PLAIN
        block = document.begin()
        while block.isValid():
            if block.blockFormat().hasProperty(QTextFormat.Property.BlockCodeFence):
                state = self._dress_code(block, state)
            else:
                state = PLAIN
                self._dress_prose(block)
            block = block.next()
        self.browser.moveCursor(QTextCursor.MoveOperation.Start)

    def _dress_code(self, block: QTextBlock, state: int) -> int:
        """A line of YAML in the colours of the source pane; the state it ends in."""
        form = QTextBlockFormat()
        form.setBackground(self._theme.tokens.card)
        form.setNonBreakableLines(False)
        whole = QTextCursor(block)
        whole.mergeBlockFormat(form)
        whole.select(QTextCursor.SelectionType.BlockUnderCursor)
        whole.mergeCharFormat(self._code_format())
        pieces, state = yaml_pieces(block.text(), state)
        colours = piece_colours(self._theme.tokens)
        for piece in pieces:
            cursor = QTextCursor(block)
            cursor.setPosition(block.position() + piece.start)
            cursor.setPosition(block.position() + piece.start + piece.length, QTextCursor.MoveMode.KeepAnchor)
            colour = QTextCharFormat()
            colour.setForeground(colours[piece.kind])
            cursor.mergeCharFormat(colour)
        return state

    def _dress_prose(self, block: QTextBlock) -> None:
        tokens = self._theme.tokens
        level = block.blockFormat().headingLevel()
        form = QTextBlockFormat()
        form.setLineHeight(130, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        form.setTopMargin({1: 0, 2: 16}.get(level, 4))
        form.setBottomMargin(4)
        QTextCursor(block).mergeBlockFormat(form)
        parts = []
        fragments = block.begin()
        while not fragments.atEnd():
            fragment = fragments.fragment()
            parts.append((fragment.position(), fragment.length(), fragment.charFormat()))
            fragments += 1
        for position, length, old in parts:
            new = self._code_format() if old.fontFixedPitch() else self._text_format({1: 17, 2: 14}.get(level, 13))
            new.setForeground(tokens.accent if old.isAnchor() else tokens.text)
            if level:
                new.setFontWeight(QFont.Weight.DemiBold)
            cursor = QTextCursor(block)
            cursor.setPosition(position)
            cursor.setPosition(position + length, QTextCursor.MoveMode.KeepAnchor)
            whole = QTextCharFormat(old)
            whole.clearProperty(QTextFormat.Property.FontSizeAdjustment)
            whole.merge(new)
            cursor.setCharFormat(whole)

    def _code_format(self) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFontFamilies([self._theme.code_font(12).family()])
        form.setProperty(QTextFormat.Property.FontPixelSize, 12)
        form.setForeground(self._theme.tokens.text)
        return form

    def _text_format(self, px: int) -> QTextCharFormat:
        form = QTextCharFormat()
        form.setFont(
            self._theme.text_font(px), QTextCharFormat.FontPropertiesInheritanceBehavior.FontPropertiesSpecifiedOnly
        )
        return form


def _example(text: str) -> str:
    """The first piece of YAML that is no whole machine, to be put into one."""
    return next((piece for piece in _YAML.findall(text) if not piece.startswith("fsm:")), "")
