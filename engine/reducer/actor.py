"""Who acts: an agent, a person, a tool, a child machine or the system."""

from __future__ import annotations

from typing import Any, NamedTuple, get_args
from typing import Literal as OneOf

from engine.reducer import messages

ActorKind = OneOf["agent", "user", "tool", "fsm", "system"]
_KINDS = get_args(ActorKind)


class Actor(NamedTuple):
    """One contributor, told apart by kind and name; the system alone has no name."""

    kind: ActorKind
    name: str | None = None

    def __str__(self) -> str:
        return self.kind if self.name is None else f"{self.kind} {self.name!r}"

    def to_json(self) -> Any:
        """``{"agent": "envoy"}``, ``{"user": "brad"}``, ``{"tool": …}``, ``{"fsm": …}`` or ``"system"``."""
        return self.kind if self.name is None else {self.kind: self.name}

    @staticmethod
    def from_json(data: Any) -> Actor:
        """The actor that ``to_json`` wrote. Raises ``ValueError`` for anything else."""
        if data == "system":
            return SYSTEM
        if isinstance(data, dict) and len(data) == 1:
            ((kind, name),) = data.items()
            if kind in _KINDS and kind != "system" and isinstance(name, str) and name:
                return Actor(kind, name)
        raise ValueError(messages.not_an_actor(data))


SYSTEM = Actor("system")
