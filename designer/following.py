"""Edits that reach other files: scenarios follow what their machine calls otherwise, as part of the same undo step."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass, field

from PySide6.QtCore import QObject, QTimer

from designer import messages
from designer.document.file import FileProblem, Outside, load
from designer.document.history import Step
from designer.document.intents import ApplyPatch, ReplaceText
from designer.document.scenarios import is_of, scenario_files
from designer.notices import Choice, Kind, Notice
from designer.saving import Saving
from designer.workbench import Machine, Workbench
from engine.dsl import Renaming
from engine.errors import RefusedEdit

FOLLOWED = "followed"
LEFT = "left"


@dataclass(slots=True)
class Part:
    """What one scenario said before and after; ``step`` is its own undo step of that."""

    path: pathlib.Path
    before: str
    after: str
    step: Step | None


@dataclass(slots=True)
class Link:
    """An undo step of a machine, and what it did to scenarios."""

    machine: Machine
    step: Step
    label: str
    parts: list[Part] = field(default_factory=list)


@dataclass(slots=True)
class Search:
    """The files that may have to follow a step and were not looked at yet; ``left`` tells of those left alone."""

    link: Link
    renaming: Renaming
    name: str
    files: list[pathlib.Path]
    left: list[str] = field(default_factory=list)


class Following(QObject):
    """Opens the scenarios an edit reaches, unsaved and behind, and keeps undo and redo of all in step.

    One file is looked at in a turn, so that a folder full of them holds nobody up; whoever undoes, edits or saves
    before the last one waits for it. A scenario that is not what it was, on disk or here, is left and named.
    """

    def __init__(self, bench: Workbench, saving: Saving, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._saving = saving
        self._links: list[Link] = []
        self._searches: list[Search] = []
        self._at_work = False
        self._turns = QTimer(self)
        self._turns.setInterval(0)
        self._turns.timeout.connect(self._look)
        bench.opened.connect(self._opened)
        bench.closed.connect(self._closed)

    def _opened(self, machine: Machine) -> None:
        document = machine.document
        document.flushing.connect(lambda: self._finish(machine))
        document.renamed.connect(lambda renaming, step: self._follow(machine, renaming, step))
        document.stepped.connect(lambda step, forward: self._step(machine, step, forward))
        machine.titled.connect(self._settle)

    def _closed(self, machine: Machine) -> None:
        self._links = [link for link in self._links if link.machine is not machine]
        self._searches = [search for search in self._searches if search.link.machine is not machine]

    def _follow(self, machine: Machine, renaming: Renaming, step: Step) -> None:
        workflow = machine.document.snapshot.workflow
        files = scenario_files(machine.path) if machine.path is not None else []
        if not files or workflow is None:
            return
        link = Link(machine, step, machine.document.undo_label or "")
        name = renaming.old if renaming.kind == "machine" else workflow.name
        self._links.append(link)
        self._searches.append(Search(link, renaming, name, files))
        self._turns.start()

    def _look(self) -> None:
        """Take the next file; tell once there is none."""
        if not self._searches:
            self._turns.stop()
            return
        search = self._searches[0]
        if search.files:
            self._rename_in(search.files.pop(0), search)
        else:
            self._searches.pop(0)
            self._tell_found(search)

    def _finish(self, machine: Machine) -> None:
        while any(search.link.machine is machine for search in self._searches):
            self._look()

    def _tell_found(self, search: Search) -> None:
        machine, parts = search.link.machine, search.link.parts
        if parts:
            self._tell(machine, messages.scenarios_follow(search.renaming, [part.path.name for part in parts]))
        else:
            self._links.remove(search.link)
        self._tell_left(machine, search.left)

    def _rename_in(self, path: pathlib.Path, search: Search) -> None:
        from engine.simulate import renamed

        link, left = search.link, search.left
        try:
            before = self._text(path)
            if not _is_scenario_of(link.machine, search.name, path, before):
                return
            patch = renamed(before, search.renaming)
        except (FileProblem, RefusedEdit) as problem:
            left.append(messages.scenario_left(path.name, str(problem)))
            return
        if not patch:
            return
        scenario = self._bench.open(path, behind=True)
        if scenario is None:
            return
        if scenario.file.look() is Outside.CHANGED or scenario.document.snapshot.text != before:
            left.append(messages.scenario_left(path.name, messages.CHANGED_ON_DISK))
            return
        scenario.document.apply(ApplyPatch(patch, link.label))
        link.parts.append(Part(path, before, patch.apply(before), scenario.document.last_step))

    def _text(self, path: pathlib.Path) -> str:
        """What a scenario says: here when it is open, else on disk."""
        scenario = self._bench.of_path(path)
        if scenario is None:
            return load(path, self._bench.disk).text
        scenario.document.flush()
        return scenario.document.snapshot.text

    def _step(self, machine: Machine, step: Step, forward: bool) -> None:
        """Take the other files of a step along, from whichever of them undo or redo came."""
        if self._at_work:
            return
        self._at_work = True
        try:
            for link in self._links:
                if link.step is step:
                    self._carry_all(link, forward)
                elif any(part.step is step for part in link.parts):
                    self._carry_from_part(link, forward)
        finally:
            self._at_work = False

    def _carry_from_part(self, link: Link, forward: bool) -> None:
        document = link.machine.document
        if (document.next_step if forward else document.last_step) is link.step:
            document.redo() if forward else document.undo()
            self._carry_all(link, forward)

    def _carry_all(self, link: Link, forward: bool) -> None:
        left = [
            messages.scenario_left(part.path.name, messages.CHANGED_SINCE)
            for part in link.parts
            if not self._carry(part, link.label, forward)
        ]
        self._tell_left(link.machine, left)

    def _carry(self, part: Part, label: str, forward: bool) -> bool:
        """Bring a scenario to the other side of a step; false, and nothing done, when it is not what it was."""
        start, end = (part.before, part.after) if forward else (part.after, part.before)
        scenario = self._bench.open(part.path, behind=True)
        if scenario is None or scenario.file.look() is Outside.CHANGED:
            return False
        document = scenario.document
        document.flush()
        if document.snapshot.text == end:
            return True
        if part.step is not None and (document.next_step if forward else document.last_step) is part.step:
            document.redo() if forward else document.undo()
            return True
        if document.snapshot.text != start:
            return False
        return bool(document.apply(ReplaceText(end, label)))

    def _tell(self, machine: Machine, sentence: str) -> None:
        save_all = Choice(messages.SAVE_ALL, self._saving.save_all)
        self._bench.noticed.emit(machine, Notice(FOLLOWED, sentence, choices=(save_all,)))

    def _tell_left(self, machine: Machine, left: list[str]) -> None:
        if left:
            self._bench.noticed.emit(machine, Notice(LEFT, " ".join(left), Kind.WARNING))

    def _settle(self) -> None:
        """Nothing more has to be said once the scenarios of a machine are saved, or as they were."""
        for machine in {link.machine for link in self._links}:
            paths = {part.path for link in self._links if link.machine is machine for part in link.parts}
            if not any(each.dirty for each in self._bench.machines if each.path in paths):
                self._bench.settled.emit(machine, FOLLOWED)


def _is_scenario_of(machine: Machine, name: str, path: pathlib.Path, text: str) -> bool:
    """Whether a text is a scenario of a machine; of one that cannot be read nobody knows whose it is."""
    from engine.simulate import ReadScenario, read_scenario

    read = read_scenario(text.encode("utf-8", errors="surrogatepass"))
    if not isinstance(read, ReadScenario) or machine.path is None:
        return False
    return is_of(path, read.scenario.machine, machine.path, name)
