"""Every sentence of this room for the user."""

from __future__ import annotations


def no_machine(name: str) -> str:
    return f"The project has no machine '{name}' to spawn."


def spawn_storm(most: int) -> str:
    return f"More than {most} machines would be spawned at once; let a contribution stand between them."


def child_refused(name: str, reason: str) -> str:
    return f"The child machine '{name}' could not be started: {reason}"


def parent_ended(run: str) -> str:
    return f"the run '{run}' that spawned it was ended"


def no_event() -> str:
    return "This line is no event of a trace."


def no_creation() -> str:
    return "A trace begins with the creation of a run, and this one does not."


def no_machine_of_trace(name: str) -> str:
    return f"The trace is of the machine '{name}', which is not there; open it beside that machine."
