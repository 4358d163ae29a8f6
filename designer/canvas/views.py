"""What the canvas shows of a machine, as frozen values: states, transitions, and what binds them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from engine.diagnostics import Path

FAN = 4
"""Up to so many transitions from one state to another stand apart; more share one spline."""


class Kind(StrEnum):
    """What a card is marked as: its glyph, its colour, its words."""

    WORK = "work"
    AGENT = "agent"
    PERSON = "person"
    AUTOMATIC = "automatic"
    TERMINAL = "terminal"
    MISSING = "missing"
    """No state at all: a name that transitions lead to and nobody declared."""


class MarkKind(StrEnum):
    ENTRY = "entry"
    EXIT = "exit"
    TIMER = "timer"
    INVARIANT = "invariant"


@dataclass(frozen=True, slots=True)
class Mark:
    """That a state has so many entry actions, exit actions, timers or invariants."""

    kind: MarkKind
    count: int


@dataclass(frozen=True, slots=True)
class ChipView:
    """One requirement on its state's card; ``kind`` colours who contributes it."""

    field: str
    who: str
    kind: Kind
    required: bool
    index: int


@dataclass(frozen=True, slots=True)
class StateView:
    name: str
    kind: Kind
    initial: bool = False
    chips: tuple[ChipView, ...] = ()
    marks: tuple[Mark, ...] = ()
    description: str = ""

    @property
    def path(self) -> Path:
        return ("states", self.name)


@dataclass(frozen=True, slots=True)
class EdgeView:
    """One transition, or a timer that leads to a state.

    ``number`` is its place in the order, from 1, or 0 where the source has only this one; ``label`` is what its
    pill says in full, without ``context.``; ``acts`` tells that it has actions.
    """

    path: Path
    source: str
    target: str
    number: int = 0
    label: str = ""
    acts: bool = False
    timer: bool = False
    expressions: tuple[str, ...] = ()
    description: str = ""

    @property
    def loop(self) -> bool:
        return self.source == self.target

    @property
    def labelled(self) -> bool:
        return bool(self.label or self.acts or self.timer)


LinkKey = tuple[str, str, int]
"""Source, target and which of the splines between them."""


@dataclass(frozen=True, slots=True)
class Link:
    """The transitions drawn as one spline: a single one, or more than ``FAN`` between the same two states."""

    key: LinkKey
    edges: tuple[EdgeView, ...]

    @property
    def source(self) -> str:
        return self.key[0]

    @property
    def target(self) -> str:
        return self.key[1]

    @property
    def bundled(self) -> bool:
        return len(self.edges) > 1


@dataclass(frozen=True, slots=True)
class Projection:
    """A machine as the canvas draws it; ``loops`` are the transitions of a state to itself, in order."""

    states: Mapping[str, StateView] = field(default_factory=dict)
    links: Mapping[LinkKey, Link] = field(default_factory=dict)
    loops: Mapping[str, tuple[EdgeView, ...]] = field(default_factory=dict)
    initial: str | None = None

    def edges(self) -> dict[Path, EdgeView]:
        """Every transition by its path, loops included."""
        found = {edge.path: edge for link in self.links.values() for edge in link.edges}
        found.update({edge.path: edge for loops in self.loops.values() for edge in loops})
        return found
