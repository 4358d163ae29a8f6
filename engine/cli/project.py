"""Which files are machines, and which machines stand beside one another."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path

from engine.analysis import Project
from engine.dsl import Parsed, read_bytes

MACHINES = Path(".aegis", "fsms")
SUFFIXES = (".yaml", ".yml")
SCENARIO_SUFFIXES = (".scenario.yaml", ".scenario.yml")

_TOP_LEVEL_FSM = re.compile(rb"""^(?:\xef\xbb\xbf)?(?:fsm|'fsm'|"fsm")\s*:""", re.MULTILINE)


def machine_files(folder: Path) -> list[Path]:
    """All YAML files below ``.aegis/fsms``; without that folder those in ``folder`` itself that say ``fsm:``.

    Scenarios are no machines.
    """
    below = folder if folder.parts[-2:] == MACHINES.parts else folder / MACHINES
    if below.is_dir():
        return sorted(path for path in below.rglob("*") if _is_yaml(path))
    return sorted(path for path in folder.iterdir() if _is_yaml(path) and _says_fsm(path))


def project_folder(file: Path) -> Path:
    """The folder whose machines stand beside ``file``."""
    for folder in (*file.parents, *file.absolute().parents):
        if folder.parts[-2:] == MACHINES.parts:
            return folder.parent.parent
    return file.parent


class Machines:
    """The projects of files, each folder read once.

    Two machines of one name are a fault where their folder is known to be a project: below ``.aegis/fsms``, or where
    ``whole`` names it.
    """

    def __init__(self, whole: Iterable[Path] = ()) -> None:
        self._whole = frozenset(whole)
        self._projects: dict[Path, Project] = {}

    def beside(self, file: Path) -> Project:
        """The project that ``file`` belongs to; machines that cannot be opened are left out."""
        folder = project_folder(file)
        if folder not in self._projects:
            project = Project.of(_read(machine_files(folder)) if folder.is_dir() else ())
            known = folder in self._whole or (folder / MACHINES).is_dir()
            self._projects[folder] = project if known else replace(project, files={})
        return self._projects[folder]


def _read(files: Iterable[Path]) -> Iterator[Parsed]:
    """Each file once, whatever links lead to it."""
    seen = set()
    for path in files:
        target = path.resolve()
        if target not in seen:
            seen.add(target)
            with contextlib.suppress(OSError):
                yield read_bytes(path.read_bytes(), str(path))


def _is_yaml(path: Path) -> bool:
    return path.suffix in SUFFIXES and not path.name.endswith(SCENARIO_SUFFIXES) and path.is_file()


def _says_fsm(path: Path) -> bool:
    try:
        return _TOP_LEVEL_FSM.search(path.read_bytes()) is not None
    except OSError:
        return True
