"""Intents of the drawing: move cards, and keep the others where they stand.

Positions are kept for all states or for none: once a person placed one, the automatic layout of the others must not
change by the next edit.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from designer.document.change import Change, Intent
from designer.document.snapshot import Position, Snapshot

Standing = Mapping[str, Position]
"""Where the states stand on the canvas now."""


@dataclass(frozen=True, slots=True)
class PlaceStates:
    """Move some states; the others stay where they stand."""

    moved: Mapping[str, Position]
    standing: Standing
    verb: str = "move"
    on_text = True

    @property
    def label(self) -> str:
        return (
            f"{self.verb} {next(iter(self.moved))}" if len(self.moved) == 1 else f"{self.verb} {len(self.moved)} states"
        )

    def plan(self, snapshot: Snapshot) -> Change:
        return Change(layout={**_missing(snapshot, self.standing), **self.moved})


@dataclass(frozen=True, slots=True)
class Pinned:
    """Another intent; where it gives a state a position, or some have one, all others keep the place they stand at."""

    intent: Intent
    standing: Standing

    @property
    def on_text(self) -> bool:
        return self.intent.on_text

    @property
    def label(self) -> str:
        return self.intent.label

    def plan(self, snapshot: Snapshot) -> Change:
        change = self.intent.plan(snapshot)
        if not change.layout and not snapshot.layout:
            return change
        gone = {path[1] for path, to in change.renames.items() if len(path) == 2 and path[0] == "states" and to is None}
        kept = {name: at for name, at in _missing(snapshot, self.standing).items() if name not in gone}
        return replace(change, layout={**kept, **change.layout})


def _missing(snapshot: Snapshot, standing: Standing) -> dict[str, Position]:
    states = snapshot.workflow.states if snapshot.workflow is not None else {}
    return {name: at for name, at in standing.items() if name in states and name not in snapshot.layout}
