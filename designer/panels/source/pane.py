"""The source pane: the document's text to read and to type, both ways."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtGui import QTextCursor, QTextFormat
from PySide6.QtWidgets import QMenu, QTextEdit, QVBoxLayout

from designer.document import Document, Selection, Snapshot
from designer.document.checks import Checks
from designer.document.intents import ApplyPatch, ReplaceText
from designer.panels import messages
from designer.panels.codeedit import Mark
from designer.panels.completion import Offer
from designer.panels.source.editor import SourceEdit
from designer.panels.source.find import Search, emphasis
from designer.panels.source.positions import Positions
from designer.panels.source.renaming import RenameField
from designer.panels.source.suggest import choices_at, meaning_of
from designer.panels.source.symbols import definition, element_of, symbol_at
from designer.panels.widgets import Panel, after_rest
from designer.theme import Theme
from engine.diagnostics import Diagnostic, QuickFix
from engine.text import Patch, Span

DEBOUNCE_MS = 250
TYPING_PAUSE_MS = 1500
"""After a pause this long, what is typed next is an undo step of its own."""


class Source(Panel):
    """The document's text. What is typed is handed in after a pause, and before anyone else edits or saves.

    Signals: ``help_wanted`` (a word).
    """

    help_wanted = Signal(str)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self._document = document
        self._selection = selection
        self._checks = checks
        self._theme = theme
        self._positions = Positions("")
        self._typed = False
        self._showing = False
        self._going_back = False
        self._burst = 0
        self.editor = SourceEdit(theme, self)
        self.search = Search(self.editor, theme)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.search.bar)
        layout.addWidget(self.editor)
        self._debounce = after_rest(self, DEBOUNCE_MS, self.flush)
        self._pause = after_rest(self, TYPING_PAUSE_MS, self._end_burst)
        self._connect()
        self._show_text(document.snapshot)
        self._show_problems()
        self._follow_selection()

    def flush(self) -> None:
        """Hand in what is typed and not yet part of the document."""
        if not self._typed:
            return
        self._typed = False
        self._debounce.stop()
        edit = self._positions.edited(self._shown())
        if edit is not None:
            text = Patch((edit,)).apply(self._document.snapshot.text)
            self._document.apply(ReplaceText(text), merge_key=f"typing {self._burst}")

    def open_find(self, replacing: bool = False) -> None:
        self.search.bar.open(self.editor.textCursor().selectedText(), replacing)

    def insert_below(self, yaml: str) -> None:
        """Put lines below the cursor's line and as deep as it is, or in place of a blank one, as one step."""
        self.flush()
        lines, at = self._shown().split("\n"), self.editor.textCursor().blockNumber()
        here = lines[at]
        depth = here[: len(here) - len(here.lstrip(" -"))].replace("-", " ")
        added = [f"{depth}{line}" if line else "" for line in yaml.rstrip("\n").split("\n")]
        lines[at : at + 1] = [here, *added] if here.strip() else added
        self._replace_all("\n".join(lines), messages.INSERT_EXAMPLE.lower())

    def show_span(self, span: Span) -> None:
        """Bring a span of the text into view and select it."""
        self.editor.reveal(self._positions.position(span.start), self._positions.position(span.end))

    def _connect(self) -> None:
        editor, document = self.editor, self._document
        editor.document().contentsChange.connect(self._on_typed)
        editor.cursorPositionChanged.connect(self._lead_selection)
        editor.undo_wanted.connect(lambda: self._go_back(document.undo))
        editor.redo_wanted.connect(lambda: self._go_back(document.redo))
        editor.find_wanted.connect(self.open_find)
        editor.definition_wanted.connect(self._go_to_definition)
        editor.rename_wanted.connect(self._begin_rename)
        editor.fixes_wanted.connect(self._offer_fixes)
        editor.help_wanted.connect(self._ask_help)
        editor.provider = self._complete
        editor.meaning = self._meaning
        document.flushing.connect(self.flush)
        document.changed.connect(self._on_changed)
        self._selection.changed.connect(self._follow_selection)
        self._checks.changed.connect(self._show_problems)
        self._theme.changed.connect(self._show_emphasis)
        self.search.changed.connect(self._show_emphasis)
        self.search.replacing.connect(self._replace_all)

    # the text, both ways

    def _shown(self) -> str:
        return self.editor.document().toRawText().replace("\u2029", "\n")

    def _on_typed(self, position: int, removed: int, added: int) -> None:
        if not self._showing:
            self._typed = True
            self._debounce.start()
            self._pause.start()

    def _end_burst(self) -> None:
        self._burst += 1

    def _go_back(self, step: Callable[[], None]) -> None:
        """Undo or redo, and put the cursor where the text changed."""
        self._going_back = True
        step()
        self._going_back = False

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        if new.text != old.text:
            self._show_text(new)

    def _show_text(self, snapshot: Snapshot) -> None:
        """Make the widget show the snapshot's text, changing no more of it than differs."""
        self._positions = Positions(snapshot.text)
        now, wanted = self._shown(), self._positions.shown
        if now == wanted:
            return
        edit = Patch.between(now, wanted).edits[0]
        units = Positions(now)
        cursor = self.editor.textCursor()
        line, column = cursor.blockNumber(), cursor.positionInBlock()
        start, end = units.position(edit.start), units.position(edit.end)
        inside = start < cursor.position() <= end
        self._showing = True
        change = QTextCursor(self.editor.document())
        change.setPosition(start)
        change.setPosition(end, QTextCursor.MoveMode.KeepAnchor)
        change.insertText(edit.text)
        self._showing = False
        if inside or self._going_back:
            block = self.editor.document().findBlockByNumber(line)
            place = block.position() + min(column, max(0, block.length() - 1)) if inside else change.position()
            cursor.setPosition(place)
            self._showing = True
            self.editor.setTextCursor(cursor)
            self._showing = False

    # selection, both ways

    def _lead_selection(self) -> None:
        """The cursor's element becomes the selection, while a person moves it."""
        if self._showing or self._typed or not self.editor.hasFocus():
            return
        offset = self._positions.offset(self.editor.textCursor().position())
        element = element_of(self._document.snapshot.parsed.path_at(offset))
        if self._selection.paths != (element,):
            self._showing = True
            self._selection.set((element,))
            self._showing = False

    def _follow_selection(self) -> None:
        path = self._selection.only
        if path and not self._showing and not self.editor.hasFocus():
            span = self._document.snapshot.parsed.entry_span(path)
            if span is not None:
                self._showing = True
                self.editor.reveal(self._positions.position(span.start))
                self._showing = False
        self._show_emphasis()

    # problems and what can be done at the cursor

    def _show_problems(self) -> None:
        if self._typed:
            return
        marks = [
            Mark(
                self._positions.position(finding.span.start),
                self._positions.position(finding.span.end),
                finding.severity,
                f"{finding.message} ({finding.id})",
            )
            for finding in self._checks.findings
            if finding.span.end <= len(self._positions.text)
        ]
        self.editor.set_marks(marks)

    def _findings_at(self, position: int) -> list[Diagnostic]:
        """Findings under the cursor, else those of its line."""
        offset = self._positions.offset(position)
        here = [finding for finding in self._checks.findings if offset in finding.span]
        if here:
            return here
        block = self.editor.document().findBlock(position)
        start = self._positions.offset(block.position())
        end = self._positions.offset(block.position() + max(0, block.length() - 1))
        return [finding for finding in self._checks.findings if start <= finding.span.start <= end]

    def _offer_fixes(self, position: int) -> None:
        self.flush()
        menu = QMenu(self)
        menu.setAccessibleName(messages.FIXES)
        for finding in self._findings_at(position):
            for fix in finding.fixes:
                action = menu.addAction(messages.capital(fix.title))
                action.triggered.connect(lambda _=False, fix=fix: self._take_fix(fix))
        if menu.isEmpty():
            menu.addAction(messages.NO_FIXES).setEnabled(False)
        menu.aboutToHide.connect(menu.deleteLater)
        cursor = self.editor.textCursor()
        cursor.setPosition(position)
        menu.popup(self.editor.viewport().mapToGlobal(self.editor.cursorRect(cursor).bottomLeft()))

    def _take_fix(self, fix: QuickFix) -> None:
        self._document.apply(ApplyPatch(fix.patch, fix.title, self._document.snapshot.revision))

    def _complete(self, position: int, asked: bool) -> Offer | None:
        block = self.editor.document().findBlock(position)
        lines = self._shown().split("\n")
        before = block.text().encode("utf-16-le")[: 2 * (position - block.position())].decode("utf-16-le", "replace")
        line = block.blockNumber()
        start, choices = choices_at(lines, line, len(before), self._document.snapshot.workflow)
        typed = before[start:]
        if not choices or not (asked or typed.strip() or before.endswith((".", "'", ": ", "- "))):
            return None
        return Offer(position - len(typed.encode("utf-16-le")) // 2, choices)

    def _meaning(self, position: int) -> str:
        parsed = self._document.snapshot.parsed
        path = parsed.path_at(self._positions.offset(position))
        return meaning_of(path)

    def _ask_help(self, word: str) -> None:
        """About the word under the cursor; else about the nearest key around it, as of a name of the user's own."""
        from engine.cli import page

        path = self._document.snapshot.parsed.path_at(self._positions.offset(self.editor.textCursor().position()))
        words = (word, *(str(step) for step in reversed(path)))
        self.help_wanted.emit(next((each for each in words if page(each.casefold()) is not None), word))

    def _go_to_definition(self, position: int) -> None:
        self.flush()
        parsed = self._document.snapshot.parsed
        symbol = symbol_at(parsed, self._positions.offset(position))
        span = definition(parsed, symbol) if symbol else None
        if span is not None:
            self.show_span(span)

    def _begin_rename(self, position: int) -> None:
        self.flush()
        symbol = symbol_at(self._document.snapshot.parsed, self._positions.offset(position))
        if symbol is None:
            self._document.noted.emit(messages.NOTHING_TO_RENAME)
            return
        RenameField(self._document, self.editor, symbol, self._positions.position(symbol.span.start))

    def _show_emphasis(self) -> None:
        """The lines of what is selected, and the hits of a search."""
        self.editor.set_emphasis([*self._selected_lines(), *self.search.emphasis()])

    def _selected_lines(self) -> list[QTextEdit.ExtraSelection]:
        path = self._selection.only
        span = self._document.snapshot.parsed.entry_span(path) if path else None
        if span is None or self.editor.hasFocus():
            return []
        start, end = self._positions.position(span.start), self._positions.position(span.end)
        selection = emphasis(self.editor, start, end, self._theme.tokens.accent_soft)
        selection.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return [selection]

    def _replace_all(self, shown: str, label: str) -> None:
        """Make the whole text another one, as one step."""
        self.flush()
        edit = self._positions.edited(shown)
        if edit is not None:
            text = Patch((edit,)).apply(self._document.snapshot.text)
            self._document.apply(ReplaceText(text, label))
