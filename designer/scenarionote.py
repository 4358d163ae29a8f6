"""What stands in place of the drawing of a scenario, which has none."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QVBoxLayout, QWidget

from designer import messages
from designer.document import Document


class ScenarioNote(QWidget):
    """Says what the text is, where it is edited and what plays it."""

    def __init__(self, document: Document) -> None:
        super().__init__()
        file = document.snapshot.file
        title = QLabel(messages.SCENARIO)
        title.setProperty("role", "title")
        text = QLabel(messages.scenario_note(file.name if file is not None else ""))
        text.setProperty("role", "soft")
        for label in (title, text):
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            label.setTextFormat(Qt.TextFormat.PlainText)
        layout = QVBoxLayout(self)
        layout.setSpacing(8)
        layout.addStretch(2)
        layout.addWidget(title, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addWidget(text, alignment=Qt.AlignmentFlag.AlignHCenter)
        layout.addStretch(3)
