"""What an intent plans: a patch of the text, moved states, and how paths of elements follow."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Protocol

from designer.document.snapshot import Position, Snapshot
from engine.diagnostics import Path
from engine.dsl import Renaming
from engine.text import Patch


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One user step, planned against a snapshot and not yet done.

    ``layout`` holds only what changes, ``None`` forgetting a position. ``renames`` says where elements went, by
    the path of the element or of one that contains it, ``None`` for those that are gone. ``select`` is the
    selection afterwards; ``None`` keeps the present one. ``note`` is a sentence the user should read (a hint).
    ``renaming`` tells other files that speak of this machine what is called otherwise now.
    """

    patch: Patch = field(default_factory=Patch)
    layout: Mapping[str, Position | None] = field(default_factory=dict)
    renames: Mapping[Path, Path | None] = field(default_factory=dict)
    select: tuple[Path, ...] | None = None
    note: str = ""
    renaming: Renaming | None = None


class Intent(Protocol):
    """What the user means, in one value; every edit of a document is one of these.

    ``plan`` is pure and raises ``RefusedEdit`` with a sentence for the user. ``on_text`` intents edit text that
    need not be a machine; all others are refused while the text cannot be read as one.
    """

    on_text: ClassVar[bool]

    @property
    def label(self) -> str:
        """What undo calls it: ``rename draft → writing``."""

    def plan(self, snapshot: Snapshot) -> Change: ...


def follow(path: Path, renames: Mapping[Path, Path | None]) -> Path | None:
    """Where ``path`` leads after ``renames``; the longest renamed prefix decides, ``None`` when it is gone."""
    for length in range(len(path), 0, -1):
        prefix = path[:length]
        if prefix in renames:
            target = renames[prefix]
            return None if target is None else target + path[length:]
    return path


def removed_from_list(container: Path, index: int, length: int) -> dict[Path, Path | None]:
    """The renames when item ``index`` of a list of ``length`` goes."""
    renames: dict[Path, Path | None] = {(*container, index): None}
    renames.update({(*container, later): (*container, later - 1) for later in range(index + 1, length)})
    return renames


def inserted_in_list(container: Path, index: int, length: int) -> dict[Path, Path | None]:
    """The renames when an item comes in at ``index`` of a list of ``length``."""
    return {(*container, later): (*container, later + 1) for later in range(index, length)}


def moved_in_list(container: Path, from_index: int, to_index: int) -> dict[Path, Path | None]:
    """The renames when an item of a list moves to where ``to_index`` will be its place."""
    renames: dict[Path, Path | None] = {(*container, from_index): (*container, to_index)}
    if from_index < to_index:
        renames.update({(*container, i): (*container, i - 1) for i in range(from_index + 1, to_index + 1)})
    else:
        renames.update({(*container, i): (*container, i + 1) for i in range(to_index, from_index)})
    return renames
