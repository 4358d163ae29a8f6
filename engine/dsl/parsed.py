"""A text, what it means as a machine, and where each part of it stands."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence as Offsets
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from engine.diagnostics import Diagnostic, Location, Path
from engine.dsl.models import Workflow
from engine.text import (
    Alias,
    Habits,
    LineIndex,
    Mapping,
    Node,
    Scalar,
    Sequence,
    Span,
    key_text,
    resolve,
    scalar_offsets,
    survey,
)

SHORT_FORMS = ("expression", "event", "message")
"""Keys whose map may be written as the plain string alone: a guard, ``emit``, ``inject``."""


_QUOTED = frozenset({"expression", "guards[]", "validate[]", "invariants[]"})
"""Where expressions stand, which are full of what YAML may take for its own."""


@dataclass(frozen=True, slots=True)
class Place:
    """One entry: ``key`` in a map (``None`` in a list), its ``value``, its holder, and whether an alias is above it."""

    key: Node | None
    value: Node
    container: Mapping | Sequence | None
    index: int
    aliased: bool


@dataclass(frozen=True)
class Parsed:
    """The result of reading a text; ``workflow`` holds what is valid of it, ``None`` where there is no machine at all.

    Paths start below ``fsm:``. Offsets are code points of ``text``, which has no byte order mark; ``bom`` says whether
    the file had one. ``data`` is the plain value below ``fsm:``, ``x-`` keys included, ``None`` where there is none.
    """

    text: str
    file: str
    bom: bool
    root: Node | None
    data: Any
    workflow: Workflow | None
    diagnostics: tuple[Diagnostic, ...] = field(default=())

    @cached_property
    def lines(self) -> LineIndex:
        return LineIndex(self.text)

    @cached_property
    def habits(self) -> Habits:
        """How the author writes YAML."""
        return survey(self.text, self.root, _QUOTED)

    @cached_property
    def has_aliases(self) -> bool:
        """Whether an alias stands anywhere, so that one place may be another too."""
        pending = [self.root] if "*" in self.text else []
        while pending:
            node = pending.pop()
            if isinstance(node, Alias):
                return True
            pending += node.parts if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else ()
        return False

    @cached_property
    def machine(self) -> Place | None:
        """The entry ``fsm:``."""
        if not isinstance(self.root, Mapping):
            return None
        index = self.root.find("fsm")
        if index is None:
            return None
        key, value = self.root.pair(index)
        return Place(key, value, self.root, index, False)

    def place(self, path: Path) -> Place | None:
        """The entry at ``path``; a plain string guard, ``emit`` or ``inject`` answers to its long form's key too."""
        here = self.machine
        for part in path:
            if here is None:
                return None
            here = _step(here, part)
        return here

    def span(self, path: Path) -> Span | None:
        """Where the value at ``path`` stands; inside an alias, where the anchored text does."""
        place = self.place(path)
        return None if place is None else place.value.span

    def key_span(self, path: Path) -> Span | None:
        """Where the key stands; ``None`` for an item of a list."""
        place = self.place(path)
        return None if place is None or place.key is None else place.key.span

    def entry_span(self, path: Path) -> Span | None:
        """Key and value, or the item of a list without its dash."""
        place = self.place(path)
        if place is None:
            return None
        start = place.value.start if place.key is None else place.key.start
        return Span(start, max(place.value.end, start))

    def path_at(self, offset: int) -> Path:
        """The path of the innermost entry around ``offset``, its ends included; ``()`` outside all of them."""
        here = self.machine
        if here is None or here.key is None or not here.key.start <= offset <= here.value.end:
            return ()
        node = here.value
        path: list[str | int] = []
        while True:
            step = _inside(node, offset)
            if step is None:
                return tuple(path)
            part, node = step
            path.append(part)

    def location(self, span: Span) -> Location:
        return Location(self.file, *self.lines.line_column(span.start))

    def scalar_offsets(self, path: Path) -> Offsets[int] | None:
        """For the scalar at ``path``: the text offset of each of its code points and of its end (length + 1 numbers).

        Holds for every style of scalar, so that a span inside an expression can be shown in the file; ``None`` where
        there is no scalar.
        """
        place = self.place(path)
        node = resolve(place.value) if place is not None else None
        return scalar_offsets(self.text, node) if isinstance(node, Scalar) else None


def _step(here: Place, part: str | int) -> Place | None:
    node = resolve(here.value)
    aliased = here.aliased or node is not here.value
    if isinstance(node, Mapping):
        index = node.find(str(part))
        if index is None:
            return None
        key, value = node.pair(index)
        return Place(key, value, node, index, aliased)
    if isinstance(node, Sequence):
        if isinstance(part, int) and 0 <= part < len(node.items):
            return Place(None, node.items[part], node, part, aliased)
        return None
    return here if part in SHORT_FORMS else None


def _inside(node: Node, offset: int) -> tuple[str | int, Node] | None:
    """The entry of ``node`` around ``offset``: its path part and its value."""
    if isinstance(node, Mapping):
        index = bisect_right(node.parts, offset, key=_start) - 1
        if index < 0:
            return None
        key, value = node.pair(index // 2)
        name = key_text(key)
        return None if name is None or offset > max(key.end, value.end) else (name, value)
    if isinstance(node, Sequence):
        index = bisect_right(node.items, offset, key=_start) - 1
        return None if index < 0 or offset > node.items[index].end else (index, node.items[index])
    return None


def _start(node: Node) -> int:
    return node.start
