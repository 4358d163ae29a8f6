"""Pieces of Python syntax, each with the place that ``compile`` demands."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any

_AT: dict[str, Any] = {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0}
_LOAD, _STORE = ast.Load(), ast.Store()

_COMPARE: dict[str, type[ast.cmpop]] = {
    "==": ast.Eq,
    "!=": ast.NotEq,
    "<": ast.Lt,
    "<=": ast.LtE,
    ">": ast.Gt,
    ">=": ast.GtE,
    "in": ast.In,
    "not in": ast.NotIn,
    "is": ast.Is,
    "is not": ast.IsNot,
}
_ARITHMETIC: dict[str, type[ast.operator]] = {"+": ast.Add, "-": ast.Sub, "*": ast.Mult}


def name(identifier: str) -> ast.Name:
    return ast.Name(identifier, _LOAD, **_AT)


def constant(value: Any) -> ast.Constant:
    return ast.Constant(value, None, **_AT)


def compare(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    if operator == "is":
        left, right = _opaque(left), _opaque(right)
    return ast.Compare(left, [_COMPARE[operator]()], [right], **_AT)


def _opaque(value: ast.expr) -> ast.expr:
    """The value so that Python's compiler does not see that it is a literal, and warns of what is done with it."""
    if isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool)):
        return value
    return (
        held("_", value) if isinstance(value, ast.Constant | ast.UnaryOp | ast.BinOp | ast.List | ast.Dict) else value
    )


def between(low: ast.expr, middle: ast.expr, high: ast.expr) -> ast.expr:
    return ast.Compare(low, [ast.LtE(), ast.LtE()], [middle, high], **_AT)


def arithmetic(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    return ast.BinOp(left, _ARITHMETIC[operator](), right, **_AT)


def negative(operand: ast.expr) -> ast.expr:
    return ast.UnaryOp(ast.USub(), operand, **_AT)


def inverse(operand: ast.expr) -> ast.expr:
    """``not operand``, folded where that is another plain expression."""
    if isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not):
        return operand.operand
    return ast.UnaryOp(ast.Not(), operand, **_AT)


def both(parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.And(), list(parts), **_AT)


def either(parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else ast.BoolOp(ast.Or(), list(parts), **_AT)


def choice(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    return ast.IfExp(test, then, otherwise, **_AT)


def held(identifier: str, value: ast.expr) -> ast.expr:
    """``(identifier := value)``"""
    return ast.NamedExpr(ast.Name(identifier, _STORE, **_AT), value, **_AT)


def subscript(value: ast.expr, key: ast.expr) -> ast.expr:
    value = held("_", value) if isinstance(value, ast.Constant) else _opaque(value)
    return ast.Subscript(value, key, _LOAD, **_AT)


def attribute(value: ast.expr, field: str) -> ast.expr:
    return ast.Attribute(value, field, _LOAD, **_AT)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    return ast.Call(function, list(arguments), [], **_AT)


def sequence(items: Sequence[ast.expr]) -> ast.expr:
    return ast.List(list(items), _LOAD, **_AT)


def pair(first: ast.expr, second: ast.expr) -> ast.expr:
    return ast.Tuple([first, second], _LOAD, **_AT)


def mapping(keys: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.expr:
    return ast.Dict(list(keys), list(values), **_AT)


# Statements.


def assign(identifier: str, value: ast.expr) -> ast.stmt:
    return ast.Assign([ast.Name(identifier, _STORE, **_AT)], value, None, **_AT)


def augment(target: ast.expr, operator: str, value: ast.expr) -> ast.stmt:
    if isinstance(target, ast.Subscript):
        stored: ast.Name | ast.Subscript = ast.Subscript(target.value, target.slice, _STORE, **_AT)
    else:
        assert isinstance(target, ast.Name)
        stored = ast.Name(target.id, _STORE, **_AT)
    return ast.AugAssign(stored, _ARITHMETIC[operator](), value, **_AT)


def expression(value: ast.expr) -> ast.stmt:
    return ast.Expr(value, **_AT)


def when(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    return ast.If(test, then, otherwise or [], **_AT)


def loop(variable: str, values: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    return ast.For(ast.Name(variable, _STORE, **_AT), values, body, [], None, **_AT)


def attempt(body: list[ast.stmt], errors: str, rescue: list[ast.stmt]) -> ast.stmt:
    handler = ast.ExceptHandler(name(errors), None, rescue, **_AT)
    return ast.Try(body, [handler], [], [], **_AT)


def leave() -> ast.stmt:
    return ast.Break(**_AT)


def skip() -> ast.stmt:
    return ast.Continue(**_AT)


def give(value: ast.expr) -> ast.stmt:
    return ast.Return(value, **_AT)


def nothing() -> ast.stmt:
    return ast.Pass(**_AT)


def function(
    identifier: str, parameters: Sequence[str], body: list[ast.stmt], defaults: Sequence[ast.expr] = ()
) -> ast.stmt:
    arguments = ast.arguments(
        posonlyargs=[],
        args=[ast.arg(parameter, None, None, **_AT) for parameter in parameters],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=list(defaults),
    )
    return ast.FunctionDef(identifier, arguments, body, [], None, None, **_AT)
