"""The YAML of a text as nodes with their spans, aliases kept as what they are."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice
from typing import ClassVar

from engine.text.span import Span


class Node:
    """``start`` lies at the node's anchor or tag where it has one; ``end`` is exact, trailing blanks excluded."""

    __slots__ = ("anchor", "end", "start", "tag")
    kind: ClassVar[str]

    def __init__(self, start: int, end: int, tag: str | None, anchor: str | None) -> None:
        self.start = start
        self.end = end
        self.tag = tag
        self.anchor = anchor

    @property
    def span(self) -> Span:
        return Span(self.start, self.end)


class Scalar(Node):
    """``style`` is ``""`` for a plain scalar, else ``'``, ``"``, ``|`` or ``>``."""

    __slots__ = ("style", "value")
    kind = "scalar"

    def __init__(self, start: int, end: int, tag: str | None, anchor: str | None, value: str, style: str) -> None:
        self.start = start
        self.end = end
        self.tag = tag
        self.anchor = anchor
        self.value = value
        self.style = style


class Sequence(Node):
    __slots__ = ("_items", "flow")
    kind = "list"

    def __init__(
        self, start: int, end: int, tag: str | None, anchor: str | None, items: list[Node], flow: bool
    ) -> None:
        super().__init__(start, end, tag, anchor)
        self._items = items
        self.flow = flow

    @property
    def items(self) -> list[Node]:
        return self._items

    def __len__(self) -> int:
        return len(self._items)


class Mapping(Node):
    """``parts`` holds keys and values in turn, as written, duplicates included."""

    __slots__ = ("_parts", "_places", "flow")
    kind = "map"

    def __init__(
        self, start: int, end: int, tag: str | None, anchor: str | None, parts: list[Node], flow: bool
    ) -> None:
        super().__init__(start, end, tag, anchor)
        self._parts = parts
        self.flow = flow
        self._places: dict[str, int] | None = None

    @property
    def parts(self) -> list[Node]:
        return self._parts

    def __len__(self) -> int:
        return len(self._parts) // 2

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        parts = self.parts
        return zip(islice(parts, 0, None, 2), islice(parts, 1, None, 2), strict=True)

    def pair(self, index: int) -> tuple[Node, Node]:
        return self.parts[2 * index], self.parts[2 * index + 1]

    def find(self, name: str) -> int | None:
        """The index of the first entry whose key reads ``name``."""
        if self._places is None:
            places: dict[str, int] = {}
            for index, key in enumerate(islice(self.parts, 0, None, 2)):
                text = key_text(key)
                if text is not None:
                    places.setdefault(text, index)
            self._places = places
        return self._places.get(name)


class Alias(Node):
    """``*name``; ``target`` is the anchored node, never an alias and never around this one."""

    __slots__ = ("name", "target")
    kind = "alias"

    def __init__(self, start: int, end: int, name: str, target: Node) -> None:
        super().__init__(start, end, None, None)
        self.name = name
        self.target = target


def resolve(node: Node) -> Node:
    """The node itself, or what an alias stands for."""
    return node.target if isinstance(node, Alias) else node


def key_text(node: Node) -> str | None:
    """A key as a name: the scalar's text, whatever type it would have as a value; ``None`` for a list or map."""
    node = resolve(node)
    return node.value if isinstance(node, Scalar) else None


class _MovedSequence(Sequence):
    """A list further on in another text; what is in it moves when it is asked for."""

    __slots__ = ("_delta",)

    def __init__(self, origin: Sequence, delta: int) -> None:
        super().__init__(
            origin.start + delta, origin.end + delta, origin.tag, origin.anchor, origin._items, origin.flow
        )
        self._delta = delta + getattr(origin, "_delta", 0)

    @property
    def items(self) -> list[Node]:
        if self._delta:
            self._items = [moved(item, self._delta) for item in self._items]
            self._delta = 0
        return self._items


class _MovedMapping(Mapping):
    """A map further on in another text; what is in it moves when it is asked for."""

    __slots__ = ("_delta",)

    def __init__(self, origin: Mapping, delta: int) -> None:
        super().__init__(
            origin.start + delta, origin.end + delta, origin.tag, origin.anchor, origin._parts, origin.flow
        )
        self._delta = delta + getattr(origin, "_delta", 0)

    @property
    def parts(self) -> list[Node]:
        if self._delta:
            self._parts = [moved(part, self._delta) for part in self._parts]
            self._delta = 0
        return self._parts


def moved(node: Node, delta: int) -> Node:
    """The same node ``delta`` characters further on. Raises ``ValueError`` for an alias, whose target is elsewhere."""
    if delta == 0:
        return node
    match node:
        case Scalar():
            return Scalar(node.start + delta, node.end + delta, node.tag, node.anchor, node.value, node.style)
        case Mapping():
            return _MovedMapping(node, delta)
        case Sequence():
            return _MovedSequence(node, delta)
    raise ValueError("an alias cannot be moved alone")
