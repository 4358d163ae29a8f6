"""Working texts kept in the user's state folder, so that neither a crash nor closing loses one.

Each running window has a folder of its own, held by a lock. A folder whose lock is free belongs to a window that
closed or crashed; the next window takes its tabs over. A copy is removed only when its text was saved or given up.
"""

from __future__ import annotations

import json
import os
import pathlib
import shutil
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from PySide6.QtCore import QLockFile

from designer.document.disk import Disk, write_atomically
from designer.document.sidecar import read_layout
from designer.document.snapshot import Layout

SESSION = "session.json"
LOCK = "lock"


@dataclass(frozen=True, slots=True)
class Copy:
    """A working text that its file does not hold.

    ``file`` is where it belongs, if anywhere; ``digest`` that of the file's content it was edited from.
    """

    title: str
    file: str | None
    digest: str | None
    text: str
    bom: bool
    layout: Layout


@dataclass(frozen=True, slots=True)
class Tab:
    """One open machine of an earlier window: its file, and its copy when it was not saved."""

    file: pathlib.Path | None
    copy: Copy | None


@dataclass(frozen=True, slots=True)
class Earlier:
    """What an earlier window left: ``crashed`` when it did not close; ``damaged`` names copies nobody can read."""

    folder: pathlib.Path
    crashed: bool
    tabs: tuple[Tab, ...]
    current: int
    damaged: tuple[pathlib.Path, ...]


class Recovery:
    """The folder of this window; earlier windows' folders are found by ``earlier`` and dropped by ``forget``."""

    def __init__(self, root: pathlib.Path, disk: Disk) -> None:
        self._root = root
        self._disk = disk
        self._folder = _free_folder(root, disk)
        self._lock = _lock(self._folder)
        self._lock.tryLock(0)

    def keep(self, key: int, copy: Copy) -> None:
        """Write the copy of tab ``key``. Raises ``OSError``; the copy before it is then whole.

        The write is not forced to the medium: it survives the death of the program, and mostly that of the system.
        """
        text = json.dumps(asdict(copy), ensure_ascii=True)
        write_atomically(self._disk, self._copy_path(key), text.encode(), durable=False)

    def drop(self, key: int) -> None:
        """Remove the copy of tab ``key``: its text was saved or given up."""
        self._disk.remove(self._copy_path(key))

    def note(self, tabs: Mapping[int, pathlib.Path | None], current: int, *, closed: bool) -> None:
        """Write which tabs are open, so that the next window can open them. Raises ``OSError``."""
        session = {
            "closed": closed,
            "current": current,
            "tabs": [{"key": key, "file": str(file) if file else None} for key, file in tabs.items()],
        }
        write_atomically(self._disk, self._folder / SESSION, json.dumps(session).encode(), durable=False)

    def earlier(self) -> list[Earlier]:
        """What windows that are no more left behind, the oldest first; folders in use are not touched."""
        found = []
        for folder in sorted(self._root.glob("window-*"), key=lambda folder: (_age(folder), folder.name)):
            if folder == self._folder or not folder.is_dir():
                continue
            lock = _lock(folder)
            if lock.tryLock(0):
                lock.unlock()
                found.append(_read_folder(folder, self._disk))
        return found

    def forget(self, earlier: Earlier) -> None:
        """Remove an earlier window's folder, except for damaged copies, which are kept for a person to look at."""
        for path in earlier.damaged:
            if path.stat().st_size:
                self._disk.replace(path, self._root / f"damaged-{earlier.folder.name}-{path.name}")
        shutil.rmtree(earlier.folder, ignore_errors=True)

    def release(self) -> None:
        """Let the next window take this folder over."""
        self._lock.unlock()

    def _copy_path(self, key: int) -> pathlib.Path:
        return self._folder / f"copy-{key}.json"


def _free_folder(root: pathlib.Path, disk: Disk) -> pathlib.Path:
    number = 0
    while (folder := root / f"window-{os.getpid()}-{number}").exists():
        number += 1
    disk.make_folder(folder)
    return folder


def _lock(folder: pathlib.Path) -> QLockFile:
    lock = QLockFile(str(folder / LOCK))
    lock.setStaleLockTime(0)
    return lock


def _age(folder: pathlib.Path) -> int:
    session = folder / SESSION
    return session.stat().st_mtime_ns if session.exists() else 0


def _read_folder(folder: pathlib.Path, disk: Disk) -> Earlier:
    session = _json(folder / SESSION, disk) or {}
    copies: dict[str, Copy] = {}
    damaged = []
    for path in sorted(folder.glob("copy-*.json")):
        copy = _read_copy(_json(path, disk))
        if copy is None:
            damaged.append(path)
        else:
            copies[path.stem.removeprefix("copy-")] = copy
    tabs = []
    entries = session.get("tabs")
    for entry in entries if isinstance(entries, list) else ():
        match entry:
            case {"key": int(key), "file": str() | None as file}:
                tabs.append(_tab(file, copies.pop(str(key), None)))
    tabs += [_tab(copy.file, copy) for copy in copies.values()]
    current = session.get("current")
    return Earlier(
        folder=folder,
        crashed=session.get("closed") is not True,
        tabs=tuple(tab for tab in tabs if tab.file or tab.copy),
        current=current if isinstance(current, int) else 0,
        damaged=tuple(damaged),
    )


def _tab(file: str | None, copy: Copy | None) -> Tab:
    return Tab(pathlib.Path(file) if file else None, copy)


def _json(path: pathlib.Path, disk: Disk) -> dict[str, Any] | None:
    try:
        value = json.loads(disk.read(path))
    except (OSError, ValueError):
        return None
    return value if isinstance(value, dict) else None


def _read_copy(entry: dict[str, Any] | None) -> Copy | None:
    if entry is None:
        return None
    match entry:
        case {"title": str(title), "text": str(text), "bom": bool(bom), "layout": dict(layout)}:
            positions = read_layout(json.dumps(layout))
            file, digest = entry.get("file"), entry.get("digest")
            return Copy(title, file if isinstance(file, str) else None, digest, text, bom, positions)
    return None
