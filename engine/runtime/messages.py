"""Every text the journal says by itself: what is wrong, on what, then what to do."""

from __future__ import annotations

from collections.abc import Sequence


def no_journal(place: str) -> str:
    return f"'{place}' is no journal; name a file that Statewright wrote, or a database with its tables."


def no_file(place: str) -> str:
    return f"There is no journal '{place}'; check its name, or create it with 'statewright run --journal {place}'."


def later_version(place: str, found: int, known: int) -> str:
    return (
        f"The journal '{place}' has version {found} of the tables, and this program knows up to {known}; "
        "open it with the version that wrote it."
    )


def older_version(place: str, found: int, known: int) -> str:
    return (
        f"The journal '{place}' has version {found} of the tables instead of {known}; "
        "open it once for writing, and it is brought up to date."
    )


def cannot_open(place: str, reason: str) -> str:
    return f"The journal '{place}' cannot be opened ({reason}); check its name, its rights and its medium."


def cannot_read(place: str, reason: str) -> str:
    return f"The journal '{place}' cannot be read ({reason}); 'statewright journal verify' tells what is damaged."


def cannot_write(place: str, reason: str) -> str:
    return f"The step was not stored in '{place}' ({reason}), and nothing of it remains; make room, then send it again."


def read_only(place: str) -> str:
    return f"The journal '{place}' is open for reading only; open it for writing first."


def no_driver(name: str) -> str:
    return f"PostgreSQL needs the package '{name}'; install it with: pip install 'statewright[postgres]'."


def no_folder(place: str) -> str:
    return f"Contents of blobs and sensitive values need a folder, and '{place}' has none; name one for its payloads."


def no_run(run: str) -> str:
    return f"The journal has no run '{run}'; 'statewright journal ls' lists those it has."


def run_exists(run: str) -> str:
    return f"There is a run '{run}' already; give the new one another id."


def bad_run_id(run: str) -> str:
    return f"{run[:40]!r} is no id of a run; use 1 to 200 characters without control characters."


def other_text(machine: str) -> str:
    return f"The text given for '{machine}' is that of another definition; give the text it was read from."


def unlinked(machine: str, reason: str) -> str:
    return f"The stored definition of '{machine}' cannot be run by this version: {reason}"


def no_definition(hash: str) -> str:
    return f"The journal lacks the definition {hash[:12]} that a run is pinned to; restore it from a copy."


def conflict(run: str) -> str:
    return f"The run '{run}' went on elsewhere at the same moment; send the contribution again."


def payload_missing(key: str) -> str:
    return f"The payload '{key}' is not in the store; restore it from a copy."


def payload_purged(key: str, reason: str) -> str:
    return f"The content of '{key}' was purged ({reason}); only its checksum is left."


def payload_damaged(key: str) -> str:
    return f"The content of '{key}' is not what was stored: its checksum differs; restore it from a copy."


# Losses at the tail


def lost(place: str, count: int, runs: Sequence[tuple[str, int, int]]) -> str:
    steps = "its last step" if count == 1 else f"its last {count} steps"
    told = "; ".join(f"run '{run}' has {has} of {had} events" for run, has, had in runs)
    return (
        f"The journal '{place}' lacks {steps}{f' ({told})' if told else ''}; restore a copy, or accept the loss with "
        f"'statewright journal verify --accept-loss {place}'."
    )


def head_differs(run: str, seq: int) -> str:
    return f"Event {seq} of run '{run}' is not the one that was committed: its hash differs from that in the head file."


def no_trace(line: int, reason: str) -> str:
    return f"Line {line} of the trace cannot be used: {reason}"


def no_event() -> str:
    return "it is no event; restore the trace from a copy."


def trace_cut(whole: int, more: int) -> str:
    return (
        f"The trace ends within a step: {more} events after event {whole} belong to none that is whole; "
        "take in the whole steps alone with '--cut', or restore it from a copy."
    )


def trace_differs(at: int, field: str, stored: str, found: str) -> str:
    return (
        f"Event {at} of the trace is not what its machine gives: '{field}' was {stored[:80]}, now {found[:80]}; "
        "name the machine it was recorded with."
    )


# What is found when a journal is verified


def damaged_database(reason: str) -> str:
    return f"The database is damaged ({reason}); restore it from a copy."


def event_gap(root: str, seq: int, found: int | None) -> str:
    follows = "nothing" if found is None else f"event {found}"
    return f"Event {seq} of run '{root}' is missing: {follows} comes in its place."


def event_changed(root: str, seq: int) -> str:
    return f"Event {seq} of run '{root}' was changed after it was stored: its hash differs."


def end_differs(root: str, stored: int, found: int) -> str:
    return f"Run '{root}' ends at event {stored}, and its trace at event {found}."


def orphaned(root: str) -> str:
    return f"There are events of run '{root}', and no such run."


def steps_differ(root: str, step: int) -> str:
    return f"Step {step} of run '{root}' does not fit its events."


def envelope_differs(run: str) -> str:
    return f"The envelope of run '{run}' is not the one its last event tells of."


def unreadable(reason: str) -> str:
    return f"A row cannot be read ({reason})."
