"""Nodes to plain JSON values, with what stood in the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from engine.text.nodes import Alias, Mapping, Node, Scalar, Sequence, key_text
from engine.text.scalars import is_ambiguous, value_of

_CORE = "tag:yaml.org,2002:"
_SCALAR_TAGS = frozenset(_CORE + name for name in ("str", "null", "bool", "int", "float"))


@dataclass(frozen=True, slots=True)
class Fault:
    """Something in the nodes that has no plain value.

    ``code`` is ``duplicate-key`` (``other`` is the first one), ``merge-key``, ``tag``, ``tag-value``,
    ``complex-key`` or ``not-finite``.
    """

    code: str
    node: Node
    other: Node | None = None


@dataclass(slots=True)
class Reading:
    """Collects what ``plain`` meets: faults, and scalars that YAML 1.1 readers take otherwise."""

    faults: list[Fault] = field(default_factory=list)
    ambiguous: list[Scalar] = field(default_factory=list)

    def plain(self, node: Node) -> Any:
        """The JSON value of a node, aliases expanded, keys as their text; of equal keys the first counts.

        Entries under a merge key or a list or map as key are left out; a node with a foreign tag reads as ``None``.
        """
        match node:
            case Scalar():
                return self._scalar(node)
            case Mapping():
                return self._mapping(node) if self._untagged(node, "map") else None
            case Sequence():
                return [self.plain(item) for item in node.items] if self._untagged(node, "seq") else None
            case Alias():
                return Reading().plain(node.target)
        raise TypeError(node)

    def _scalar(self, node: Scalar) -> Any:
        if node.tag is not None:
            return self._tagged(node)
        text = node.value
        if node.style:
            return text
        if is_ambiguous(text):
            self.ambiguous.append(node)
        value = value_of(text)
        if type(value) is float and not isfinite(value):
            self.faults.append(Fault("not-finite", node))
        return value

    def _tagged(self, node: Scalar) -> Any:
        if node.tag == "!" or node.tag == _CORE + "str":
            return node.value
        if node.tag not in _SCALAR_TAGS:
            self.faults.append(Fault("tag", node))
            return None
        value = value_of(node.value)
        wanted = node.tag.removeprefix(_CORE)
        if wanted == "float" and type(value) is int:
            return float(value)
        if {"null": type(None), "bool": bool, "int": int, "float": float}[wanted] is not type(value):
            self.faults.append(Fault("tag-value", node))
            return None
        return value

    def _untagged(self, node: Node, own: str) -> bool:
        if node.tag is None or node.tag in ("!", _CORE + own):
            return True
        self.faults.append(Fault("tag", node))
        return False

    def _mapping(self, node: Mapping) -> dict[str, Any]:
        result: dict[str, Any] = {}
        first: dict[str, Node] | None = None
        for key, value in node.pairs():
            name = key_text(key)
            if name is None:
                self.faults.append(Fault("complex-key", key))
                continue
            if type(key) is Scalar and not key.style:
                if name == "<<":
                    self.faults.append(Fault("merge-key", key))
                    continue
                if is_ambiguous(name):
                    self.ambiguous.append(key)
            if name in result:
                if first is None:
                    first = _first_keys(node)
                self.faults.append(Fault("duplicate-key", key, first[name]))
                self.plain(value)
                continue
            result[name] = self.plain(value)
        return result


def _first_keys(node: Mapping) -> dict[str, Node]:
    first: dict[str, Node] = {}
    for key, _ in node.pairs():
        name = key_text(key)
        if name is not None:
            first.setdefault(name, key)
    return first


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values are the same, types and order of keys included: ``1``, ``1.0`` and ``true`` differ."""
    if one is other:
        return True
    if type(one) is not type(other):
        return False
    if isinstance(one, dict):
        return list(one) == list(other) and all(same(one[key], other[key]) for key in one)
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other) or (one != one and other != other)
