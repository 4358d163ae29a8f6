"""The pages of the open machines, each made when it is first asked for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from designer.canvas import LayoutWorker
from designer.document.ports import Clipboard
from designer.page import Page, PanelMaker
from designer.settings import Settings
from designer.theme import Theme
from designer.workbench import Machine

if TYPE_CHECKING:
    from designer.panels.simulator.simulation import FindMachine
    from designer.runs import Runs


class Pages(QObject):
    """One layout process serves all pages."""

    find: FindMachine
    runs: Runs | None = None

    def __init__(
        self,
        theme: Theme,
        settings: Settings,
        clipboard: Clipboard,
        panels: Mapping[str, PanelMaker],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self.layouts = LayoutWorker(self)
        self._theme = theme
        self._settings = settings
        self._clipboard = clipboard
        self._panels = panels
        self._pages: dict[Machine, Page] = {}

    def of(self, machine: Machine) -> Page:
        if machine not in self._pages:
            self._pages[machine] = Page(
                machine,
                theme=self._theme,
                settings=self._settings,
                layouts=self.layouts,
                clipboard=self._clipboard,
                panels=self._panels,
                find=self.find,
                runs=self.runs,
            )
        return self._pages[machine]

    def drop(self, machine: Machine) -> Page | None:
        """Forget a machine's page and give it back, if there was one."""
        page = self._pages.pop(machine, None)
        if page is not None:
            page.keep_run()
        return page

    def close(self) -> None:
        """Keep the runs and end the layout process."""
        for page in self._pages.values():
            page.keep_run()
        self.layouts.close()
