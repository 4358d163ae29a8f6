"""Intents on what is named beside states: fields, agents, users, roles, commands."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from designer.document.change import Change
from designer.document.snapshot import Snapshot
from engine.diagnostics import Path
from engine.dsl import Parsed, Renaming, edit
from engine.text import Patch

Kind = Literal["field", "agent", "user", "role", "command"]


def _rename_field(parsed: Parsed, old: str, new: str) -> Patch:
    from engine.cel import rename_field  # the expression parser is not needed to open a window

    return edit.rename_field(parsed, old, new, in_expression=rename_field)


_RENAME: Mapping[Kind, Callable[[Parsed, str, str], Patch]] = {
    "field": _rename_field,
    "agent": edit.rename_agent,
    "user": edit.rename_user,
    "role": edit.rename_role,
    "command": edit.rename_command,
}
_HOME: Mapping[Kind, str] = {"field": "context", "agent": "agents", "user": "users", "command": "commands"}


@dataclass(frozen=True, slots=True)
class Rename:
    """Give a field, agent, user, role or command another name, everywhere it is named."""

    kind: Kind
    old: str
    new: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"rename {self.kind} {self.old} → {self.new}"

    def plan(self, snapshot: Snapshot) -> Change:
        if self.new == self.old:
            return Change()
        renames: dict[Path, Path | None] = {}
        if self.kind in _HOME:
            renames[(_HOME[self.kind], self.old)] = (_HOME[self.kind], self.new)
        patch = _RENAME[self.kind](snapshot.parsed, self.old, self.new)
        return Change(patch=patch, renames=renames, renaming=Renaming(self.kind, self.old, self.new))


@dataclass(frozen=True, slots=True)
class AddField:
    """Declare a context field; ``schema`` is what the file says below its name."""

    name: str
    schema: Mapping[str, Any] = field(default_factory=lambda: {"type": "string"}, hash=False)
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add field {self.name}"

    def plan(self, snapshot: Snapshot) -> Change:
        patch = edit.add_field(snapshot.parsed, self.name, dict(self.schema))
        return Change(patch=patch, select=(("context", self.name),))


@dataclass(frozen=True, slots=True)
class AddAgent:
    """Declare an agent that may act nowhere yet."""

    name: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add agent {self.name}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.add_agent(snapshot.parsed, self.name), select=(("agents", self.name),))


@dataclass(frozen=True, slots=True)
class AddUser:
    """Declare a person, who holds no role yet."""

    name: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add user {self.name}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.add_user(snapshot.parsed, self.name), select=(("users", self.name),))


@dataclass(frozen=True, slots=True)
class AddCommand:
    """Declare how a command is performed: once, until its policy says otherwise."""

    name: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add command {self.name}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.add_command(snapshot.parsed, self.name), select=(("commands", self.name),))


@dataclass(frozen=True, slots=True)
class Allow:
    """Let an agent act in a state."""

    agent: str
    state: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"let {self.agent} act in {self.state}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.allow(snapshot.parsed, self.agent, self.state))


@dataclass(frozen=True, slots=True)
class Disallow:
    """Keep an agent from acting in a state."""

    agent: str
    state: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"keep {self.agent} out of {self.state}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.disallow(snapshot.parsed, self.agent, self.state))
