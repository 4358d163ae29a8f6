"""The folders of the user's machine that the program keeps its own things in."""

from __future__ import annotations

import pathlib
from dataclasses import dataclass

from PySide6.QtCore import QStandardPaths


@dataclass(frozen=True, slots=True)
class Places:
    """``config`` holds the settings, ``state`` recovery copies, runs and the log."""

    config: pathlib.Path
    state: pathlib.Path

    @staticmethod
    def of_system() -> Places:
        """Where this platform wants them; needs the application's name to be set."""
        locations = QStandardPaths.StandardLocation
        return Places(
            config=pathlib.Path(QStandardPaths.writableLocation(locations.AppConfigLocation)),
            state=pathlib.Path(QStandardPaths.writableLocation(locations.StateLocation)),
        )

    @property
    def settings_file(self) -> pathlib.Path:
        return self.config / "settings.ini"

    @property
    def recovery(self) -> pathlib.Path:
        return self.state / "recovery"

    @property
    def runs(self) -> pathlib.Path:
        return self.state / "runs"

    @property
    def log_file(self) -> pathlib.Path:
        return self.state / "log" / "statewright.log"
