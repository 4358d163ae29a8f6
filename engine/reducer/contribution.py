"""What comes in and what is asked for: contributions and elicitations."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.clock import format_time, parse_time

CURRENT = "current"
"""Where simulations may write it, stands for the hash of the proposal that is pending."""


class Contribution(NamedTuple):
    """Values for fields of the context, from one actor: the only way in.

    ``at`` is in nanoseconds since 1970, absent for the run's own time; ``command`` is the id of the command whose
    outcome this is, or its name while only one of that name is open. ``current`` stands for the hash of whatever
    proposal is pending: for simulations alone, since a real decision must name what it is about.
    """

    id: str
    actor: Actor
    values: Mapping[str, Any]
    at: int | None = None
    expected_version: int | None = None
    proposal_hash: str | None = None
    command: str | None = None
    provenance: Mapping[str, Any] | None = None
    current: bool = False

    @property
    def hash_or_current(self) -> str | None:
        return CURRENT if self.current else self.proposal_hash

    def to_json(self) -> dict[str, Any]:
        optional = {
            "at": None if self.at is None else format_time(self.at),
            "expectedVersion": self.expected_version,
            "proposalHash": self.hash_or_current,
            "command": self.command,
            "provenance": self.provenance,
        }
        return {"id": self.id, "actor": self.actor.to_json(), "values": dict(self.values)} | {
            key: value for key, value in optional.items() if value is not None
        }

    @staticmethod
    def from_json(data: Any, *, simulated: bool = False) -> Contribution:
        """The contribution of a JSON map. With ``simulated``, ``"proposalHash": "current"`` is understood.

        Raises ``ValueError`` with a sentence that says what is wrong.
        """
        if not isinstance(data, dict):
            raise ValueError(messages.not_a_contribution())
        if unknown := data.keys() - _KEYS:
            raise ValueError(messages.unknown_contribution_key(min(unknown), _KEYS))
        for key, (kinds, words) in _SHAPES.items():
            if data.get(key) is not None and (type(data[key]) is bool or not isinstance(data[key], kinds)):
                raise ValueError(messages.wrong_contribution_shape(key, words))
        if not data.get("id"):
            raise ValueError(messages.contribution_without("id"))
        proposal_hash = data.get("proposalHash")
        current = simulated and proposal_hash == CURRENT
        return Contribution(
            id=data["id"],
            actor=Actor.from_json(data.get("actor")),
            values=data.get("values") or {},
            at=None if data.get("at") is None else parse_time(data["at"]),
            expected_version=data.get("expectedVersion"),
            proposal_hash=None if current else proposal_hash,
            command=data.get("command"),
            provenance=data.get("provenance"),
            current=current,
        )


_SHAPES: Mapping[str, tuple[type, str]] = {
    "id": (str, "a string"),
    "values": (dict, "a map of fields"),
    "at": (str, "a time such as 2000-01-01T00:00:00Z"),
    "expectedVersion": (int, "a whole number"),
    "proposalHash": (str, "a string"),
    "command": (str, "a string"),
    "provenance": (dict, "a map"),
}
_KEYS = frozenset(("actor", *_SHAPES))


class Proposal(NamedTuple):
    """What an approval is asked for: the object whose canonical JSON is hashed, and its hash."""

    content: Mapping[str, Any]
    hash: str


class Elicitation(NamedTuple):
    """One contribution that a resting run waits for.

    ``id`` is the same on every replay; ``from_`` is the requirement's ``from`` as the file says it;
    ``prompt`` has its templates rendered; ``proposal`` is there when an approval is asked for.
    """

    id: str
    state: str
    field: str
    from_: Any
    required: bool
    prompt: str | None
    proposal: Proposal | None

    def to_json(self) -> dict[str, Any]:
        data: dict[str, Any] = {
            "id": self.id,
            "state": self.state,
            "field": self.field,
            "from": self.from_,
            "required": self.required,
        }
        if self.prompt is not None:
            data["prompt"] = self.prompt
        if self.proposal is not None:
            data["proposal"] = dict(self.proposal.content)
            data["proposalHash"] = self.proposal.hash
        return data
