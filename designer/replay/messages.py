"""Every text of the list of stored runs and of their events."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from designer.panels.messages import plural

RUNS = "Runs of the journal"
FILTER = "Filter runs"
FILTER_HINT = "Filter by run, machine, state, who is awaited…"
STATUS = "Status"
ANY_STATUS = "every status"
OPEN_RUN = "Open run"
COMPARE = "Compare with what was stored"
UNDER = "Where would these go under…"
ACT = "Act…"
CLOSE = "Close journal"
CANCEL = "Cancel"
READING = "Reading the journal…"
NO_MATCH = "No run fits the filter."
HEADINGS = ("Run", "Machine", "State", "Status", "Waiting for", "Age", "Events", "Problems", "Replay")
CHOOSE_FILE = "a file…"
KIND = "What is done"
OPERATOR = "Who acts"
REASON = "Reason"
REASON_HINT = "why, for the trace"
COMMAND_HINT = "the command's id"
SUPPLY_HINT = "field = value"
DO = "Do it"
ACTS = {
    "clear": "clear the fault",
    "retry": "retry a command",
    "supply": "supply a field",
    "reject": "reject the run",
    "cancel": "cancel the run",
}
EVENTS = "Events"
NO_EVENTS = "Open a journal and one of its runs to see its events."
EVENT_HEADINGS = ("", "Time", "Pause", "Event", "What", "Cause")
TO_CAUSE = "To its cause"
TO_EFFECT = "To its first effect"
TO_RUNS = "Back to the runs"
FORK = "Fork from here"
TO_DIFFERENCE = "To the difference"
STORED = "stored"
REBUILT = "rebuilt"
FIELD = "field"
NOTHING = "nothing"
NO_MACHINE = "The text cannot be read as a machine; mend it first."
SAME = "Every rebuilt event equals the stored one."


def counted(shown: int, total: int) -> str:
    return plural(total, "run") if shown == total else f"{shown:,} of {plural(total, 'run')}"


def age(seconds: int) -> str:
    """``3 d``, ``2 h``: the largest unit alone, since a column has little room."""
    for name, size in (("y", 31_536_000), ("d", 86_400), ("h", 3_600), ("min", 60)):
        if seconds >= size:
            return f"{seconds // size} {name}"
    return f"{max(seconds, 0)} s"


def progress(done: int, total: int) -> str:
    return f"{done:,} of {total:,}"


def outcome(kind: str, step: int, to: str) -> str:
    match kind:
        case "elsewhere":
            return f"elsewhere at step {step}"
        case "differs":
            return f"differs at step {step}"
        case "refused":
            return f"refused at step {step}" if step else "migration refused"
        case "migrates":
            return f"migrates to {to}"
    return kind


def summary(counts: Mapping[str, int], under: str) -> str:
    words = {"differs": "differ", "migrates": "migrate", "elsewhere": "go elsewhere"}
    parts = (f"{count:,} {words.get(kind, kind)}" for kind, count in sorted(counts.items()))
    return f"{under}: {', '.join(parts)}."


def stored_comparison() -> str:
    return "Compared with what was stored"


def under_version(machine: str, version: int) -> str:
    return f"Under {machine} v{version}"


def no_runs_of(machine: str) -> str:
    return f"The journal has no run of “{machine}”, so there is nothing to take under this version."


def acted(kind: str, run: str) -> str:
    return f"{ACTS[kind].capitalize()}: done to {run}, and in its trace."


def refused(reason: str) -> str:
    return f"Refused: {reason}"


def no_reason() -> str:
    return "Say why: the reason stands in the trace."


def no_supply(text: str) -> str:
    return f"“{text}” supplies nothing; write a field, “=” and its value, such as score = 3."


def unreadable(run: str, reason: str) -> str:
    return f"{run} cannot be opened: {reason}"


def difference(at: int, count: int) -> str:
    return f"Event {at} differs from what was stored, in {plural(count, 'field')}."


def no_cause() -> str:
    return "It came from outside: nothing in this run led to it."


def effects(seqs: list[int]) -> str:
    shown = ", ".join(map(str, seqs[:12]))
    return f"Led to {shown}{'…' if len(seqs) > 12 else ''}." if seqs else "Led to nothing further."


def caused_by(seq: int) -> str:
    return f"Caused by {seq}."


def spoken(seq: int, type: str, what: str) -> str:
    return f"event {seq}, {type}: {what}"


def short(value: Any) -> str:
    text = value if isinstance(value, str) else repr(value)
    return text if len(text) <= 120 else f"{text[:119]}…"
