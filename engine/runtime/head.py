"""The head file: the last commits beside the journal, so that steps which the database lost are told.

A ring of slots, each a line of JSON with a checksum, one a commit. A slot is written when its commit is there already,
so the head never runs ahead of the truth; a journal behind its head has lost steps.
"""

from __future__ import annotations

import json
import os
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

SLOTS = 64
SLOT = 1024
SYNC_EVERY = 64
"""Commits after which the file is synced: until then a slot survives the end of the process, not that of the power."""


class Mark(NamedTuple):
    """A commit by its number, and where it left a family: its root, the ``seq`` and ``hash`` of its last event."""

    number: int
    root: str
    seq: int
    hash: str


class Head:
    """The head file of one journal. Processes share it: each writes the slots of its own commits."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._handle: int | None = None
        self._unsynced = 0

    def note(self, mark: Mark) -> None:
        """Write down a commit."""
        if self._handle is None:
            self._handle = self._opened()
        os.pwrite(self._handle, _line(mark), mark.number % SLOTS * SLOT)
        self._unsynced += 1
        if self._unsynced >= SYNC_EVERY:
            self.sync()

    def sync(self) -> None:
        if self._handle is not None and self._unsynced:
            os.fdatasync(self._handle)
            self._unsynced = 0

    def marks(self) -> tuple[Mark, ...]:
        """The commits that can be read, oldest first."""
        return tuple(sorted(self._read()))

    def forget(self, after: int) -> None:
        """Take back the marks of commits that are lost and accepted as such."""
        for mark in self.marks():
            if mark.number > after:
                with self.path.open("r+b") as file:
                    file.seek(mark.number % SLOTS * SLOT)
                    file.write(b" " * (SLOT - 1) + b"\n")

    def close(self) -> None:
        if self._handle is not None:
            self.sync()
            os.close(self._handle)
            self._handle = None

    def _opened(self) -> int:
        """The file, all of its slots there: later writes need no room."""
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o644)
        if os.fstat(handle).st_size < SLOTS * SLOT:
            os.posix_fallocate(handle, 0, SLOTS * SLOT)
        return handle

    def _read(self) -> Iterator[Mark]:
        content = self.path.read_bytes() if self.path.exists() else b""
        for place in range(0, len(content), SLOT):
            checksum, _, text = content[place : place + SLOT].rstrip(b" \n\0").partition(b" ")
            if text and checksum == _checksum(text):
                yield Mark(*json.loads(text))


def _line(mark: Mark) -> bytes:
    text = json.dumps(mark, ensure_ascii=False).encode()
    return (_checksum(text) + b" " + text).ljust(SLOT - 1) + b"\n"


def _checksum(text: bytes) -> bytes:
    return f"{zlib.crc32(text):08x}".encode()
