"""Names, fields, elements, literals and calls."""

from __future__ import annotations

import ast

from engine.cel.errors import Failure
from engine.cel.plan import python as py
from engine.cel.plan.emitter import Emitter
from engine.cel.runtime import operators
from engine.cel.runtime.budget import paid
from engine.cel.runtime.strings import pattern
from engine.cel.tree import Call, Has, Ident, Index, ListLiteral, Literal, MapLiteral, Message, Node, Select
from engine.cel.values import TYPES

UNBOUND = object()
"""What ``value`` is in a guard that is given none."""


def value_of_literal(emitter: Emitter, node: Literal) -> ast.expr:
    return emitter.constant(node.value)


def value_of_ident(emitter: Emitter, node: Ident) -> ast.expr:
    if node.name in emitter.scope and not node.absolute:
        return py.name(emitter.scope[node.name])
    if emitter.guard and node.name == "context":
        return py.name("context")
    if emitter.guard and node.name == "value":
        value = py.name("value")
        return py.choice(py.compare(value, "is not", emitter.constant(UNBOUND)), value, emitter.fail())
    if emitter.guard:
        return emitter.constant(TYPES[node.name]) if node.name in TYPES else emitter.fail()
    key = py.constant(node.name)
    bound = py.subscript(py.name("bindings"), key)
    if node.name not in TYPES:
        return bound
    return py.choice(py.compare(key, "in", py.name("bindings")), bound, emitter.constant(TYPES[node.name]))


def value_of_select(emitter: Emitter, node: Select) -> ast.expr:
    # Of all values, only maps can be subscripted with a string.
    return py.subscript(emitter.value(node.operand), py.constant(node.field))


def value_of_has(emitter: Emitter, node: Has) -> ast.expr:
    operand = emitter.value(node.operand)
    key = py.constant(node.field)
    if emitter.kind(node.operand) == "map":
        return py.compare(key, "in", operand)
    first, again = emitter.once(operand)
    general = py.call(emitter.constant(operators.has), again, key)
    return py.choice(emitter.is_class(first, dict), py.compare(key, "in", again), general)


def value_of_index(emitter: Emitter, node: Index) -> ast.expr:
    operand = emitter.value(node.operand)
    if isinstance(node.index, Literal) and isinstance(node.index.value, str):
        return py.subscript(operand, py.constant(node.index.value))
    key = emitter.value(node.index)
    if isinstance(node.index, Literal) and type(node.index.value) is int and node.index.value >= 0:
        first, again = emitter.once(operand)
        general = py.call(emitter.constant(operators.index), again, key)
        return py.choice(emitter.is_class(first, list), py.subscript(again, key), general)
    return py.call(emitter.constant(operators.index), operand, key)


def value_of_list(emitter: Emitter, node: ListLiteral) -> ast.expr:
    return py.sequence([emitter.value(item) for item in node.items])


def value_of_map(emitter: Emitter, node: MapLiteral) -> ast.expr:
    keys = [key.value if isinstance(key, Literal) else None for key, _ in node.entries]
    entries = [(emitter.value(key), emitter.value(value)) for key, value in node.entries]
    if all(isinstance(key, str) for key in keys) and len(set(keys)) == len(keys):
        return py.mapping([key for key, _ in entries], [value for _, value in entries])
    pairs = py.sequence([py.pair(key, value) for key, value in entries])
    return py.call(emitter.constant(operators.new_map), pairs)


def value_of_message(emitter: Emitter, node: Message) -> ast.expr:
    return emitter.fail()


# Calls.

_SIZED = frozenset([str, list, dict, bytes])
_SIZED_KINDS = frozenset(["string", "list", "map", "bytes"])
_CHEAP = frozenset(["bool", "int", "uint", "double", "null_type", "timestamp", "duration", "type"])


def value_of_call(emitter: Emitter, node: Call) -> ast.expr:
    operands = [emitter.value(operand) for operand in node.operands]
    kinds = {emitter.kind(node), *(emitter.kind(operand) for operand in node.operands)}
    if not emitter.scope or kinds <= _CHEAP:
        return _call(emitter, node, operands)
    operands = [emitter.hold(operand) for operand in operands]
    return py.call(emitter.constant(paid), py.name("meter"), _call(emitter, node, operands), *operands)


def _call(emitter: Emitter, node: Call, operands: list[ast.expr]) -> ast.expr:
    if len(operands) == 1 and node.function == "size":
        return _size(emitter, node.operands[0], operands[0])
    if len(operands) == 2 and emitter.kind(node.operands[1]) == "string":
        found = _test_of_string(emitter, node, operands)
        if found is not None:
            return found
    return py.call(_implementation(emitter, node), *operands)


def _implementation(emitter: Emitter, node: Call) -> ast.expr:
    """The one overload that fits if the types tell which, else what finds it by the values."""
    operands = node.operands
    kinds = [emitter.kind(operand) for operand in operands]
    function = emitter.library.functions.get(node.function)
    if function is not None and (function.member if node.target is not None else function.free):
        for overload in function.overloads:
            fits = [
                parameter.kind == "dyn" or parameter.kind == kind
                for parameter, kind in zip(overload.operands, kinds, strict=False)
            ]
            if len(overload.operands) == len(kinds) and all(fits):
                return emitter.constant(overload.run)
    return emitter.caller(node.function, node.target is not None)


def _size(emitter: Emitter, node: Node, operand: ast.expr) -> ast.expr:
    if emitter.kind(node) in _SIZED_KINDS:
        return py.call(emitter.constant(len), operand)
    first, again = emitter.once(operand)
    sized = py.compare(py.attribute(first, "__class__"), "in", emitter.constant(_SIZED))
    general = py.call(emitter.caller("size", False), again)
    return py.choice(sized, py.call(emitter.constant(len), again), general)


def _test_of_string(emitter: Emitter, node: Call, operands: list[ast.expr]) -> ast.expr | None:
    """``startsWith`` and its kin, and ``matches`` with a pattern known beforehand."""
    text, part = operands
    kind = emitter.kind(node.operands[0])
    if kind not in ("string", "dyn") or node.function not in ("startsWith", "endsWith", "contains", "matches"):
        return None
    if node.function == "matches":
        return _match(emitter, node, text)
    first = text
    if kind == "dyn":
        part = emitter.hold(part)
        first, text = emitter.once(text)
    match node.function:
        case "startsWith":
            plain = py.call(py.attribute(text, "startswith"), part)
        case "endsWith":
            plain = py.call(py.attribute(text, "endswith"), part)
        case _:
            plain = py.compare(part, "in", text)
    if kind == "string":
        return plain
    dispatcher = emitter.caller(node.function, node.target is not None)
    return py.choice(emitter.is_class(first, str), plain, py.call(dispatcher, text, part))


def _match(emitter: Emitter, node: Call, text: ast.expr) -> ast.expr | None:
    literal = node.operands[1]
    if emitter.kind(node.operands[0]) != "string" or not isinstance(literal, Literal):
        return None
    try:
        search = pattern(str(literal.value)).search
    except Failure:
        return emitter.fail()
    return py.compare(py.call(emitter.constant(search), text), "is not", py.constant(None))
