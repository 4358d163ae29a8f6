"""The two functions a program is planned as: one that tells whether a guard passes, one that gives the value."""

from __future__ import annotations

import ast
from collections.abc import Callable, Mapping
from typing import Any

from engine.cel.checker import Typing
from engine.cel.evaluation import pays
from engine.cel.limits import MAX_STEPS
from engine.cel.plan import access, logic, macros, operators
from engine.cel.plan import python as py
from engine.cel.plan.emitter import Emitter, Rule, TruthRule
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
    walk,
)

_VALUES: Mapping[type, Rule] = {
    Literal: access.value_of_literal,
    Ident: access.value_of_ident,
    Select: access.value_of_select,
    Has: access.value_of_has,
    Index: access.value_of_index,
    Call: access.value_of_call,
    ListLiteral: access.value_of_list,
    MapLiteral: access.value_of_map,
    Message: access.value_of_message,
    Not: logic.value_of_not,
    And: logic.value_of_and,
    Or: logic.value_of_or,
    Conditional: logic.value_of_conditional,
    Negate: operators.value_of_negate,
    Binary: operators.value_of_binary,
    Macro: macros.value_of_macro,
}
_TRUTHS: Mapping[type, TruthRule] = {
    Literal: logic.truth_of_literal,
    Not: logic.truth_of_not,
    And: logic.truth_of_and,
    Or: logic.truth_of_or,
    Conditional: logic.truth_of_conditional,
    Macro: macros.truth_of_macro,
}


def plan_passes(tree: Node, typing: Typing) -> Callable[..., bool]:
    """``passes(context, value)``: whether the expression is true; never raises."""
    emitter = _emitter(tree, typing, guard=True)
    with emitter.captured() as body:
        result = emitter.truth(tree, True)
    body = [*_meter(emitter), *body, py.give(result)]
    refused = [py.give(py.constant(False))]
    emitter.namespace["Exception"] = Exception
    whole = [py.attempt(body, "Exception", refused)]
    unbound = emitter.constant(access.UNBOUND)
    function: Callable[..., bool] = _compiled(
        emitter, py.function("passes", ["context", "value"], whole, [unbound]), "passes"
    )
    return function


def plan_evaluate(tree: Node, typing: Typing) -> Callable[[Mapping[str, Any]], Any]:
    """``evaluate(bindings)``: the value; raises one of ``FAILURES`` where there is none."""
    emitter = _emitter(tree, typing, guard=False)
    with emitter.captured() as body:
        result = emitter.value(tree)
    body = [*_meter(emitter), *body, py.give(result)]
    function: Callable[[Mapping[str, Any]], Any] = _compiled(
        emitter, py.function("evaluate", ["bindings"], body), "evaluate"
    )
    return function


def _emitter(tree: Node, typing: Typing, guard: bool) -> Emitter:
    emitter = Emitter(typing, _VALUES, _TRUTHS, guard)
    # A single macro whose parts cost nothing can only be too long by itself.
    pieces = list(walk(tree))
    macro_count = sum(isinstance(node, Macro) for node in pieces)
    emitter.metered = macro_count > 1 or (macro_count == 1 and any(_may_pay(node) for node in pieces))
    return emitter


def _may_pay(node: Node) -> bool:
    return isinstance(node, Call) or (isinstance(node, Binary) and pays(node))


def _meter(emitter: Emitter) -> list[ast.stmt]:
    return [py.assign("meter", py.sequence([py.constant(MAX_STEPS)]))] if emitter.metered else []


def _compiled(emitter: Emitter, function: ast.stmt, name: str) -> Any:
    module = ast.Module([*emitter.functions, function], [])
    exec(compile(module, "<expression>", "exec"), emitter.namespace)
    return emitter.namespace[name]
