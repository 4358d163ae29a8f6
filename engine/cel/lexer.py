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
_TERMINALS = {"float": "FLOAT_LIT", "uint": "UINT_LIT", "int": "INT_LIT", "string": "STRING_LIT", "bytes": "BYTES_LIT"}
_ENDS_OPERAND = frozenset(
    ["FLOAT_LIT", "UINT_LIT", "INT_LIT", "STRING_LIT", "BYTES_LIT", "BOOL_LIT", "NULL_LIT", "IDENT"]
)


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
        operators = self._operators
        position, before = 0, ""
        brackets: list[str] = []
        pending: Token | None = None
        while position < len(source):
            match = _TOKEN.match(source, position)
            if match is None:
                raise _unreadable(source, position)
            kind, start, text = match.lastgroup or "", position, match.group()
            position = match.end()
            if kind in ("space", "comment"):
                continue
            if kind == "operator":
                terminal = operators[text]
            elif kind == "word":
                terminal = KEYWORDS.get(text, "IDENT")
            else:
                terminal = _TERMINALS.get(kind, "IDENT")
            if pending is not None:
                glued = pending.type == "MINUS" and terminal in ("INT_LIT", "FLOAT_LIT")
                trailing = pending.type == "COMMA" and terminal == brackets[-1]
                if glued:
                    start, text = pending.start_pos or 0, "-" + text
                elif not trailing:
                    yield pending
                pending = None
            token = Token(terminal, text, start, None, None, None, None, position)
            operand_before = before in _ENDS_OPERAND or before in ("RPAR", "RSQB", "RBRACE")
            if terminal == "LSQB":
                brackets.append("" if operand_before else "RSQB")
            elif terminal == "LBRACE":
                brackets.append("RBRACE")
            elif terminal == "LPAR":
                brackets.append("")
            elif terminal in ("RPAR", "RSQB", "RBRACE") and brackets:
                brackets.pop()
            if terminal == "MINUS" and not operand_before:
                # A sign belongs to the number behind it, so that -9223372036854775808 can be written.
                before, held = "SIGN", before != "SIGN"
            else:
                before, held = terminal, terminal == "COMMA" and bool(brackets) and brackets[-1] != ""
            if held:
                pending = token
            else:
                yield token
        if pending is not None:
            yield pending


def _unreadable(source: str, position: int) -> CelError:
    character = source[position]
    if character in "\"'":
        return CelError(messages.unterminated(), Span(position, len(source)), "T301")
    if character in "rRbB" and source[position + 1 : position + 2] in tuple("\"'rR"):
        return CelError(messages.unterminated(), Span(position, len(source)), "T301")
    return CelError(messages.unreadable(character), Span(position, position + 1), "T301")
