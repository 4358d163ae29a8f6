"""The syntax tree of an expression: frozen nodes, each with its place in the source and a number of its own.

Chains of ``&&`` and of ``||`` are one node with many terms; parentheses leave no node. Two trees are equal when they
say the same, wherever they stand.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal as OneOf

from engine.cel.values import Uint
from engine.text import Span

BinaryOperator = OneOf["+", "-", "*", "/", "%", "==", "!=", "<", "<=", ">", ">=", "in"]
MacroKind = OneOf["all", "exists", "exists_one", "map", "filter"]
Constant = bool | int | Uint | float | str | bytes | None


@dataclass(frozen=True, slots=True)
class Node:
    """``id`` counts from 0 in the order of evaluation, children before parents: the root has the highest."""

    span: Span = dataclasses.field(compare=False)
    id: int = dataclasses.field(compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return ()


@dataclass(frozen=True, slots=True)
class Literal(Node):
    value: Constant

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Literal) and type(self.value) is type(other.value) and self.value == other.value

    def __hash__(self) -> int:
        return hash((type(self.value), self.value))


@dataclass(frozen=True, slots=True)
class Ident(Node):
    """A name; ``absolute`` when written with a leading dot, past the variables of macros."""

    name: str
    absolute: bool = False


@dataclass(frozen=True, slots=True)
class Select(Node):
    """``operand.field``; ``field_span`` is the place of the field's name, backticks included."""

    operand: Node
    field: str
    field_span: Span = dataclasses.field(compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Has(Node):
    """``has(operand.field)``."""

    operand: Node
    field: str
    field_span: Span = dataclasses.field(compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Index(Node):
    operand: Node
    index: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand, self.index)


@dataclass(frozen=True, slots=True)
class Call(Node):
    """``function(arguments)`` or, with a ``target``, ``target.function(arguments)``."""

    function: str
    target: Node | None
    arguments: tuple[Node, ...]
    name_span: Span = dataclasses.field(compare=False)

    @property
    def operands(self) -> tuple[Node, ...]:
        """The target, if there is one, and the arguments."""
        return self.arguments if self.target is None else (self.target, *self.arguments)

    @property
    def children(self) -> tuple[Node, ...]:
        return self.operands


@dataclass(frozen=True, slots=True)
class Not(Node):
    operand: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Negate(Node):
    operand: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.operand,)


@dataclass(frozen=True, slots=True)
class Binary(Node):
    operator: BinaryOperator
    left: Node
    right: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.left, self.right)


@dataclass(frozen=True, slots=True)
class And(Node):
    terms: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.terms


@dataclass(frozen=True, slots=True)
class Or(Node):
    terms: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.terms


@dataclass(frozen=True, slots=True)
class Conditional(Node):
    condition: Node
    then: Node
    otherwise: Node

    @property
    def children(self) -> tuple[Node, ...]:
        return (self.condition, self.then, self.otherwise)


@dataclass(frozen=True, slots=True)
class ListLiteral(Node):
    items: tuple[Node, ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return self.items


@dataclass(frozen=True, slots=True)
class MapLiteral(Node):
    entries: tuple[tuple[Node, Node], ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(node for entry in self.entries for node in entry)


@dataclass(frozen=True, slots=True)
class Message(Node):
    """``Type{field: value}``: readable, but no machine has message types, so it never has a value."""

    type_name: str
    fields: tuple[tuple[str, Node], ...]

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(node for _, node in self.fields)


@dataclass(frozen=True, slots=True)
class Macro(Node):
    """``range.kind(variable, …)``: ``predicate`` is absent in a two-part ``map``, ``transform`` in all but ``map``."""

    kind: MacroKind
    range: Node
    variable: str
    predicate: Node | None
    transform: Node | None
    variable_span: Span = dataclasses.field(compare=False)

    @property
    def children(self) -> tuple[Node, ...]:
        return tuple(node for node in (self.range, self.predicate, self.transform) if node is not None)


def walk(node: Node) -> Iterator[Node]:
    """The node and everything below it, parents before children, from left to right."""
    pending = [node]
    while pending:
        current = pending.pop()
        yield current
        pending.extend(reversed(current.children))


def dotted(node: Node) -> str | None:
    """``a.b.c`` of a chain of selections from a name, else ``None``."""
    names = []
    while isinstance(node, Select):
        names.append(node.field)
        node = node.operand
    if not isinstance(node, Ident):
        return None
    return ".".join([("." if node.absolute else "") + node.name, *reversed(names)])
