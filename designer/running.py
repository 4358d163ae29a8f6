"""Simulating and replaying the machine in front: modes, witnesses, traces."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from designer import messages
from designer.document.disk import Disk
from designer.document.file import FileProblem, load, write_text
from designer.document.ports import FileChoice
from designer.notices import Kind, Notice
from designer.page import Page
from designer.project import Project
from designer.workbench import Workbench
from engine.dsl import Workflow, read
from engine.errors import StatewrightError

if TYPE_CHECKING:
    from engine.reducer import Actor, Definition, Why

MOST_ANSWERS = 100


class Running(QObject):
    """What the commands of runs do.

    Signals: ``mode_changed`` (Page) when a page is in another mode.
    """

    mode_changed = Signal(object)

    def __init__(
        self,
        bench: Workbench,
        project: Project,
        choice: FileChoice,
        folder: Callable[[], pathlib.Path],
        parent: QObject,
    ) -> None:
        super().__init__(parent)
        self._bench = bench
        self._project = project
        self._choice = choice
        self._folder = folder

    @property
    def _disk(self) -> Disk:
        return self._bench.disk

    def enter(self, page: Page, mode: str) -> None:
        """Edit, simulate or replay; only the user changes this. A run that needs no inputs begins at once."""
        if mode == page.mode:
            return
        page.machine.document.flush()
        if mode == "replay" and not page.simulation.read_only:
            self.open_trace(page)
            return
        page.enter(mode)
        if mode == "simulate" and page.simulation.session is None and not page.simulation.input_fields:
            page.simulation.start()
        self.mode_changed.emit(page)

    def step_through(self, page: Page, witness: Any) -> None:
        """Show the run of a witness, from its beginning."""
        page.enter("simulate")
        page.simulation.step_through(witness)
        self.mode_changed.emit(page)

    def run_with(self, page: Page, values: Mapping[str, Any]) -> None:
        """Begin a run and answer with these values whatever they are asked for, as far as they lead."""
        page.enter("simulate")
        self.mode_changed.emit(page)
        simulation = page.simulation
        rest = dict(values)
        given = {name: rest.pop(name) for name in simulation.input_fields if name in rest}
        if not simulation.start(given):
            return
        for _ in range(MOST_ANSWERS):
            asked = next((each for each in simulation.here.waiting if each.field in rest), None)
            if asked is None:
                break
            who = _who(simulation.here.why, asked.field)
            if who is None or simulation.contribute(asked.field, rest.pop(asked.field), who):
                break
        if rest:
            page.hint(messages.wrong_inputs(sorted(rest)))

    def open_trace(self, page: Page) -> None:
        """Choose a recorded run of the machine and step through it, or a scenario and go on from its end."""
        from designer.traces import read_trace

        path = self._choice.trace_to_open(self._folder())
        if path is None:
            self.mode_changed.emit(page)
            return
        if path.name.endswith(".scenario.yaml"):
            self._open_scenario(page, path)
            return
        try:
            trace = read_trace(path, self._disk)
        except FileProblem as problem:
            page.bars.show_notice(Notice("trace", str(problem), Kind.ERROR))
        else:
            if page.simulation.open(trace):
                page.enter("replay")
        self.mode_changed.emit(page)

    def _open_scenario(self, page: Page, path: pathlib.Path) -> None:
        """Take the steps of a scenario, and stand at their end."""
        from engine.simulate import ReadScenario, read_scenario

        try:
            read = read_scenario(self._disk.read(path))
        except OSError as error:
            page.bars.show_notice(Notice("scenario", messages.no_scenario(path.name, 1, str(error)), Kind.ERROR))
            return
        if not isinstance(read, ReadScenario):
            sentence = messages.no_scenario(path.name, read[0].line, read[0].message)
            page.bars.show_notice(Notice("scenario", sentence, Kind.ERROR))
            return
        page.enter("simulate")
        page.simulation.lead(read.scenario)
        self.mode_changed.emit(page)

    def save_trace(self, page: Page) -> None:
        """Write the present way of the run as a trace beside the machine."""
        from designer.traces import write_trace

        path = self._choice.to_save(self._folder() / f"{page.machine.title}.trace.jsonl")
        if path is None or page.simulation.session is None:
            return
        try:
            write_trace(page.simulation.saved(), path, self._disk)
        except FileProblem as problem:
            page.bars.show_notice(Notice("trace", str(problem), Kind.ERROR))
        else:
            page.bars.show_notice(Notice("trace", messages.trace_saved(path.name), brief=True))

    def save_scenario(self, page: Page) -> None:
        """Write the present way of the run as a scenario beside the machine, to be tested from now on."""
        from designer.panels.simulator.scenario import scenario_text

        path = self._choice.to_save(self._folder() / f"{page.machine.title}.scenario.yaml")
        session = page.simulation.session
        if path is None or session is None:
            return
        try:
            write_text(scenario_text(session, path.name.removesuffix(".scenario.yaml")), path, self._disk)
        except (FileProblem, ValueError) as problem:
            page.bars.show_notice(Notice("scenario", str(problem), Kind.ERROR))
        else:
            page.bars.show_notice(Notice("scenario", messages.scenario_saved(path.name), brief=True))

    def find(self, name: str) -> Definition | None:
        """The machine of this name in the project, for runs that spawn it; ``None`` where none can run."""
        from engine.reducer import link

        for workflow in self._workflows():
            if workflow is not None and workflow.name == name:
                try:
                    return link(workflow)
                except StatewrightError:
                    return None
        return None

    def _workflows(self) -> Iterator[Workflow | None]:
        yield from (machine.document.snapshot.parsed.workflow for machine in self._bench.machines)
        for path in self._project.files:
            if self._bench.of_path(path) is None:
                yield self._read(path)

    def _read(self, path: pathlib.Path) -> Workflow | None:
        try:
            return read(load(path, self._disk).text, path.name).workflow
        except FileProblem:
            return None


def _who(why: Why | None, field: str) -> Actor | None:
    """The first actor that may contribute a field here."""
    requirements = why.routing.requirements if why is not None else ()
    return next((each.who[0] for each in requirements if each.field == field and each.who), None)
