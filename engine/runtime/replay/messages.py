"""Every text of replay."""

from __future__ import annotations

from typing import Any


def no_events(run: str) -> str:
    return f"The run '{run}' has no events, so there is nothing to replay."


def no_creation(run: str) -> str:
    return f"The run '{run}' does not begin with its creation, so it cannot be rebuilt."


def no_event(seq: int) -> str:
    return f"Event {seq} is none that this program writes; export the run again, or look for damage with 'verify'."


def no_payload(seq: int, field: str) -> str:
    return f"Event {seq} refers to a value of '{field}' that is not kept any more, so the run cannot be rebuilt."


def no_definition(machine: str, version: int) -> str:
    return f"The machine '{machine}' version {version} is not there; put its file beside the trace."


def no_run(run: str) -> str:
    return f"There is no run '{run}' here; list what there is with 'statewright journal ls'."


def not_a_source(name: str) -> str:
    return f"'{name}' is neither a journal nor a trace."


def line(number: int) -> str:
    return f"Line {number} is no event of a trace."


def cluster_missing() -> str:
    return "Replaying on a cluster needs dask; install statewright[cluster]."


def no_cluster(address: str, reason: str) -> str:
    return f"No cluster answers at '{address}' ({reason}); start one with 'dask scheduler', or leave the address out."


def shown(value: Any) -> str:
    """A value in a sentence."""
    from engine.simulate import MISSING

    if value is MISSING:
        return "nothing"
    text = repr(value) if not isinstance(value, str) else f"'{value}'"
    return text if len(text) <= 80 else f"{text[:79]}…"
