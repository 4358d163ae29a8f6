"""What actions act on: the open machines with their pages, the window, and what takes more than one of them."""

from __future__ import annotations

import pathlib
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from designer import messages
from designer.document.file import FileProblem, load
from designer.document.ports import Clipboard, FileChoice
from designer.keeping import Keeping
from designer.notices import Kind, Notice
from designer.page import Page
from designer.pages import Pages
from designer.pictures import Pictures
from designer.preferences import Preferences
from designer.project import Project
from designer.running import Running
from designer.saving import Saving
from designer.settings import Settings
from designer.theme import Theme
from designer.window import Window
from designer.workbench import Machine, Workbench

if TYPE_CHECKING:
    from designer.guide import Guide
    from designer.replay.replaying import Replaying


JOURNALS = (".db", ".sqlite", ".sqlite3", ".jsonl")
"""Suffixes of files that hold stored runs."""


class Desk(QObject):
    """Everything of one window within reach."""

    window: Window
    guide: Guide
    replaying: Replaying

    def __init__(
        self,
        *,
        bench: Workbench,
        pages: Pages,
        saving: Saving,
        running: Running,
        pictures: Pictures,
        keeping: Keeping,
        project: Project,
        settings: Settings,
        theme: Theme,
        clipboard: Clipboard,
        choice: FileChoice,
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.bench = bench
        self.pages = pages
        self.saving = saving
        self.running = running
        self.pictures = pictures
        self.keeping = keeping
        self.project = project
        self.settings = settings
        self.theme = theme
        self.clipboard = clipboard
        self.preferences = Preferences(settings, theme)
        self.choice = choice
        saving.compare.connect(self.compare)

    @property
    def machine(self) -> Machine | None:
        return self.bench.current

    @property
    def page(self) -> Page | None:
        """The page of the machine in front."""
        return self.pages.of(self.bench.current) if self.bench.current else None

    @property
    def mode(self) -> str:
        return self.page.mode if self.page else "edit"

    def set_mode(self, mode: str) -> None:
        """Edit, simulate or replay the machine in front."""
        if self.page is not None:
            self.running.enter(self.page, mode)

    def new(self) -> None:
        """A new machine, its first state's name open for typing."""
        machine = self.bench.new()
        machine.selection.set((("states", "start"),))
        page = self.pages.of(machine)
        page.canvas.setFocus()
        page.when_drawn(page.canvas.commands.rename)

    def save(self) -> None:
        if self.machine is not None:
            self.saving.save(self.machine)

    def save_as(self) -> None:
        if self.machine is not None:
            self.saving.save_as(self.machine)

    def close_machine(self) -> None:
        if self.machine is not None:
            self.bench.close(self.machine)

    def discard(self) -> None:
        """Go back to the saved text; a machine that never was saved is closed for good."""
        if self.machine is None:
            return
        if self.machine.path is None:
            self.keeping.give_up(self.machine)
        else:
            self.saving.discard(self.machine)

    def undo(self) -> None:
        """Take back the last edit; while simulating the text is left alone and the way back is told."""
        if self.page is None:
            return
        if self.page.mode == "edit":
            self.page.machine.document.undo()
        else:
            self.page.hint(messages.UNDO_IN_SIMULATION)

    def redo(self) -> None:
        if self.page is not None and self.page.mode == "edit":
            self.page.machine.document.redo()

    def open_folder(self) -> None:
        folder = self.choice.folder_to_open(self.saving.folder)
        if folder is not None:
            self.open_path(folder)

    def open_path(self, path: pathlib.Path) -> None:
        """Open a machine, a journal, or a folder: then its first machine is shown."""
        if path.suffix in JOURNALS:
            self.replaying.open(str(path))
            return
        if not path.is_dir():
            self.bench.open(path)
            return
        self.project.look_at(path)
        if self.project.files:
            self.bench.open(self.project.files[0])
        else:
            self.window.bars.show_notice(Notice("folder", messages.no_machines(path.name)))

    def open_journal(self) -> None:
        path = self.choice.journal_to_open(self.saving.folder)
        if path is not None:
            self.replaying.open(str(path))

    def open_address(self) -> None:
        address = self.choice.address_to_open()
        if address is not None:
            self.replaying.open(address)

    def compare(self, machine: Machine) -> None:
        """Show the file beside the text, in place of the drawing, until one of them is chosen."""
        from designer.compare import Compare

        if machine.path is None:
            return
        try:
            content = load(machine.path, self.bench.disk)
        except FileProblem as problem:
            self.bench.noticed.emit(machine, Notice("compare", str(problem), Kind.ERROR))
            return
        machine.document.flush()
        page = self.pages.of(machine)
        view = Compare(machine.document.snapshot.text, content.text, self.theme)
        view.mine_kept.connect(lambda: self.saving.overwrite(machine))
        view.file_taken.connect(lambda: self.saving.take_file(machine))
        for signal in (view.mine_kept, view.file_taken, view.closed):
            signal.connect(page.uncover)
        page.cover(view)

    def step_tab(self, by: int) -> None:
        machines = self.bench.machines
        if self.machine is not None:
            self.bench.show(machines[(machines.index(self.machine) + by) % len(machines)])

    def step_run(self, by: int) -> None:
        """Go a moment back or on in the run."""
        if self.page is not None:
            self.page.simulation.go(self.page.simulation.at + by)
