"""Pictures for the command line: the same bytes as the window's, without a display."""

from __future__ import annotations

import os
from pathlib import Path

from engine.dsl import Parsed


def picture(parsed: Parsed, file: Path, kind: str, theme: str) -> bytes:
    """Draw a machine as ``svg``, ``png`` or ``pdf``, its states where the sidecar has them."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from PySide6.QtGui import QGuiApplication

    from designer.canvas.picture import draw, sheet_for, subject_of
    from designer.document.sidecar import read_layout, sidecar_of
    from designer.theme import DARK, LIGHT, load_fonts

    app = QGuiApplication.instance() or QGuiApplication(["statewright"])
    load_fonts()
    sidecar = sidecar_of(file)
    layout = read_layout(sidecar.read_text(encoding="utf-8")) if sidecar.is_file() else {}
    subject = subject_of(parsed.workflow, layout)
    data = draw(sheet_for(subject), DARK if theme == "dark" else LIGHT, kind, subject.title)
    del app
    return data
