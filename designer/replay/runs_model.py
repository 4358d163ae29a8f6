"""The runs of a journal as rows: filtered and sorted without asking the journal again."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from designer.replay import messages

if TYPE_CHECKING:
    from engine.runtime import RunRow
    from engine.runtime.replay import Outcome

Index = QModelIndex | QPersistentModelIndex

RUN, MACHINE, STATE, STATUS, WAITING, AGE, EVENTS, PROBLEMS, REPLAY = range(9)
NUMBERS = (EVENTS, PROBLEMS)
NO_INDEX = QModelIndex()
SECOND = 1_000_000_000
STANDING = Qt.ItemDataRole.UserRole
"""The status of a row, or what became of it under replay, for whoever paints it."""


class RunsModel(QAbstractTableModel):
    """All rows, and of those the ones that fit the filter, in their order. ``now`` gives nanoseconds since 1970."""

    def __init__(self, now: Callable[[], int]) -> None:
        super().__init__()
        self._now = now
        self._rows: dict[str, RunRow] = {}
        self._texts: dict[str, str] = {}
        self._shown: list[str] = []
        self._outcomes: dict[str, Outcome] = {}
        self._words: tuple[str, ...] = ()
        self._status = ""
        self._order = (AGE, False)

    def show_rows(self, rows: Iterable[RunRow]) -> None:
        """Show these runs and no others."""
        self._rows = {row.run: row for row in rows}
        self._texts = {run: _searched(row) for run, row in self._rows.items()}
        self._outcomes = {}
        self._refresh()

    def change(self, rows: Iterable[RunRow]) -> None:
        """Some runs have come or have gone on."""
        for row in rows:
            self._rows[row.run] = row
            self._texts[row.run] = _searched(row)
        self._refresh()

    def show_outcomes(self, outcomes: Mapping[str, Outcome]) -> None:
        """What became of runs under replay; with none the column is empty."""
        self._outcomes = dict(outcomes)
        if self._words or self._order[0] == REPLAY:
            self._refresh()
        elif self._shown:
            self.dataChanged.emit(self.index(0, REPLAY), self.index(len(self._shown) - 1, REPLAY))

    def filter(self, text: str, status: str) -> None:
        """Show the runs of this status that have every word somewhere."""
        self._words, self._status = tuple(text.casefold().split()), status
        self._refresh()

    def sort(self, column: int, order: Qt.SortOrder = Qt.SortOrder.AscendingOrder) -> None:
        self._order = (column, order == Qt.SortOrder.DescendingOrder)
        self._refresh()

    @property
    def total(self) -> int:
        return len(self._rows)

    @property
    def shown(self) -> Sequence[str]:
        """The runs that fit the filter, as they stand."""
        return self._shown

    @property
    def machines(self) -> Mapping[str, int]:
        """The machines of the runs that fit the filter, with how many each has."""
        return Counter(self._rows[run].machine for run in self._shown)

    def row(self, run: str) -> RunRow | None:
        return self._rows.get(run)

    def outcome(self, run: str) -> Outcome | None:
        return self._outcomes.get(run)

    def run_at(self, index: Index) -> str | None:
        return self._shown[index.row()] if index.isValid() else None

    def index_of(self, run: str | None) -> QModelIndex:
        return self.index(self._shown.index(run), RUN) if run in self._shown else NO_INDEX

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() else len(self._shown)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(messages.HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return messages.HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return _side(section)
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        run = self._shown[index.row()]
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(run, index.column())
            case Qt.ItemDataRole.TextAlignmentRole:
                return _side(index.column())
            case Qt.ItemDataRole.ToolTipRole:
                return self._tip(run, index.column())
            case _ if role == STANDING:
                outcome = self._outcomes.get(run)
                return (outcome.kind if outcome else "") if index.column() == REPLAY else self._rows[run].status
        return None

    def _text(self, run: str, column: int) -> str:
        row = self._rows[run]
        match column:
            case 0:
                return row.run
            case 1:
                return f"{row.machine} v{row.machine_version}"
            case 2:
                return row.state or "–"
            case 3:
                return row.status
            case 4:
                return ", ".join(row.waiting_for)
            case 5:
                return messages.age((self._now() - row.changed_at) // SECOND)
            case 6:
                return f"{row.events:,}"
            case 7:
                return str(row.problems or "")
        return self._outcome_text(run)

    def _outcome_text(self, run: str) -> str:
        outcome = self._outcomes.get(run)
        return messages.outcome(outcome.kind, outcome.step, outcome.to) if outcome is not None else ""

    def _tip(self, run: str, column: int) -> str | None:
        outcome = self._outcomes.get(run)
        if column != REPLAY or outcome is None:
            return None
        if outcome.differences:
            first = outcome.differences[0]
            return f"{first.field}: {messages.short(first.expected)} → {messages.short(first.found)}"
        return outcome.why or None

    def _refresh(self) -> None:
        self.beginResetModel()
        shown = [run for run, row in self._rows.items() if not self._status or row.status == self._status]
        if self._words:
            shown = [run for run in shown if self._fits(run)]
        column, descending = self._order
        shown.sort(key=self._key(column), reverse=descending)
        self._shown = shown
        self.endResetModel()

    def _fits(self, run: str) -> bool:
        text = self._texts[run]
        if run in self._outcomes:
            text = f"{text} {self._outcome_text(run)}"
        return all(word in text for word in self._words)

    def _key(self, column: int) -> Callable[[str], Any]:
        rows = self._rows
        match column:
            case 5:
                return lambda run: -rows[run].changed_at
            case 6:
                return lambda run: rows[run].events
            case 7:
                return lambda run: rows[run].problems
        return lambda run: self._text(run, column)


def _searched(row: RunRow) -> str:
    return f"{row.run} {row.machine} {row.state} {row.status} {' '.join(row.waiting_for)}".casefold()


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignRight if column in NUMBERS else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter
