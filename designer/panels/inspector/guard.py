"""The field for one CEL expression: coloured, completed, checked as typed, its value in the simulation below it."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent, QTextCharFormat, QTextLayout, QWheelEvent
from PySide6.QtWidgets import QPlainTextEdit, QSizePolicy

from designer.panels.cel_suggest import suggest
from designer.panels.code import cel_pieces
from designer.panels.codeedit import CodeEdit, Mark, piece_colours
from designer.panels.completion import Offer
from designer.panels.inspector import messages
from designer.panels.inspector.lines import grow, hint, is_undo
from designer.panels.source.positions import Positions
from designer.panels.typed import short
from designer.panels.widgets import after_rest
from designer.theme import Theme
from engine.cel import CelError, Explanation, Schema, compile
from engine.dsl import Field, nearest

_CHECK_MS = 120
_WARNINGS = ("T306",)
"""What the type checker finds that is no error."""


class CelEdit(CodeEdit):
    """One expression. Enter hands it in, Shift+Enter breaks the line.

    Signals: ``left`` to be handed in, ``escaped`` on Esc, ``checked`` after problems are others.
    """

    left = Signal()
    escaped = Signal()
    checked = Signal()

    def __init__(self, theme: Theme, *, least: int = 1, most: int = 8) -> None:
        super().__init__(theme)
        self.shown = ""
        self.fields: Callable[[], Mapping[str, Field]] = dict
        self.schema: Callable[[], Schema | None] = lambda: None
        self.own: str | None = None
        self.explanation: Explanation | None = None
        self._least, self._most = least, most
        self._colouring = False
        self.setStyleSheet("min-height: 0")
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.WidgetWidth)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.provider = self._complete
        self.meaning = self._meaning
        self._check = after_rest(self, _CHECK_MS, self.check)
        self.document().contentsChange.connect(self._changed)
        self.document().documentLayout().documentSizeChanged.connect(lambda _: self._grow())
        theme.changed.connect(self.colour)

    @property
    def source(self) -> str:
        return self.document().toRawText().replace("\u2029", "\n")

    @property
    def dirty(self) -> bool:
        return self.source != self.shown

    def show_source(self, source: str) -> None:
        self.shown = source
        if self.source != source:
            self.setPlainText(source)
        self.check()

    def check(self) -> None:
        """Underline what is wrong with the expression as it stands."""
        units = Positions(self.source)
        known = self.fields()
        found = [*problems(self.source, self.schema()), *unknown_fields(self.source, known)]
        self.set_marks(
            [Mark(units.position(start), units.position(max(end, start + 1)), severity, message)
             for start, end, severity, message in found]
        )  # fmt: skip
        self.checked.emit()

    def colour(self) -> None:
        colours = piece_colours(self._theme.tokens)
        block = self.document().firstBlock()
        while block.isValid():
            ranges = []
            units = Positions(block.text())
            for piece in cel_pieces(block.text()):
                span = QTextLayout.FormatRange()
                span.start = units.position(piece.start)
                span.length = units.position(piece.start + piece.length) - span.start
                span.format = QTextCharFormat()
                span.format.setForeground(colours[piece.kind])
                ranges.append(span)
            block.layout().setFormats(ranges)
            block = block.next()
        self._colouring = True
        self.document().markContentsDirty(0, self.document().characterCount())
        self._colouring = False

    def sizeHint(self) -> QSize:
        return hint(self, self._least, self._most)

    def minimumSizeHint(self) -> QSize:
        return QSize(80, self.sizeHint().height())

    def keyPressEvent(self, event: QKeyEvent) -> None:
        completing = self._completions is not None and self._completions.isVisible()
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not completing and not event.modifiers():
            self.left.emit()
        elif event.key() == Qt.Key.Key_Escape and not completing and self.dirty:
            self.escaped.emit()
        elif not self.dirty and is_undo(event):
            event.ignore()
        else:
            super().keyPressEvent(event)

    def event(self, event: Any) -> bool:
        if event.type() == event.Type.ShortcutOverride and not self.dirty and is_undo(event):
            event.ignore()
            return False
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self.left.emit()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        QTimer.singleShot(0, self, self._grow)  # a height set within its own resizing would leave the text no room

    def _grow(self) -> None:
        grow(self, self._most)

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _changed(self, position: int, removed: int, added: int) -> None:
        if not self._colouring:
            QTimer.singleShot(0, self, self.colour)
            self._check.start()

    def _complete(self, position: int, asked: bool) -> Offer | None:
        units = Positions(self.source)
        caret = units.offset(position)
        start, choices = suggest(self.source, caret, self.fields(), self.own)
        typed = self.source[start:caret]
        if not choices or not (asked or typed or self.source[:caret].endswith((".", "'", "== ", "!= "))):
            return None
        return Offer(units.position(start), choices)

    def _meaning(self, position: int) -> str:
        """The value of the smallest part under the mouse in the present step of the simulation."""
        if self.explanation is None or self.dirty:
            return ""
        offset = Positions(self.source).offset(position)
        parts = [part for part in self.explanation if part.span.start <= offset < part.span.end]
        if not parts:
            return ""
        part = min(parts, key=lambda each: each.span.end - each.span.start)
        text = part.span.text(self.source)
        if part.outcome.ok:
            return f"{text} = {short_value(part.outcome.value)}"
        return f"{text}: {part.outcome.error}"


def problems(source: str, schema: Schema | None) -> Iterator[tuple[int, int, str, str]]:
    """What is wrong with an expression: start and end in it, severity, sentence."""
    if not source.strip():
        yield 0, len(source), "error", messages.EMPTY_EXPRESSION
        return
    try:
        program = compile(source, schema)
    except CelError as error:
        yield error.span.start, error.span.end, "error", str(error)
        return
    for finding in program.findings:
        severity = "warning" if finding.code in _WARNINGS else "error"
        yield finding.span.start, finding.span.end, severity, finding.message


def unknown_fields(source: str, known: Mapping[str, Field]) -> Iterator[tuple[int, int, str, str]]:
    """Fields the expression reads that are not declared, with the nearest that is."""
    for piece in cel_pieces(source):
        name = source[piece.start : piece.start + piece.length]
        if piece.kind == "field" and name not in known:
            yield piece.start, piece.start + piece.length, "error", messages.no_field(name, nearest(name, known))


def short_value(value: Any) -> str:
    """A CEL value in one line; times and spans in their own words."""
    try:
        return short(value)
    except TypeError:
        return str(value)
