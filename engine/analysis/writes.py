"""Where a machine itself writes fields: literals, expressions, children's results; contributions are not among them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from engine.analysis.walk import migration_actions
from engine.diagnostics import Path
from engine.dsl.models import Action, Assign, Compute, Spawn, State, Workflow

How = Literal["assign", "compute", "timer", "onExhausted", "onFailure", "spawn", "migration"]


@dataclass(frozen=True, slots=True)
class Write:
    """``path`` leads to what is written; ``literal`` tells a value of the file from one that is known only in a run."""

    field: str
    path: Path
    how: How
    literal: bool
    value: Any = None

    @property
    def unsets(self) -> bool:
        return self.literal and self.value in (None, "")


def writes_of(name: str, state: State, actions: Iterable[tuple[Path, Action]]) -> Iterator[Write]:
    """What the given actions of a state, and its timers, write."""
    yield from _by_actions(actions)
    for index, timer in enumerate(state.timers):
        yield from _literals(("states", name, "timers", index, "assign"), timer.assign, "timer")


def writes_elsewhere(workflow: Workflow) -> Iterator[Write]:
    """What policy, commands and migrations write."""
    yield from _literals(("policy", "onExhausted"), workflow.policy.on_exhausted, "onExhausted")
    for name, command in workflow.commands.items():
        yield from _literals(("commands", name, "onFailure"), command.on_failure, "onFailure")
    yield from _by_actions(migration_actions(workflow))
    for index, migration in enumerate(workflow.migrations):
        for old, new in migration.fields.items():
            yield Write(new, ("migrations", index, "fields", old), "migration", False)


def _by_actions(actions: Iterable[tuple[Path, Action]]) -> Iterator[Write]:
    for path, action in actions:
        if isinstance(action, Assign):
            yield from _literals((*path, "assign"), action.assign, "assign")
        elif isinstance(action, Compute):
            for field in action.compute:
                yield Write(field, (*path, "compute", field), "compute", False)
        elif isinstance(action, Spawn):
            if action.spawn.into is not None:
                yield Write(action.spawn.into, (*path, "spawn", "into"), "spawn", False)
            for field in action.spawn.outputs:
                yield Write(field, (*path, "spawn", "outputs", field), "spawn", False)


def _literals(path: Path, values: Mapping[str, Any], how: How) -> Iterator[Write]:
    for field, value in values.items():
        yield Write(field, (*path, field), how, True, value)
