"""Where expressions, actions and values stand in a machine: each with its path, in the order of the file."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from engine.diagnostics import Path
from engine.dsl.models import Action, Compute, Guard, State, Workflow

Role = Literal["guard", "validate", "invariant", "compute"]


@dataclass(frozen=True, slots=True)
class Expression:
    """A CEL source and the path of the scalar that holds it; ``field`` is what it validates or computes."""

    path: Path
    source: str
    role: Role
    field: str | None = None


def actions_of(name: str, state: State) -> Iterator[tuple[Path, Action]]:
    """The actions of a state with their paths: entry, exit, those of its transitions and of its timers."""
    at: Path = ("states", name)
    yield from listed((*at, "entry"), state.entry)
    yield from listed((*at, "exit"), state.exit)
    for index, transition in enumerate(state.transitions):
        yield from listed((*at, "transitions", index, "onTransition"), transition.on_transition)
    for index, timer in enumerate(state.timers):
        yield from listed((*at, "timers", index, "onTransition"), timer.on_transition)


def migration_actions(workflow: Workflow) -> Iterator[tuple[Path, Action]]:
    for index, migration in enumerate(workflow.migrations):
        yield from listed(("migrations", index, "actions"), migration.actions)


def expressions_of(name: str, state: State, actions: Iterable[tuple[Path, Action]]) -> Iterator[Expression]:
    """Every CEL expression of a state, whose actions are given."""
    at: Path = ("states", name)
    for index, requirement in enumerate(state.requires):
        yield from _guards((*at, "requires", index, "validate"), requirement.validate_, "validate", requirement.name)
    for index, transition in enumerate(state.transitions):
        yield from _guards((*at, "transitions", index, "guards"), transition.guards, "guard")
    yield from _guards((*at, "invariants"), state.invariants, "invariant")
    yield from computes(actions)


def computes(actions: Iterable[tuple[Path, Action]]) -> Iterator[Expression]:
    for path, action in actions:
        if isinstance(action, Compute):
            for target, source in action.compute.items():
                yield Expression((*path, "compute", target), source, "compute", target)


def listed(path: Path, actions: tuple[Action, ...]) -> Iterator[tuple[Path, Action]]:
    for index, action in enumerate(actions):
        yield (*path, index), action


def _guards(path: Path, guards: tuple[Guard, ...], role: Role, field: str | None = None) -> Iterator[Expression]:
    for index, guard in enumerate(guards):
        yield Expression((*path, index, "expression"), guard.expression, role, field)
