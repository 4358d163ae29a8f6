"""Noticing that files changed outside, soon after they did; whether they really did, content decides elsewhere."""

from __future__ import annotations

import pathlib
from collections.abc import Iterable

from PySide6.QtCore import QFileSystemWatcher, QObject, QTimer, Signal

SETTLE_MS = 150
"""Programs write in several steps; one notice comes after the last."""


class Watch(QObject):
    """Watches files and their folders, since a file that is replaced or comes back is seen only there.

    Signals: ``stirred`` when any of them may have changed.
    """

    stirred = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._files: frozenset[pathlib.Path] = frozenset()
        self._watcher = QFileSystemWatcher(self)
        self._settle = QTimer(self)
        self._settle.setSingleShot(True)
        self._settle.setInterval(SETTLE_MS)
        self._settle.timeout.connect(self._tell)
        self._watcher.fileChanged.connect(self._settle.start)
        self._watcher.directoryChanged.connect(self._settle.start)

    def watch(self, files: Iterable[pathlib.Path]) -> None:
        """Watch exactly these files from now on."""
        self._files = frozenset(files)
        self._renew()

    def _tell(self) -> None:
        self._renew()  # a file that was replaced is no longer watched
        self.stirred.emit()

    def _renew(self) -> None:
        wanted = {str(file) for file in self._files if file.exists()}
        wanted |= {str(file.parent) for file in self._files if file.parent.is_dir()}
        present = {*self._watcher.files(), *self._watcher.directories()}
        if gone := present - wanted:
            self._watcher.removePaths(sorted(gone))
        if new := wanted - present:
            self._watcher.addPaths(sorted(new))
