"""A disk that fails where a test wants it to."""

from __future__ import annotations

import os
import pathlib
from collections.abc import Callable
from typing import Any

from designer.document.disk import Disk

CALLS = ("read", "create", "write", "sync", "close", "mode", "set_mode", "replace", "sync_folder", "remove")


class FaultyDisk(Disk):
    """Counts its calls; once ``fail`` is set, the call of that number raises the error, later ones work again.

    With ``forever`` every call from that number on fails.
    """

    def __init__(self) -> None:
        self.calls: list[str] = []
        self.fail: tuple[int, int] | None = None
        self.forever = False

    def reset(self, at: int, code: int, *, forever: bool = False) -> None:
        """Fail the call number ``at`` from now, counted from 0, with errno ``code``."""
        self.calls = []
        self.fail = (at, code)
        self.forever = forever

    def heal(self) -> None:
        self.fail = None

    def _count(self, name: str) -> None:
        self.calls.append(name)
        if self.fail is not None:
            at, code = self.fail
            number = len(self.calls) - 1
            if number == at or (self.forever and number > at):
                raise OSError(code, os.strerror(code))


def _counted(name: str) -> Callable[..., Any]:
    real = getattr(Disk, name)

    def call(self: FaultyDisk, *arguments: Any) -> Any:
        if name == "close":
            real(self, *arguments)  # a descriptor that leaks would be the test's own fault
            self._count(name)
            return None
        self._count(name)
        return real(self, *arguments)

    return call


for _name in CALLS:
    setattr(FaultyDisk, _name, _counted(_name))


def files_in(folder: pathlib.Path) -> dict[str, bytes]:
    """Every file below ``folder`` with its content."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
