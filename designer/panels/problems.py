"""The problems of a machine, live: where, why, and the next step for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QMenu,
    QVBoxLayout,
    QWidget,
)

from designer.document import Document, Selection
from designer.document.checks import Checks
from designer.document.intents import ApplyPatch
from designer.panels import messages
from designer.panels.problems_model import Problem, ProblemsModel, element_words, grouped, identity
from designer.panels.problems_view import ProblemsView
from designer.panels.source.symbols import element_of
from designer.panels.suppress import suppression
from designer.panels.widgets import Empty, IconButton, Panel, button, label, row
from designer.theme import Theme
from engine.diagnostics import Diagnostic
from engine.errors import RefusedEdit

MOST_OPEN = 30
"""Open questions that are shown one by one."""


class Problems(Panel):
    """The list. A click selects the element; Enter shows the place; each row offers its fix by name.

    Signals: ``chosen`` (finding) to be shown in drawing and source; ``step_through`` (finding) with a witness;
    ``help_wanted`` (id of a check); ``open_wanted`` (machine, finding) of another machine of the project;
    ``count_changed`` (errors and warnings together).
    """

    chosen = Signal(object)
    step_through = Signal(object)
    help_wanted = Signal(str)
    open_wanted = Signal(str, object)
    count_changed = Signal(int)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self._document = document
        self._selection = selection
        self._checks = checks
        self._others: Mapping[str, Sequence[Diagnostic]] = {}
        self.model = ProblemsModel()
        self.view = ProblemsView(self.model, theme, self)
        self._filter = QLineEdit(placeholderText=messages.FILTER_PROBLEMS, clearButtonEnabled=True)
        self._filter.setAccessibleName(messages.FILTER_PROBLEMS)
        self._by = QComboBox()
        self._by.setAccessibleName(messages.GROUP_BY)
        for key, text in messages.GROUPINGS:
            self._by.addItem(text, key)
        self._nothing = Empty("")
        self._busy = label("", "soft")
        self._proof = label("", "soft")
        self._reason = ReasonBar(theme)
        self._lay_out()
        self._filter.textChanged.connect(self.refresh)
        self._by.currentIndexChanged.connect(self.refresh)
        self.view.clicked.connect(lambda index: self._choose(self.model.problem(index)))
        self.view.entered_row.connect(lambda index: self._choose(self.model.problem(index)))
        self.view.menu_wanted.connect(self._offer_menu)
        self._reason.given.connect(self._suppress)
        checks.changed.connect(self.refresh)
        document.changed.connect(self.refresh)
        self.refresh()

    def show_others(self, others: Mapping[str, Sequence[Diagnostic]]) -> None:
        """The findings of the project's other machines, by machine name."""
        self._others = dict(others)
        self.refresh()

    def refresh(self) -> None:
        problems = self._problems()
        groups = grouped(problems, str(self._by.currentData()), self._filter.text())
        current = self.model.problem(self.view.currentIndex())
        self.view.show_groups(groups, identity(current) if current else None)
        self._nothing.setText(self._nothing_words(bool(problems)))
        self._nothing.setVisible(not groups)
        self.view.setVisible(bool(groups))
        self._busy.setText(messages.CHECKING if self._checks.busy else self._checks.failure)
        self._show_proof()
        self.count_changed.emit(sum(p.finding.severity != "info" and not p.unfinished for p in problems))

    def apply_fix(self, problem: Problem, at: int = 0) -> None:
        if not problem.current:
            self.open_wanted.emit(problem.machine, problem.finding)
            return
        fix = problem.finding.fixes[at]
        try:
            patch = fix.patch
        except RefusedEdit as refusal:
            self._document.refused.emit(str(refusal))
            return
        self._document.apply(ApplyPatch(patch, fix.title, self._document.snapshot.revision))

    def _problems(self) -> list[Problem]:
        snapshot = self._document.snapshot
        name = snapshot.workflow.name if snapshot.workflow else messages.MACHINE
        unfinished = {id(finding) for finding in self._checks.unfinished}
        own = [
            Problem(finding, name, element_words(finding.path, snapshot.workflow), True, id(finding) in unfinished)
            for finding in self._checks.findings
        ]
        return own + [
            Problem(finding, machine, element_words(finding.path, None), False)
            for machine, findings in self._others.items()
            for finding in findings
        ]

    def _nothing_words(self, any_problem: bool) -> str:
        snapshot = self._document.snapshot
        if any_problem:
            return messages.FILTER_HIDES_ALL
        if self._checks.busy:
            return messages.CHECKING
        if snapshot.workflow is None or not snapshot.workflow.states:
            return messages.NOTHING_TO_CHECK
        return messages.no_problems(len(snapshot.workflow.states))

    def _show_proof(self) -> None:
        """What of the machine is proved, and on the pointer's rest every question that is open."""
        coverage = self._checks.coverage
        self._proof.setVisible(coverage is not None and bool(coverage.decided))
        if coverage is None:
            return
        workflow = self._document.snapshot.workflow
        undecided = sorted({each.check for each in coverage.open})
        self._proof.setText(messages.proof(len(coverage.decided), undecided, coverage.situations))
        self._proof.setToolTip(
            "\n".join(
                messages.proof_open(each.check, element_words(each.path, workflow) if each.path else "", each.why)
                for each in coverage.open[:MOST_OPEN]
            )
        )

    def _choose(self, problem: Problem | None) -> None:
        if problem is None:
            return
        if problem.current:
            self._selection.set((element_of(problem.finding.path),))
            self.chosen.emit(problem.finding)
        else:
            self.open_wanted.emit(problem.machine, problem.finding)

    def _offer_menu(self, problem: Problem, at: object) -> None:
        finding = problem.finding
        menu = QMenu(self)
        for place, fix in enumerate(finding.fixes):
            menu.addAction(messages.capital(fix.title), lambda place=place: self.apply_fix(problem, place))
        if getattr(finding, "witness", None) is not None:
            menu.addAction(messages.STEP_THROUGH, lambda: self.step_through.emit(finding))
        menu.addSeparator()
        menu.addAction(messages.about_check(finding.id), lambda: self.help_wanted.emit(finding.id))
        if problem.current and not finding.id.startswith("Y1"):
            menu.addAction(messages.suppress(finding.id), lambda: self._reason.ask(finding))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(at)  # type: ignore[arg-type]

    def _suppress(self, finding: Diagnostic, reason: str) -> None:
        try:
            patch = suppression(self._document.snapshot.parsed, finding, reason)
        except RefusedEdit as refusal:
            self._document.refused.emit(str(refusal))
            return
        if self._document.apply(
            ApplyPatch(patch, messages.suppress_label(finding.id), self._document.snapshot.revision)
        ):
            self._reason.hide()
            self.view.setFocus()

    def _lay_out(self) -> None:
        self._by.setMinimumWidth(140)
        top = row(self._filter, self._by, self._busy)
        top.setContentsMargins(12, 8, 12, 8)
        top.setStretch(0, 1)
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addLayout(top)
        layout.addWidget(self._reason)
        layout.addWidget(self._nothing)
        layout.addWidget(self.view, 1)
        layout.addStretch()
        foot = row(self._proof)
        foot.setContentsMargins(12, 6, 12, 8)
        foot.setStretch(0, 1)
        layout.addLayout(foot)


class ReasonBar(QWidget):
    """Asks why a finding is taken back. Signals: ``given`` (finding, reason)."""

    given = Signal(object, str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._finding: Diagnostic | None = None
        self._words = label("")
        self._field = QLineEdit()
        self._field.returnPressed.connect(self._give)
        layout = row(
            self._words,
            self._field,
            button(messages.SUPPRESS, self._give, primary=True),
            IconButton(theme, "x", messages.CANCEL, self.hide),
        )
        layout.setContentsMargins(12, 0, 12, 8)
        layout.setStretch(1, 1)
        self.setLayout(layout)
        self.hide()

    def ask(self, finding: Diagnostic) -> None:
        self._finding = finding
        self._words.setText(messages.reason_for(finding.id))
        self._field.setAccessibleName(messages.reason_for(finding.id))
        self._field.setPlaceholderText(messages.REASON_EXAMPLE)
        self._field.clear()
        self.show()
        self._field.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.hide()
        else:
            super().keyPressEvent(event)

    def _give(self) -> None:
        if self._finding is not None and self._field.text().strip():
            self.given.emit(self._finding, self._field.text())
