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
    __slots__ = ("flow", "items")
    kind = "list"

    def __init__(
        self, start: int, end: int, tag: str | None, anchor: str | None, items: list[Node], flow: bool
    ) -> None:
        super().__init__(start, end, tag, anchor)
        self.items = items
        self.flow = flow

    def __len__(self) -> int:
        return len(self.items)


class Mapping(Node):
    """``parts`` holds keys and values in turn, as written, duplicates included."""

    __slots__ = ("_places", "flow", "parts")
    kind = "map"

    def __init__(
        self, start: int, end: int, tag: str | None, anchor: str | None, parts: list[Node], flow: bool
    ) -> None:
        super().__init__(start, end, tag, anchor)
        self.parts = parts
        self.flow = flow
        self._places: dict[str, int] | None = None

    def __len__(self) -> int:
        return len(self.parts) // 2

    def pairs(self) -> Iterator[tuple[Node, Node]]:
        return zip(islice(self.parts, 0, None, 2), islice(self.parts, 1, None, 2), strict=True)

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
