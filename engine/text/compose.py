"""Text to nodes, through PyYAML's C parser, without recursion and within limits."""

from __future__ import annotations

import gc
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from yaml import MarkedYAMLError
from yaml._yaml import CParser
from yaml.events import (
    AliasEvent,
    DocumentStartEvent,
    MappingEndEvent,
    MappingStartEvent,
    ScalarEvent,
    SequenceEndEvent,
    SequenceStartEvent,
    StreamEndEvent,
)

from engine.text.nodes import Alias, Mapping, Node, Scalar, Sequence

MAX_BYTES = 16 * 1024 * 1024
MAX_DEPTH = 100
MAX_EXPANSION = 100_000
MAX_NODES = 1_000_000

_UNREADABLE = re.compile("[^\t\n\r\x20-\x7e\x85\xa0-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


@dataclass(frozen=True, slots=True)
class Unreadable:
    """Why a text is no YAML of ours: ``code`` names the reason, ``start`` and ``end`` its place.

    ``code`` is one of ``too-big``, ``character``, ``syntax``, ``too-deep``, ``too-wide``, ``too-many``,
    ``unknown-alias``, ``cyclic-alias``, ``second-document``; ``problem`` is the parser's own sentence for ``syntax``;
    ``opened`` is where the construct that could not be finished began.
    """

    code: str
    start: int
    end: int
    problem: str = ""
    opened: int | None = None


def compose(text: str, *, above: int = 0) -> Node | Unreadable | None:
    """The root node of ``text``, ``None`` where there is no document, or why it cannot be read.

    ``above`` is how deep the text stands in another one. Never raises; time and memory are bounded by ``MAX_BYTES``,
    ``MAX_DEPTH``, ``MAX_NODES`` and ``MAX_EXPANSION``.
    """
    if len(text) > MAX_BYTES or (4 * len(text) > MAX_BYTES and len(text.encode("utf-8", "replace")) > MAX_BYTES):
        return Unreadable("too-big", 0, 0)
    if found := _UNREADABLE.search(text):
        return Unreadable("character", found.start(), found.end())
    with paused_gc():
        try:
            return _Composer(text, above).run()
        except _Stopped as stop:
            return stop.reason
        except MarkedYAMLError as error:
            return _syntax(text, error)


def _syntax(text: str, error: MarkedYAMLError) -> Unreadable:
    place = min(error.problem_mark.index, len(text)) if error.problem_mark else len(text)
    opened = error.context_mark.index if error.context_mark else None
    if "nesting depth" in str(error.problem):  # the scanner's own bound, met while it reads ahead
        return Unreadable("too-deep", place, min(place + 1, len(text)))
    return Unreadable("syntax", place, min(place + 1, len(text)), str(error.problem), opened)


class _Stopped(Exception):
    def __init__(self, reason: Unreadable) -> None:
        self.reason = reason


@contextmanager
def paused_gc() -> Iterator[None]:
    """Reading makes many objects and no garbage; collecting meanwhile costs more than all the rest."""
    running = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if running:
            gc.enable()


@dataclass(slots=True)
class _Open:
    """A list or map whose end has not come yet."""

    start: int
    children: list[Node]
    flow: bool
    tag: str | None
    anchor: str | None
    expanded: int


@dataclass(slots=True)
class _Composer:
    text: str
    above: int
    anchors: dict[str, Node] = field(default_factory=dict)
    sizes: dict[int, int] = field(default_factory=dict)
    heights: dict[int, int] = field(default_factory=dict)
    nodes: int = 0
    expanded: int = 0

    def run(self) -> Node | None:
        next_event: Callable[[], Any] = CParser(self.text).get_event
        root: list[Node] = []
        children = root
        stack: list[_Open] = []
        documents = 0
        while (kind := type(event := next_event())) is not StreamEndEvent:
            if kind is ScalarEvent:
                children.append(self._scalar(event))
            elif kind is MappingStartEvent or kind is SequenceStartEvent:
                if len(stack) + self.above >= MAX_DEPTH:
                    self._stop("too-deep", event)
                children = []
                stack.append(
                    _Open(
                        event.start_mark.index,
                        children,
                        event.flow_style,
                        event.tag,
                        event.anchor,
                        self.expanded + self.nodes,
                    )
                )
                if event.anchor is not None:
                    self.anchors.pop(event.anchor, None)
            elif kind is MappingEndEvent or kind is SequenceEndEvent:
                opened = stack.pop()
                node = self._close(opened, event, Mapping if kind is MappingEndEvent else Sequence)
                children = stack[-1].children if stack else root
                children.append(node)
            elif kind is AliasEvent:
                children.append(self._alias(event, stack))
            elif kind is DocumentStartEvent:
                documents += 1
                if documents > 1:
                    self._stop("second-document", event)
        return root[0] if root else None

    def _stop(self, code: str, event: Any) -> None:
        raise _Stopped(Unreadable(code, event.start_mark.index, event.end_mark.index))

    def _scalar(self, event: Any) -> Scalar:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop("too-many", event)
        start, end = event.start_mark.index, event.end_mark.index
        style = event.style or ""
        if style in ("|", ">"):
            end = self._block_end(start, end, event.value)
        node = Scalar(start, end, event.tag, event.anchor, event.value, style)
        if event.anchor is not None:
            self._remember(event.anchor, node, 1)
        return node

    def _block_end(self, start: int, end: int, value: str) -> int:
        """The parser's end of a block scalar takes in the blank lines after it; only ``|+`` means them."""
        text = self.text
        kept = "+" in text[start : text.find("\n", start) if "\n" in text[start:end] else end].split("#")[0]
        trimmed = end
        while trimmed > start and text[trimmed - 1] in " \t\r\n":
            trimmed -= 1
        if not kept or not value.endswith("\n"):
            return trimmed
        last = end
        if text[last - 1] == "\n":
            last -= 1
            if text[last - 1] == "\r":
                last -= 1
        return max(trimmed, last)

    def _close(self, opened: _Open, event: Any, make: type[Mapping] | type[Sequence]) -> Node:
        self.nodes += 1
        if self.nodes > MAX_NODES:
            self._stop("too-many", event)
        children = opened.children
        if opened.flow:
            end = event.end_mark.index
        else:
            end = children[-1].end if children else event.start_mark.index
        node = make(opened.start, end, opened.tag, opened.anchor, children, opened.flow)
        if opened.anchor is not None:
            self._remember(opened.anchor, node, self.expanded + self.nodes - opened.expanded)
        return node

    def _remember(self, anchor: str, node: Node, size: int) -> None:
        self.anchors[anchor] = node
        self.sizes[id(node)] = size

    def _alias(self, event: Any, stack: list[_Open]) -> Alias:
        target = self.anchors.get(event.anchor)
        if target is None:
            self._stop("cyclic-alias" if any(o.anchor == event.anchor for o in stack) else "unknown-alias", event)
        assert target is not None
        self.expanded += self.sizes[id(target)]
        if self.expanded > MAX_EXPANSION:
            self._stop("too-wide", event)
        if len(stack) + self.above + self._height(target) > MAX_DEPTH:
            self._stop("too-deep", event)
        return Alias(event.start_mark.index, event.end_mark.index, event.anchor, target)

    def _height(self, node: Node) -> int:
        """How many lists and maps are nested in ``node``, itself included, through aliases."""
        if isinstance(node, Alias):
            return self._height(node.target)
        if isinstance(node, Scalar):
            return 0
        known = self.heights.get(id(node))
        if known is None:
            inside = node.parts if isinstance(node, Mapping) else node.items if isinstance(node, Sequence) else []
            known = self.heights[id(node)] = 1 + max(map(self._height, inside), default=0)
        return known
