"""A run of ``statewright run --journal``: stepped like any other, and every step kept."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.cli import messages
from engine.cli.machines import Machine
from engine.errors import JournalError
from engine.reducer import Contribution
from engine.runtime import Journal
from engine.simulate import RunStep, World


@dataclass(frozen=True, slots=True)
class StoredWorld(World):
    """A family in a journal: what is done to it goes through there."""

    journal: Journal

    @staticmethod
    def opened(
        journal: Journal, machine: Machine, run: str, given: Mapping[str, Any], at: int | None
    ) -> tuple[World, tuple[RunStep, ...]]:
        """The run, created unless it is there already; then it goes on from where it rests."""
        for row in journal.runs(text=run):
            if row.run == run:
                if row.machine != machine.definition.name:
                    raise JournalError(messages.run_of_another(run, row.machine))
                return _of(journal, run), ()
        text, definition = machine.parsed.text, machine.definition
        steps = journal.create(definition, run=run, given=given, at=at, text=text, find=machine.find)
        if not steps[0].step.accepted:
            return World(run, {run: steps[0].step.envelope}, {}, machine.find), steps
        return _of(journal, run), steps

    def contribute(self, contribution: Contribution, run: str | None = None) -> tuple[World, tuple[RunStep, ...]]:
        steps = self.journal.contribute(self.root if run is None else run, contribution)
        return _of(self.journal, self.root), steps

    def tick(self, until: int) -> tuple[World, tuple[RunStep, ...]]:
        steps = self.journal.tick(self.root, until)
        return _of(self.journal, self.root), steps


def _of(journal: Journal, run: str) -> World:
    world = journal.latest(run)
    return StoredWorld(world.root, world.runs, world.parents, world.find, journal)
