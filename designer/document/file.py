"""A document's place on disk: opening, saving, and noticing that the file became another one."""

from __future__ import annotations

import hashlib
import pathlib
from dataclasses import dataclass
from enum import StrEnum

from designer.document import messages
from designer.document.disk import Disk, write_atomically
from designer.document.document import Document
from designer.document.intents import Reload
from designer.document.sidecar import read_layout, sidecar_of, write_layout
from designer.document.snapshot import Layout, Snapshot
from engine.text import Undecodable, decode, encode

LARGEST = 16 * 1024 * 1024
"""Files beyond this many bytes are not opened; the language forbids them."""


class FileProblem(Exception):
    """A file cannot be opened or saved; ``str(error)`` is one sentence for the user."""


class Outside(StrEnum):
    """What became of a file since it was read or written here."""

    SAME = "same"
    CHANGED = "changed"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Content:
    """What a file holds: its text, whether it begins with a byte order mark, positions, and its digest.

    ``undecodable`` says why bytes are no UTF-8; ``text`` then shows what could be read and must not be written back.
    """

    text: str
    bom: bool
    layout: Layout
    digest: str
    undecodable: str = ""


class MachineFile:
    """One document and the file it came from or goes to.

    ``digest`` is that of the content last read or written here, ``None`` while nothing was; content and not time
    decides whether a file is another one. ``undecodable`` is as in ``Content``.
    """

    def __init__(self, document: Document, disk: Disk, digest: str | None = None, undecodable: str = "") -> None:
        self.document = document
        self.digest = digest
        self.undecodable = undecodable
        self._disk = disk

    @staticmethod
    def open(path: pathlib.Path, disk: Disk) -> MachineFile:
        """The machine in ``path``, whatever is wrong with its text. Raises ``FileProblem``."""
        content = load(path, disk)
        document = Document(Snapshot.of(content.text, bom=content.bom, layout=content.layout, file=path))
        return MachineFile(document, disk, content.digest, content.undecodable)

    @property
    def path(self) -> pathlib.Path | None:
        return self.document.snapshot.file

    def look(self) -> Outside:
        """Compare the file with what is known of it; an unreadable one counts as it was."""
        if self.path is None or self.digest is None:
            return Outside.SAME
        try:
            data = self._disk.read(self.path)
        except FileNotFoundError:
            return Outside.GONE
        except OSError:
            return Outside.SAME
        if _digest(data) == self.digest:
            return Outside.SAME
        if data == self._bytes():
            self.digest = _digest(data)
            self.document.mark_saved(self.document.snapshot.text, self.document.snapshot.layout)
            return Outside.SAME
        return Outside.CHANGED

    def save(self, *, overwrite: bool = False) -> bool:
        """Write text and positions to the file; false, and nothing is written, when the file is newer.

        ``overwrite`` writes over a newer file too. Raises ``FileProblem``; the file is then the old one, whole.
        """
        self.document.flush()
        if self.path is None:
            raise FileProblem(messages.never_saved())
        if self.undecodable:
            raise FileProblem(messages.would_lose_bytes(self.path, self.undecodable))
        if not overwrite and self.look() is Outside.CHANGED:
            return False
        self._write(self.path)
        return True

    def save_as(self, path: pathlib.Path) -> None:
        """Write to another file, which is the document's from then on. Raises ``FileProblem``."""
        self.document.flush()
        self._write(path)
        self.undecodable = ""
        self.document.place(path, bom=self.document.snapshot.bom)

    def reload(self) -> None:
        """Take the file's text over, as one step that can be undone. Raises ``FileProblem``."""
        if self.path is None:
            raise FileProblem(messages.never_saved())
        content = load(self.path, self._disk)
        self.document.apply(Reload(content.text, content.layout, label=f"reload {self.path.name}"))
        self.document.place(self.path, bom=content.bom)
        self.document.mark_saved(content.text, content.layout)
        self.digest, self.undecodable = content.digest, content.undecodable

    def _bytes(self) -> bytes:
        return encode(self.document.snapshot.text, self.document.snapshot.bom)

    def _write(self, path: pathlib.Path) -> None:
        snapshot = self.document.snapshot
        data = self._bytes()
        try:
            write_atomically(self._disk, path, data)
        except OSError as error:
            raise FileProblem(messages.cannot_save(path, error)) from error
        self.digest = _digest(data)
        try:
            layout = self._write_layout(path, snapshot)
        except OSError as error:
            self.document.mark_saved(snapshot.text, load_layout(path, self._disk))
            raise FileProblem(messages.cannot_save_positions(path, error)) from error
        self.document.mark_saved(snapshot.text, layout)

    def _write_layout(self, path: pathlib.Path, snapshot: Snapshot) -> Layout:
        states = snapshot.workflow.states if snapshot.workflow and not snapshot.stale else snapshot.layout
        layout = {name: position for name, position in snapshot.layout.items() if name in states}
        sidecar = sidecar_of(path)
        if layout != load_layout(path, self._disk):
            write_atomically(self._disk, sidecar, write_layout(layout).encode())
        return snapshot.layout


def load(path: pathlib.Path, disk: Disk) -> Content:
    """What ``path`` and its sidecar hold. Raises ``FileProblem`` when the file cannot be read at all."""
    try:
        data = disk.read(path)
    except OSError as error:
        raise FileProblem(messages.cannot_open(path, error)) from error
    if len(data) > LARGEST:
        raise FileProblem(messages.too_large(path))
    decoded = decode(data)
    layout = load_layout(path, disk)
    if isinstance(decoded, Undecodable):
        text = data.decode("utf-8", errors="replace")
        return Content(text, False, layout, _digest(data), decoded.reason)
    return Content(decoded.text, decoded.bom, layout, _digest(data))


def write_text(text: str, path: pathlib.Path, disk: Disk) -> None:
    """Write a text whole or not at all. Raises ``FileProblem``."""
    write_data(text.encode(), path, disk)


def write_data(data: bytes, path: pathlib.Path, disk: Disk) -> None:
    """Write a file whole or not at all. Raises ``FileProblem``."""
    try:
        write_atomically(disk, path, data)
    except OSError as error:
        raise FileProblem(messages.cannot_save(path, error)) from error


def load_layout(path: pathlib.Path, disk: Disk) -> Layout:
    """The positions beside ``path``; none where there is no readable sidecar."""
    try:
        return read_layout(disk.read(sidecar_of(path)).decode("utf-8", errors="replace"))
    except OSError:
        return {}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
