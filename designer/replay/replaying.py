"""One journal or trace open in the window: its list of runs, and the run that is being looked at."""

from __future__ import annotations

import pathlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, QTimer, Signal

from designer.document import Document
from designer.document.file import FileProblem, MachineFile, load
from designer.notices import Kind, Notice
from designer.page import Page
from designer.replay import messages
from designer.replay.reading import Reading
from designer.replay.runs_view import RunsView
from engine.dsl import Workflow, read
from engine.errors import DefinitionRefused

if TYPE_CHECKING:
    from designer.desk import Desk
    from designer.replay.recorded import Recorded
    from engine.reducer import Definition, Operation
    from engine.runtime import Changes
    from engine.runtime.replay import Outcome, Source

TAIL_MS = 700
"""How often a journal is asked what has changed, in milliseconds."""


class Replaying(QObject):
    """What the commands of stored runs do; nothing of a journal is written but by an operator's act.

    Signals: ``home_changed`` when there is a list to show while no machine is in front, or none any more.
    """

    home_changed = Signal()

    def __init__(self, desk: Desk, parent: QObject) -> None:
        super().__init__(parent)
        self._desk = desk
        self._place = ""
        self._source: Source | None = None
        self._reading: Reading | None = None
        self._token = 0
        self._asking = False
        self._outcomes: dict[str, Outcome] = {}
        self._under = ""
        self._total = 0
        self._wanted: tuple[str, int] | None = None
        self._opened: tuple[Page, Recorded] | None = None
        self._tail = QTimer(self)
        self._tail.setInterval(TAIL_MS)
        self._tail.timeout.connect(self._ask_changes)
        self.view: RunsView | None = None

    # a journal

    def open(self, place: str) -> None:
        """Open a journal or a trace in place of the one that is open; the network is reached for an address alone."""
        from engine.runtime.replay import open_source

        self.close()
        self._place = place
        name = pathlib.Path(place).name if "://" not in place else place.split("@")[-1]
        self.view = RunsView(name, self._desk.theme)
        self._reading = Reading(self)
        self._reading.done.connect(self._done)
        self._reading.failed.connect(self._failed)
        self._reading.outcomes.connect(self._take_outcomes)
        self._join(self.view)
        self._reading.ask("source", lambda: _listed(open_source(place)))
        self.show()

    def close(self) -> None:
        """Close the journal; a run that is looked at stays."""
        self._tail.stop()
        if self._reading is not None:
            self._reading.close()
            self._reading.deleteLater()
        if self._source is not None:
            self._source.close()
        if self.view is not None:
            self.view.deleteLater()
        self.view, self._reading, self._source = None, None, None
        self._outcomes, self._token, self._asking = {}, 0, False
        self.home_changed.emit()

    def show(self) -> None:
        """Bring the list of runs to the front."""
        if self.view is None:
            return
        if self.view.model.total:
            self.view.show_versions(list(self._versions()))
        self._desk.bench.show(None)
        self.home_changed.emit()

    def _join(self, view: RunsView) -> None:
        view.opened.connect(self.open_run)
        view.compared.connect(lambda runs: self._replay(list(runs), None, messages.stored_comparison()))
        view.cancelled.connect(lambda: self._reading and self._reading.stop_many())
        view.acted.connect(self._act)
        view.closed.connect(self.close)

    # one run

    def open_run(self, run: str) -> None:
        """Open a run where replay found it to go elsewhere or to differ, else at its beginning."""
        outcome = self._outcomes.get(run)
        self._wanted = (run, outcome.at if outcome is not None and outcome.step else 0)
        self._rebuild(run)

    def fork(self) -> None:
        """Go on by hand from where the recorded run stands; within a step, from the rest before it."""
        if self._opened is not None:
            page, _ = self._opened
            simulation = page.simulation
            while not simulation.here.resting and simulation.at:
                simulation.go(simulation.at - 1)
            simulation.fork()
            self._desk.running.enter(page, "simulate")

    def recorded_of(self, page: Page) -> Recorded | None:
        """The stored run that a page shows."""
        return self._opened[1] if self._opened is not None and self._opened[0] is page else None

    def _rebuild(self, run: str) -> None:
        from designer.replay.recorded import rebuilt

        source, reading = self._source, self._reading
        if source is None or reading is None:
            return
        reading.ask("run", lambda: rebuilt(source.run(run), _finder(source, run), lambda: reading.closed))

    def _show_run(self, recorded: Recorded) -> None:
        from designer.replay.events import Events

        if self._wanted is None or self._wanted[0] != recorded.run:
            return
        seq, self._wanted = self._wanted[1], None
        page = self._page_for(recorded)
        self._opened = (page, recorded)
        events = [event.seq for event in recorded.events]
        first = recorded.differences[0] if recorded.differences else None
        wanted = first.at if first is not None else seq
        at = recorded.moments[events.index(wanted)] if wanted in events else 0
        page.simulation.show_recorded(recorded.session, recorded.way, at, first)
        page.enter("replay")
        self._desk.running.mode_changed.emit(page)
        panel = page.panel("events")
        assert isinstance(panel, Events)
        panel.show_recorded(recorded)
        self._desk.window.raise_dock("events")
        panel.begin()
        panel.go_to(wanted)

    def _page_for(self, recorded: Recorded) -> Page:
        """The page of the very machine the run is pinned to: open already, in the project, or made from the journal."""
        hash = recorded.definition.hash
        for machine in self._desk.bench.machines:
            if _hash_of(machine.document.snapshot.parsed.workflow) == hash:
                self._desk.bench.show(machine)
                return self._desk.pages.of(machine)
        path = self._file_of(hash)
        machine = self._desk.bench.open(path) if path is not None else None
        if machine is None:
            machine = self._desk.bench.add(MachineFile(Document.of_text(self._text_of(hash)), self._desk.bench.disk))
        return self._desk.pages.of(machine)

    def _file_of(self, hash: str) -> pathlib.Path | None:
        """The file of the project, or beside a trace, that holds this very machine."""
        beside = [] if "://" in self._place else sorted(pathlib.Path(self._place).parent.glob("*.y*ml"))
        for path in (*self._desk.project.files, *beside):
            with suppress(FileProblem):
                if _hash_of(read(load(path, self._desk.bench.disk).text).workflow) == hash:
                    return path
        return None

    def _text_of(self, hash: str) -> str:
        from engine.runtime.replay import JournalSource

        assert isinstance(self._source, JournalSource)  # the machine of a trace stands in a file beside it
        return self._source.journal.definition_text(hash)

    # all runs

    def _versions(self) -> Iterator[tuple[str, Callable[[], object]]]:
        """The machines that are open, of which the list has runs, and a file of the user's choice."""
        assert self.view is not None
        machines = self.view.model.machines
        for machine in self._desk.bench.machines:
            workflow = machine.document.snapshot.parsed.workflow
            if workflow is not None and workflow.name in machines:
                text = machine.document.snapshot.text
                words = f"{messages.under_version(workflow.name, workflow.version)} · {machine.title}"
                yield words, lambda text=text: self.take_under(text)
        yield messages.CHOOSE_FILE, self._choose_version

    def _choose_version(self) -> None:
        for path in self._desk.choice.to_open(self._desk.saving.folder)[:1]:
            try:
                self.take_under(load(path, self._desk.bench.disk).text)
            except FileProblem as problem:
                self._tell(str(problem))

    def take_under(self, text: str) -> None:
        """Take the runs that are shown under another version of their machine, and say where each would go."""
        from engine.reducer import link

        assert self.view is not None
        workflow = read(text).workflow
        try:
            definition = link(workflow) if workflow is not None else None
        except DefinitionRefused as refused:
            self._tell(str(refused))
            return
        if definition is None:
            self._tell(messages.NO_MACHINE)
            return
        model = self.view.model
        runs = [run for run in model.shown if (row := model.row(run)) and row.machine == definition.name]
        if not runs:
            self._tell(messages.no_runs_of(definition.name))
            return
        self._replay(runs, text, messages.under_version(definition.name, definition.version))

    def _replay(self, runs: list[str], against: str | None, under: str) -> None:
        from engine.runtime.replay import replay_many

        if self._reading is None or self.view is None or not runs:
            return
        self._outcomes, self._under, self._total = {}, under, len(runs)
        self.view.show_outcomes({}, under)
        self.view.show_progress((0, self._total))
        place = self._place
        self._reading.ask_many(lambda: replay_many(place, runs, against=against))

    def _take_outcomes(self, some: tuple[Outcome, ...]) -> None:
        if self.view is not None:
            self._outcomes |= {outcome.run: outcome for outcome in some}
            self.view.show_outcomes(self._outcomes, self._under)
            self.view.show_progress((len(self._outcomes), self._total))

    # acts

    def _act(self, run: str, operation: Operation) -> None:
        """An operator's act, written to the journal by itself."""
        place, reading = self._place, self._reading
        if reading is not None:
            reading.ask("act", lambda: (run, operation.kind, _operated(place, run, operation)))

    def _acted(self, run: str, kind: str, refusal: str) -> None:
        if self.view is not None:
            self.view.say(messages.refused(refusal) if refusal else messages.acted(kind, run))
        self._ask_changes()

    # what comes back

    def _done(self, name: str, result: Any) -> None:
        match name:
            case "source":
                self._begin(*result)
            case "run":
                self._show_run(result)
            case "changes":
                self._follow(result)
            case "act":
                self._acted(*result)
            case "many" if self.view is not None:
                self.view.show_progress(None)

    def _failed(self, name: str, sentence: str) -> None:
        self._asking = False
        if name == "source":
            self.close()
        if name == "many" and self.view is not None:
            self.view.show_progress(None)
        if name == "run" and self._wanted is not None:
            sentence = messages.unreadable(self._wanted[0], sentence)
        self._tell(sentence)

    def _begin(self, source: Source, rows: list[Any], token: int) -> None:
        self._source, self._token = source, token
        assert self.view is not None
        self.view.show_rows(rows)
        self.view.show_versions(list(self._versions()))
        self.view.begin()
        if token:
            self._tail.start()

    def _ask_changes(self) -> None:
        """Whether the journal has gone on; one question at a time."""
        from engine.runtime.replay import JournalSource

        source, token = self._source, self._token
        if self._reading is not None and isinstance(source, JournalSource) and not self._asking:
            self._asking = True
            self._reading.ask("changes", lambda: source.journal.changed_since(token))

    def _follow(self, changes: Changes) -> None:
        self._asking = False
        self._token = changes.token
        if not changes.runs or self.view is None:
            return
        self.view.change_rows(changes.runs)
        if self._opened is None:
            return
        page, recorded = self._opened
        if page.simulation.read_only and any(row.run == recorded.run for row in changes.runs):
            at_end = page.simulation.at >= len(page.simulation.moments) - 1
            event = recorded.events[-1 if at_end else recorded.event_at(page.simulation.at)]
            self._wanted = (recorded.run, event.seq + 1 if at_end else event.seq)
            self._rebuild(recorded.run)

    def _tell(self, sentence: str) -> None:
        self._desk.window.bars.show_notice(Notice("journal", sentence, Kind.ERROR))


