"""Asking the user for files with the platform's own dialogs."""

from __future__ import annotations

import pathlib

from PySide6.QtWidgets import QApplication, QFileDialog, QWidget

MACHINES = "Machines (*.yaml *.yml);;All files (*)"
TRACES = "Traces (*.jsonl);;All files (*)"


class Dialogs:
    """The file choice of the running program."""

    def to_open(self, folder: pathlib.Path) -> list[pathlib.Path]:
        names, _ = QFileDialog.getOpenFileNames(_window(), "Open machines", str(folder), MACHINES)
        return [pathlib.Path(name) for name in names]

    def folder_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        name = QFileDialog.getExistingDirectory(_window(), "Open a folder of machines", str(folder))
        return pathlib.Path(name) if name else None

    def to_save(self, suggestion: pathlib.Path) -> pathlib.Path | None:
        kinds = TRACES if suggestion.suffix == ".jsonl" else MACHINES
        name, _ = QFileDialog.getSaveFileName(_window(), "Save as", str(suggestion), kinds)
        return pathlib.Path(name) if name else None

    def trace_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        name, _ = QFileDialog.getOpenFileName(_window(), "Open a trace", str(folder), TRACES)
        return pathlib.Path(name) if name else None


def _window() -> QWidget | None:
    return QApplication.activeWindow()
