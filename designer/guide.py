"""Finding one's way: the command palette, quick open of states, shortcuts, search, help."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QWidget

from designer import messages
from designer.desk import Desk
from designer.theme import samples
from designer.window import Window

if TYPE_CHECKING:
    from designer.panels.help import Help
    from designer.panels.palette import Entry, Palette


class Guide(QObject):
    """What opens over or beside the work and goes away again."""

    def __init__(self, desk: Desk, window: Window, actions: Callable[[], Iterable[QAction]], parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._window = window
        self._actions = actions
        self._palette: Palette | None = None
        self._help: Help | None = None
        self._before: QWidget | None = None

    def open_palette(self) -> None:
        """Offer everything that can be done now."""
        from designer.panels.palette import command_entries

        self._offer(command_entries(self._listed()), messages.SEARCH_COMMANDS)

    def open_states(self) -> None:
        """Offer the states of the machine in front; the chosen one is selected and shown."""
        from designer.panels.palette import state_entries

        if self._desk.page is not None:
            workflow = self._desk.page.machine.document.snapshot.workflow
            self._offer(state_entries(workflow, self._show_state), messages.SEARCH_STATES)

    def show_shortcuts(self) -> None:
        """List every action that has keys; those of the part that has the focus come first."""
        from designer.panels.palette import command_entries

        focus = QApplication.focusWidget()
        own = set(focus.actions()) if focus is not None else set()
        keyed = [action for action in self._listed() if not action.shortcut().isEmpty()]
        keyed.sort(key=lambda action: action not in own)
        self._offer(command_entries(keyed), messages.SEARCH_SHORTCUTS)

    def find(self) -> None:
        """Search where the focus is: in the source, else in the drawing."""
        page = self._desk.page
        if page is None:
            return
        source = page.made_panel("source")
        focus = QApplication.focusWidget()
        if source is not None and focus is not None and source.isAncestorOf(focus):
            source.open_find()
        else:
            page.canvas.open_search()

    def start_tour(self) -> None:
        """Open a copy of the first sample and lead through it."""
        from designer.tour import Tour

        text = (samples() / "delegated-review.yaml").read_text(encoding="utf-8")
        page = self._desk.pages.of(self._desk.bench.new(text))
        page.canvas.setFocus()
        Tour(page)

    def help(self, word: str = "") -> None:
        """Open the help beside the work, at a word where one is given."""
        from designer.panels.help import Help

        if self._help is None:
            self._help = Help(self._desk.theme)
            self._help.insert_wanted.connect(self._insert)
            self._window.docks["help"].show_panel(self._help)
        self._window.raise_dock("help")
        if word:
            self._help.open(word)

    def _insert(self, yaml: str) -> None:
        """Put an example into the source, where the cursor is."""
        from designer.panels.source import Source

        page = self._desk.page
        if page is not None:
            self._window.raise_dock("source")
            source = page.panel("source")
            assert isinstance(source, Source)
            source.insert_below(yaml)

    def _listed(self) -> list[QAction]:
        return [action for action in self._actions() if action.objectName() != "palette"]

    def _show_state(self, name: str) -> None:
        page = self._desk.page
        if page is not None:
            page.machine.selection.set((("states", name),))
            page.canvas.reveal(("states", name))
            page.canvas.setFocus()

    def _offer(self, entries: list[Entry], hint: str) -> None:
        from designer.panels.palette import Palette

        if self._palette is None:
            self._palette = Palette(self._desk.theme, self._window)
            self._palette.closed.connect(self._refocus)
        self._before = QApplication.focusWidget()
        self._palette.offer(entries, hint)

    def _refocus(self) -> None:
        if self._before is not None and self._before.isVisible():
            self._before.setFocus()
        self._before = None
