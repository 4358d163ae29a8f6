"""The runtime: the one room that keeps runs on a disk. A journal of steps, its payloads, outbox, timers and park store.

``open_journal`` a file, ``create`` runs in it and ``contribute`` to them; what is read back is what was committed.
"""

from engine.errors import JournalError
from engine.runtime.journal import Journal, open_journal
from engine.runtime.ports import Clock, Random, Reached, go_on, system_clock, system_random
from engine.runtime.read import Reader
from engine.runtime.rows import (
    Changes,
    EventRow,
    OutboxRow,
    ParkedRow,
    PayloadRow,
    RunRow,
    SnapshotRow,
    Status,
    StepRow,
    TimerRow,
)
from engine.runtime.worker import Ask, CommandFailed, Handler, Order, Outcome, Worker
from engine.runtime.write import Lease

__all__ = [
    "Ask",
    "Changes",
    "Clock",
    "CommandFailed",
    "EventRow",
    "Handler",
    "Journal",
    "JournalError",
    "Lease",
    "Order",
    "OutboxRow",
    "Outcome",
    "ParkedRow",
    "PayloadRow",
    "Random",
    "Reached",
    "Reader",
    "RunRow",
    "SnapshotRow",
    "Status",
    "StepRow",
    "TimerRow",
    "Worker",
    "go_on",
    "open_journal",
    "system_clock",
    "system_random",
]
