"""Evaluation by walking the tree, exactly as CEL defines it, keeping every outcome."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cel import messages
from engine.cel.checker import Typing
from engine.cel.errors import Exhausted, Failure
from engine.cel.limits import MAX_ROUNDS, MAX_STEPS
from engine.cel.runtime import operators
from engine.cel.runtime.budget import paid, spend
from engine.cel.runtime.stored import restore
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
    dotted,
)
from engine.cel.values import TYPES

Scope = Mapping[str, Any]
"""The variables of the macros around a node."""

BINARY = {
    "+": operators.add,
    "-": operators.subtract,
    "*": operators.multiply,
    "/": operators.divide,
    "%": operators.modulo,
    "==": operators.equal,
    "!=": operators.unequal,
    "<": operators.less,
    "<=": operators.less_or_equal,
    ">": operators.greater,
    ">=": operators.greater_or_equal,
    "in": operators.contains,
}


def pays(node: Binary) -> bool:
    """Whether the operator's work grows with its operands; inside macros it then pays for it."""
    match node.operator:
        case "+":
            return True
        case "in":
            return not isinstance(node.right, ListLiteral)
        case "==" | "!=":
            return not isinstance(node.left, Literal) and not isinstance(node.right, Literal)
    return False


class Evaluation:
    """One walk over a tree.

    ``found`` has each node's latest value, or what was raised instead, by number; ``skipped`` are the parts that the
    result does not depend on; ``rounds``, kept on demand, what became of the elements of each macro.
    """

    def __init__(self, bindings: Mapping[str, Any], typing: Typing, *, keep_rounds: bool = False) -> None:
        self.found: dict[int, Any] = {}
        self.rounds: dict[int, list[tuple[Any, Any]]] = {}
        self.skipped: list[Node] = []
        self._bindings = bindings
        self._stored = typing.stored
        self._library = typing.library
        self._meter = [MAX_STEPS]
        self._kept = MAX_ROUNDS if keep_rounds else 0

    def value(self, node: Node, scope: Scope) -> Any:
        """The value of a node. Raises ``Failure`` or ``Exhausted``, with the node where it arose."""
        try:
            value = _RULES[node.__class__](self, node, scope)
            if node.id in self._stored:
                value = restore(value, self._stored[node.id])
        except (Failure, Exhausted) as failure:
            if failure.node is None:
                failure.node = node
            self.found[node.id] = failure
            raise
        self.found[node.id] = value
        return value

    def attempt(self, node: Node, scope: Scope) -> Any:
        """The value of a node or, instead, its failure."""
        try:
            return self.value(node, scope)
        except Failure as failure:
            return failure

    # Names.

    def _literal(self, node: Literal, scope: Scope) -> Any:
        return node.value

    def _ident(self, node: Ident, scope: Scope) -> Any:
        if node.name in scope and not node.absolute:
            return scope[node.name]
        if node.name in self._bindings:
            return self._bindings[node.name]
        if node.name in TYPES:
            return TYPES[node.name]
        raise Failure(messages.no_variable(node.name))

    def _select(self, node: Select, scope: Scope) -> Any:
        operand = self.value(node.operand, scope)
        if isinstance(operand, Mapping) and node.field not in operand and (name := dotted(node)):
            raise Failure(messages.not_set(name))
        return operators.select(operand, node.field)

    def _has(self, node: Has, scope: Scope) -> bool:
        return operators.has(self.value(node.operand, scope), node.field)

    def _index(self, node: Index, scope: Scope) -> Any:
        return operators.index(self.value(node.operand, scope), self.value(node.index, scope))

    # Operators and functions.

    def _call(self, node: Call, scope: Scope) -> Any:
        operands = [self.value(operand, scope) for operand in node.operands]
        result = self._library.call(node.function, node.target is not None, *operands)
        return paid(self._meter, result, *operands) if scope else result

    def _not(self, node: Not, scope: Scope) -> bool:
        return operators.invert(self.value(node.operand, scope))

    def _negate(self, node: Negate, scope: Scope) -> Any:
        return operators.negate(self.value(node.operand, scope))

    def _binary(self, node: Binary, scope: Scope) -> Any:
        left, right = self.value(node.left, scope), self.value(node.right, scope)
        result = BINARY[node.operator](left, right)
        return paid(self._meter, result, left, right) if scope and pays(node) else result

    # Logic: a term that decides is enough, whatever fails beside it.

    def _and(self, node: And, scope: Scope) -> bool:
        return self._logic(node, node.terms, scope, decisive=False)

    def _or(self, node: Or, scope: Scope) -> bool:
        return self._logic(node, node.terms, scope, decisive=True)

    def _logic(self, node: Node, terms: tuple[Node, ...], scope: Scope, decisive: bool) -> bool:
        failure: Failure | None = None
        for position, term in enumerate(terms):
            outcome: object = self.attempt(term, scope)
            if outcome is decisive:
                self._skip(terms[position + 1 :], scope)
                return decisive
            if not isinstance(outcome, bool) and failure is None:
                failure = _failure(outcome, term)
        if failure is not None:
            raise failure
        return not decisive

    def _conditional(self, node: Conditional, scope: Scope) -> Any:
        condition = self.value(node.condition, scope)
        if type(condition) is not bool:
            raise Failure(messages.not_bool(condition), node.condition)
        self._skip((node.otherwise if condition else node.then,), scope)
        return self.value(node.then if condition else node.otherwise, scope)

    def _skip(self, nodes: tuple[Node, ...], scope: Scope) -> None:
        if not scope:
            self.skipped.extend(nodes)

    # Containers.

    def _list(self, node: ListLiteral, scope: Scope) -> list[Any]:
        return [self.value(item, scope) for item in node.items]

    def _map(self, node: MapLiteral, scope: Scope) -> dict[Any, Any]:
        return operators.new_map([(self.value(key, scope), self.value(value, scope)) for key, value in node.entries])

    def _message(self, node: Message, scope: Scope) -> Any:
        raise Failure(messages.no_message(node.type_name))

    # Macros.

    def _macro(self, node: Macro, scope: Scope) -> Any:
        elements = operators.elements(self.value(node.range, scope))
        spend(self._meter, len(elements))
        self.rounds[node.id] = []
        return _MACROS[node.kind](self, node, elements, scope)

    def _round(self, macro: Macro, node: Node | None, element: Any, scope: Scope) -> Any:
        """The outcome of a part of the macro for one element."""
        assert node is not None
        outcome = self.attempt(node, {**scope, macro.variable: element})
        rounds = self.rounds[macro.id]
        if len(rounds) < self._kept:
            rounds.append((element, outcome))
        return outcome

    def _fold(self, node: Macro, elements: Any, scope: Scope, decisive: bool) -> bool:
        failure: Failure | None = None
        for element in elements:
            outcome: object = self._round(node, node.predicate, element, scope)
            if outcome is decisive:
                return decisive
            if not isinstance(outcome, bool) and failure is None:
                failure = _failure(outcome, node.predicate)
        if failure is not None:
            raise failure
        return not decisive

    def _all(self, node: Macro, elements: Any, scope: Scope) -> bool:
        return self._fold(node, elements, scope, decisive=False)

    def _exists(self, node: Macro, elements: Any, scope: Scope) -> bool:
        return self._fold(node, elements, scope, decisive=True)

    def _test(self, node: Macro, element: Any, scope: Scope) -> bool:
        outcome: object = self._round(node, node.predicate, element, scope)
        if not isinstance(outcome, bool):
            raise _failure(outcome, node.predicate)
        return outcome

    def _exists_one(self, node: Macro, elements: Any, scope: Scope) -> bool:
        return sum([self._test(node, element, scope) for element in elements]) == 1

    def _filter(self, node: Macro, elements: Any, scope: Scope) -> list[Any]:
        return [element for element in elements if self._test(node, element, scope)]

    def _transform(self, node: Macro, elements: Any, scope: Scope) -> list[Any]:
        made = []
        for element in elements:
            if node.predicate is not None and not self._test(node, element, scope):
                continue
            outcome = self._round(node, node.transform, element, scope)
            if isinstance(outcome, Failure):
                raise outcome
            made.append(outcome)
        return made


def _failure(outcome: Any, node: Node | None) -> Failure:
    """A failure as it is, or that a value is neither true nor false."""
    return outcome if isinstance(outcome, Failure) else Failure(messages.not_bool(outcome), node)


_MACROS: Mapping[str, Any] = {
    "all": Evaluation._all,
    "exists": Evaluation._exists,
    "exists_one": Evaluation._exists_one,
    "filter": Evaluation._filter,
    "map": Evaluation._transform,
}


_RULES: Mapping[type[Node], Any] = {
    Literal: Evaluation._literal,
    Ident: Evaluation._ident,
    Select: Evaluation._select,
    Has: Evaluation._has,
    Index: Evaluation._index,
    Call: Evaluation._call,
    Not: Evaluation._not,
    Negate: Evaluation._negate,
    Binary: Evaluation._binary,
    And: Evaluation._and,
    Or: Evaluation._or,
    Conditional: Evaluation._conditional,
    ListLiteral: Evaluation._list,
    MapLiteral: Evaluation._map,
    Message: Evaluation._message,
    Macro: Evaluation._macro,
}
