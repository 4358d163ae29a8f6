"""Asking the user for files with the platform's own dialogs."""

from __future__ import annotations

import pathlib

from PySide6.QtGui import QPagedPaintDevice
from PySide6.QtWidgets import QApplication, QFileDialog, QInputDialog, QWidget

MACHINES = "Machines (*.yaml *.yml);;All files (*)"
JOURNALS = "Journals and traces (*.db *.sqlite *.sqlite3 *.jsonl);;All files (*)"
TRACES = "Traces and scenarios (*.jsonl *.scenario.yaml);;All files (*)"
PICTURES = "Pictures (*.svg *.png *.pdf);;All files (*)"
KINDS = {".jsonl": TRACES, ".svg": PICTURES}


class Dialogs:
    """The file choice of the running program."""

    def to_open(self, folder: pathlib.Path) -> list[pathlib.Path]:
        names, _ = QFileDialog.getOpenFileNames(_window(), "Open machines", str(folder), MACHINES)
        return [pathlib.Path(name) for name in names]

    def folder_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        name = QFileDialog.getExistingDirectory(_window(), "Open a folder of machines", str(folder))
        return pathlib.Path(name) if name else None

    def to_save(self, suggestion: pathlib.Path) -> pathlib.Path | None:
        kinds = KINDS.get(suggestion.suffix, MACHINES)
        name, _ = QFileDialog.getSaveFileName(_window(), "Save as", str(suggestion), kinds)
        return pathlib.Path(name) if name else None

    def trace_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        name, _ = QFileDialog.getOpenFileName(_window(), "Open a trace", str(folder), TRACES)
        return pathlib.Path(name) if name else None

    def journal_to_open(self, folder: pathlib.Path) -> pathlib.Path | None:
        name, _ = QFileDialog.getOpenFileName(_window(), "Open a journal", str(folder), JOURNALS)
        return pathlib.Path(name) if name else None

    def address_to_open(self) -> str | None:
        text, given = QInputDialog.getText(_window(), "Open a journal", "Address, such as postgresql://user@host/name")
        return text.strip() or None if given else None

    def to_print(self, title: str) -> QPagedPaintDevice | None:
        """The printer, or the PDF, that the person chose to print on."""
        from PySide6.QtPrintSupport import QPrintDialog, QPrinter

        printer = QPrinter(QPrinter.PrinterMode.HighResolution)
        printer.setDocName(title)
        printer.setCreator("Statewright")
        return printer if QPrintDialog(printer, _window()).exec() == QPrintDialog.DialogCode.Accepted else None


def _window() -> QWidget | None:
    return QApplication.activeWindow()
