"""Asking for a field: the requirement, and with it the field, the agent and the right to act that it needs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar

from designer.document.change import Change, moved_in_list
from designer.document.intents.draft import Draft
from designer.document.snapshot import Snapshot
from engine.dsl import edit

Contributor = str | Mapping[str, str]
"""As the file says it: ``agent``, ``system`` or ``{agent: reviewer}``."""

_TYPE_HINTS: tuple[tuple[str, tuple[str, ...], tuple[str, ...]], ...] = (
    ("bool", ("is_", "has_", "can_", "should_"), ("_ok", "approved", "accepted", "confirmed", "signed", "enabled")),
    ("timestamp", (), ("_at", "_on", "date", "deadline", "time")),
    ("int", ("n_", "num_"), ("count", "attempts", "retries", "total", "quantity", "version")),
    ("number", (), ("amount", "score", "price", "rate", "ratio", "cost", "confidence")),
    ("list", (), ("items", "list", "tags", "files", "comments")),
)


@dataclass(frozen=True, slots=True)
class AddRequirement:
    """Require a field of a contributor, declaring in the same step whatever does not exist yet.

    An unknown field gets ``field_type``, or an enum of ``enum_values``, or a type guessed from its name; an
    agent, known or not, may act in the state afterwards.
    """

    state: str
    name: str
    source: Contributor = "agent"
    enum_values: tuple[str, ...] = ()
    field_type: str | None = None
    required: bool = True
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"require {self.name} in {self.state}"

    def plan(self, snapshot: Snapshot) -> Change:
        draft = Draft(snapshot)
        workflow = draft.workflow
        if self.name not in workflow.context:
            draft.do(edit.add_field, self.name, self._field())
        source = None if self.source == "agent" else self.source
        draft.do(edit.add_requirement, self.state, self.name, source=source, required=self.required)
        agent = self.source.get("agent") if isinstance(self.source, Mapping) else None
        if agent is not None:
            if agent not in workflow.agents:
                draft.do(edit.add_agent, agent)
            if agent not in workflow.agents or self.state not in workflow.agents[agent].can_transition:
                draft.do(edit.allow, agent, self.state)
        place = len(draft.workflow.states[self.state].requires) - 1
        return Change(patch=draft.patch, select=(("states", self.state, "requires", place),))

    def _field(self) -> dict[str, Any]:
        if self.enum_values:
            return {"type": "enum", "values": list(self.enum_values)}
        return {"type": self.field_type or guessed_type(self.name)}


@dataclass(frozen=True, slots=True)
class MoveRequirement:
    """Ask for a field earlier or later among those of its state."""

    state: str
    from_index: int
    to_index: int
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"move requirement {self.from_index + 1} of {self.state} to {self.to_index + 1}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(
            patch=edit.move_requirement(snapshot.parsed, self.state, self.from_index, self.to_index),
            renames=moved_in_list(("states", self.state, "requires"), self.from_index, self.to_index),
        )


def guessed_type(name: str) -> str:
    """The type a field of this name most likely has: ``is_urgent`` a bool, ``paid_at`` a timestamp, else a string."""
    lower = name.lower()
    for kind, starts, ends in _TYPE_HINTS:
        if lower.startswith(starts) or lower.endswith(ends):
            return kind
    return "string"
