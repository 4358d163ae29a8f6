"""Checks of what is not there: variables, functions and patterns, and what was meant by them."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.finding import CelFix
from engine.cel.functions import IMPURE, SYNONYMS
from engine.cel.runtime.strings import pattern
from engine.cel.tree import Call, Ident, Literal, Node
from engine.dsl import nearest
from engine.text import Edit, Span

if TYPE_CHECKING:
    from engine.cel.checker import Checker

_MACROS = ("has", "all", "exists", "exists_one", "filter", "map")


def report_variable(checker: Checker, node: Ident, known: Collection[str]) -> None:
    """A name that is no variable: a member of an enum without quotes, a field without ``context``, or mistyped."""
    name = node.name
    members = checker.beside.get(node.id, ())
    context = (checker.variables or {}).get("context")
    fields = context.fields or {} if context else {}
    if member := name if name in members else nearest(name, members):
        meant, message = f"'{member}'", messages.bare_member(name, member)
    elif name in fields:
        meant, message = f"context.{name}", messages.bare_field(name)
    else:
        near = nearest(name, [*known, *(f"context.{field}" for field in fields)])
        meant, message = near or "", messages.undeclared(name, near)
    fixes = [_replacement(node.span, meant)] if meant else []
    checker.report("T304", node.span, message, *fixes, found=name, nearest=member or meant or None)


def _replacement(span: Span, text: str) -> CelFix:
    return CelFix(messages.use(text), Edit(span.start, span.end, text))


def is_meant_as_macro(name: str) -> bool:
    return name in _MACROS or SYNONYMS.get(name) in _MACROS


def report_function(checker: Checker, node: Call) -> None:
    """A function that is not there: one that would not be pure, a macro with other parts, or mistyped."""
    name = node.function
    if name in _MACROS:
        code = "T308" if name == "has" else "T304"
        checker.report(code, node.span, messages.macro_form(name), found=checker.text(node))
    elif name in IMPURE:
        checker.report("T307", node.name_span, messages.impure(name), found=name)
    else:
        near = SYNONYMS.get(name) or nearest(name, [*checker.functions, *_MACROS])
        span = node.name_span
        fixes = [CelFix(messages.use(f"{near}()"), Edit(span.start, span.end, near))] if near else []
        checker.report("T304", span, messages.unknown_function(name, near), *fixes, found=name, nearest=near)


def check_pattern(checker: Checker, node: Node) -> None:
    """Report a literal that RE2 refuses as a regular expression."""
    if isinstance(node, Literal) and isinstance(node.value, str):
        try:
            pattern(node.value)
        except Failure as failure:
            checker.report("T313", node.span, str(failure), found=node.value)
