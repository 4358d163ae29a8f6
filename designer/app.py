"""The composition root: the only place where the parts of the window are made and joined to one another."""

from __future__ import annotations

import pathlib
import sys

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QApplication, QMenu

from designer import messages
from designer.action_set import ActionSet
from designer.desk import Desk
from designer.dialogs import Dialogs
from designer.document.disk import Disk
from designer.document.ports import Clipboard, FileChoice, SystemClipboard
from designer.document.recovery import Recovery
from designer.document.worker import CheckWorker
from designer.faults import Faults, start_log, stop_log
from designer.following import Following
from designer.front import Front
from designer.guide import Guide
from designer.joints import panel_makers
from designer.keeping import Keeping
from designer.notices import Choice, Kind, Notice
from designer.pages import Pages
from designer.pictures import Pictures
from designer.places import Places
from designer.project import Project
from designer.replay.replaying import Replaying
from designer.running import Running
from designer.runs import Runs
from designer.saving import Saving
from designer.settings import Settings
from designer.theme import Theme, samples
from designer.welcome import Welcome
from designer.window import Window
from designer.workbench import Workbench

TOOLS = ("undo", "redo", "theme")


class Designer(QObject):
    """One window with all that belongs to it; the ports are the system's own unless others are given."""

    def __init__(
        self,
        places: Places,
        *,
        disk: Disk | None = None,
        clipboard: Clipboard | None = None,
        choice: FileChoice | None = None,
    ) -> None:
        super().__init__()
        disk = disk or Disk()
        choice = choice or Dialogs()
        clipboard = clipboard or SystemClipboard()
        self.settings = Settings(places.settings_file, self)
        self.theme = Theme(self.settings.theme, self)
        self.theme.changed.connect(self._dress)
        self.worker = CheckWorker(self)
        self.bench = Workbench(disk, self.worker, self)
        self.keeping = Keeping(self.bench, Recovery(places.recovery, disk), self)
        project = Project(self.bench, self.worker, disk, self)
        saving = Saving(self.bench, choice, self.settings, self)
        self.following = Following(self.bench, saving, self)
        running = Running(self.bench, project, choice, lambda: saving.folder, self)
        self.pages = Pages(self.theme, self.settings, clipboard, panel_makers(lambda: self.desk), self)
        self.pages.find = running.find
        self.pages.runs = Runs(places.runs, disk)
        self.desk = Desk(
            bench=self.bench,
            pages=self.pages,
            saving=saving,
            running=running,
            pictures=Pictures(choice, disk, lambda: saving.folder, self),
            keeping=self.keeping,
            project=project,
            settings=self.settings,
            theme=self.theme,
            clipboard=clipboard,
            choice=choice,
            parent=self,
        )
        self.desk.replaying = Replaying(self.desk, self)
        self.actions = ActionSet(self.desk, self)
        self._dress()
        self.window = self.desk.window = self._made_window()
        self.desk.guide = Guide(self.desk, self.window, lambda: self.actions, self)
        self.welcome = self._made_welcome()
        self.front = Front(self.desk, self.window, self.actions, self.welcome, self)
        self.faults = Faults(self)
        self.faults.happened.connect(self._tell_fault)

    def start(self, paths: list[pathlib.Path]) -> None:
        """Show the window, bring back what was open or unsaved, and open ``paths``."""
        self.window.restore(self.settings.bytes("geometry"), self.settings.bytes("docks"))
        self.keeping.restore(tabs=not paths)
        for path in paths:
            self.desk.open_path(path)
        self.front.show_current()
        self.window.show()
        QTimer.singleShot(0, self.worker.start)

    def _made_window(self) -> Window:
        menu = QMenu("Menu")
        self.actions.menus(menu)
        self._add_recent(menu)
        tools = [self.actions[id] for id in TOOLS]
        window = Window(self.theme, menu, tools, self.actions["palette"])
        self.actions.attach(window)
        window.closing.connect(self._closing)
        window.dropped.connect(lambda paths: [self.desk.open_path(path) for path in paths])
        window.woken.connect(self.desk.saving.look)
        return window

    def _add_recent(self, menu: QMenu) -> None:
        """Put the files opened lately below *Open* in the first menu."""
        files = menu.actions()[0].menu()
        recent = QMenu(messages.OPEN_RECENT, menu)
        files.insertMenu(self.actions["open-folder"], recent)

        def fill() -> None:
            recent.clear()
            for path in self.settings.recent:
                recent.addAction(messages.recent(path), lambda path=path: self.desk.open_path(path))
            recent.setEnabled(not recent.isEmpty())

        files.aboutToShow.connect(fill)

    def _made_welcome(self) -> Welcome:
        machines = [path for path in sorted(samples().glob("*.yaml")) if not path.name.endswith(".scenario.yaml")]
        welcome = Welcome(self.theme, machines)
        welcome.new_asked.connect(self.actions["new"].trigger)
        welcome.open_asked.connect(self.actions["open"].trigger)
        welcome.folder_asked.connect(self.actions["open-folder"].trigger)
        welcome.tour_asked.connect(self.actions["tour"].trigger)
        welcome.file_chosen.connect(self.desk.open_path)
        welcome.show_recent(self.settings.recent)
        self.settings.changed.connect(lambda key: key == "recent" and welcome.show_recent(self.settings.recent))
        return welcome

    def _dress(self) -> None:
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.theme.apply(app)
        self.actions.dress()

    def _closing(self) -> None:
        self.keeping.close()
        self.desk.replaying.close()
        self.front.show_edit_docks()
        geometry, docks = self.window.remembered()
        self.settings.set("geometry", geometry)
        self.settings.set("docks", docks)
        self.settings.sync()
        self.worker.close()
        self.pages.close()

    def _tell_fault(self, details: str) -> None:
        copy = Choice(messages.COPY_DETAILS, lambda: self.desk.clipboard.set_text(details))
        self.window.bars.show_notice(Notice("bug", messages.bug(), Kind.ERROR, (copy,)))


def run(paths: list[str]) -> int:
    """Open the window on machines, folders or journals, and give the exit code once it is closed."""
    app = QApplication(sys.argv[:1])
    app.setApplicationName("statewright")
    app.setApplicationDisplayName("Statewright")
    app.setDesktopFileName("statewright")
    places = Places.of_system()
    handler = start_log(places.log_file)
    designer = Designer(places)
    designer.faults.catch()
    try:
        designer.start([pathlib.Path(path) for path in paths if "://" not in path])
        for address in (path for path in paths if "://" in path):
            designer.desk.replaying.open(address)
        return app.exec()
    finally:
        designer.faults.release()
        stop_log(handler)
