"""Operators: plain Python where the types allow it, the runtime's functions otherwise.

An integer and a double are compared as doubles by CEL and exactly by Python. The two agree where one side is a
constant of less than 2**53; elsewhere the runtime compares.
"""

from __future__ import annotations

import ast
from typing import Any

from engine.cel.evaluation import BINARY, pays
from engine.cel.plan import python as py
from engine.cel.plan.emitter import Emitter
from engine.cel.runtime import operators
from engine.cel.runtime.budget import paid
from engine.cel.tree import Binary, ListLiteral, Literal, Negate, Node
from engine.cel.types import NUMBERS
from engine.cel.values import INT_MAX, INT_MIN, Uint

_SCALARS = frozenset(["bool", "int", "uint", "double", "null_type", "timestamp", "duration", "type"])
_EXACT = 2**53
_MISSING = object()


def value_of_binary(emitter: Emitter, node: Binary) -> ast.expr:
    left, right = emitter.value(node.left), emitter.value(node.right)
    sized = not {emitter.kind(node.left), emitter.kind(node.right)} <= _SCALARS
    if emitter.scope and sized and pays(node):
        left, right = emitter.hold(left), emitter.hold(right)
        return py.call(emitter.constant(paid), py.name("meter"), _operation(emitter, node, left, right), left, right)
    return _operation(emitter, node, left, right)


def _operation(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> ast.expr:
    match node.operator:
        case "==":
            found = _equality(emitter, node, left, right)
        case "!=":
            found = _equality(emitter, node, left, right)
            found = None if found is None else py.inverse(found)
        case "<" | "<=" | ">" | ">=":
            found = _order(emitter, node, left, right)
        case "in":
            found = _membership(emitter, node, left, right)
        case "+" | "-" | "*":
            found = _arithmetic(emitter, node, left, right)
        case _:
            found = None
    return py.call(emitter.constant(BINARY[node.operator]), left, right) if found is None else found


def _constant(node: Node) -> Any:
    return node.value if isinstance(node, Literal) else _MISSING


def _is_exact(value: Any) -> bool:
    """A constant number that compares in Python as in CEL with numbers of every type."""
    return type(value) in (int, float, Uint) and -_EXACT < value < _EXACT


# Equality: Python's own, but for True and 1, numbers beyond 2**53, and the contents of lists and maps.


def _equality(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> ast.expr | None:
    kinds = {emitter.kind(node.left), emitter.kind(node.right)}
    for mine, other in ((node.left, node.right), (node.right, node.left)):
        value = _constant(mine)
        code, literal = (right, left) if mine is node.left else (left, right)
        if value is None or isinstance(value, bool):
            return py.compare(code, "is", literal)
        if _is_exact(value) and (emitter.kind(other) in NUMBERS or value not in (0, 1)):
            return py.compare(code, "==", literal)
        if _is_exact(value) and emitter.kind(other) == "dyn":
            first, again = emitter.once(code)
            return py.both([py.compare(first, "==", literal), py.inverse(emitter.is_class(again, bool))])
    if "string" in kinds:
        return py.compare(left, "==", right)
    if "bool" in kinds:
        return py.compare(left, "is", right)
    if kinds <= {"int", "uint"} or kinds == {"double"}:
        return py.compare(left, "==", right)
    return None


# Order.


def _order(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> ast.expr | None:
    kinds = {emitter.kind(node.left), emitter.kind(node.right)}
    exact = _is_exact(_constant(node.left)) or _is_exact(_constant(node.right))
    if kinds <= NUMBERS and (exact or len(kinds) == 1 or kinds == {"int", "uint"}):
        return py.compare(left, node.operator, right)
    if kinds in ({"string"}, {"bool"}, {"bytes"}):
        return py.compare(left, node.operator, right)
    if "dyn" not in kinds or not kinds <= {"dyn", "string", *NUMBERS} or len(kinds) != 2:
        return None
    if not exact and "string" not in kinds:
        return None
    first, left, right = _one_dyn(emitter, node, left, right)
    if exact:
        again = left if emitter.kind(node.left) == "dyn" else right
        test = py.either([emitter.is_class(first, int), emitter.is_class(again, float)])
    else:
        test = emitter.is_class(first, str)
    general = py.call(emitter.constant(BINARY[node.operator]), left, right)
    return py.choice(test, py.compare(left, node.operator, right), general)


def _one_dyn(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> tuple[ast.expr, ast.expr, ast.expr]:
    """The operand of unknown type for its first use, and both operands for those after it."""
    if emitter.kind(node.left) == "dyn":
        right = emitter.hold(right)
        first, left = emitter.once(left)
    else:
        left = emitter.hold(left)
        first, right = emitter.once(right)
    return first, left, right


# Arithmetic.


def _arithmetic(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> ast.expr | None:
    kinds = {emitter.kind(node.left), emitter.kind(node.right)}
    if kinds == {"double"}:
        return py.arithmetic(left, node.operator, right)
    if kinds == {"int"}:
        return _ranged(emitter, py.arithmetic(left, node.operator, right))
    known = kinds - {"dyn"}
    if kinds == {"dyn"} or known not in ({"int"}, {"double"}):
        return None
    first, left, right = _one_dyn(emitter, node, left, right)
    plain = py.arithmetic(left, node.operator, right)
    if known == {"int"}:
        plain = _ranged(emitter, plain)
    general = py.call(emitter.constant(BINARY[node.operator]), left, right)
    return py.choice(emitter.is_class(first, int if known == {"int"} else float), plain, general)


def _ranged(emitter: Emitter, code: ast.expr) -> ast.expr:
    """The integer, which fails where it leaves 64 bits."""
    identifier = emitter.new_name()
    fits = py.between(py.constant(INT_MIN), py.held(identifier, code), py.constant(INT_MAX))
    return py.choice(fits, py.name(identifier), emitter.fail())


def value_of_negate(emitter: Emitter, node: Negate) -> ast.expr:
    operand = emitter.value(node.operand)
    if emitter.kind(node.operand) == "double":
        return py.negative(operand)
    return py.call(emitter.constant(operators.negate), operand)


# Membership.


def _membership(emitter: Emitter, node: Binary, left: ast.expr, right: ast.expr) -> ast.expr | None:
    if isinstance(node.right, ListLiteral):
        values = [_constant(item) for item in node.right.items]
        if values and all(isinstance(value, str) or _is_plain_number(emitter, node.left, value) for value in values):
            return py.compare(left, "in", py.constant(tuple(values)))
    container, value = emitter.type_of(node.right), emitter.type_of(node.left)
    if value.kind == "string" and (
        container.kind == "map" or (container.kind == "list" and container.items and container.items.kind == "string")
    ):
        return py.compare(left, "in", right)
    return None


def _is_plain_number(emitter: Emitter, node: Node, value: Any) -> bool:
    """Whether Python's ``==`` is CEL's between the node and the number."""
    return type(value) in (int, float) and _is_exact(value) and (emitter.kind(node) in NUMBERS or value not in (0, 1))
