"""The events of a stored run as rows, each read when it is looked at."""

from __future__ import annotations

import json
from bisect import bisect_left
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QAbstractTableModel, QModelIndex, QPersistentModelIndex, Qt

from designer.panels.typed import short
from designer.replay import messages
from engine.reducer import format_time

if TYPE_CHECKING:
    from designer.replay.recorded import Recorded
    from engine.runtime.replay import StoredEvent

Index = QModelIndex | QPersistentModelIndex

SEQ, TIME, PAUSE, EVENT, WHAT, CAUSE = range(6)
NO_INDEX = QModelIndex()
SECOND = 1_000_000_000
LONG = 3_600 * SECOND
"""A pause from which on a row says that nothing happened for so long."""


class EventsModel(QAbstractTableModel):
    """All events, those after the first difference too."""

    def __init__(self) -> None:
        super().__init__()
        self.recorded: Recorded | None = None

    def show_recorded(self, recorded: Recorded | None) -> None:
        self.beginResetModel()
        self.recorded = recorded
        self.endResetModel()

    def event(self, index: Index) -> StoredEvent | None:  # type: ignore[override]
        if self.recorded is None or not index.isValid():
            return None
        return self.recorded.events[index.row()]

    def row_of(self, seq: int) -> int | None:
        """The row of the event of this number; those of other runs have none here."""
        events = self.recorded.events if self.recorded is not None else ()
        at = bisect_left(events, seq, key=lambda event: event.seq)
        return at if at < len(events) and events[at].seq == seq else None

    def pause(self, row: int) -> int:
        """Nanoseconds since the event before."""
        assert self.recorded is not None
        events = self.recorded.events
        return events[row].at - events[row - 1].at if row else 0

    def rowCount(self, parent: Index = NO_INDEX) -> int:
        return 0 if parent.isValid() or self.recorded is None else len(self.recorded.events)

    def columnCount(self, parent: Index = NO_INDEX) -> int:
        return len(messages.EVENT_HEADINGS)

    def headerData(self, section: int, orientation: Qt.Orientation, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        if role == Qt.ItemDataRole.DisplayRole and orientation == Qt.Orientation.Horizontal:
            return messages.EVENT_HEADINGS[section]
        if role == Qt.ItemDataRole.TextAlignmentRole:
            return Qt.AlignmentFlag.AlignVCenter | Qt.AlignmentFlag.AlignLeft
        return None

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        event = self.event(index)
        if event is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole:
                return self._text(event, index.row(), index.column())
            case Qt.ItemDataRole.AccessibleTextRole:
                return messages.spoken(event.seq, event.type, what(event))
        return None

    def _text(self, event: StoredEvent, row: int, column: int) -> str:
        match column:
            case 0:
                return str(event.seq)
            case 1:
                return format_time(event.at).replace("T", " ").removesuffix("Z")
            case 2:
                pause = self.pause(row)
                return f"+ {messages.age(pause // SECOND)}" if pause else ""
            case 3:
                return event.type
            case 4:
                return what(event)
        return f"← {event.cause}" if event.cause else ""


def data_of(event: StoredEvent) -> Mapping[str, Any]:
    """What the event tells, without the state it led to."""
    data = json.loads(event.data)
    return {key: value for key, value in data.items() if key != "envelope"}


def what(event: StoredEvent) -> str:
    """An event in a few words."""
    data = data_of(event)
    match event.type:
        case "created":
            return f"{data['machine']} v{data['definitionVersion']}"
        case "response" | "context":
            return f"{_who(data.get('actor'))}: {_values(data.get('values') or {})}"
        case "transition":
            way = f"timer {data['timer']}" if "timer" in data else f"transition {data['index'] + 1}"
            return f"{data['from']} → {data['to']}, {way}"
        case "elicitation":
            return f"{data['field']} asked of {_who(data['from'])}"
        case "rejected":
            return f"{data['code']}: {data['message']}"
        case "parked" | "terminal" | "halted":
            return f"{data['state'] or data['stop']}"
        case "effect":
            return f"{data['kind']} {data.get('command') or data.get('event') or data.get('message') or ''}".strip()
        case "operator":
            return f"{data['name']} by {data['by']}: {data['why']}"
    return ", ".join(f"{key} {short(value, 40)}" for key, value in data.items())


def _who(actor: Any) -> str:
    return " ".join(map(str, next(iter(actor.items())))) if isinstance(actor, dict) and actor else str(actor)


def _values(values: Mapping[str, Any]) -> str:
    hidden = {"payload"}
    told = (
        f"{field} = {'•••' if isinstance(value, dict) and value.keys() == hidden else short(value, 60)}"
        for field, value in values.items()
    )
    return ", ".join(told)
