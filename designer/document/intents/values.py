"""Intents on any key of the machine: set, remove, insert, reorder. Forms speak in these."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from designer.document import messages
from designer.document.change import Change, inserted_in_list, moved_in_list, removed_from_list
from designer.document.snapshot import Snapshot
from engine.diagnostics import Path
from engine.dsl import Renaming, edit


@dataclass(frozen=True, slots=True)
class SetValue:
    """Write a value, making the key when it is missing; ``what`` names it for undo (``description``)."""

    path: Path
    value: Any
    what: str = ""
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"change {self.what or messages.element(self.path)}"

    def plan(self, snapshot: Snapshot) -> Change:
        patch = edit.set_value(snapshot.parsed, self.path, self.value)
        return Change(patch=patch, renaming=self._renaming(snapshot))

    def _renaming(self, snapshot: Snapshot) -> Renaming | None:
        """The machine's own name is said in its scenarios."""
        workflow = snapshot.workflow
        if self.path != ("name",) or workflow is None or not isinstance(self.value, str):
            return None
        return Renaming("machine", workflow.name, self.value)


@dataclass(frozen=True, slots=True)
class RemoveValue:
    """Take a key or an item of a list out."""

    path: Path
    what: str = ""
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"remove {self.what or messages.element(self.path)}"

    def plan(self, snapshot: Snapshot) -> Change:
        *container, last = self.path
        renames: dict[Path, Path | None] = {self.path: None}
        if isinstance(last, int):
            renames = removed_from_list(tuple(container), last, list_length(snapshot, tuple(container)))
        return Change(patch=edit.remove(snapshot.parsed, self.path), renames=renames)


@dataclass(frozen=True, slots=True)
class InsertItem:
    """Put a new entry into a map (by key) or a list (by index)."""

    container: Path
    key: str | int
    value: Any
    what: str = ""
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"add {self.what or messages.element((*self.container, self.key))}"

    def plan(self, snapshot: Snapshot) -> Change:
        renames: dict[Path, Path | None] = {}
        if isinstance(self.key, int):
            renames = inserted_in_list(self.container, self.key, list_length(snapshot, self.container))
        return Change(patch=edit.insert(snapshot.parsed, self.container, self.key, self.value), renames=renames)


@dataclass(frozen=True, slots=True)
class MoveItem:
    """Put an item of a list at another place."""

    container: Path
    from_index: int
    to_index: int
    what: str = ""
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"move {self.what or messages.element((*self.container, self.from_index))}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(
            patch=edit.move(snapshot.parsed, self.container, self.from_index, self.to_index),
            renames=moved_in_list(self.container, self.from_index, self.to_index),
        )


@dataclass(frozen=True, slots=True)
class MoveKey:
    """Put an entry of a map before another one, or last."""

    path: Path
    before: str | None
    on_text: ClassVar[bool] = False

    @property
    def label(self) -> str:
        return f"move {messages.element(self.path)}"

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(patch=edit.move_key(snapshot.parsed, self.path, self.before))


def list_length(snapshot: Snapshot, container: Path) -> int:
    """How many items the list at ``container`` has in the text; 0 when there is none."""
    length = 0
    while snapshot.parsed.span((*container, length)) is not None:
        length += 1
    return length
