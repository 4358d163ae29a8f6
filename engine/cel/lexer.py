"""Source text to tokens: one scanner for the parser, which is strict, and for colouring, which is not.

The terminals of the grammar file cannot read raw strings that end in a backslash, newlines in triple quotes, or
``1-1`` without looking at the parser; so tokens are cut here, as CEL's own grammar has them, and only named after
the grammar's terminals. Trailing commas, which the grammar lacks, end here too.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from lark import Token
from lark.lexer import Lexer

from engine.cel import messages
from engine.cel.errors import CelError
from engine.dsl.names import CEL_RESERVED
from engine.text import Span

_QUOTED = r"""(?:[rR](?:"{3}[\s\S]*?"{3}|'{3}[\s\S]*?'{3}|"[^"\r\n]*"|'[^'\r\n]*')"""
_QUOTED += r"""|"{3}(?:\\[\s\S]|[^\\])*?"{3}|'{3}(?:\\[\s\S]|[^\\])*?'{3}"""
_QUOTED += r"""|"(?:\\[^\r\n]|[^"\\\r\n])*"|'(?:\\[^\r\n]|[^'\\\r\n])*')"""

_TOKEN = re.compile(
    rf"""(?P<space>[\t\n\f\r ]+)
    |(?P<comment>//[^\n]*)
    |(?P<float>[0-9]+\.[0-9]+(?:[eE][+-]?[0-9]+)?|[0-9]+[eE][+-]?[0-9]+|\.[0-9]+(?:[eE][+-]?[0-9]+)?)
    |(?P<uint>(?:0x[0-9a-fA-F]+|[0-9]+)[uU])
    |(?P<int>0x[0-9a-fA-F]+|[0-9]+)
    |(?P<bytes>[bB]{_QUOTED})
    |(?P<string>{_QUOTED})
    |(?P<word>[_a-zA-Z][_a-zA-Z0-9]*)
    |(?P<quoted>`[a-zA-Z0-9_.\-/\ ]+`)
    |(?P<operator>==|!=|<=|>=|&&|\|\||[-+*/%!<>?:.,()\[\]{{}}])""",
    re.VERBOSE,
)

KEYWORDS = {"true": "BOOL_LIT", "false": "BOOL_LIT", "null": "NULL_LIT", "in": "IN"}
RESERVED = CEL_RESERVED - KEYWORDS.keys()
_NUMBERS = ("INT_LIT", "FLOAT_LIT")
_CLOSERS = ("RPAR", "RSQB", "RBRACE")
_TERMINALS = {
    "float": "FLOAT_LIT",
    "uint": "UINT_LIT",
    "int": "INT_LIT",
    "string": "STRING_LIT",
    "bytes": "BYTES_LIT",
    "quoted": "IDENT",
}
_BEGINS_OPERAND = frozenset([*_TERMINALS.values(), "BOOL_LIT", "NULL_LIT", "LPAR", "LSQB", "LBRACE", "DOT"])
_ENDS_OPERAND = frozenset([*_TERMINALS.values(), "BOOL_LIT", "NULL_LIT", *_CLOSERS])


@dataclass(frozen=True, slots=True)
class Coloured:
    """A piece of source for the editor; ``kind`` is ``name``, ``keyword``, ``number``, ``string``, ``operator``,
    ``comment`` or ``error``."""

    kind: str
    span: Span


_COLOURS = {"float": "number", "uint": "number", "int": "number", "bytes": "string", "quoted": "name"}


def tokens(source: str) -> Iterator[Coloured]:
    """The tokens of a source that may be faulty, without white space; what is no token is of kind ``error``."""
    position = 0
    while position < len(source):
        match = _TOKEN.match(source, position)
        if match is None:
            end = position + 1
            if source[position] in "\"'":
                end = len(source) if (line := source.find("\n", position)) < 0 else line
            yield Coloured("error", Span(position, end))
            position = end
            continue
        kind = match.lastgroup or ""
        position = match.end()
        if kind == "word":
            yield Coloured("keyword" if match.group() in KEYWORDS else "name", Span(*match.span()))
        elif kind != "space":
            yield Coloured(_COLOURS.get(kind, kind), Span(*match.span()))


class CelLexer(Lexer):
    """What lark calls for the tokens of a source. Raises ``CelError`` where no token can be read."""

    def __init__(self, conf: Any) -> None:
        self._operators = {terminal.pattern.value: terminal.name for terminal in conf.terminals}

    def lex(self, source: Any, parser_state: Any = None) -> Iterator[Token]:
        return _without_trailing_commas(_with_signs(self._plain(source)))

    def _plain(self, source: str) -> Iterator[Token]:
        operators = self._operators
        position = 0
        while position < len(source):
            match = _TOKEN.match(source, position)
            if match is None:
                raise _unreadable(source, position)
            kind, start, text = match.lastgroup, position, match.group()
            position = match.end()
            if kind == "operator":
                terminal = operators[text]
            elif kind == "word":
                terminal = KEYWORDS.get(text, "IDENT")
            elif kind == "space" or kind == "comment":
                continue
            else:
                terminal = _TERMINALS[kind or ""]
            yield Token(terminal, text, start, None, None, None, None, position)


def _with_signs(tokens: Iterator[Token]) -> Iterator[Token]:
    """Runs of ``!`` and of ``-`` before an operand, read as CEL does.

    Two of a kind cancel each other; a single ``-`` belongs to the number behind it, so that the smallest integer can
    be written; the two kinds do not mix, but for a negative number behind ``!``.
    """
    signs: list[Token] = []
    after_bang = False
    operand_may_follow = True
    for token in tokens:
        kind = token.type
        if kind in ("BANG", "MINUS") and operand_may_follow:
            if signs and signs[0].type != kind:
                if kind == "BANG":
                    raise _mixed(signs[0], token)
                yield from signs[: len(signs) % 2]
                signs, after_bang = [], True
            signs.append(token)
            continue
        if signs:
            if kind not in _BEGINS_OPERAND:
                yield from signs
            elif len(signs) == 1 and signs[0].type == "MINUS" and kind in _NUMBERS:
                token = Token(kind, "-" + token, signs[0].start_pos, None, None, None, None, token.end_pos)
            elif after_bang:
                raise _mixed(signs[0], token)
            else:
                yield from signs[: len(signs) % 2]
            signs, after_bang = [], False
        yield token
        operand_may_follow = kind not in _ENDS_OPERAND and kind != "DOT"
    yield from signs


def _mixed(sign: Token, token: Token) -> CelError:
    return CelError(messages.mixed_signs(), Span(sign.start_pos or 0, token.end_pos or 0), "T301")


def _without_trailing_commas(tokens: Iterator[Token]) -> Iterator[Token]:
    """The tokens without a comma before the end of a list, a map or a message, where CEL allows one."""
    closers: list[str] = []
    comma: Token | None = None
    before = ""
    for token in tokens:
        kind = token.type
        if comma is not None:
            if kind != closers[-1]:
                yield comma
            comma = None
        if kind == "COMMA" and closers and closers[-1]:
            comma = token
        else:
            yield token
        if kind == "LSQB":
            closers.append("" if before in _ENDS_OPERAND else "RSQB")  # not the brackets of an index
        elif kind == "LBRACE":
            closers.append("RBRACE")
        elif kind == "LPAR":
            closers.append("")
        elif closers and kind in _CLOSERS:
            closers.pop()
        before = kind
    if comma is not None:
        yield comma


def _unreadable(source: str, position: int) -> CelError:
    character = source[position]
    if character in "\"'":
        return CelError(messages.unterminated(), Span(position, len(source)), "T301")
    if character in "rRbB" and source[position + 1 : position + 2] in tuple("\"'rR"):
        return CelError(messages.unterminated(), Span(position, len(source)), "T301")
    return CelError(messages.unreadable(character), Span(position, position + 1), "T301")
