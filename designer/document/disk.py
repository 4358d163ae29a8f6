"""The one place where the designer touches files: every call can be made to fail in tests."""

from __future__ import annotations

import contextlib
import errno
import os
import pathlib
import stat

TEMPORARY_TRIES = 100


class Disk:
    """Calls to the file system, one method each; all raise ``OSError``."""

    def read(self, path: pathlib.Path) -> bytes:
        return path.read_bytes()

    def create(self, path: pathlib.Path) -> int:
        """A descriptor of a new file, with the permissions new files get."""
        return os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0), 0o666)

    def write(self, descriptor: int, data: bytes) -> None:
        view = memoryview(data)
        while view:
            view = view[os.write(descriptor, view) :]

    def sync(self, descriptor: int) -> None:
        os.fsync(descriptor)

    def close(self, descriptor: int) -> None:
        os.close(descriptor)

    def mode(self, path: pathlib.Path) -> int | None:
        """The permission bits, ``None`` when there is no such file; a folder in its place is an error."""
        try:
            status = path.stat()
        except FileNotFoundError:
            return None
        if stat.S_ISDIR(status.st_mode):
            raise IsADirectoryError(errno.EISDIR, os.strerror(errno.EISDIR), str(path))
        return stat.S_IMODE(status.st_mode)

    def set_mode(self, path: pathlib.Path, mode: int) -> None:
        path.chmod(mode)

    def replace(self, source: pathlib.Path, target: pathlib.Path) -> None:
        source.replace(target)

    def sync_folder(self, folder: pathlib.Path) -> None:
        """Make a rename durable, where the system lets folders be opened."""
        if os.name == "nt":
            return
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)

    def remove(self, path: pathlib.Path) -> None:
        path.unlink(missing_ok=True)

    def make_folder(self, folder: pathlib.Path) -> None:
        folder.mkdir(parents=True, exist_ok=True)


def write_atomically(disk: Disk, path: pathlib.Path, data: bytes, *, durable: bool = True) -> None:
    """Make ``data`` the whole content of ``path``, or leave the file as it was and raise ``OSError``.

    A symbolic link stays one and its target is written; permissions are kept; a file nobody may write is refused
    although its folder would allow a rename. Without ``durable`` the data may not survive a power failure.
    """
    target = path.resolve()
    mode = disk.mode(target)
    if mode is not None and not (mode & 0o222 and os.access(target, os.W_OK)):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(target))
    temporary, descriptor = _temporary(disk, target)
    try:
        try:
            disk.write(descriptor, data)
            if durable:
                disk.sync(descriptor)
        finally:
            disk.close(descriptor)
        if mode is not None:
            disk.set_mode(temporary, mode)
        disk.replace(temporary, target)
    except OSError:
        with contextlib.suppress(OSError):  # the first failure is the one worth telling
            disk.remove(temporary)
        raise
    if durable:
        disk.sync_folder(target.parent)


def _temporary(disk: Disk, target: pathlib.Path) -> tuple[pathlib.Path, int]:
    for number in range(TEMPORARY_TRIES):
        temporary = target.with_name(f".statewright-{os.getpid()}-{number}.tmp")
        try:
            return temporary, disk.create(temporary)
        except FileExistsError:
            continue
    raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(target))
