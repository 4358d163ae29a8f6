"""Every text the canvas shows or speaks."""

from __future__ import annotations

from designer.canvas.views import Kind

DRIVING_AGENT = "driving agent"
SYSTEM = "system"

KINDS = {
    Kind.WORK: "work",
    Kind.AGENT: "waits for agent",
    Kind.PERSON: "waits for person",
    Kind.AUTOMATIC: "automatic",
    Kind.TERMINAL: "terminal",
    Kind.MISSING: "not a state",
}


def after(duration: str) -> str:
    """What the pill of a timer says."""
    return f"after {duration}"


def loops(count: int) -> str:
    return f"{count} loops"


def bundle(count: int) -> str:
    return f"{count} transitions"
