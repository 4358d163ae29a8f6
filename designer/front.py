"""Keeps what the window shows in step with the machines that are open."""

from __future__ import annotations

import gc

from PySide6.QtCore import QObject, QTimer

from designer import messages
from designer.action_set import ActionSet
from designer.desk import Desk
from designer.document import Snapshot
from designer.notices import Notice
from designer.page import Page
from designer.panels.project import ProjectList
from designer.project import Entry
from designer.title import TabText
from designer.welcome import Welcome
from designer.window import Window
from designer.workbench import Machine

LARGE = 500
"""States from which on a machine is kept from the garbage collector."""

PAGE_DOCKS = ("inspector", "outline", "problems", "source", "simulator", "timeline", "events")
"""Docks that hold a panel of each machine, those first that are wanted first."""


class Front(QObject):
    """Tabs, pages, docks, status line and title follow bench, checks, selection and project."""

    def __init__(self, desk: Desk, window: Window, actions: ActionSet, welcome: Welcome, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._window = window
        self._actions = actions
        self._welcome = welcome
        self._list = ProjectList(desk.theme)
        window.docks["project"].show_panel(self._list)
        window.pages.addWidget(welcome)
        self._soon = QTimer(self)
        self._soon.setSingleShot(True)
        self._soon.setInterval(0)
        self._soon.timeout.connect(self._refresh)
        self._fill = QTimer(self)
        self._fill.setSingleShot(True)
        self._fill.setInterval(0)
        self._fill.timeout.connect(self._fill_docks)
        self._spared: set[Machine] = set()
        self._join()

    @property
    def settled(self) -> bool:
        """Whether every panel in view has been made."""
        return not self._fill.isActive()

    def _join(self) -> None:
        bench, window, project = self._desk.bench, self._window, self._desk.project
        bench.opened.connect(self._opened)
        bench.closed.connect(self._closed)
        bench.current_changed.connect(self.show_current)
        bench.noticed.connect(self._tell)
        bench.settled.connect(self._untell)
        project.changed.connect(self._show_project)
        self._list.chosen.connect(self._choose)
        self._desk.running.mode_changed.connect(self._follow_mode)
        self._desk.theme.changed.connect(self._soon.start)
        self._desk.replaying.home_changed.connect(self._follow_home)
        window.dock_shown.connect(self._fill.start)
        window.dock_raised.connect(self._focus_dock)
        window.title.tab_chosen.connect(lambda index: bench.show(bench.machines[index]))
        window.title.tab_closed.connect(lambda index: bench.close(bench.machines[index]))
        window.title.tab_moved.connect(bench.move)
        window.title.mode_chosen.connect(self._desk.set_mode)
        window.status.problems_asked.connect(lambda: window.raise_dock("problems"))
        window.status.zoom_asked.connect(lambda: self._desk.page and self._desk.page.canvas.looking.actual_size())
        self._desk.settings.changed.connect(self._follow_setting)

    def show_current(self) -> None:
        """Bring the page of the machine in front into view, or the welcome page."""
        page = self._desk.pages.of(self._desk.machine) if self._desk.machine else None
        self._window.show_docks(page is not None)
        if page is None:
            self._show_home()
            self._window.status.clear_machine()
        else:
            self._window.show_page(page)
            self._show_status(page)
            page.canvas.setFocus()
        self._show_mode()
        self._fill.start()
        self._soon.start()

    def _show_home(self) -> None:
        """The runs of the journal that is open, or the welcome page."""
        runs = self._desk.replaying.view
        if runs is None:
            self._window.pages.setCurrentWidget(self._welcome)
            self._welcome.setFocus()
        else:
            self._window.show_page(runs)
            runs.begin()

    def _follow_home(self) -> None:
        """The list of runs has come or gone; while a machine is in front it waits."""
        if self._desk.page is None:
            self.show_current()
        self._soon.start()

    def _opened(self, machine: Machine) -> None:
        machine.titled.connect(self._soon.start)
        machine.checks.changed.connect(lambda: self._show_checks(machine))
        machine.document.changed.connect(lambda _, new: self._show_change(machine, new))
        machine.selection.changed.connect(lambda: self._show_selection(machine))
        canvas = self._desk.pages.of(machine).canvas
        canvas.zoomed.connect(lambda scale: self._show_zoom(machine, scale))
        canvas.busy_changed.connect(lambda: canvas.busy or self._spare_collector(machine))
        self._actions.attach_canvas(canvas.board)
        if machine.document.snapshot.workflow is None and machine is self._desk.machine:
            self._window.docks["source"].raise_()
        self._soon.start()

    def _spare_collector(self, machine: Machine) -> None:
        """A large machine, once drawn, is no garbage; the collector would halt every edit to look through it."""
        workflow = machine.document.snapshot.workflow
        if machine not in self._spared and workflow is not None and len(workflow.states) >= LARGE:
            self._spared.add(machine)
            gc.freeze()

    def _closed(self, machine: Machine) -> None:
        if machine in self._spared:
            self._spared.remove(machine)
            gc.unfreeze()
        page = self._desk.pages.drop(machine)
        if page is not None:
            page.end()
            self._window.remove_page(page)
        self._soon.start()

    def _fill_docks(self) -> None:
        """Show the panels of the machine in front; those in view are made one at a time, after the drawing."""
        page = self._desk.page
        for name in PAGE_DOCKS:
            dock = self._window.docks[name]
            if page is None:
                dock.show_panel(None)
            elif page.made_panel(name) is None and self._window.is_front(name):
                dock.show_panel(page.panel(name))
                self._fill.start()
                return
            else:
                dock.show_panel(page.made_panel(name))

    def _focus_dock(self, name: str) -> None:
        if self._desk.page is not None and name in PAGE_DOCKS:
            self._window.docks[name].show_panel(self._desk.page.panel(name))
        self._window.docks[name].focus()

    def _show_checks(self, machine: Machine) -> None:
        if machine is self._desk.machine:
            self._window.status.show_checks(machine.checks)
            count = machine.checks.errors + machine.checks.warnings
            self._window.docks["problems"].setWindowTitle(messages.problems_tab(count))

    def _show_change(self, machine: Machine, new: Snapshot) -> None:
        if machine is self._desk.machine:
            self._window.status.show_counts(new)
            self._soon.start()

    def _show_selection(self, machine: Machine) -> None:
        if machine is not self._desk.machine:
            return
        parsed = machine.document.snapshot.parsed
        path = machine.selection.only
        span = (parsed.key_span(path) or parsed.entry_span(path)) if path else None
        place = parsed.location(span) if span else None
        self._window.status.show_position(place.line if place else 0, place.column if place else 0)
        self._soon.start()

    def _show_status(self, page: Page) -> None:
        self._show_checks(page.machine)
        self._window.status.show_counts(page.machine.document.snapshot)
        self._show_selection(page.machine)
        self._show_zoom(page.machine, page.canvas.scale)

    def _show_zoom(self, machine: Machine, scale: float) -> None:
        if machine is self._desk.machine:
            self._window.status.show_zoom(scale)

    def show_edit_docks(self) -> None:
        """Before the window is remembered: the next start edits, whatever is run now."""
        if self._desk.mode != "edit":
            self._raise_for("edit")

    def _raise_for(self, mode: str) -> None:
        for name in ("inspector", "problems") if mode == "edit" else ("simulator", "timeline"):
            self._window.docks[name].raise_()

    def _follow_mode(self, page: Page) -> None:
        """Bring what the mode is about to the front, the inspector, or the run and its timeline, with the keyboard."""
        if page is self._desk.page:
            self._raise_for(page.mode)
            if page.mode != "edit":
                self._focus_dock("simulator" if page.mode == "simulate" else "timeline")
            self._show_mode()

    def _follow_setting(self, key: str) -> None:
        if key == "paint-coverage" and self._desk.page is not None:
            self._desk.page.show_run()

    def _show_mode(self) -> None:
        self._window.title.modes.show_mode(self._desk.mode)
        self._window.title.modes.allow(self._desk.machine is not None)
        self._soon.start()

    def _show_project(self) -> None:
        self._list.show_entries(self._desk.project.entries)
        self._window.title.show_project(self._desk.project.name)

    def _choose(self, entry: Entry) -> None:
        for machine in self._desk.bench.machines:
            if machine.path == entry.path and machine.title == entry.title:
                self._desk.bench.show(machine)
                return
        if entry.path is not None:
            self._desk.bench.open(entry.path)

    def _tell(self, machine: Machine | None, notice: Notice) -> None:
        bars = self._desk.pages.of(machine).bars if machine in self._desk.bench.machines else self._window.bars
        bars.show_notice(notice)

    def _untell(self, machine: Machine, key: str) -> None:
        if machine in self._desk.bench.machines:
            self._desk.pages.of(machine).bars.dismiss(key)

    def _refresh(self) -> None:
        bench = self._desk.bench
        tabs = [
            TabText(machine.title, machine.dirty, str(machine.path or messages.NOT_SAVED)) for machine in bench.machines
        ]
        current = bench.machines.index(bench.current) if bench.current else -1
        self._window.title.show_tabs(tabs, current)
        name = f"{bench.current.title}[*] – " if bench.current else "[*]"
        self._window.setWindowTitle(f"{name}Statewright")
        self._window.setWindowModified(bool(bench.current and bench.current.dirty))
        self._actions.refresh()
