"""How each panel of a machine is made, and what in it leads elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtWidgets import QWidget

from designer.desk import Desk
from designer.page import Page, PanelMaker


def panel_makers(desk: Callable[[], Desk]) -> Mapping[str, PanelMaker]:
    """The makers of all panels; each imports its panel when it is first shown."""

    def outline(page: Page) -> QWidget:
        from designer.panels.outline import Outline

        machine = page.machine
        panel = Outline(machine.document, machine.selection, machine.checks, page.theme)
        panel.reveal_wanted.connect(page.canvas.reveal)
        return panel

    def inspector(page: Page) -> QWidget:
        from designer.panels.inspector import Inspector

        machine = page.machine
        return Inspector(machine.document, machine.selection, machine.checks, page.theme)

    def problems(page: Page) -> QWidget:
        from designer.panels.problems import Problems

        machine = page.machine
        return Problems(machine.document, machine.selection, machine.checks, page.theme)

    def source(page: Page) -> QWidget:
        from designer.panels.source import Source

        machine = page.machine
        return Source(machine.document, machine.selection, machine.checks, page.theme)

    def simulator(page: Page) -> QWidget:
        return QWidget()

    def timeline(page: Page) -> QWidget:
        return QWidget()

    return {
        "outline": outline,
        "inspector": inspector,
        "problems": problems,
        "source": source,
        "simulator": simulator,
        "timeline": timeline,
    }
