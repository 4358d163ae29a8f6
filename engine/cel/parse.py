"""Source text to syntax tree: cel-python's grammar file, read by a parser object of this package's own.

The grammar gives the shape, ``lexer`` the tokens, ``build`` the nodes. What the grammar admits and CEL does not is
refused by these two: signs that do not fit in the lexer, reserved words as names while building.
"""

from __future__ import annotations

import importlib.util
from functools import cache, lru_cache
from pathlib import Path
from typing import Any

from lark import Lark, Token, UnexpectedToken

from engine.cel import messages
from engine.cel.build import Builder
from engine.cel.errors import CelError
from engine.cel.lexer import CelLexer
from engine.cel.limits import MAX_DEPTH, MAX_LENGTH, MAX_MACROS
from engine.cel.tree import Macro, Node
from engine.text import Span


@lru_cache(maxsize=8192)
def parse(source: str) -> Node:
    """The tree of an expression. Raises ``CelError`` with code ``T301``, or ``T308`` for a misused ``has()``."""
    if len(source) > MAX_LENGTH:
        raise CelError(messages.too_long(len(source), MAX_LENGTH), Span(0, len(source)), "T301")
    try:
        source.encode()
    except UnicodeEncodeError as error:
        raise CelError(messages.lone_surrogate(), Span(error.start, error.end), "T301") from None
    try:
        tree: Any = _parser().parse(source)
    except UnexpectedToken as error:
        raise _located(source, error.token) from None
    root: Node = tree
    _number(root)
    return root


@cache
def _parser() -> Lark:
    found = importlib.util.find_spec("celpy")  # found, not imported: its modules have effects on the process
    if found is None or not found.submodule_search_locations:
        raise ImportError("cel-python, which brings the grammar of CEL, is not installed")
    grammar = (Path(found.submodule_search_locations[0]) / "cel.lark").read_text("utf-8")
    options: dict[str, Any] = {"keep_all_tokens": True, "maybe_placeholders": False, "transformer": Builder()}
    return Lark(grammar, parser="lalr", lexer=CelLexer, start="expr", **options)


def _located(source: str, token: Token) -> CelError:
    if token.type == "$END":
        if not source.strip():
            return CelError(messages.empty(), Span(0, len(source)), "T301")
        return CelError(messages.incomplete(), Span(len(source.rstrip()), len(source)), "T301")
    start = token.start_pos or 0
    before = source[:start].rstrip().rpartition(" ")[2]
    return CelError(messages.unexpected(str(token), before), Span(start, token.end_pos or start), "T301")


def _number(root: Node) -> None:
    """Give every node its number, children first."""
    number = 0
    pending: list[tuple[Node, int, int]] = [(root, 1, 0)]
    while pending:
        node, depth, macros = pending.pop()
        if depth < 0:
            object.__setattr__(node, "id", number)  # nobody has seen the tree yet
            number += 1
            continue
        if depth > MAX_DEPTH:
            raise CelError(messages.too_deep(MAX_DEPTH), node.span, "T301")
        if macros > MAX_MACROS:
            raise CelError(messages.too_many_macros(MAX_MACROS), node.span, "T301")
        pending.append((node, -1, 0))
        if isinstance(node, Macro):
            pending.extend((part, depth + 1, macros + 1) for part in (node.transform, node.predicate) if part)
            pending.append((node.range, depth + 1, macros))
        else:
            pending.extend((child, depth + 1, macros) for child in reversed(node.children))
