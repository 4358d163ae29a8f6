"""The machines a simulation runs: the document's, and those of the project that it may spawn."""

from __future__ import annotations

from collections.abc import Callable

from designer.document import Document
from designer.panels.simulator import messages
from engine.dsl import Workflow, read
from engine.errors import DefinitionRefused
from engine.reducer import Definition, link

FindMachine = Callable[[str], Definition | None]


class Machines:
    """What the text says now, linked."""

    def __init__(self, document: Document, find: FindMachine | None) -> None:
        self._document = document
        self._find = find

    def definition(self) -> Definition | str:
        """The machine as the text says it now, or a sentence on why it cannot run."""
        return _linked(self._document.snapshot.parsed.workflow)

    def of_text(self, text: str) -> Definition | str:
        """The machine of another text, or a sentence on why it cannot run."""
        return _linked(read(text).workflow)

    def finder(self, definition: Definition) -> FindMachine:
        """Finds a machine by its name, this one first."""

        def find(name: str) -> Definition | None:
            if name == definition.name:
                return definition
            return self._find(name) if self._find else None

        return find


def _linked(workflow: Workflow | None) -> Definition | str:
    if workflow is None:
        return messages.NO_MACHINE
    try:
        return link(workflow)
    except DefinitionRefused as refused:
        return str(refused)
