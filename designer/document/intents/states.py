"""Intents on states: make, rename, place, delete, paste."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from designer.document import messages
from designer.document.change import Change
from designer.document.intents.draft import Draft
from designer.document.snapshot import Position, Snapshot
from engine.diagnostics import Path
from engine.dsl import Renaming, edit

PASTED_COLUMNS = 4
PASTED_STEP = (240, 140)


@dataclass(frozen=True, slots=True)
class AddState:
    """Make a state, placed at ``at`` or wherever the layout puts it, and select it."""

    name: str
    at: Position | None = None
    terminal: bool = False
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add {self.name}"

    def plan(self, snapshot: Snapshot) -> Change:
        value = {"terminal": True} if self.terminal else None
        return Change(
            patch=edit.add_state(snapshot.parsed, self.name, value),
            layout={self.name: self.at} if self.at else {},
            select=(("states", self.name),),
        )


@dataclass(frozen=True, slots=True)
class RenameState:
    """Give a state another name, everywhere it is named."""

    old: str
    new: str
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"rename {self.old} → {self.new}"

    def plan(self, snapshot: Snapshot) -> Change:
        if self.new == self.old:
            return Change()
        return Change(
            patch=edit.rename_state(snapshot.parsed, self.old, self.new),
            renames={("states", self.old): ("states", self.new)},
            renaming=Renaming("state", self.old, self.new),
        )


@dataclass(frozen=True, slots=True)
class MoveStates:
    """Put states where a person wants them; the text stays as it is."""

    positions: Mapping[str, Position]
    on_text: ClassVar[bool] = True

    @property
    def label(self) -> str:
        return (
            f"move {next(iter(self.positions))}" if len(self.positions) == 1 else f"move {len(self.positions)} states"
        )

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(layout={name: (round(x), round(y)) for name, (x, y) in self.positions.items()})


@dataclass(frozen=True, slots=True)
class Arrange:
    """Place states by the layout, in one step; ``None`` gives a state back to the automatic layout."""

    positions: Mapping[str, Position | None]
    label: str = "arrange"
    on_text: ClassVar[bool] = True

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(layout=self.positions)


@dataclass(frozen=True, slots=True)
class PasteStates:
    """Insert copied states under fresh names and select them, the first one at ``at``."""

    text: str
    at: Position | None = None
    label: str = "paste"
    on_text: ClassVar[bool] = False

    def plan(self, snapshot: Snapshot) -> Change:
        pasted = edit.paste_states(snapshot.parsed, self.text)
        names = list(pasted.names.values())
        positions: dict[str, Position] = {}
        if self.at is not None:
            left, top = self.at
            for place, name in enumerate(names):
                row, column = divmod(place, PASTED_COLUMNS)
                positions[name] = (left + column * PASTED_STEP[0], top + row * PASTED_STEP[1])
        return Change(
            patch=pasted.patch,
            layout=positions,
            select=tuple(("states", name) for name in names),
            note=messages.edges_left_out(pasted.dropped),
        )


@dataclass(frozen=True, slots=True)
class DeleteElements:
    """Remove elements; states take the transitions into them along."""

    paths: tuple[Path, ...]
    verb: str = "delete"
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        if len(self.paths) != 1:
            return f"{self.verb} {len(self.paths)} elements"
        return f"{self.verb} {messages.element(self.paths[0])}"

    def plan(self, snapshot: Snapshot) -> Change:
        chosen = set(self.paths)
        outermost = [path for path in chosen if not any(path[:length] in chosen for length in range(1, len(path)))]
        states = sorted(str(path[1]) for path in outermost if len(path) == 2 and path[0] == "states")
        others = [path for path in outermost if not (len(path) == 2 and path[0] == "states")]
        draft = Draft(snapshot)
        for path in sorted(others, key=_last_first, reverse=True):
            _remove(draft, path)
        if states:
            draft.do(edit.remove_states, states)
        return Change(patch=draft.patch, select=())


def _last_first(path: Path) -> tuple[tuple[int, int, str], ...]:
    return tuple((0, key, "") if isinstance(key, int) else (1, 0, key) for key in path)


def _remove(draft: Draft, path: Path) -> None:
    match path:
        case ("states", str(state), "transitions", int(index)):
            draft.do(edit.remove_transition, state, index)
        case ("states", str(state), "requires", int(index)):
            draft.do(edit.remove_requirement, state, index)
        case ("context", str(name)):
            draft.do(edit.remove_field, name)
        case ("agents", str(name)):
            draft.do(edit.remove_agent, name)
        case ("users", str(name)):
            draft.do(edit.remove_user, name)
        case ("commands", str(name)):
            draft.do(edit.remove_command, name)
        case _:
            draft.do(edit.remove, path)
