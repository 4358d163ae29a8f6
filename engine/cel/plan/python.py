"""Pieces of Python syntax, each with the place that ``compile`` demands."""

from __future__ import annotations

import ast
from collections.abc import Sequence
from typing import Any, TypeVar

Kind = TypeVar("Kind", bound=ast.AST)


def _placed(kind: type[Kind]) -> type[Kind]:
    """The kind of node with its place in the class: setting one on each node would take most of the planner's time."""
    return type(kind.__name__, (kind,), {"lineno": 1, "col_offset": 0, "end_lineno": 1, "end_col_offset": 0})


_Assign = _placed(ast.Assign)
_Attribute = _placed(ast.Attribute)
_AugAssign = _placed(ast.AugAssign)
_BinOp = _placed(ast.BinOp)
_BoolOp = _placed(ast.BoolOp)
_Break = _placed(ast.Break)
_Call = _placed(ast.Call)
_Compare = _placed(ast.Compare)
_Constant = _placed(ast.Constant)
_Continue = _placed(ast.Continue)
_Dict = _placed(ast.Dict)
_ExceptHandler = _placed(ast.ExceptHandler)
_Expr = _placed(ast.Expr)
_For = _placed(ast.For)
_FunctionDef = _placed(ast.FunctionDef)
_If = _placed(ast.If)
_IfExp = _placed(ast.IfExp)
_List = _placed(ast.List)
_Name = _placed(ast.Name)
_NamedExpr = _placed(ast.NamedExpr)
_Pass = _placed(ast.Pass)
_Return = _placed(ast.Return)
_Subscript = _placed(ast.Subscript)
_Try = _placed(ast.Try)
_Tuple = _placed(ast.Tuple)
_UnaryOp = _placed(ast.UnaryOp)
_arg = _placed(ast.arg)
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
    return _Name(identifier, _LOAD)


def constant(value: Any) -> ast.Constant:
    return _Constant(value, None)


def compare(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    if operator == "is":
        left, right = _opaque(left), _opaque(right)
    return _Compare(left, [_COMPARE[operator]()], [right])


def _opaque(value: ast.expr) -> ast.expr:
    """The value so that Python's compiler does not see that it is a literal, and warns of what is done with it."""
    if isinstance(value, ast.Constant) and (value.value is None or isinstance(value.value, bool)):
        return value
    return (
        held("_", value) if isinstance(value, ast.Constant | ast.UnaryOp | ast.BinOp | ast.List | ast.Dict) else value
    )


def between(low: ast.expr, middle: ast.expr, high: ast.expr) -> ast.expr:
    return _Compare(low, [ast.LtE(), ast.LtE()], [middle, high])


def arithmetic(left: ast.expr, operator: str, right: ast.expr) -> ast.expr:
    return _BinOp(left, _ARITHMETIC[operator](), right)


def negative(operand: ast.expr) -> ast.expr:
    return _UnaryOp(ast.USub(), operand)


def inverse(operand: ast.expr) -> ast.expr:
    """``not operand``, folded where that is another plain expression."""
    if isinstance(operand, ast.UnaryOp) and isinstance(operand.op, ast.Not):
        return operand.operand
    return _UnaryOp(ast.Not(), operand)


def both(parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else _BoolOp(ast.And(), list(parts))


def either(parts: Sequence[ast.expr]) -> ast.expr:
    return parts[0] if len(parts) == 1 else _BoolOp(ast.Or(), list(parts))


def choice(test: ast.expr, then: ast.expr, otherwise: ast.expr) -> ast.expr:
    return _IfExp(test, then, otherwise)


def held(identifier: str, value: ast.expr) -> ast.expr:
    """``(identifier := value)``"""
    return _NamedExpr(_Name(identifier, _STORE), value)


def subscript(value: ast.expr, key: ast.expr) -> ast.expr:
    value = held("_", value) if isinstance(value, ast.Constant) else _opaque(value)
    return _Subscript(value, key, _LOAD)


def attribute(value: ast.expr, field: str) -> ast.expr:
    return _Attribute(value, field, _LOAD)


def call(function: ast.expr, *arguments: ast.expr) -> ast.expr:
    return _Call(function, list(arguments), [])


def sequence(items: Sequence[ast.expr]) -> ast.expr:
    return _List(list(items), _LOAD)


def pair(first: ast.expr, second: ast.expr) -> ast.expr:
    return _Tuple([first, second], _LOAD)


def mapping(keys: Sequence[ast.expr], values: Sequence[ast.expr]) -> ast.expr:
    return _Dict(list(keys), list(values))


# Statements.


def assign(identifier: str, value: ast.expr) -> ast.stmt:
    return _Assign([_Name(identifier, _STORE)], value, None)


def augment(target: ast.expr, operator: str, value: ast.expr) -> ast.stmt:
    if isinstance(target, ast.Subscript):
        stored: ast.Name | ast.Subscript = _Subscript(target.value, target.slice, _STORE)
    else:
        assert isinstance(target, ast.Name)
        stored = _Name(target.id, _STORE)
    return _AugAssign(stored, _ARITHMETIC[operator](), value)


def expression(value: ast.expr) -> ast.stmt:
    return _Expr(value)


def when(test: ast.expr, then: list[ast.stmt], otherwise: list[ast.stmt] | None = None) -> ast.stmt:
    return _If(test, then, otherwise or [])


def loop(variable: str, values: ast.expr, body: list[ast.stmt]) -> ast.stmt:
    return _For(_Name(variable, _STORE), values, body, [], None)


def attempt(body: list[ast.stmt], errors: str, rescue: list[ast.stmt]) -> ast.stmt:
    handler = _ExceptHandler(name(errors), None, rescue)
    return _Try(body, [handler], [], [])


def leave() -> ast.stmt:
    return _Break()


def skip() -> ast.stmt:
    return _Continue()


def give(value: ast.expr) -> ast.stmt:
    return _Return(value)


def nothing() -> ast.stmt:
    return _Pass()


def function(
    identifier: str, parameters: Sequence[str], body: list[ast.stmt], defaults: Sequence[ast.expr] = ()
) -> ast.stmt:
    arguments = ast.arguments(
        posonlyargs=[],
        args=[_arg(parameter, None, None) for parameter in parameters],
        vararg=None,
        kwonlyargs=[],
        kw_defaults=[],
        kwarg=None,
        defaults=list(defaults),
    )
    return _FunctionDef(identifier, arguments, body, [], None, None)
