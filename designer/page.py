"""One open machine in the window: its drawing with the bars over it, its run, and its panels, made when first shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from designer import messages
from designer.bars import Bars
from designer.canvas import Canvas, LayoutWorker, Overlay
from designer.document.ports import Clipboard
from designer.faults import log
from designer.notices import Choice, Kind, Notice
from designer.scenarionote import ScenarioNote
from designer.settings import Settings
from designer.theme import Theme
from designer.workbench import Machine

if TYPE_CHECKING:
    from designer.panels.simulator.simulation import FindMachine, Simulation
    from designer.runs import Runs

KEEP_MS = 1_000
"""A run is kept so long after the last thing that happened in it."""

PanelMaker = Callable[["Page"], QWidget]


class Page(QWidget):
    """``mode`` is ``edit``, ``simulate`` or ``replay``; the run is one and the same in the last two."""

    def __init__(
        self,
        machine: Machine,
        *,
        theme: Theme,
        settings: Settings,
        layouts: LayoutWorker,
        clipboard: Clipboard,
        panels: Mapping[str, PanelMaker],
        find: FindMachine,
        runs: Runs | None = None,
    ) -> None:
        super().__init__()
        self.machine = machine
        self.theme = theme
        self.settings = settings
        self.bars = Bars(theme)
        self.canvas = Canvas(
            machine.document, machine.selection, machine.checks, theme, settings, layouts, clipboard=clipboard
        )
        self.canvas.hinted.connect(self.hint)
        self.canvas.failed.connect(lambda details: self._tell_failure(details, clipboard))
        self._mode = "edit"
        self._makers = panels
        self._find = find
        self._runs = runs
        self._keep_soon = QTimer(self)
        self._keep_soon.setSingleShot(True)
        self._keep_soon.setInterval(KEEP_MS)
        self._keep_soon.timeout.connect(self.keep_run)
        self._panels: dict[str, QWidget] = {}
        self._over: QWidget | None = None
        centre = QWidget()
        self._centre = QStackedLayout(centre)
        self._centre.addWidget(self.canvas)
        if machine.document.snapshot.is_scenario:
            self.cover(ScenarioNote(machine.document))
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bars)
        layout.addWidget(centre, 1)

    @cached_property
    def simulation(self) -> Simulation:
        """The machine's run: the one that was kept, or none at first."""
        from designer.panels.simulator.simulation import Simulation

        simulation = Simulation(self.machine.document, self._find, self)
        if self._runs is not None:
            self._runs.bring_back(self, simulation)
            simulation.changed.connect(self._keep_soon.start)
        simulation.changed.connect(self.show_run)
        simulation.looked_ahead.connect(self.show_run)
        simulation.said.connect(self.hint)
        return simulation

    def keep_run(self) -> None:
        """Write the run to the user's state folder, so that it is there again after closing."""
        self._keep_soon.stop()
        if self._runs is not None and "simulation" in self.__dict__:
            self._runs.keep(self, self.simulation)

    @property
    def mode(self) -> str:
        return self._mode

    def enter(self, mode: str) -> None:
        """Change the mode, and with it what lies over the drawing."""
        self._mode = mode
        if mode == "edit":
            self.uncover()
        self.show_run()

    def show_run(self) -> None:
        """Lay over the drawing where the run stands; nothing while editing."""
        if self._mode == "edit":
            self.canvas.overlay = Overlay()
            return
        from designer.overlays import overlay_of

        self.canvas.overlay = overlay_of(self.simulation, self._mode, coverage=self.settings.paint_coverage)

    def when_drawn(self, does: Callable[[], object]) -> None:
        """Do this once the machine is drawn: now, or when the layout is done."""
        if not self.canvas.busy:
            does()
            return

        def once() -> None:
            if not self.canvas.busy:
                self.canvas.busy_changed.disconnect(once)
                does()

        self.canvas.busy_changed.connect(once)

    def hint(self, sentence: str) -> None:
        self.bars.show_notice(Notice("hint", sentence, brief=True))

    def _tell_failure(self, details: str, clipboard: Clipboard) -> None:
        log.error("the layout failed\n%s", details)
        copy = Choice(messages.COPY_DETAILS, lambda: clipboard.set_text(details))
        self.bars.show_notice(Notice("layout", messages.LAYOUT_FAILED, Kind.ERROR, (copy,)))

    def panel(self, name: str) -> QWidget:
        """The machine's panel of this name."""
        if name not in self._panels:
            self._panels[name] = self._makers[name](self)
        return self._panels[name]

    def made_panel(self, name: str) -> QWidget | None:
        """The panel if it was ever shown."""
        return self._panels.get(name)

    def cover(self, widget: QWidget) -> None:
        """Show something in place of the drawing until ``uncover``."""
        self.uncover()
        self._over = widget
        self._centre.addWidget(widget)
        self._centre.setCurrentWidget(widget)

    def uncover(self) -> None:
        if self._over is not None:
            self._centre.removeWidget(self._over)
            self._over.deleteLater()
            self._over = None
        self._centre.setCurrentWidget(self.canvas)

    def end(self) -> None:
        """Close the drawing and delete the panels, which live in docks of the window."""
        self.canvas.close()
        for panel in self._panels.values():
            panel.setParent(None)
            panel.deleteLater()
        self._panels.clear()
