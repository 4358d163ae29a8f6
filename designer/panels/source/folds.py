"""Folding by indentation: an entry hides the deeper lines below it."""

from __future__ import annotations

from PySide6.QtGui import QTextBlock
from PySide6.QtWidgets import QPlainTextEdit


class Folds:
    """Which lines of an editor are folded; a folded line is one whose next line is hidden."""

    def __init__(self, editor: QPlainTextEdit) -> None:
        self._editor = editor

    def foldable(self, block: QTextBlock) -> bool:
        if _is_filler(block.text()):
            return False
        below = _next_content(block)
        return below.isValid() and _belongs(below.text(), block.text())

    def folded(self, block: QTextBlock) -> bool:
        following = block.next()
        return block.isVisible() and following.isValid() and not following.isVisible()

    def toggle(self, block: QTextBlock) -> None:
        if self.folded(block):
            self.unfold(block)
        elif self.foldable(block):
            self.fold(block)

    def fold(self, block: QTextBlock) -> None:
        last = self._last(block)
        inner = block.next()
        while inner.isValid() and inner.blockNumber() <= last.blockNumber():
            inner.setVisible(False)
            inner = inner.next()
        cursor = self._editor.textCursor()
        if not cursor.block().isVisible():
            cursor.setPosition(block.position() + block.length() - 1)
            self._editor.setTextCursor(cursor)
        self._show(block, last)

    def unfold(self, block: QTextBlock) -> None:
        inner = block.next()
        while inner.isValid() and not inner.isVisible():
            inner.setVisible(True)
            inner = inner.next()
        self._show(block, inner)

    def fold_below(self, indent: int) -> None:
        """Fold every entry that stands at column ``indent`` or deeper."""
        block = self._editor.document().firstBlock()
        while block.isValid():
            if block.isVisible() and _indent(block.text()) >= indent and self.foldable(block):
                self.fold(block)
            block = block.next()

    def unfold_all(self) -> None:
        document = self._editor.document()
        block = document.firstBlock()
        while block.isValid():
            block.setVisible(True)
            block = block.next()
        self._show(document.firstBlock(), document.lastBlock())

    def reveal(self, block: QTextBlock) -> None:
        """Unfold whatever hides this line."""
        if block.isVisible():
            return
        above = block
        while above.isValid() and not above.isVisible():
            above = above.previous()
        self.unfold(above)

    def _last(self, block: QTextBlock) -> QTextBlock:
        last = block
        inner = block.next()
        while inner.isValid():
            if not _is_filler(inner.text()):
                if not _belongs(inner.text(), block.text()):
                    break
                last = inner
            inner = inner.next()
        return last

    def _show(self, first: QTextBlock, last: QTextBlock) -> None:
        end = last.position() + last.length() if last.isValid() else self._editor.document().characterCount()
        self._editor.document().markContentsDirty(first.position(), end - first.position())
        self._editor.document().documentLayout().documentSizeChanged.emit(
            self._editor.document().documentLayout().documentSize()
        )
        self._editor.viewport().update()


def _indent(text: str) -> int:
    return len(text) - len(text.lstrip(" "))


def _is_filler(text: str) -> bool:
    return not text.strip() or text.lstrip().startswith("#")


def _belongs(inner: str, outer: str) -> bool:
    """True when ``inner`` stands below the entry of ``outer``: deeper, or a list at its key's own column."""
    return _indent(inner) > _indent(outer) or (
        _indent(inner) == _indent(outer) and inner.lstrip().startswith("- ") and not outer.lstrip().startswith("- ")
    )


def _next_content(block: QTextBlock) -> QTextBlock:
    inner = block.next()
    while inner.isValid() and _is_filler(inner.text()):
        inner = inner.next()
    return inner
