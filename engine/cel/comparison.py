"""Checks of comparisons: types that never meet, members an enum does not have, and nothing compared with."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engine.cel import messages, overloads
from engine.cel.finding import CelFix
from engine.cel.tree import Binary, Conditional, Ident, Index, ListLiteral, Literal, Node, Select
from engine.cel.types import Type
from engine.dsl import nearest
from engine.text import Edit

if TYPE_CHECKING:
    from engine.cel.checker import Checker

_NOTHING = (None, "")


def check_comparison(checker: Checker, node: Binary, left: Type, right: Type) -> None:
    """Report what is wrong with ``==``, ``!=``, ``<`` and its kin, and ``in``."""
    if node.operator == "in":
        _check_member(checker, node, left, right)
    elif node.operator in ("==", "!="):
        if not _check_nothing(checker, node):
            _check_equality(checker, node, left, right)
    elif not overloads.ordered(left, right):
        message = messages.not_ordered(node.operator, checker.text(node.left), left, checker.text(node.right), right)
        checker.report("T302", node.span, message, expected=[left.kind], found=right.kind)


def _check_nothing(checker: Checker, node: Binary) -> bool:
    """``context.f == null``: whether the comparison is with null or ``''`` and was reported."""
    for field, other in ((node.left, node.right), (node.right, node.left)):
        name = _top_level_field(field)
        if name is None or not isinstance(other, Literal) or other.value not in _NOTHING:
            continue
        if isinstance(other.value, bool | int | float):
            continue
        better = f"{'!' if node.operator == '==' else ''}has(context.{name})"
        fix = CelFix(messages.use(better), Edit(node.span.start, node.span.end, better))
        checker.report(
            "T306",
            node.span,
            messages.compared_with_nothing(name, better),
            fix,
            found=checker.text(other),
            nearest=better,
        )
        return True
    return False


def _top_level_field(node: Node) -> str | None:
    match node:
        case Select(operand=Ident(name="context"), field=name):
            return name
        case Index(operand=Ident(name="context"), index=Literal(value=str(name))):
            return name
    return None


def _check_equality(checker: Checker, node: Binary, left: Type, right: Type) -> None:
    if not overloads.comparable(left, right):
        message = messages.never_equal(checker.text(node.left), left, checker.text(node.right), right)
        checker.report("T302", node.span, message, expected=[left.kind], found=right.kind)
        return
    for enum, declared, other in ((node.left, left, node.right), (node.right, right, node.left)):
        if declared.members:
            for literal in _string_literals(other):
                _check_literal(checker, enum, declared, literal)


def _check_member(checker: Checker, node: Binary, value: Type, container: Type) -> None:
    if not overloads.member(value, container):
        message = messages.no_member(checker.text(node.left), value, checker.text(node.right), container)
        checker.report("T302", node.span, message, found=container.kind)
        return
    items = container.items
    if container.kind == "list" and items is not None and not overloads.comparable(value, items):
        message = messages.never_in(checker.text(node.left), value, checker.text(node.right), items)
        checker.report("T302", node.span, message, expected=[value.kind], found=items.kind)
    elif value.members and isinstance(node.right, ListLiteral):
        for item in node.right.items:
            for literal in _string_literals(item):
                _check_literal(checker, node.left, value, literal)
    elif items is not None and items.members:
        for literal in _string_literals(node.left):
            _check_literal(checker, node.right, items, literal)


def _string_literals(node: Node) -> Iterator[Literal]:
    """The strings a node may give as they are written."""
    if isinstance(node, Literal) and isinstance(node.value, str):
        yield node
    elif isinstance(node, Conditional):
        yield from _string_literals(node.then)
        yield from _string_literals(node.otherwise)


def _check_literal(checker: Checker, enum: Node, declared: Type, literal: Literal) -> None:
    value = str(literal.value)
    if value in declared.members:
        return
    near = nearest(value, declared.members)
    quote = checker.text(literal)[-1]
    fixes = []
    if near is not None and quote not in near and "\\" not in near:
        fixes.append(
            CelFix(messages.use(f"'{near}'"), Edit(literal.span.start, literal.span.end, f"{quote}{near}{quote}"))
        )
    name = enum.field if isinstance(enum, Select) else checker.text(enum)
    message = messages.no_enum_member(value, name, declared.members, near)
    checker.report("T305", literal.span, message, *fixes, expected=list(declared.members), found=value, nearest=near)
