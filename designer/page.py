"""One open machine in the window: its drawing with the bars over it, and its panels, each made when first shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QStackedLayout, QVBoxLayout, QWidget

from designer.bars import Bars
from designer.canvas import Canvas
from designer.settings import Settings
from designer.theme import Theme
from designer.workbench import Machine

PanelMaker = Callable[["Page"], QWidget]


class Page(QWidget):
    """``mode`` is ``edit``, ``simulate`` or ``replay``."""

    def __init__(self, machine: Machine, theme: Theme, settings: Settings, panels: Mapping[str, PanelMaker]) -> None:
        super().__init__()
        self.machine = machine
        self.theme = theme
        self.mode = "edit"
        self.bars = Bars(theme)
        self.canvas = Canvas(machine.document, machine.selection, machine.checks, theme, settings)
        self._makers = panels
        self._panels: dict[str, QWidget] = {}
        self._over: QWidget | None = None
        centre = QWidget()
        self._centre = QStackedLayout(centre)
        self._centre.addWidget(self.canvas)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.bars)
        layout.addWidget(centre, 1)

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

    def close_panels(self) -> None:
        """Delete the panels, which live in docks of the window."""
        for panel in self._panels.values():
            panel.setParent(None)
            panel.deleteLater()
        self._panels.clear()
