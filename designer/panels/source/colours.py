"""Colours of the source pane, made for the lines in view alone, so that a long file costs no more than a short one."""

from __future__ import annotations

from PySide6.QtCore import QObject, QSignalBlocker
from PySide6.QtGui import QColor, QTextBlock, QTextCharFormat, QTextLayout

from designer.panels.code import PLAIN, yaml_pieces
from designer.panels.codeedit import CodeEdit, piece_colours
from designer.theme import Theme

_UNKNOWN = -1


class Colours(QObject):
    """Keeps the visible lines of an editor coloured.

    A block's user state holds the state its line ends in, doubled, plus one when the line is coloured already.
    """

    def __init__(self, editor: CodeEdit, theme: Theme) -> None:
        super().__init__(editor)
        self._editor = editor
        self._theme = theme
        self._formats: dict[str, QTextCharFormat] = {}
        editor.document().contentsChange.connect(self._changed)
        editor.updateRequest.connect(lambda *_: self.colour_visible())
        theme.changed.connect(self._retheme)
        self._make_formats()

    def colour_visible(self) -> None:
        """Colour every line in view that is not yet."""
        unheard = QSignalBlocker(self._editor.document())
        block = self._editor.firstVisibleBlock()
        state = self._state_before(block)
        rows = self._editor.viewport().height() // max(1, self._editor.fontMetrics().height()) + 2
        while block.isValid() and rows > 0:
            if block.userState() == _UNKNOWN or not block.userState() & 1:
                state = self._colour(block, state)
            else:
                state = block.userState() >> 1
            rows -= block.isVisible()
            block = block.next()
        unheard.unblock()

    def _colour(self, block: QTextBlock, state: int) -> int:
        pieces, end = yaml_pieces(block.text(), state)
        text = block.text()
        ascii_only = text.isascii()
        ranges = []
        for piece in pieces:
            form = self._formats.get(piece.kind)
            if form is None:
                continue
            span = QTextLayout.FormatRange()
            span.start = piece.start if ascii_only else _units(text[: piece.start])
            span.length = piece.length if ascii_only else _units(text[piece.start : piece.start + piece.length])
            span.format = form
            ranges.append(span)
        block.layout().setFormats(ranges)
        before = block.userState()
        block.setUserState(end * 2 + 1)
        if before != _UNKNOWN and before >> 1 != end:
            _pass_on(block.next(), end)
        self._editor.document().markContentsDirty(block.position(), block.length())
        return end

    def _state_before(self, block: QTextBlock) -> int:
        """The state the line starts in; lines above that nobody looked at yet are only scanned."""
        known = block.previous()
        unknown = []
        while known.isValid() and known.userState() == _UNKNOWN:
            unknown.append(known)
            known = known.previous()
        state = known.userState() >> 1 if known.isValid() else PLAIN
        for line in reversed(unknown):
            state = _end_state(line.text(), state)
            line.setUserState(state * 2)
        return state

    def _changed(self, position: int, removed: int, added: int) -> None:
        """Blocks between the first and the last of a change are new and know nothing yet."""
        for place in (position, position + added):
            _uncolour(self._editor.document().findBlock(place))

    def _retheme(self) -> None:
        self._make_formats()
        block = self._editor.document().firstBlock()
        while block.isValid():
            _uncolour(block)
            block = block.next()
        self.colour_visible()

    def _make_formats(self) -> None:
        self._formats = {kind: _format(colour) for kind, colour in piece_colours(self._theme.tokens).items()}


def _pass_on(block: QTextBlock, state: int) -> None:
    """Tell the lines below that the line above them ends otherwise, down to the first that ends as before."""
    while block.isValid() and block.userState() != _UNKNOWN:
        before = block.userState() >> 1
        state = _end_state(block.text(), state)
        block.setUserState(state * 2)
        if state == before:
            return
        block = block.next()


def _end_state(text: str, state: int) -> int:
    """The state a line ends in; lines without a quote or a block mark need no look at their pieces."""
    if state == PLAIN and not any(mark in text for mark in "'\"|>"):
        return PLAIN
    return yaml_pieces(text, state)[1]


def _uncolour(block: QTextBlock) -> None:
    if block.isValid() and block.userState() != _UNKNOWN:
        block.setUserState(block.userState() & ~1)


def _format(colour: QColor) -> QTextCharFormat:
    form = QTextCharFormat()
    form.setForeground(colour)
    return form


def _units(text: str) -> int:
    """The length of ``text`` in UTF-16 units."""
    return len(text.encode("utf-16-le", "surrogatepass")) // 2
