"""Tree building: what the parser calls for each rule of the grammar, bottom-up and without recursion.

Method names are the rules of the grammar file; each gets the children of one reduction, punctuation included.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, TypeVar

from lark import Token

from engine.cel import literals, messages
from engine.cel.errors import CelError
from engine.cel.lexer import RESERVED
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
from engine.text import Span

Children = list[Any]
Built = TypeVar("Built", bound=Node)

MACROS = {("all", 2), ("exists", 2), ("exists_one", 2), ("filter", 2), ("map", 2), ("map", 3)}
"""Macros called on a range, with the number of their arguments."""

QUALIFIED_FUNCTIONS = frozenset(["strings.quote"])
"""Functions whose name has a dot: there is no target before it."""

UNNUMBERED = -1


class _Chain:
    """Terms of ``&&`` or ``||`` while more may follow."""

    __slots__ = ("kind", "terms")

    def __init__(self, kind: type[And] | type[Or], terms: list[Node]) -> None:
        self.kind = kind
        self.terms = terms


def _span(token: Token) -> Span:
    return Span(token.start_pos or 0, token.end_pos or 0)


def _name(token: Token) -> str:
    return str(token).strip("`")


def _is_enclosed(node: Node) -> bool:
    """Whether a name or selection stands in parentheses, which its span includes."""
    if isinstance(node, Select):
        return node.span.end != node.field_span.end
    return isinstance(node, Ident) and not node.absolute and node.span.end - node.span.start != len(node.name)


def _as_field(node: Node) -> str | None:
    """``context['f']`` as ``context.f``."""
    match node:
        case Index(operand=operand, index=Literal(value=str(name))) if name.isidentifier() and (
            whole := dotted(operand)
        ):
            return f"{whole}.{name}"
    return None


def _arguments(rest: Children) -> tuple[Node, ...]:
    """What stands between the parentheses of a call, given that and the closing one."""
    return tuple(rest[0]) if len(rest) == 2 else ()


class Builder:
    """Lark calls one method a reduction. It keeps nothing, so several parses may run at once; nodes are numbered when
    all of them are there."""

    # Logic.

    def expr(self, children: Children) -> Node:
        condition = self._finish(children[0])
        if len(children) == 1:
            return condition
        _, _, then, _, otherwise = children
        then = self._finish(then)
        span = Span(condition.span.start, otherwise.span.end)
        return Conditional(span, UNNUMBERED, condition, then, otherwise)

    def conditionalor(self, children: Children) -> Any:
        return self._chain(Or, children)

    def conditionaland(self, children: Children) -> Any:
        return self._chain(And, children)

    def _chain(self, kind: type[And] | type[Or], children: Children) -> Any:
        if len(children) == 1:
            return children[0]
        left, _, right = children
        right = self._finish(right)
        if isinstance(left, _Chain) and left.kind is kind:
            left.terms.append(right)
            return left
        return _Chain(kind, [self._finish(left), right])

    def _finish(self, built: Any) -> Node:
        if not isinstance(built, _Chain):
            node: Node = built
            return node
        span = Span(built.terms[0].span.start, built.terms[-1].span.end)
        return built.kind(span, UNNUMBERED, tuple(built.terms))

    # Operators: "a <" is reduced first, then joined with what follows.

    def _joined(self, children: Children) -> Any:
        if len(children) == 1:
            return children[0]
        (left, operator), right = children
        return Binary(Span(left.span.start, right.span.end), UNNUMBERED, operator, left, right)

    relation = addition = multiplication = _joined

    @staticmethod
    def _opened(children: Children) -> tuple[Node, str]:
        left, operator = children
        return left, str(operator)

    relation_lt = relation_le = relation_gt = relation_ge = relation_eq = relation_ne = relation_in = _opened
    addition_add = addition_sub = multiplication_mul = multiplication_div = multiplication_mod = _opened

    @staticmethod
    def _sign(children: Children) -> Any:
        return children[0]

    unary_not = unary_neg = _sign

    def unary(self, children: Children) -> Node:
        if len(children) == 1:
            node: Node = children[0]
            return node
        sign, operand = children
        kind = Not if sign.type == "BANG" else Negate
        return kind(Span(_span(sign).start, operand.span.end), UNNUMBERED, operand)

    # Members.

    def member(self, children: Children) -> Any:
        return children[0]

    primary = member

    def member_dot(self, children: Children) -> Node:
        operand, _, name = children
        return Select(Span(operand.span.start, _span(name).end), UNNUMBERED, operand, _name(name), _span(name))

    def member_dot_arg(self, children: Children) -> Node:
        target, _, name, _, *rest = children
        self._check_function(name)
        arguments = _arguments(rest)
        span = Span(target.span.start, _span(rest[-1]).end)
        qualified = f"{dotted(target)}.{name}"
        if qualified in QUALIFIED_FUNCTIONS:
            return Call(span, UNNUMBERED, qualified, None, arguments, Span(target.span.start, _span(name).end))
        if (str(name), len(arguments)) in MACROS:
            return self._macro(span, target, name, arguments)
        return Call(span, UNNUMBERED, str(name), target, arguments, _span(name))

    def member_index(self, children: Children) -> Node:
        operand, _, index, closing = children
        return Index(Span(operand.span.start, _span(closing).end), UNNUMBERED, operand, index)

    def member_object(self, children: Children) -> Node:
        operand, opening, *rest = children
        name = dotted(operand)
        if name is None or _is_enclosed(operand):
            raise CelError(messages.bad_type_name(), _span(opening), "T301")
        fields = rest[0] if len(rest) == 2 else ()
        return Message(Span(operand.span.start, _span(rest[-1]).end), UNNUMBERED, name, tuple(fields))

    def _macro(self, span: Span, target: Node, name: Token, arguments: Sequence[Node]) -> Node:
        variable, *parts = arguments
        if not isinstance(variable, Ident) or variable.absolute:
            raise CelError(messages.variable_needs_name(str(name)), variable.span, "T301")
        transform = parts.pop() if name == "map" else None
        predicate = parts[0] if parts else None
        kind: Any = str(name)
        return Macro(span, UNNUMBERED, kind, target, variable.name, predicate, transform, variable.span)

    # Names and calls.

    def ident(self, children: Children) -> Node:
        (name,) = children
        return Ident(_span(name), UNNUMBERED, self._plain(name))

    def dot_ident(self, children: Children) -> Node:
        dot, name = children
        return Ident(Span(_span(dot).start, _span(name).end), UNNUMBERED, self._plain(name), absolute=True)

    def ident_arg(self, children: Children) -> Node:
        name, _, *rest = children
        arguments = _arguments(rest)
        span = Span(_span(name).start, _span(rest[-1]).end)
        if name == "has" and len(arguments) == 1:
            selection = arguments[0]
            if not isinstance(selection, Select):
                raise CelError(messages.has_needs_field(_as_field(selection)), selection.span, "T308")
            return Has(span, UNNUMBERED, selection.operand, selection.field, selection.field_span)
        return Call(span, UNNUMBERED, self._plain(name), None, arguments, _span(name))

    def dot_ident_arg(self, children: Children) -> Node:
        dot, name, _, *rest = children
        arguments = _arguments(rest)
        span = Span(_span(dot).start, _span(rest[-1]).end)
        return Call(span, UNNUMBERED, self._plain(name), None, arguments, _span(name))

    def _plain(self, name: Token) -> str:
        self._check_function(name)
        if name in RESERVED:
            raise CelError(messages.reserved(str(name)), _span(name), "T301")
        return str(name)

    @staticmethod
    def _check_function(name: Token) -> None:
        if name.startswith("`"):
            raise CelError(messages.quoted_name(str(name)), _span(name), "T301")

    # Literals.

    def paren_expr(self, children: Children) -> Node:
        opening, node, closing = children
        enclosed: Node = replace(node, span=Span(_span(opening).start, _span(closing).end))
        return enclosed

    def list_lit(self, children: Children) -> Node:
        items = children[1] if len(children) == 3 else ()
        return ListLiteral(Span(_span(children[0]).start, _span(children[-1]).end), UNNUMBERED, tuple(items))

    def map_lit(self, children: Children) -> Node:
        entries = children[1] if len(children) == 3 else ()
        return MapLiteral(Span(_span(children[0]).start, _span(children[-1]).end), UNNUMBERED, tuple(entries))

    def exprlist(self, children: Children) -> list[Node]:
        return children[::2]

    def mapinits(self, children: Children) -> list[tuple[Node, Node]]:
        return list(zip(children[::4], children[2::4], strict=True))

    def fieldinits(self, children: Children) -> list[tuple[str, Node]]:
        return [(_name(name), value) for name, value in zip(children[::4], children[2::4], strict=True)]

    def literal(self, children: Children) -> Node:
        (token,) = children
        span, text = _span(token), str(token)
        value: Any
        match token.type:
            case "INT_LIT":
                value = literals.integer(text, span)
            case "UINT_LIT":
                value = literals.unsigned(text, span)
            case "FLOAT_LIT":
                value = float(text)
            case "STRING_LIT":
                value = literals.string(text, span)
            case "BYTES_LIT":
                value = literals.binary(text, span)
            case "BOOL_LIT":
                value = text == "true"
            case _:
                value = None
        return Literal(span, UNNUMBERED, value)
