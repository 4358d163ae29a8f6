"""What actions act on: the open machines, the window and the settings, and what takes more than one of them."""

from __future__ import annotations

import pathlib
from collections.abc import Mapping

from PySide6.QtCore import QObject, Signal

from designer import messages
from designer.document.file import FileProblem, load
from designer.document.ports import Clipboard, FileChoice
from designer.keeping import Keeping
from designer.notices import Kind, Notice
from designer.page import Page, PanelMaker
from designer.project import Project
from designer.saving import Saving
from designer.settings import Settings
from designer.theme import Theme
from designer.window import Window
from designer.workbench import Machine, Workbench


class Desk(QObject):
    """Everything of one window within reach.

    Signals: ``mode_changed`` when the page in front is in another mode or another page is in front.
    """

    mode_changed = Signal()

    def __init__(
        self,
        *,
        bench: Workbench,
        saving: Saving,
        keeping: Keeping,
        project: Project,
        settings: Settings,
        theme: Theme,
        clipboard: Clipboard,
        choice: FileChoice,
        panels: Mapping[str, PanelMaker],
        parent: QObject | None = None,
    ) -> None:
        super().__init__(parent)
        self.bench = bench
        self.saving = saving
        self.keeping = keeping
        self.project = project
        self.settings = settings
        self.theme = theme
        self.clipboard = clipboard
        self.window: Window
        self._choice = choice
        self._makers = panels
        self._pages: dict[Machine, Page] = {}
        saving.compare.connect(self.compare)

    @property
    def machine(self) -> Machine | None:
        return self.bench.current

    @property
    def page(self) -> Page | None:
        """The page of the machine in front."""
        return self._pages.get(self.bench.current) if self.bench.current else None

    def page_of(self, machine: Machine) -> Page:
        """The machine's page, made when it is first asked for."""
        if machine not in self._pages:
            self._pages[machine] = Page(machine, self.theme, self.settings, self._makers)
        return self._pages[machine]

    def forget_page(self, machine: Machine) -> Page | None:
        return self._pages.pop(machine, None)

    @property
    def mode(self) -> str:
        return self.page.mode if self.page else "edit"

    def set_mode(self, mode: str) -> None:
        """Edit, simulate or replay the machine in front; only the user changes this."""
        if self.page is not None and self.page.mode != mode:
            self.page.machine.document.flush()
            self.page.mode = mode
            if mode != "edit":
                self.window.raise_dock("simulator" if mode == "simulate" else "timeline")
        self.mode_changed.emit()

    def new(self) -> None:
        """A new machine, its first state's name open for typing."""
        self.bench.new()

    def save(self) -> None:
        if self.machine is not None:
            self.saving.save(self.machine)

    def save_as(self) -> None:
        if self.machine is not None:
            self.saving.save_as(self.machine)

    def close_machine(self) -> None:
        if self.machine is not None:
            self.bench.close(self.machine)

    def undo(self) -> None:
        """Take back the last edit; while simulating the text is left alone and the way back is told."""
        if self.page is None:
            return
        if self.page.mode != "edit":
            self.page.bars.show_notice(Notice("undo", messages.UNDO_IN_SIMULATION, brief=True))
            return
        self.page.machine.document.undo()

    def redo(self) -> None:
        if self.page is not None and self.page.mode == "edit":
            self.page.machine.document.redo()

    def open_folder(self) -> None:
        folder = self._choice.folder_to_open(self.saving.folder)
        if folder is not None:
            self.open_path(folder)

    def open_path(self, path: pathlib.Path) -> None:
        """Open a machine, or a folder: then its first machine is shown."""
        if not path.is_dir():
            self.bench.open(path)
            return
        self.project.look_at(path)
        if self.project.files:
            self.bench.open(self.project.files[0])
        else:
            self.window.bars.show_notice(Notice("folder", messages.no_machines(path.name)))

    def discard(self) -> None:
        """Go back to the saved text; a machine that never was saved is closed for good."""
        if self.machine is None:
            return
        if self.machine.path is None:
            self.keeping.give_up(self.machine)
        else:
            self.saving.discard(self.machine)

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
        page = self.page_of(machine)
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

    def show_panel(self, name: str) -> None:
        """Bring a panel into view, with the keyboard in it."""
        self.window.raise_dock(name)

    def find_in_source(self) -> None:
        self.window.raise_dock("source")
        if self.page is not None:
            self.page.panel("source").open_find()

    def toggle_theme(self) -> None:
        self.theme.toggle()
        self.settings.set("theme", self.theme.preference.value)

    def follow_system(self) -> None:
        self.prefer_theme("system")

    def toggle_motion(self) -> None:
        self.settings.set("reduce-motion", not self.settings.reduce_motion)

    def prefer_theme(self, preference: str) -> None:
        self.settings.set("theme", preference)
        self.theme.prefer(preference)
