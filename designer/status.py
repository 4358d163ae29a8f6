"""The line below the window: problems, what is being checked, how much there is, where one is, the zoom."""

from __future__ import annotations

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QLabel, QPushButton, QStatusBar

from designer.document import Snapshot
from designer.document.checks import Checks


class Status(QStatusBar):
    """Signals: ``problems_asked`` when the count of problems is pressed, ``zoom_asked`` when the zoom is."""

    problems_asked = Signal()
    zoom_asked = Signal()

    def __init__(self) -> None:
        super().__init__()
        self.setSizeGripEnabled(False)
        self._problems = _button("Show the problems")
        self._problems.clicked.connect(self.problems_asked)
        self._checking = QLabel()
        self._counts = QLabel()
        self._position = QLabel()
        self._zoom = _button("Set the zoom to 100 %")
        self._zoom.clicked.connect(self.zoom_asked)
        for widget in (self._problems, self._checking):
            self.addWidget(widget)
        for widget in (self._counts, self._position, self._zoom):
            self.addPermanentWidget(widget)
        self.clear_machine()

    def clear_machine(self) -> None:
        """Show that no machine is open."""
        for widget in (self._problems, self._checking, self._counts, self._position, self._zoom):
            widget.setText("")
            widget.setVisible(False)

    def show_checks(self, checks: Checks) -> None:
        self._problems.setText(problems_text(checks.errors, checks.warnings, checks.busy))
        severity = "error" if checks.errors else "warning" if checks.warnings else "ok"
        if self._problems.property("severity") != severity:
            self._problems.setProperty("severity", severity)
            self._problems.style().polish(self._problems)
        if checks.failure:
            self._checking.setText("the checks failed; see the log")
        else:
            self._checking.setText("checking…" if checks.busy else "checked ✓")
        self._problems.setVisible(bool(self._problems.text()))
        self._checking.setVisible(True)

    def show_counts(self, snapshot: Snapshot) -> None:
        workflow = snapshot.workflow
        states = len(workflow.states) if workflow else 0
        transitions = sum(len(state.transitions) for state in workflow.states.values()) if workflow else 0
        text = f"{_counted(states, 'state')} · {_counted(transitions, 'transition')}"
        self._counts.setText(f"{text}, as last readable" if workflow and snapshot.stale else text)
        self._counts.setVisible(True)

    def show_position(self, line: int, column: int) -> None:
        """Where the selection or the caret stands in the text, from 1; 0 for nowhere."""
        self._position.setText(f"Ln {line}, Col {column}" if line else "")
        self._position.setVisible(bool(line))

    def show_zoom(self, factor: float) -> None:
        self._zoom.setText(f"{round(factor * 100)} %")
        self._zoom.setVisible(True)


def problems_text(errors: int, warnings: int, busy: bool) -> str:
    """``3 errors · 1 warning``; nothing is claimed while the first check runs."""
    parts = [_counted(errors, "error")] if errors else []
    if warnings:
        parts.append(_counted(warnings, "warning"))
    if parts:
        return " · ".join(parts)
    return "" if busy else "no problems"


def _counted(number: int, word: str) -> str:
    return f"{number:,} {word}" if number == 1 else f"{number:,} {word}s"


def _button(tip: str) -> QPushButton:
    button = QPushButton()
    button.setProperty("role", "status")
    button.setToolTip(tip)
    button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
    return button
