"""The world outside the window, as small protocols that tests can stand in for."""

from __future__ import annotations

import pathlib
from typing import Protocol

from PySide6.QtGui import QGuiApplication, QPagedPaintDevice


class Clipboard(Protocol):
    def text(self) -> str: ...

    def set_text(self, text: str) -> None: ...


class FileChoice(Protocol):
    """Asks the user for files; ``None`` or nothing chosen means they changed their mind."""

    def to_open(self, folder: pathlib.Path) -> list[pathlib.Path]: ...

    def folder_to_open(self, folder: pathlib.Path) -> pathlib.Path | None: ...

    def to_save(self, suggestion: pathlib.Path) -> pathlib.Path | None: ...

    def trace_to_open(self, folder: pathlib.Path) -> pathlib.Path | None: ...

    def to_print(self, title: str) -> QPagedPaintDevice | None: ...

    def journal_to_open(self, folder: pathlib.Path) -> pathlib.Path | None: ...

    def address_to_open(self) -> str | None: ...


class SystemClipboard:
    """The clipboard shared with other programs."""

    def text(self) -> str:
        return QGuiApplication.clipboard().text()

    def set_text(self, text: str) -> None:
        QGuiApplication.clipboard().setText(text)
