"""The decision table of a state: which values lead where, and which lead nowhere."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QRunnable,
    Qt,
    QThreadPool,
    Signal,
)
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from designer.document.intents import Connect
from designer.panels.inspector import messages
from designer.panels.inspector.adder import Adder
from designer.panels.inspector.room import Room
from designer.panels.inspector.rows import condition
from designer.panels.widgets import after_rest, button, heading, label
from engine.dsl import Workflow

if TYPE_CHECKING:
    from engine.analysis import DecisionTable as Table
    from engine.analysis import Row

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()
_REST_MS = 150


class _Answers(QObject):
    """Signals: ``came`` (table) in the interface's thread."""

    came = Signal(object)


class _Job(QRunnable):
    """Works a table out beside the interface. It holds whom it answers, who may be given up meanwhile."""

    def __init__(self, workflow: Workflow, state: str, answers: _Answers) -> None:
        super().__init__()
        self._workflow, self._state, self._answers = workflow, state, answers

    def run(self) -> None:
        from engine.analysis import decision_table

        self._answers.came.emit(decision_table(self._workflow, self._state))


class TableModel(QAbstractTableModel):
    """The first column says where a row leads, then comes a column a field."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room
        self.table: Table | None = None

    def show_table(self, table: Table | None) -> None:
        self.beginResetModel()
        self.table = table
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return len(self.table.rows) if self.table and not parent.isValid() else 0

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(self.table.columns) + 1 if self.table and not parent.isValid() else 0

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.table is None or orientation == Qt.Orientation.Vertical:
            return None
        names = (messages.LEADS_TO, *self.table.columns)
        return names[section] if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if self.table is None:
            return None
        found = self.table.rows[index.row()]
        leads = index.column() == 0
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole):
            return outcome(self.table, found) if leads else " · ".join(found.values[index.column() - 1])
        if role == Qt.ItemDataRole.ForegroundRole:
            tokens = self._room.theme.tokens
            return tokens.error if found.gap else tokens.ok if leads else None
        return None


class DecisionTable(QWidget):
    """The table, and what can be done with its current row. Worked out beside the interface, when typing rests."""

    def __init__(self, room: Room, state: str) -> None:
        super().__init__()
        self._room = room
        self._state = state
        self._asked: tuple[object, object] | None = None
        self._answers = _Answers()
        self._answers.came.connect(self._show)
        self._rest = after_rest(self, _REST_MS, self._ask)
        self.model = TableModel(room)
        self.view = QTableView()
        self.view.setTabKeyNavigation(False)  # Tab goes on to the next field; arrows walk inside
        self.view.setModel(self.model)
        self.view.setAccessibleName(messages.decision_table(state))
        self.view.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        self.view.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.view.setShowGrid(False)
        self.view.verticalHeader().hide()
        self.view.verticalHeader().setDefaultSectionSize(32)
        self.view.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        self.view.horizontalHeader().setStretchLastSection(True)
        self.view.horizontalHeader().setMinimumHeight(32)
        self._said = label("", "soft", wrap=True)
        self._run = button(messages.RUN_WITH_THESE, self._run_row)
        self._add = Adder(messages.ADD_FOR_ROW, messages.TARGET_HINT, self._add_for_row)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 8, 0, 0)
        column.setSpacing(8)
        column.addWidget(heading(messages.decision_table(state)))
        column.addWidget(self.view)
        column.addWidget(self._said)
        column.addWidget(self._run, 0, Qt.AlignmentFlag.AlignLeft)
        column.addWidget(self._add)
        self.view.selectionModel().currentRowChanged.connect(lambda *_: self._offer())
        room.theme.changed.connect(self.view.viewport().update)
        self._show(None)

    def refresh(self) -> None:
        workflow = self._room.workflow
        if workflow is None or self._state not in workflow.states:
            self._asked = None
            self._show(None)
            return
        wanted = (workflow.states[self._state], workflow.context)
        if self._asked is None or self._asked != wanted:
            self._asked = wanted
            self._rest.start()
        self._add.fill(list(workflow.states))

    def _ask(self) -> None:
        workflow = self._room.workflow
        if workflow is None or self._asked is None or self._state not in workflow.states:
            return
        answers = self._answers
        QThreadPool.globalInstance().start(_Job(workflow, self._state, answers))

    def _show(self, table: Table | None) -> None:
        current = self.view.currentIndex().row()
        self.model.show_table(table)
        filled = table is not None and bool(table.rows) and bool(table.columns)
        self.setVisible(filled or (table is not None and not table.complete))
        self.view.setVisible(filled)
        if table is not None and filled:
            rows = min(8, len(table.rows))
            header = self.view.horizontalHeader()
            bar = self.view.horizontalScrollBar().sizeHint().height() if header.length() > header.width() else 0
            self.view.setFixedHeight(rows * 32 + header.sizeHint().height() + bar + 14)
            gap = next((at for at, each in enumerate(table.rows) if each.gap), 0)
            self.view.selectRow(min(current, len(table.rows) - 1) if current >= 0 else gap)
        self._said.setText(messages.table_words(table) if table is not None else "")
        self._said.setVisible(bool(self._said.text()))
        self._offer()

    def _row(self) -> Row | None:
        at = self.view.currentIndex().row()
        table = self.model.table
        return table.rows[at] if table is not None and 0 <= at < len(table.rows) else None

    def _offer(self) -> None:
        found = self._row()
        self._run.setVisible(found is not None)
        self._run.setEnabled(found is not None and found.context is not None)
        self._add.setVisible(found is not None and found.gap)

    def _run_row(self) -> None:
        found = self._row()
        if found is not None and found.context is not None:
            self._room.run_wanted.emit(dict(found.context))

    def _add_for_row(self, target: str) -> bool:
        found, table, workflow = self._row(), self.model.table, self._room.workflow
        if found is None or table is None or workflow is None:
            return False
        state = workflow.states[self._state]
        sure = {requirement.name for requirement in state.requires if requirement.required}
        optional = {name: name not in sure for name in workflow.context}
        guard = condition(table, found, optional)
        return bool(self._room.apply(Connect(self._state, target, guards=(guard,))))


def outcome(table: Table, found: Row) -> str:
    """Where a row leads: ``1 → done``, others that pass too behind it."""
    if found.fires is None:
        return messages.NOWHERE
    also = [str(at + 1) for at in found.passing[1:]] if found.overlap else []
    return messages.leads_to(found.fires + 1, table.targets[found.fires], also)
