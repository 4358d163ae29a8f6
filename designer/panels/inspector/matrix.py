"""Who may act where: agents × states as ticks; states that need an agent and have none are marked."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableView, QVBoxLayout, QWidget

from designer.document.intents import Allow, Disallow
from designer.panels.inspector import messages
from designer.panels.inspector.room import Room
from designer.panels.widgets import label
from engine.dsl import State, Workflow

Index = QModelIndex | QPersistentModelIndex
NO_INDEX = QModelIndex()


def uncovered(workflow: Workflow, state: State, name: str) -> bool:
    """True when the state asks an agent for something and no agent who could give it may act there."""
    for requirement in state.requires:
        source = requirement.from_
        if not requirement.required or source.kind not in ("driver", "agent"):
            continue
        able = (agent for agent, entry in workflow.agents.items() if name in entry.can_transition)
        if not any(source.kind == "driver" or agent == source.name for agent in able):
            return True
    return False


def acting_states(workflow: Workflow) -> list[str]:
    """The states an agent could act in: those that have not ended, and any that an agent lists."""
    listed = {state for agent in workflow.agents.values() for state in agent.can_transition}
    return [name for name, state in workflow.states.items() if not state.terminal or name in listed]


class MatrixModel(QAbstractTableModel):
    """A row a state, a column an agent."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self._room = room
        self._states: list[str] = []
        self._agents: list[str] = []
        self._uncovered: set[str] = set()

    @property
    def uncovered(self) -> set[str]:
        return self._uncovered

    def refresh(self) -> None:
        workflow = self._room.workflow
        states = acting_states(workflow) if workflow else []
        agents = list(workflow.agents) if workflow else []
        self._uncovered = (
            {n for n, state in workflow.states.items() if uncovered(workflow, state, n)} if workflow else set()
        )
        if (states, agents) == (self._states, self._agents):
            if states and agents:
                self.dataChanged.emit(self.index(0, 0), self.index(len(states) - 1, len(agents) - 1))
                self.headerDataChanged.emit(Qt.Orientation.Vertical, 0, len(states) - 1)
            return
        self.beginResetModel()
        self._states, self._agents = states, agents
        self.endResetModel()

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._states)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._agents)

    def flags(self, index: Index) -> Qt.ItemFlag:
        return Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable | Qt.ItemFlag.ItemIsUserCheckable

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        workflow = self._room.workflow
        if workflow is None or not index.isValid():
            return None
        state, agent = self._states[index.row()], self._agents[index.column()]
        entry = workflow.agents.get(agent)
        allowed = entry is not None and state in entry.can_transition
        if role == Qt.ItemDataRole.CheckStateRole:
            return (Qt.CheckState.Checked if allowed else Qt.CheckState.Unchecked).value
        if role in (Qt.ItemDataRole.ToolTipRole, Qt.ItemDataRole.AccessibleTextRole):
            return messages.may_act(agent, state, allowed)
        return None

    def setData(self, index: Index, value: Any, role: int = Qt.ItemDataRole.EditRole) -> bool:
        if role != Qt.ItemDataRole.CheckStateRole:
            return False
        state, agent = self._states[index.row()], self._agents[index.column()]
        checked = Qt.CheckState(value) == Qt.CheckState.Checked
        return bool(self._room.apply(Allow(agent, state) if checked else Disallow(agent, state)))

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if orientation == Qt.Orientation.Horizontal:
            return self._agents[section] if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.ToolTipRole) else None
        name = self._states[section]
        if role == Qt.ItemDataRole.DisplayRole:
            return f"⚠ {messages.shown_name(name)}" if name in self._uncovered else messages.shown_name(name)
        if role == Qt.ItemDataRole.ForegroundRole and name in self._uncovered:
            return self._room.theme.tokens.error
        if role == Qt.ItemDataRole.ToolTipRole and name in self._uncovered:
            return messages.nobody_covers(name)
        return None


class Matrix(QWidget):
    """The table and, below it, the states nobody covers."""

    def __init__(self, room: Room) -> None:
        super().__init__()
        self.model = MatrixModel(room)
        self.table = QTableView()
        self.table.setTabKeyNavigation(False)  # Tab goes on to the next field; arrows walk inside
        self.table.setModel(self.model)
        self.table.setAccessibleName(messages.WHO_MAY_ACT)
        self.table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        self.table.setShowGrid(False)
        self.table.setCornerButtonEnabled(False)
        self.table.verticalHeader().setDefaultSectionSize(32)
        self.table.verticalHeader().setMinimumWidth(104)
        self.table.verticalHeader().setMaximumWidth(140)
        self.table.verticalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
        self.table.horizontalHeader().setDefaultSectionSize(84)
        self.table.horizontalHeader().setSectionResizeMode(QHeaderView.ResizeMode.Interactive)
        self._said = label("", "error", wrap=True)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.table)
        column.addWidget(self._said)
        self.refresh()

    def refresh(self) -> None:
        self.model.refresh()
        rows = min(10, max(1, self.model.rowCount()))
        self.table.setFixedHeight(rows * 32 + self.table.horizontalHeader().sizeHint().height() + 16)
        self._said.setText(messages.nobody_covers_any(sorted(self.model.uncovered)))
        self._said.setVisible(bool(self.model.uncovered))
