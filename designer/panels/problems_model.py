"""Findings as a tree of groups: by severity, by machine, or by the element they are on."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from designer.panels import messages
from engine.diagnostics import Diagnostic, Path, Severity
from engine.dsl import Workflow

Index = QModelIndex | QPersistentModelIndex
PROBLEM = Qt.ItemDataRole.UserRole
GROUP = Qt.ItemDataRole.UserRole + 1
NO_INDEX = QModelIndex()

_ORDER = {Severity.ERROR: 0, Severity.WARNING: 1, Severity.INFO: 2}


@dataclass(frozen=True, slots=True)
class Problem:
    """A finding as it is listed: of which machine, on what, and whether it is merely unfinished yet."""

    finding: Diagnostic
    machine: str
    element: str
    current: bool = True
    unfinished: bool = False


@dataclass(frozen=True, slots=True)
class Group:
    title: str
    severity: str
    problems: Sequence[Problem] = field(default=())


def grouped(problems: Iterable[Problem], by: str, filter_text: str = "") -> list[Group]:
    """Problems that fit the filter, worst first, in groups ``by`` severity, machine or element."""
    wanted = filter_text.casefold().split()
    fitting = [problem for problem in problems if all(word in _searched(problem) for word in wanted)]
    fitting.sort(key=_place)
    groups: dict[str, list[Problem]] = {}
    for problem in fitting:
        groups.setdefault(_group_of(problem, by), []).append(problem)
    return [Group(title, _worst(members), tuple(members)) for title, members in groups.items()]


def element_words(path: Path, workflow: Workflow | None) -> str:
    """What a finding is on, in the user's names: ``review → draft``, ``field verdict``, ``agent envoy``."""
    match path:
        case ("states", name, "transitions", int(at), *_):
            state = workflow.states.get(str(name)) if workflow else None
            target = state.transitions[at].to_state if state and at < len(state.transitions) else str(at + 1)
            return f"{messages.shown_name(str(name))} → {messages.shown_name(target)}"
        case ("states", name, "requires", int(at), *_):
            state = workflow.states.get(str(name)) if workflow else None
            required = state.requires[at].name if state and at < len(state.requires) else str(at + 1)
            return f"{messages.shown_name(str(name))} · {required}"
        case ("states", name, *_):
            return messages.shown_name(str(name))
        case (("context" | "agents" | "users" | "commands") as part, name, *_):
            return f"{messages.PART_WORDS[str(part)]} {name}"
    return messages.PART_WORDS.get(str(path[0]), messages.MACHINE) if path else messages.MACHINE


class ProblemsModel(QAbstractItemModel):
    """Two levels: groups, and the problems of each. A problem's index has its group's row plus one as internal id."""

    def __init__(self) -> None:
        super().__init__()
        self.groups: list[Group] = []

    def show_groups(self, groups: list[Group]) -> None:
        self.beginResetModel()
        self.groups = groups
        self.endResetModel()

    def problem(self, index: Index) -> Problem | None:
        if not index.isValid() or not index.internalId():
            return None
        return self.groups[index.internalId() - 1].problems[index.row()]

    def index_of(self, fingerprint: object) -> QModelIndex:
        """The index of the problem with this identity (see ``identity``)."""
        for at, group in enumerate(self.groups):
            for at_row, problem in enumerate(group.problems):
                if identity(problem) == fingerprint:
                    return self.createIndex(at_row, 0, at + 1)
        return NO_INDEX

    def index(self, row: int, column: int = 0, parent: Index = NO_INDEX) -> QModelIndex:
        return self.createIndex(row, column, parent.row() + 1 if parent.isValid() else 0)

    def parent(self, index: Index = NO_INDEX) -> QModelIndex:  # type: ignore[override]
        if not index.isValid() or not index.internalId():
            return NO_INDEX
        return self.createIndex(index.internalId() - 1, 0, 0)

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        if not parent.isValid():
            return len(self.groups)
        return 0 if parent.internalId() or parent.column() else len(self.groups[parent.row()].problems)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return 1

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        problem = self.problem(index)
        if problem is None:
            return self._group_data(self.groups[index.row()], role)
        finding = problem.finding
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return f"{finding.id} {problem.element} {finding.message}"
            case Qt.ItemDataRole.ToolTipRole:
                return finding.message
            case Qt.ItemDataRole.AccessibleTextRole:
                return messages.problem_spoken(finding, problem.element)
            case _ if role == PROBLEM:
                return problem
        return None

    def _group_data(self, group: Group, role: int) -> Any:
        if role in (Qt.ItemDataRole.DisplayRole, Qt.ItemDataRole.AccessibleTextRole):
            return f"{group.title} ({len(group.problems)})"
        return group if role == GROUP else None


def identity(problem: Problem) -> object:
    """What stays the same when lines move."""
    finding = problem.finding
    return getattr(finding, "fingerprint", None) or (problem.machine, finding.id, finding.path, finding.message)


def _group_of(problem: Problem, by: str) -> str:
    if problem.unfinished:
        return messages.TO_DO
    names: Mapping[str, str] = {"machine": problem.machine, "element": problem.element}
    return names.get(by) or messages.SEVERITY_GROUPS[problem.finding.severity]


def _place(problem: Problem) -> tuple[bool, int, bool, int]:
    """The worst first, of these the machine's in front, in the order of its text."""
    return problem.unfinished, _ORDER[problem.finding.severity], not problem.current, problem.finding.span.start


def _worst(members: Sequence[Problem]) -> str:
    return str(min((problem.finding.severity for problem in members), key=_ORDER.__getitem__))


def _searched(problem: Problem) -> str:
    finding = problem.finding
    return f"{finding.id} {finding.slug} {problem.element} {problem.machine} {finding.message}".casefold()
