"""Intents on transitions: connect, re-aim, reorder, guard."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from designer.document import messages
from designer.document.change import Change, inserted_in_list, moved_in_list
from designer.document.intents.draft import Draft
from designer.document.snapshot import Position, Snapshot
from engine.diagnostics import Path
from engine.dsl import State, Workflow, edit
from engine.errors import RefusedEdit


def transition_path(state: str, index: int) -> Path:
    return ("states", state, "transitions", index)


@dataclass(frozen=True, slots=True)
class Connect:
    """Draw a transition and select it.

    It goes last, but before an unguarded last one, which would never let it fire. A target that does not exist
    is made, at ``at``.
    """

    source: str
    target: str
    guards: tuple[str, ...] = ()
    at: Position | None = None
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"connect {self.source} → {self.target}"

    def plan(self, snapshot: Snapshot) -> Change:
        draft = Draft(snapshot)
        state = _state(draft.workflow, self.source)
        if state.terminal:
            raise RefusedEdit(messages.terminal_has_no_transitions(self.source))
        layout: dict[str, Position | None] = {}
        if self.target not in draft.workflow.states:
            draft.do(edit.add_state, self.target)
            if self.at is not None:
                layout[self.target] = self.at
        index = place_for_new(state)
        draft.do(edit.add_transition, self.source, self.target, guards=self.guards, index=index)
        count = len(state.transitions)
        return Change(
            patch=draft.patch,
            layout=layout,
            renames=inserted_in_list(("states", self.source, "transitions"), index, count),
            select=(transition_path(self.source, index),),
            note=messages.placed_before_unguarded(index + 1) if index < count else "",
        )


@dataclass(frozen=True, slots=True)
class BranchOn:
    """Draw one guarded transition for each member of an enum, in order; targets that do not exist are made."""

    state: str
    field: str
    targets: Mapping[str, str] = dataclasses.field(hash=False)
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"branch {self.state} on {self.field}"

    def plan(self, snapshot: Snapshot) -> Change:
        draft = Draft(snapshot)
        index = place_for_new(_state(draft.workflow, self.state))
        selected = []
        for member, target in self.targets.items():
            if target not in draft.workflow.states:
                draft.do(edit.add_state, target)
            guard = f"context.{self.field} == {cel_string(member)}"
            draft.do(edit.add_transition, self.state, target, guards=(guard,), index=index)
            selected.append(transition_path(self.state, index))
            index += 1
        return Change(patch=draft.patch, select=tuple(selected))


@dataclass(frozen=True, slots=True)
class Retarget:
    """Aim a transition at another state."""

    state: str
    index: int
    target: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"aim {self.state} {self.index + 1} at {self.target}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.retarget(snapshot.parsed, self.state, self.index, self.target))


@dataclass(frozen=True, slots=True)
class MoveTransition:
    """Put a transition at another place of its state's order, which is the order guards are tried in."""

    state: str
    from_index: int
    to_index: int
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"move transition {self.from_index + 1} of {self.state} to {self.to_index + 1}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(
            patch=edit.move_transition(snapshot.parsed, self.state, self.from_index, self.to_index),
            renames=moved_in_list(("states", self.state, "transitions"), self.from_index, self.to_index),
        )


@dataclass(frozen=True, slots=True)
class SetGuards:
    """Write the guards of a transition; none leaves it unguarded."""

    state: str
    index: int
    expressions: tuple[str, ...]
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"guard {self.state} {self.index + 1}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.set_guards(snapshot.parsed, self.state, self.index, self.expressions))


def place_for_new(state: State) -> int:
    """Where a new transition of ``state`` goes: last, but before an unguarded last one."""
    count = len(state.transitions)
    return count - 1 if count and not state.transitions[-1].guards else count


def cel_string(value: str) -> str:
    """``value`` as a CEL string literal."""
    escaped = value.replace("\\", "\\\\").replace("'", "\\'").replace("\n", "\\n").replace("\r", "\\r")
    return f"'{escaped}'"


def _state(workflow: Workflow, name: str) -> State:
    state = workflow.states.get(name)
    if state is None:
        raise RefusedEdit(messages.no_such_state(name))
    return state
