"""The outline: every state with its requirements and transitions, to be read and edited without the drawing."""

from __future__ import annotations

from PySide6.QtCore import (
    QItemSelectionModel,
    QPoint,
    Qt,
    Signal,
)
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QCompleter,
    QLineEdit,
    QMenu,
    QVBoxLayout,
)

from designer.document import Document, Selection, Snapshot
from designer.document.checks import Checks
from designer.document.intents import (
    AddState,
    Connect,
    DeleteElements,
    MoveRequirement,
    MoveTransition,
    RenameState,
    SetValue,
)
from designer.panels import messages
from designer.panels.outline_model import PATH, OutlineModel
from designer.panels.outline_view import OutlineView
from designer.panels.widgets import IconButton, Panel, label, row
from designer.theme import Theme


class Outline(Panel):
    """States as a tree that follows the selection and leads it; the accessible equal of the drawing.

    Signals: ``reveal_wanted`` (path) when an element is to be shown on the canvas and edited.
    """

    reveal_wanted = Signal(object)

    def __init__(self, document: Document, selection: Selection, checks: Checks, theme: Theme) -> None:
        super().__init__()
        self._document = document
        self._checks = checks
        self._selection = selection
        self._following = False
        self.model = OutlineModel()
        self.view = OutlineView(self.model, theme)
        self._filter = QLineEdit(placeholderText=messages.FILTER_STATES, clearButtonEnabled=True)
        self._filter.setAccessibleName(messages.FILTER_STATES)
        self._add = IconButton(theme, "plus", messages.ADD_STATE, self.add_state)
        self._target = QLineEdit(clearButtonEnabled=True)
        self._target.hide()
        self._refusal = label("", "error", wrap=True)
        self._refusal.hide()
        self._lay_out()
        self._filter.textChanged.connect(self._narrow)
        self._target.returnPressed.connect(self._connect)
        self.view.acted.connect(self._act)
        self.view.renamed.connect(self._rename, Qt.ConnectionType.QueuedConnection)
        self.view.customContextMenuRequested.connect(self._offer_menu)
        self.view.selectionModel().selectionChanged.connect(self._lead_selection)
        self.view.doubleClicked.connect(lambda index: self.reveal_wanted.emit(index.data(PATH)))
        document.changed.connect(self._on_changed)
        selection.changed.connect(self._follow_selection)
        checks.changed.connect(self._on_checked)
        self.model.show_workflow(document.snapshot.workflow)
        self.model.show_findings(checks.findings)
        self._follow_selection()

    def add_state(self) -> None:
        """Make a state and open its name."""
        workflow = self._document.snapshot.workflow
        name = messages.fresh_name("state", workflow.states if workflow else ())
        self._filter.clear()
        if self._document.apply(AddState(name)):
            self.rename_selected()

    def rename_selected(self) -> None:
        index = self.view.currentIndex()
        if index.isValid():
            self.view.edit(index.parent() if index.parent().isValid() else index)

    def open_target(self) -> None:
        """Open the field that names the state to connect the current one to."""
        source = self._current_state()
        workflow = self._document.snapshot.workflow
        if source is None or workflow is None:
            return
        self._target.setPlaceholderText(messages.connect_to(source))
        self._target.setAccessibleName(messages.connect_to(source))
        completer = QCompleter(list(workflow.states), self._target)
        completer.setCaseSensitivity(Qt.CaseSensitivity.CaseInsensitive)
        completer.setFilterMode(Qt.MatchFlag.MatchContains)
        self._target.setCompleter(completer)
        self._target.show()
        self._target.setFocus()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and (self._target.isVisible() or self._refusal.isVisible()):
            self._target.clear()
            self._target.hide()
            self._refusal.hide()
            self.view.setFocus()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, 8, 0, 0)
        layout.setSpacing(4)
        search = row(self._filter, self._add, spacing=4)
        search.setContentsMargins(12, 0, 8, 0)
        below = QVBoxLayout()
        below.setContentsMargins(12, 4, 12, 8)
        below.addWidget(self._refusal)
        below.addWidget(self._target)
        layout.addLayout(search)
        layout.addWidget(self.view, 1)
        layout.addLayout(below)

    def _act(self, what: str) -> None:
        paths = self._selection.paths
        match what:
            case "add":
                self.add_state()
            case "delete" if paths:
                self._document.apply(DeleteElements(paths))
            case "connect":
                self.open_target()
            case "initial" if (name := self._current_state()) is not None:
                self._document.apply(SetValue(("initialState",), name, messages.INITIAL_STATE))
            case "up" | "down":
                self._move(-1 if what == "up" else 1)
            case "reveal" if paths:
                self.reveal_wanted.emit(paths[0])
            case "rename":
                self.rename_selected()

    def _move(self, step: int) -> None:
        workflow = self._document.snapshot.workflow
        match self._selection.only:
            case ("states", str(name), "transitions", int(at)) if workflow:
                if 0 <= at + step < len(workflow.states[name].transitions):
                    self._document.apply(MoveTransition(name, at, at + step))
            case ("states", str(name), "requires", int(at)) if workflow:
                if 0 <= at + step < len(workflow.states[name].requires):
                    self._document.apply(MoveRequirement(name, at, at + step))

    def _rename(self, old: str, new: str) -> None:
        outcome = self._document.attempt(RenameState(old, new))
        self._refusal.setText(outcome.refusal)
        self._refusal.setVisible(not outcome)

    def _connect(self) -> None:
        source, target = self._current_state(), self._target.text().strip()
        if source is not None and target and self._document.apply(Connect(source, target)):
            self._target.clear()
            self._target.hide()
            self.view.setFocus()

    def _current_state(self) -> str | None:
        path = self._selection.only or ()
        return str(path[1]) if len(path) >= 2 and path[0] == "states" else None

    def _narrow(self, text: str) -> None:
        self._following = True
        self._shown_anew(self.model.filter(text))

    def _on_changed(self, old: Snapshot, new: Snapshot) -> None:
        if new.workflow is not old.workflow:
            self._refusal.hide()
            self._following = True
            self._shown_anew(self.model.show_workflow(new.workflow))

    def _on_checked(self) -> None:
        self.model.show_findings(self._checks.findings)
        self.view.viewport().update()

    def _shown_anew(self, others: bool) -> None:
        """Draw the rows; where they are others, open what was open, and select what is selected."""
        if others:
            self.view.reopen()
        self.view.viewport().update()
        self._following = False
        if others:
            self._follow_selection()

    def _lead_selection(self) -> None:
        if not self._following:
            self._following = True
            model = self.view.selectionModel()
            chosen = model.selectedIndexes()
            if len(chosen) == 1 and model.currentIndex() != chosen[0]:  # a screen reader selects without moving to it
                model.setCurrentIndex(chosen[0], QItemSelectionModel.SelectionFlag.NoUpdate)
            self._selection.set(index.data(PATH) for index in chosen)
            self._following = False

    def _follow_selection(self) -> None:
        if self._following:
            return
        self._following = True
        model = self.view.selectionModel()
        model.clearSelection()
        for path in self._selection.paths:
            index = self.model.index_of(path)
            if index.isValid():
                model.select(index, QItemSelectionModel.SelectionFlag.Select)
                model.setCurrentIndex(index, QItemSelectionModel.SelectionFlag.NoUpdate)
                self.view.scrollTo(index)
        self._following = False

    def _offer_menu(self, at: QPoint) -> None:
        menu = QMenu(self)
        for text, what in messages.OUTLINE_MENU:
            menu.addAction(text, lambda what=what: self._act(what))
        menu.aboutToHide.connect(menu.deleteLater)
        menu.popup(self.view.viewport().mapToGlobal(at))
