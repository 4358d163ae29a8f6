"""Which nodes always have a value: those need no ``try`` around them."""

from __future__ import annotations

from engine.cel import overloads
from engine.cel.plan.emitter import Emitter
from engine.cel.tree import (
    And,
    Binary,
    Call,
    Conditional,
    Has,
    Ident,
    ListLiteral,
    Literal,
    Node,
    Not,
    Or,
)

_TOTAL = frozenset(["size", "contains", "startsWith", "endsWith", "type", "dyn"])
"""Functions that always have a result for operands of the right types."""


def certain(emitter: Emitter, node: Node) -> bool:
    """Whether the node has a value in every evaluation, whatever the context holds."""
    if node.id in emitter.typing.stored:
        return False
    match node:
        case Literal():
            return True
        case Ident(name=name):
            return name in emitter.scope or (emitter.guard and name == "context")
        case Has(operand=operand):
            return emitter.kind(operand) == "map" and certain(emitter, operand)
        case Not(operand=operand):
            return emitter.kind(operand) == "bool" and certain(emitter, operand)
        case And(terms=terms) | Or(terms=terms):
            return all(emitter.kind(term) == "bool" and certain(emitter, term) for term in terms)
        case Conditional(condition=condition):
            return emitter.kind(condition) == "bool" and all(certain(emitter, child) for child in node.children)
        case ListLiteral(items=items):
            return all(certain(emitter, item) for item in items)
        case Binary():
            return _operator_is_total(emitter, node) and certain(emitter, node.left) and certain(emitter, node.right)
        case Call(function=function):
            kinds = [emitter.kind(operand) for operand in node.operands]
            total = function in _TOTAL and ("dyn" not in kinds or function in ("type", "dyn"))
            types = [emitter.type_of(operand) for operand in node.operands]
            declared = emitter.library.functions.get(function)
            fits = declared is not None and overloads.called(declared, node.target is not None, types) is not None
            return total and fits and all(certain(emitter, operand) for operand in node.operands)
    return False


def _operator_is_total(emitter: Emitter, node: Binary) -> bool:
    left, right = emitter.type_of(node.left), emitter.type_of(node.right)
    match node.operator:
        case "==" | "!=":
            return True
        case "<" | "<=" | ">" | ">=":
            return "dyn" not in (left.kind, right.kind) and overloads.ordered(left, right)
        case "+" | "-" | "*":
            return left.kind == right.kind == "double"
        case "in":
            return right.kind == "list" or (right.kind == "map" and left.kind in ("string", "int", "bool"))
    return False
