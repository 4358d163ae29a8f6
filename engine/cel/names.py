"""Qualified names: ``a.b.c`` may be one variable with dots in its name, or one of a container's.

Guards need none of this, their variables are ``context`` and ``value``; CEL does, for bindings with dotted names and
for types such as ``google.protobuf.Timestamp``.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Collection, Iterator
from typing import Any

from engine.cel.tree import Ident, Macro, Node, Select, dotted
from engine.cel.values import TYPES

DOTTED_TYPES = frozenset(name for name in TYPES if "." in name)


def resolve(node: Node, variables: Collection[str], container: str = "", hidden: frozenset[str] = frozenset()) -> Node:
    """The tree with every chain of names that is a variable made one ``Ident``; the longest name wins.

    ``hidden`` are the variables of the macros around the node, which come before all others.
    """
    if isinstance(node, Ident | Select) and (name := dotted(node)) is not None:
        if name.partition(".")[0] in hidden:
            return node
        found = _find(name, variables, container)
        if found is not None:
            return Ident(node.span, node.id, found, absolute=True)
    if isinstance(node, Macro):
        inner = hidden | {node.variable}
        return dataclasses.replace(
            node,
            range=resolve(node.range, variables, container, hidden),
            predicate=node.predicate and resolve(node.predicate, variables, container, inner),
            transform=node.transform and resolve(node.transform, variables, container, inner),
        )
    changes = {}
    for field in dataclasses.fields(node):
        value = getattr(node, field.name)
        if isinstance(value, Node | tuple):
            changes[field.name] = _inside(value, variables, container, hidden)
    return dataclasses.replace(node, **changes) if changes else node


def _inside(value: Any, variables: Collection[str], container: str, hidden: frozenset[str]) -> Any:
    if isinstance(value, Node):
        return resolve(value, variables, container, hidden)
    if isinstance(value, tuple):
        return tuple(_inside(item, variables, container, hidden) for item in value)
    return value


def _find(name: str, variables: Collection[str], container: str) -> str | None:
    if name.startswith("."):
        return name[1:] if name[1:] in variables else None
    return next((candidate for candidate in _candidates(name, container) if candidate in variables), None)


def _candidates(name: str, container: str) -> Iterator[str]:
    """The name within the container, within each that the container lies in, and by itself."""
    while container:
        yield f"{container}.{name}"
        container = container.rpartition(".")[0]
    yield name
