"""How each panel of a machine is made, and what in it leads elsewhere."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject
from PySide6.QtWidgets import QWidget

from designer.page import Page, PanelMaker
from engine.diagnostics import Diagnostic

if TYPE_CHECKING:
    from designer.desk import Desk
    from designer.panels.problems import Problems
    from designer.panels.source import Source


def panel_makers(desk: Callable[[], Desk]) -> Mapping[str, PanelMaker]:
    """The makers of all panels; each imports its panel when it is first shown."""
    makers = (_outline, _inspector, _simulator, _problems, _source, _timeline, _events)
    return {maker.__name__.removeprefix("_"): _bound(maker, desk) for maker in makers}


def _bound(maker: Callable[[Page, Desk], QWidget], desk: Callable[[], Desk]) -> PanelMaker:
    return lambda page: maker(page, desk())


def _outline(page: Page, desk: Desk) -> QWidget:
    from designer.panels.outline import Outline

    machine = page.machine
    panel = Outline(machine.document, machine.selection, machine.checks, page.theme)
    panel.reveal_wanted.connect(page.canvas.reveal)
    return panel


def _inspector(page: Page, desk: Desk) -> QWidget:
    from designer.panels.inspector import Inspector

    machine = page.machine
    panel = Inspector(machine.document, machine.selection, machine.checks, page.theme)
    panel.help_wanted.connect(lambda word: desk.guide.help(word))
    panel.run_wanted.connect(lambda values: desk.running.run_with(page, values))
    return panel


def _problems(page: Page, desk: Desk) -> QWidget:
    from designer.panels.problems import Problems

    machine = page.machine
    panel = Problems(machine.document, machine.selection, machine.checks, page.theme)
    panel.chosen.connect(lambda finding: _show_finding(page, finding))
    panel.step_through.connect(lambda finding: desk.running.step_through(page, finding.witness))
    panel.help_wanted.connect(lambda id: desk.guide.help(id))
    panel.open_wanted.connect(lambda title, finding: _open_other(desk, title, finding))
    _Elsewhere(panel, desk)
    return panel


def _source(page: Page, desk: Desk) -> QWidget:
    from designer.panels.source import Source

    machine = page.machine
    panel = Source(machine.document, machine.selection, machine.checks, page.theme)
    panel.help_wanted.connect(lambda word: desk.guide.help(word))
    panel.editor.cursorPositionChanged.connect(lambda: _show_caret(panel, desk))
    return panel


def _simulator(page: Page, desk: Desk) -> QWidget:
    from designer.panels.simulator.panel import Simulator

    panel = Simulator(page.simulation, page.theme, desk.clipboard)
    panel.save_wanted.connect(lambda: desk.running.save_trace(page))
    panel.scenario_wanted.connect(lambda: desk.running.save_scenario(page))
    panel.open_wanted.connect(lambda: desk.running.open_trace(page))
    panel.compare_wanted.connect(lambda branch: _compare_branches(page, branch))
    return panel


def _timeline(page: Page, desk: Desk) -> QWidget:
    from designer.panels.timeline import Timeline

    return Timeline(page.simulation, page.theme)


def _compare_branches(page: Page, branch: int) -> None:
    """Show the present branch of the run beside another, in place of the drawing."""
    from designer.panels.simulator.comparison import Comparison

    view = Comparison(page.simulation, page.theme, branch)
    view.closed.connect(page.uncover)
    page.cover(view)
    view.begin()


def _events(page: Page, desk: Desk) -> QWidget:
    from designer.replay.events import Events

    panel = Events(page.simulation, page.theme)
    panel.show_recorded(desk.replaying.recorded_of(page))
    panel.runs_wanted.connect(desk.replaying.show)
    panel.fork_wanted.connect(desk.replaying.fork)
    return panel


class _Elsewhere(QObject):
    """Keeps a problems panel told of the project's other machines, as long as the panel lives."""

    def __init__(self, panel: Problems, desk: Desk) -> None:
        super().__init__(panel)
        self._panel = panel
        self._project = desk.project
        self._project.changed.connect(self.tell)
        self.tell()

    def tell(self) -> None:
        self._panel.show_others(self._project.findings_elsewhere)


def _show_finding(page: Page, finding: Diagnostic) -> None:
    if path := page.machine.selection.only:
        page.canvas.reveal(path)
    source = page.made_panel("source")
    if source is not None:
        source.show_span(finding.span)


def _open_other(desk: Desk, title: str, finding: Diagnostic) -> None:
    path = next((path for path in desk.project.files if path.stem == title), None)
    machine = desk.bench.open(path) if path is not None else None
    if machine is not None:
        _show_finding(desk.pages.of(machine), finding)


def _show_caret(source: Source, desk: Desk) -> None:
    if source.editor.hasFocus():
        cursor = source.editor.textCursor()
        desk.window.status.show_position(cursor.blockNumber() + 1, cursor.columnNumber() + 1)
