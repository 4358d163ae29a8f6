"""Which files of a folder are machines of its project."""

from __future__ import annotations

import pathlib
import re

from designer.document.disk import Disk
from engine.text import Undecodable, decode

MACHINES = pathlib.Path(".aegis", "fsms")
_TOP_LEVEL_FSM = re.compile(r"^(fsm|'fsm'|\"fsm\")\s*:", re.MULTILINE)


def project_root(path: pathlib.Path) -> pathlib.Path:
    """The project folder that a machine's file, or a folder given by the user, belongs to."""
    folder = path if path.is_dir() else path.parent
    for above in (folder, *folder.parents):
        if above.parts[-2:] == MACHINES.parts:
            return above.parent.parent
    return folder


def machine_files(root: pathlib.Path, disk: Disk) -> list[pathlib.Path]:
    """All ``*.yaml`` and ``*.yml`` below ``.aegis/fsms``; without that folder those beside it that say ``fsm:``."""
    nested = root / MACHINES
    if nested.is_dir():
        return sorted(path for path in nested.rglob("*") if _is_yaml(path))
    candidates = sorted(path for path in root.glob("*") if _is_yaml(path))
    return [path for path in candidates if _says_fsm(path, disk)]


def _is_yaml(path: pathlib.Path) -> bool:
    """Scenarios are YAML too, and no machines."""
    return path.suffix in (".yaml", ".yml") and ".scenario" not in path.suffixes[-2:-1] and path.is_file()


def _says_fsm(path: pathlib.Path, disk: Disk) -> bool:
    try:
        decoded = decode(disk.read(path))
    except OSError:
        return False
    return not isinstance(decoded, Undecodable) and _TOP_LEVEL_FSM.search(decoded.text) is not None