def _listed(source: Source) -> tuple[Source, list[Any], int]:
    """A source with its rows, and the token from which on a journal tells of changes."""
    from engine.runtime.replay import JournalSource

    token = 0
    if isinstance(source, JournalSource):
        token = source.journal.changed_since(2**62).token
    return source, list(source.rows()), token


def _finder(source: Source, run: str) -> Callable[[str], Definition | None]:
    """The machines that a run may spawn once it is gone on with."""
    from engine.runtime.replay import JournalSource

    if not isinstance(source, JournalSource):
        return lambda name: None
    journal: Any = source.journal
    machines = journal.machines(run)
    return lambda name: journal.linked(machines[name]) if name in machines else None


def _operated(place: str, run: str, operation: Operation) -> str:
    """Do an operator's act; the reason where it is refused."""
    from engine.runtime import open_journal

    with open_journal(place, create=False) as journal:
        steps = [each.step for each in journal.operate(run, operation)]
    acts = [step for step in steps if step.kind == "operator"]
    return "" if acts and acts[0].accepted else (acts[0].message or acts[0].code or "") if acts else ""


def _hash_of(workflow: Workflow | None) -> str | None:
    from engine.reducer import link

    if workflow is not None:
        with suppress(DefinitionRefused):
            return link(workflow).hash
    return None
