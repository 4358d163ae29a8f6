"""The type checker: what each node gives, and what in the expression cannot be meant.

It infers and reports in one walk. A type says what a value is if there is one; a check never changes what a run does.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import reduce
from typing import Any

from engine.cel import messages, overloads
from engine.cel.comparison import check_comparison
from engine.cel.finding import CelFinding, CelFix
from engine.cel.library import EXTENDED, Library
from engine.cel.schema import Schema
from engine.cel.tree import (
    And,
    Binary,
    Call,
    Conditional,
    Has,
    Ident,
    Index,
    ListLiteral,
    Literal,
    Macro,
    MapLiteral,
    Message,
    Negate,
    Node,
    Not,
    Or,
    Select,
)
from engine.cel.types import (
    BOOL,
    BYTES,
    DOUBLE,
    DYN,
    INT,
    NULL,
    STRING,
    TYPE,
    UINT,
    Type,
    holds_times,
    join,
    list_of,
    map_of,
)
from engine.cel.undeclared import check_pattern, is_meant_as_macro, report_function, report_variable
from engine.cel.values import TYPES, Uint
from engine.text import Edit, Span

_LITERALS: Mapping[type, Type] = {
    bool: BOOL,
    int: INT,
    Uint: UINT,
    float: DOUBLE,
    str: STRING,
    bytes: BYTES,
    type(None): NULL,
}

Scope = Mapping[str, tuple[Type, bool]]
"""Variables of macros: their type, and whether their values are as the context stores them."""


@dataclass(frozen=True, slots=True)
class Typing:
    """``types`` by node number. ``stored`` are the nodes whose value holds times as the context stores them, strings,
    and must be read as times before it is used."""

    types: tuple[Type, ...]
    stored: Mapping[int, Type]
    findings: tuple[CelFinding, ...]
    library: Library

    def of(self, node: Node) -> Type:
        return self.types[node.id]


def infer(tree: Node, source: str, schema: Schema | None, library: Library = EXTENDED) -> Typing:
    """The types of a tree. Without a schema every variable may be anything, and none is unknown."""
    checker = Checker(tree, source, schema, library)
    checker.use(tree, {})
    return Typing(tuple(checker.types), checker.stored, tuple(checker.findings), library)


def must_be_bool(node: Node, source: str, found: Type) -> list[CelFinding]:
    """What is wrong with a node of this type in a place where only true and false have a meaning."""
    if found.kind in ("bool", "dyn"):
        return []
    message = messages.not_a_bool(node.span.text(source), found)
    return [CelFinding("T303", node.span, message, {"expected": ["bool"], "found": found.kind})]


class Checker:
    """One walk: ``use`` and ``visit`` infer, ``report`` keeps what is wrong."""

    def __init__(self, tree: Node, source: str, schema: Schema | None, library: Library) -> None:
        self.types = [DYN] * (tree.id + 1)
        self.stored: dict[int, Type] = {}
        self.findings: list[CelFinding] = []
        self._raw: set[int] = set()
        self.beside: dict[int, tuple[str, ...]] = {}  # members of the enum that a bare name is compared with
        self._source = source
        self.functions = library.functions
        self.variables = None if schema is None else schema.variables

    def use(self, node: Node, scope: Scope) -> Type:
        """The type of a node whose value is used as a whole."""
        found = self.visit(node, scope)
        if node.id in self._raw and holds_times(found):
            self.stored[node.id] = found
        return found

    def visit(self, node: Node, scope: Scope) -> Type:
        """The type of a node that more is selected from."""
        found: Type = _RULES[type(node)](self, node, scope)
        self.types[node.id] = found
        return found

    def report(self, code: str, span: Span, message: str, *fixes: CelFix, **data: Any) -> None:
        self.findings.append(CelFinding(code, span, message, data, fixes))

    def text(self, node: Node) -> str:
        return node.span.text(self._source)

    # Names.

    def _literal(self, node: Literal, scope: Scope) -> Type:
        return _LITERALS[type(node.value)]

    def _ident(self, node: Ident, scope: Scope) -> Type:
        if node.name in scope and not node.absolute:
            found, raw = scope[node.name]
            if raw:
                self._raw.add(node.id)
            return found
        if self.variables is None:
            return DYN
        if node.name in self.variables:
            self._raw.add(node.id)
            return self.variables[node.name]
        if node.name in TYPES:
            return TYPE
        report_variable(self, node, [*scope, *self.variables])
        return DYN

    def _select(self, node: Select, scope: Scope) -> Type:
        operand = self.visit(node.operand, scope)
        if node.operand.id in self._raw:
            self._raw.add(node.id)
        if operand.kind not in ("map", "dyn"):
            message = messages.no_such_field(self.text(node.operand), operand, node.field)
            self.report("T302", node.span, message, expected=["map"], found=operand.kind)
            return DYN
        return self._field(operand, node.field)

    def _field(self, operand: Type, name: str) -> Type:
        if operand.fields is not None and name in operand.fields:
            return operand.fields[name]
        return operand.items or DYN

    def _has(self, node: Has, scope: Scope) -> Type:
        operand = self.visit(node.operand, scope)
        if operand.kind not in ("map", "dyn"):
            message = messages.has_on_no_map(self.text(node.operand), operand)
            self.report("T308", node.span, message, expected=["map"], found=operand.kind)
        return BOOL

    def _index(self, node: Index, scope: Scope) -> Type:
        container = self.visit(node.operand, scope)
        if node.operand.id in self._raw:
            self._raw.add(node.id)
        key = self.use(node.index, scope)
        if isinstance(node.index, Literal) and isinstance(node.index.value, str) and container.kind == "map":
            return self._field(container, node.index.value)
        found = overloads.indexed(container, key)
        if found is None:
            self.report(
                "T302", node.span, messages.not_indexed(self.text(node.operand), container, key), found=key.kind
            )
        return found or DYN

    # Operators and functions.

    def _binary(self, node: Binary, scope: Scope) -> Type:
        left = self.use(node.left, scope)
        if isinstance(node.right, Ident):
            self.beside[node.right.id] = left.members
        right = self.use(node.right, scope)
        if node.operator in _ARITHMETIC:
            found = overloads.arithmetic(node.operator, left, right)
            if found is None:
                self._mixed(node, left, right)
            return found or DYN
        check_comparison(self, node, left, right)
        return BOOL

    def _mixed(self, node: Binary, left: Type, right: Type) -> None:
        fixes = []
        for literal, other in ((node.left, right), (node.right, left)):
            if isinstance(literal, Literal) and type(literal.value) is int and other.kind == "double":
                span = literal.span
                written = literal.span.text(self._source)
                fixes.append(CelFix(messages.use(f"{written}.0"), Edit(span.start, span.end, f"{written}.0")))
        message = messages.no_arithmetic(node.operator, self.text(node.left), left, self.text(node.right), right)
        self.report("T302", node.span, message, *fixes, expected=[left.kind], found=right.kind)

    def _negate(self, node: Negate, scope: Scope) -> Type:
        operand = self.use(node.operand, scope)
        found = overloads.negation(operand)
        if found is None:
            self.report("T302", node.span, messages.no_negation(self.text(node.operand), operand), found=operand.kind)
        return found or DYN

    def _call(self, node: Call, scope: Scope) -> Type:
        function = self.functions.get(node.function)
        if function is None:
            operands = node.operands
            if is_meant_as_macro(node.function):  # whose first part is no variable
                operands = () if node.target is None else (node.target,)
            for operand in operands:
                self.use(operand, scope)
            report_function(self, node)
            return DYN
        types = [self.use(operand, scope) for operand in node.operands]
        found = overloads.called(function, node.target is not None, types)
        if found is None:
            given = [(self.text(operand), kind) for operand, kind in zip(node.operands, types, strict=True)]
            message = messages.not_called(function, node.target is not None, given)
            self.report("T302", node.span, message, found=[each.kind for each in types])
        if node.function == "matches":
            check_pattern(self, node.operands[-1])
        return found or DYN

    # Logic.

    def condition(self, node: Node, scope: Scope) -> None:
        """A place where only true and false have a meaning."""
        self.findings.extend(must_be_bool(node, self._source, self.use(node, scope)))

    def _not(self, node: Not, scope: Scope) -> Type:
        self.condition(node.operand, scope)
        return BOOL

    def _logic(self, node: And | Or, scope: Scope) -> Type:
        for term in node.terms:
            self.condition(term, scope)
        return BOOL

    def _conditional(self, node: Conditional, scope: Scope) -> Type:
        self.condition(node.condition, scope)
        return join(self.use(node.then, scope), self.use(node.otherwise, scope))

    # Containers and macros.

    def _list(self, node: ListLiteral, scope: Scope) -> Type:
        items = [self.use(item, scope) for item in node.items]
        return list_of(reduce(join, items) if items else DYN)

    def _map(self, node: MapLiteral, scope: Scope) -> Type:
        keys = [self.use(key, scope) for key, _ in node.entries]
        values = [self.use(value, scope) for _, value in node.entries]
        return map_of(reduce(join, keys), reduce(join, values)) if keys else map_of(DYN, DYN)

    def _message(self, node: Message, scope: Scope) -> Type:
        for _, value in node.fields:
            self.use(value, scope)
        self.report("T304", node.span, messages.no_message(node.type_name), found=node.type_name)
        return DYN

    def _macro(self, node: Macro, scope: Scope) -> Type:
        range_type = self.visit(node.range, scope)
        raw = node.range.id in self._raw
        if range_type.kind not in ("list", "map", "dyn"):
            self.report(
                "T302", node.range.span, messages.no_range(self.text(node.range), range_type), found=range_type.kind
            )
        element = range_type.items if range_type.kind == "list" else range_type.key
        inner = {**scope, node.variable: (element or DYN, raw)}
        if node.predicate is not None:
            self.condition(node.predicate, inner)
        if node.transform is not None:
            return list_of(self.use(node.transform, inner))
        if node.kind != "filter":
            return BOOL
        if raw:
            self._raw.add(node.id)
        return list_of(element or DYN)


_ARITHMETIC = frozenset("+-*/%")
_RULES: Mapping[type[Node], Any] = {
    Literal: Checker._literal,
    Ident: Checker._ident,
    Select: Checker._select,
    Has: Checker._has,
    Index: Checker._index,
    Call: Checker._call,
    Not: Checker._not,
    Negate: Checker._negate,
    Binary: Checker._binary,
    And: Checker._logic,
    Or: Checker._logic,
    Conditional: Checker._conditional,
    ListLiteral: Checker._list,
    MapLiteral: Checker._map,
    Message: Checker._message,
    Macro: Checker._macro,
}
