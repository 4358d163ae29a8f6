"""What a machine declares by name, so that a name can be looked up or the nearest one offered."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property

from engine.analysis.walk import actions_of
from engine.dsl import Parsed
from engine.dsl.models import Spawn, Workflow


class Declared:
    """Names by kind. Of states, fields and agents those count too whose entry cannot be read."""

    def __init__(self, parsed: Parsed, workflow: Workflow) -> None:
        self._written = parsed.data if isinstance(parsed.data, dict) else {}
        self._workflow = workflow

    @cached_property
    def states(self) -> Mapping[str, object]:
        return self._with_unreadable("states", self._workflow.states)

    @cached_property
    def fields(self) -> Mapping[str, object]:
        return self._with_unreadable("context", self._workflow.context)

    @cached_property
    def agents(self) -> Mapping[str, object]:
        return self._with_unreadable("agents", self._workflow.agents)

    @cached_property
    def roles(self) -> frozenset[str]:
        """Roles that some user holds."""
        return frozenset(role for user in self._workflow.users.values() for role in user.roles)

    @cached_property
    def children(self) -> frozenset[str]:
        """Names under which child machines are spawned."""
        actions = (action for name, state in self._workflow.states.items() for _, action in actions_of(name, state))
        return frozenset(action.spawn.as_ for action in actions if isinstance(action, Spawn))

    def _with_unreadable(self, key: str, read: Mapping[str, object]) -> Mapping[str, object]:
        written = self._written.get(key)
        return read if not isinstance(written, dict) or len(written) == len(read) else {**written, **read}
