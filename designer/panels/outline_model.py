"""The outline as a tree: states, and below each what it requires and where it leads."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from designer.panels import messages
from designer.panels.completion import in_order
from designer.panels.look import Look, look_of, look_of_source
from engine.diagnostics import Diagnostic, Path, Severity
from engine.dsl import State, Workflow

Index = QModelIndex | QPersistentModelIndex

PATH = Qt.ItemDataRole.UserRole
LOOK = Qt.ItemDataRole.UserRole + 1
DETAIL = Qt.ItemDataRole.UserRole + 2
PROBLEMS = Qt.ItemDataRole.UserRole + 3
INITIAL = Qt.ItemDataRole.UserRole + 4

NO_INDEX = QModelIndex()

_PART_FLAGS = Qt.ItemFlag.ItemIsEnabled | Qt.ItemFlag.ItemIsSelectable
_STATE_FLAGS = _PART_FLAGS | Qt.ItemFlag.ItemIsEditable


class OutlineModel(QAbstractItemModel):
    """Two levels. A state's index has internal id 0; one of its parts has its state's row plus one."""

    def __init__(self) -> None:
        super().__init__()
        self._workflow: Workflow | None = None
        self._names: list[str] = []
        self._rows: dict[str, int] = {}
        self._filter = ""
        self._problems: Mapping[Path, int] = {}
        self._worst: Mapping[Path, str] = {}

    def show_workflow(self, workflow: Workflow | None) -> bool:
        """Show a machine; true when rows came or went, else the rows there are need only be drawn anew."""
        names = self._filtered(workflow)
        same = names == self._names and self._same_parts(workflow, names)
        if same:
            self._workflow = workflow
            return False
        self.beginResetModel()
        self._workflow = workflow
        self._names = names
        self._rows = {name: row for row, name in enumerate(names)}
        self.endResetModel()
        return True

    def filter(self, text: str) -> bool:
        self._filter = text.strip().casefold()
        return self.show_workflow(self._workflow)

    def show_findings(self, findings: Iterable[Diagnostic]) -> None:
        """Count problems for each state and each of its parts; hints are not counted."""
        counts: Counter[Path] = Counter()
        worst: dict[Path, str] = {}
        for finding in findings:
            if finding.severity is Severity.INFO or finding.path[:1] != ("states",):
                continue
            for length in {2, 4} & {*range(len(finding.path) + 1)}:
                path = finding.path[:length]
                counts[path] += 1
                if finding.severity is Severity.ERROR:
                    worst[path] = "error"
        self._problems, self._worst = counts, worst

    def path(self, index: Index) -> Path | None:
        if not index.isValid():
            return None
        owner = index.internalId()
        if not owner:
            return ("states", self._names[index.row()])
        name = self._names[owner - 1]
        state = self._state(name)
        required = len(state.requires)
        if index.row() < required:
            return ("states", name, "requires", index.row())
        return ("states", name, "transitions", index.row() - required)

    def index_of(self, path: Path) -> QModelIndex:
        """The index of a state, transition or requirement; of other things the state they belong to."""
        if len(path) < 2 or path[0] != "states" or path[1] not in self._rows:
            return NO_INDEX
        parent = self.index(self._rows[str(path[1])], 0)
        if len(path) >= 4 and path[2] in ("requires", "transitions") and isinstance(path[3], int):
            offset = len(self._state(str(path[1])).requires) if path[2] == "transitions" else 0
            row = offset + path[3]
            return self.index(row, 0, parent) if row < self.rowCount(parent) else parent
        return parent

    def index(self, row: int, column: int = 0, parent: Index = NO_INDEX) -> QModelIndex:
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NO_INDEX) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or not index.internalId():
            return NO_INDEX
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self._names)
        if parent.internalId():
            return 0
        state = self._state(self._names[parent.row()])
        return len(state.requires) + len(state.transitions)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 1

    def flags(self, index: Index) -> Qt.ItemFlag:
        return _PART_FLAGS if index.internalId() else _STATE_FLAGS

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        path = self.path(index)
        if path is None:
            return None
        if role == PATH:
            return path
        if role == PROBLEMS:
            return self._problems.get(path, 0), self._worst.get(path, "warning")
        state = self._state(str(path[1]))
        if len(path) == 2:
            return self._state_data(str(path[1]), state, role)
        return self._part_data(path, state, role)

    def _state_data(self, name: str, state: State, role: int) -> Any:
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.EditRole:
                return name
            case _ if role == LOOK:
                return look_of(state)
            case _ if role == INITIAL:
                return self._workflow is not None and self._workflow.initial_state == name
            case Qt.ItemDataRole.ToolTipRole:
                return state.description or look_of(state).words
            case Qt.ItemDataRole.AccessibleTextRole:
                count = self._problems.get(("states", name), 0)
                return messages.state_spoken(name, look_of(state).words, count)
        return None

    def _part_data(self, path: Path, state: State, role: int) -> Any:
        at = int(path[3])
        if path[2] == "requires":
            requirement = state.requires[at]
            text, look = requirement.name, look_of_source(requirement.from_)
            detail = look.words
        else:
            transition = state.transitions[at]
            text, look = f"{at + 1}  → {transition.to_state}", None
            detail = " && ".join(guard.expression for guard in transition.guards).replace("context.", "")
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return text
            case Qt.ItemDataRole.ToolTipRole:
                return detail
            case Qt.ItemDataRole.AccessibleTextRole:
                return messages.part_spoken(path[2] == "requires", text, detail, self._problems.get(path, 0))
            case _ if role == LOOK:
                return look
            case _ if role == DETAIL:
                return detail
        return None

    def _filtered(self, workflow: Workflow | None) -> list[str]:
        names = list(workflow.states) if workflow else []
        wanted = self._filter
        return [name for name in names if wanted in name.casefold() or in_order(wanted, name.casefold())]

    def _same_parts(self, workflow: Workflow | None, names: list[str]) -> bool:
        old = self._workflow
        if old is None or workflow is None:
            return old is workflow
        return all(_shape(old.states[name]) == _shape(workflow.states[name]) for name in names)

    def _state(self, name: str) -> State:
        assert self._workflow is not None
        return self._workflow.states[name]


def _shape(state: State) -> tuple[int, int]:
    return len(state.requires), len(state.transitions)


def look_for(index: Index) -> Look | None:
    look: Look | None = index.data(LOOK)
    return look
