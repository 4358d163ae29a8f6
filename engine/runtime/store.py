"""The payload store: contents in files beside the journal, under random names, synced before they are referred to."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Collection, Iterable
from pathlib import Path

from engine.errors import JournalError
from engine.runtime import messages


class PayloadStore:
    """A folder of contents. ``folder`` is made with the first of them; ``None`` where none may be kept."""

    def __init__(self, folder: Path | None, place: str) -> None:
        self._folder = folder
        self._place = place

    @property
    def folder(self) -> Path:
        """Raises ``JournalError`` where there is none."""
        if self._folder is None:
            raise JournalError(messages.no_folder(self._place))
        return self._folder

    def write(self, contents: Iterable[tuple[str, bytes]]) -> None:
        """Keep contents under their names; when this returns they survive a crash.

        Raises ``JournalError`` where the medium does not take them; then none of them is left.
        """
        written: list[Path] = []
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            for name, content in contents:
                path = self.folder / name
                written.append(path)
                path.touch(mode=0o600, exist_ok=False)
                with path.open("wb") as file:
                    file.write(content)
                    file.flush()
                    os.fsync(file.fileno())
            self._sync()
        except OSError as error:
            for path in written:
                path.unlink(missing_ok=True)
            raise JournalError(messages.cannot_write(self._place, error.strerror or str(error))) from error

    def read(self, key: str, name: str, checksum: str) -> bytes:
        """The content under a name, its checksum verified. Raises ``JournalError``."""
        try:
            content = (self.folder / name).read_bytes()
        except OSError as error:
            raise JournalError(messages.payload_missing(key)) from error
        if checksum_of(content) != checksum:
            raise JournalError(messages.payload_damaged(key))
        return content

    def delete(self, names: Iterable[str]) -> None:
        for name in names:
            (self.folder / name).unlink(missing_ok=True)

    def names(self) -> frozenset[str]:
        """Every file there is."""
        if self._folder is None or not self._folder.is_dir():
            return frozenset()
        return frozenset(each.name for each in self._folder.iterdir())

    def unreferenced(self, known: Collection[str], before: int) -> list[str]:
        """Files that nothing refers to, written before a moment: what a crash left behind."""
        strays = self.names().difference(known)
        return sorted(name for name in strays if (self.folder / name).stat().st_mtime_ns <= before)

    def _sync(self) -> None:
        """Make the new names themselves survive."""
        handle = os.open(self.folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


def checksum_of(content: bytes) -> str:
    return f"sha256:{hashlib.sha256(content).hexdigest()}"
