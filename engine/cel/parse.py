"""Source text to syntax tree: cel-python's grammar file, read by a parser object of this package's own.

The grammar gives the shape, ``lexer`` the tokens, ``build`` the nodes. What the grammar admits and CEL does not
(``-!x``, reserved words as names) is refused while building.
"""

from __future__ import annotations

import importlib.util
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Any

from lark import Lark, Token, UnexpectedToken

from engine.cel import messages
from engine.cel.build import Builder
from engine.cel.errors import CelError
from engine.cel.lexer import CelLexer
from engine.cel.limits import MAX_DEPTH, MAX_LENGTH
from engine.cel.tree import Node
from engine.text import Span

_one_at_a_time = Lock()


def parse(source: str) -> Node:
    """The tree of an expression. Raises ``CelError`` with code ``T301``, or ``T308`` for a misused ``has()``."""
    if len(source) > MAX_LENGTH:
        raise CelError(messages.too_long(len(source), MAX_LENGTH), Span(0, len(source)), "T301")
    try:
        source.encode()
    except UnicodeEncodeError as error:
        raise CelError(messages.lone_surrogate(), Span(error.start, error.end), "T301") from None
    lark, builder = _tables()
    try:
        with _one_at_a_time:
            builder.start()
            tree: Any = lark.parse(source)
    except UnexpectedToken as error:
        raise _located(source, error.token) from None
    root: Node = tree
    _measure(root)
    return root


@cache
def _tables() -> tuple[Lark, Builder]:
    found = importlib.util.find_spec("celpy")  # found, not imported: its modules have effects on the process
    if found is None or not found.submodule_search_locations:
        raise ImportError("cel-python, which brings the grammar of CEL, is not installed")
    grammar = (Path(found.submodule_search_locations[0]) / "cel.lark").read_text("utf-8")
    builder = Builder()
    options: dict[str, Any] = {"keep_all_tokens": True, "maybe_placeholders": False, "transformer": builder}
    return Lark(grammar, parser="lalr", lexer=CelLexer, start="expr", **options), builder


def _located(source: str, token: Token) -> CelError:
    if token.type == "$END":
        if not source.strip():
            return CelError(messages.empty(), Span(0, len(source)), "T301")
        return CelError(messages.incomplete(), Span(len(source.rstrip()), len(source)), "T301")
    start = token.start_pos or 0
    before = source[:start].rstrip().rpartition(" ")[2]
    return CelError(messages.unexpected(str(token), before), Span(start, token.end_pos or start), "T301")


def _measure(root: Node) -> None:
    level: list[Node] = [root]
    for _ in range(MAX_DEPTH):
        level = [child for node in level for child in node.children]
        if not level:
            return
    raise CelError(messages.too_deep(MAX_DEPTH), level[0].span, "T301")
