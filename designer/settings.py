"""What the program remembers between starts: preferences, recent files, the shape of the window."""

from __future__ import annotations

import pathlib
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, Signal

MOST_RECENT = 12


class Settings(QObject):
    """Values by key, kept in one INI file.

    Signals: ``changed`` (key) after a value became another one.
    """

    changed = Signal(str)

    def __init__(self, file: pathlib.Path, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._store = QSettings(str(file), QSettings.Format.IniFormat, self)

    def value(self, key: str, default: Any) -> Any:
        """The kept value, of the type of ``default``; ``default`` where none of that type is kept."""
        kept = self._store.value(key)
        if kept is None:
            return default
        if isinstance(default, bool):
            return str(kept).lower() == "true"
        if isinstance(default, int):
            return int(kept) if str(kept).lstrip("-").isdigit() else default
        return kept if isinstance(kept, type(default)) else default

    def set(self, key: str, value: Any) -> None:
        if self._store.value(key) != value:
            self._store.setValue(key, value)
            self.changed.emit(key)

    def sync(self) -> None:
        """Write what is not written yet."""
        self._store.sync()

    @property
    def theme(self) -> str:
        """``system``, ``light`` or ``dark``."""
        kept = self.value("theme", "system")
        return kept if kept in ("system", "light", "dark") else "system"

    @property
    def reduce_motion(self) -> bool:
        return bool(self.value("reduce-motion", False))

    @property
    def paint_coverage(self) -> bool:
        """Whether a run paints how often states and transitions were reached."""
        return bool(self.value("paint-coverage", False))

    @property
    def recent(self) -> tuple[pathlib.Path, ...]:
        """Files opened or saved lately, the latest first; those that are gone are left out."""
        kept = self._store.value("recent") or []
        paths = [pathlib.Path(each) for each in ([kept] if isinstance(kept, str) else kept)]
        return tuple(path for path in paths if path.exists())

    def add_recent(self, path: pathlib.Path) -> None:
        paths = [str(path), *(str(other) for other in self.recent if other != path)]
        self.set("recent", paths[:MOST_RECENT])

    def bytes(self, key: str) -> QByteArray:
        kept = self._store.value(key)
        return kept if isinstance(kept, QByteArray) else QByteArray()
