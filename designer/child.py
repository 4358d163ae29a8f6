"""Worker processes of the window: how each is made ready, and how it is ended."""

from __future__ import annotations

import os
import sys

from PySide6.QtCore import QObject, QProcess, QProcessEnvironment


def prepare(owner: QObject, module: str, *, forward_errors: bool = True) -> QProcess:
    """A process that runs ``main`` of a module once it is started, with the import path of this one."""
    process = QProcess(owner)
    environment = QProcessEnvironment.systemEnvironment()
    environment.insert("PYTHONPATH", os.pathsep.join(path for path in sys.path if path))
    process.setProcessEnvironment(environment)
    if forward_errors:
        process.setProcessChannelMode(QProcess.ProcessChannelMode.ForwardedErrorChannel)
    process.setProgram(sys.executable)
    process.setArguments(["-P", "-c", f"from {module} import main; main()"])
    return process


def end(process: QProcess | None) -> None:
    """End a process at once, without a word from it."""
    if process is not None:
        process.blockSignals(True)
        process.kill()
        process.waitForFinished(1000)
        process.deleteLater()
