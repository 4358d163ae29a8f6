"""Edits that reach other files: scenarios follow what their machine calls otherwise, as part of the same undo step."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import dataclass, field

from PySide6.QtCore import QObject

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


class Following(QObject):
    """Opens the scenarios an edit reaches, unsaved and behind, and keeps undo and redo of all in step.

    A scenario that is not what it was, on disk or here, is left as it is and named.
    """

    def __init__(self, bench: Workbench, saving: Saving, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._saving = saving
        self._links: list[Link] = []
        self._at_work = False
        bench.opened.connect(self._opened)
        bench.closed.connect(self._closed)

    def _opened(self, machine: Machine) -> None:
        document = machine.document
        document.renamed.connect(lambda renaming, step: self._follow(machine, renaming, step))
        document.stepped.connect(lambda step, forward: self._step(machine, step, forward))
        machine.titled.connect(self._settle)

    def _closed(self, machine: Machine) -> None:
        self._links = [link for link in self._links if link.machine is not machine]

    def _follow(self, machine: Machine, renaming: Renaming, step: Step) -> None:
        if machine.path is None:
            return
        link = Link(machine, step, machine.document.undo_label or "")
        left: list[str] = []
        for path in _scenarios(machine, renaming, self._bench):
            self._rename_in(path, renaming, link, left)
        if link.parts:
            self._links.append(link)
            self._tell(machine, messages.scenarios_follow(renaming, [part.path.name for part in link.parts]))
        self._tell_left(machine, left)

    def _rename_in(self, path: pathlib.Path, renaming: Renaming, link: Link, left: list[str]) -> None:
        from engine.simulate import renamed

        try:
            before = self._text(path)
            patch = renamed(before, renaming)
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


def _scenarios(machine: Machine, renaming: Renaming, bench: Workbench) -> Iterator[pathlib.Path]:
    """The scenarios of a machine, those that cannot be read aside: nobody knows whose they are."""
    from engine.simulate import ReadScenario, read_scenario

    workflow, path = machine.document.snapshot.workflow, machine.path
    if workflow is None or path is None:
        return
    name = renaming.old if renaming.kind == "machine" else workflow.name
    for file in scenario_files(path):
        scenario = bench.of_path(file)
        try:
            text = scenario.document.snapshot.text if scenario is not None else load(file, bench.disk).text
        except FileProblem:
            continue
        read = read_scenario(text.encode("utf-8", errors="surrogatepass"))
        if isinstance(read, ReadScenario) and is_of(file, read.scenario.machine, path, name):
            yield file
