"""The machines that stand beside the one that is checked."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from engine.dsl import Parsed
from engine.dsl.models import Workflow


@dataclass(frozen=True, slots=True)
class Project:
    """Machines by name, and for each name the files that declare it (more than one is a fault)."""

    machines: Mapping[str, Workflow]
    files: Mapping[str, tuple[str, ...]]

    @staticmethod
    def of(read: Iterable[Parsed]) -> Project:
        """The project of these files; what could not be read is left out."""
        machines: dict[str, Workflow] = {}
        files: dict[str, tuple[str, ...]] = {}
        for parsed in read:
            if parsed.workflow is not None:
                name = parsed.workflow.name
                machines.setdefault(name, parsed.workflow)
                files[name] = (*files.get(name, ()), parsed.file)
        return Project(machines, files)
