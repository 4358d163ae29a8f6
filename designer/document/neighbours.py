"""The machines that stand beside one on disk, as its checks see them."""

from __future__ import annotations

import pathlib
from collections.abc import Iterator
from dataclasses import replace
from functools import lru_cache

from designer.document.disk import Disk
from designer.document.folder import MACHINES, machine_files, project_root
from engine.analysis import Project
from engine.dsl import Parsed, read_bytes


def project_beside(parsed: Parsed, place: pathlib.Path) -> Project:
    """The project of a machine, as its text is now; the others as they were saved. Files that cannot be read are out.

    A name used twice is a fault where the folder is known to be a project: below ``.aegis/fsms``.
    """
    root = project_root(place)
    project = Project.of((parsed, *_others(root, place)))
    return project if (root / MACHINES).is_dir() else replace(project, files={})


def _others(root: pathlib.Path, place: pathlib.Path) -> Iterator[Parsed]:
    try:
        files = machine_files(root, Disk())
    except OSError:
        return
    own = place.resolve()
    for path in files:
        if path.resolve() != own and (read := _read_at(path, root)) is not None:
            yield read


def _read_at(path: pathlib.Path, root: pathlib.Path) -> Parsed | None:
    try:
        status = path.stat()
        return _read(path, path.relative_to(root).as_posix(), status.st_mtime_ns, status.st_size)
    except OSError:
        return None


@lru_cache(maxsize=256)
def _read(path: pathlib.Path, name: str, modified: int, size: int) -> Parsed:
    """The machine as it was saved then."""
    return read_bytes(Disk().read(path), name)
