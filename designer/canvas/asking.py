"""What is typed into a requirement field: a field, who contributes it, and perhaps its members."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from engine.dsl import Workflow

KINDS = ("agent", "user", "role", "tool", "fsm")


@dataclass(frozen=True, slots=True)
class Asked:
    """``verdict reviewer`` asks the field ``verdict`` of the agent ``reviewer``; ``note?`` is optional."""

    field: str
    source: str | Mapping[str, str] = "agent"
    members: tuple[str, ...] = ()
    required: bool = True


def read_asked(text: str, workflow: Workflow | None) -> Asked | None:
    """Read ``field``, ``field who``, ``field from who``, ``field: one, two`` or ``field: one, two from who``.

    ``who`` is ``agent``, ``system``, ``role:name`` and the like, a name the machine knows as agent, user or role, or
    the name of a new agent. ``None`` when there is no field.
    """
    match = re.match(r"\s*(?P<field>[^\s:?]+)(?P<optional>\?)?\s*(?P<rest>.*)$", text, re.DOTALL)
    if match is None:
        return None
    rest = match["rest"].strip()
    members: tuple[str, ...] = ()
    if rest.startswith(":"):
        listed, _, rest = rest[1:].partition(" from ")
        members = tuple(dict.fromkeys(member.strip().strip("'\"") for member in listed.split(",") if member.strip()))
    who = re.sub(r"^from\s+", "", rest.strip())
    return Asked(match["field"], source_of(who, workflow), members, match["optional"] is None)


def source_of(who: str, workflow: Workflow | None) -> str | Mapping[str, str]:
    """``from`` as the file says it, for what a person typed."""
    if who in ("", "agent", "driving agent"):
        return "agent"
    if who == "system":
        return "system"
    kind, colon, name = who.partition(":")
    if colon and kind.strip() in KINDS and name.strip():
        return {kind.strip(): name.strip()}
    if workflow is not None and who not in workflow.agents:
        if who in workflow.users:
            return {"user": who}
        if any(who in user.roles for user in workflow.users.values()):
            return {"role": who}
    return {"agent": who}


def contributors(workflow: Workflow | None) -> list[str]:
    """Whom a requirement field offers."""
    if workflow is None:
        return ["agent", "system"]
    roles = sorted({role for user in workflow.users.values() for role in user.roles})
    return ["agent", *workflow.agents, *workflow.users, *(f"role:{role}" for role in roles), "system"]
