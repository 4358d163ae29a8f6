"""Colouring of code: CEL and YAML lines as pieces of a kind, without parsing, so that broken text is coloured too."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple


class Piece(NamedTuple):
    """``length`` characters; ``kind`` is key, string, number, word, function, field, comment or mark."""

    start: int
    length: int
    kind: str


_CEL = re.compile(
    r"""(?P<string>[rRbB]{0,2}(?:'(?:[^'\\]|\\.)*'?|"(?:[^"\\]|\\.)*"?))
      | (?P<field>(?<=context\.)[A-Za-z_]\w*)
      | (?P<number>\b(?:0x[0-9a-fA-F]+|\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)u?\b)
      | (?P<word>\b(?:true|false|null|in)\b)
      | (?P<function>\b[A-Za-z_]\w*(?=\())
      | (?P<root>\b(?:context|value)\b)
      | (?P<mark>[=!<>]=|&&|\|\||[<>!?:+*/%-])""",
    re.VERBOSE,
)
_KINDS = {"root": "mark"}


def cel_pieces(source: str, offset: int = 0) -> Iterator[Piece]:
    """The pieces of a CEL expression, moved by ``offset``."""
    for match in _CEL.finditer(source):
        kind = match.lastgroup or "mark"
        yield Piece(offset + match.start(), match.end() - match.start(), _KINDS.get(kind, kind))


PLAIN, IN_DOUBLE, IN_SINGLE = 0, 1, 2
_BLOCK = 3
"""States at the end of a YAML line; ``_BLOCK + n`` is inside a block scalar of an entry indented by ``n``."""

_YAML = re.compile(
    r"""(?P<comment>(?:^|(?<=\s))\#.*)
      | (?P<key>(?:"(?:[^"\\]|\\.)*"|'(?:[^']|'')*'|[^\s"'\[\]{},&*!|>%@`\#:-][^\[\]{},\#:]*?|-[^\s\[\]{},\#:]+?)
               (?=\s*:(?:\s|$)))
      | (?P<double>"(?:[^"\\]|\\.)*(?P<double_end>")?)
      | (?P<single>'(?:[^']|'')*(?P<single_end>')?)
      | (?P<block>[|>][+-]?\d?[+-]?(?=\s*(?:\#.*)?$))
      | (?P<anchor>[&*!][^\s,\[\]{}]+)
      | (?P<mark>[{}\[\],]|:(?=\s|$)|(?<![^\s])-(?=\s|$))
      | (?P<plain>(?:[^\s,\[\]{}\#:]|(?<=\S)\#|:(?=\S))+(?:[ ](?:[^\s,\[\]{}\#:]|(?<=\S)\#|:(?=\S))+)*)""",
    re.VERBOSE,
)
_SCALAR = re.compile(
    r"(?:true|false|null|True|False|Null|TRUE|FALSE|NULL|~)$|[-+]?(?:0x[0-9a-fA-F]+|0o[0-7]+|[\d.]+(?:e[-+]?\d+)?)$"
)
_TEMPLATE = re.compile(r"\{\{.*?\}\}")
_DOUBLE_REST = re.compile(r'(?:[^"\\]|\\.)*(?P<end>")?')
_SINGLE_REST = re.compile(r"(?:[^']|'')*(?P<end>'(?!'))?")
_CEL_HINT = re.compile(r"\b(?:context\.\w|has\(|value\s*[=!<>])")


def yaml_pieces(line: str, state: int = PLAIN) -> tuple[list[Piece], int]:
    """The pieces of one line that begins in ``state``, and the state it ends in."""
    if state >= _BLOCK:
        indent = len(line) - len(line.lstrip(" "))
        if not line.strip() or indent > state - _BLOCK:
            return list(_string(line, indent, len(line))), state
    elif state != PLAIN:
        rest = (_DOUBLE_REST if state == IN_DOUBLE else _SINGLE_REST).match(line)
        end = rest.end() if rest else len(line)
        pieces = list(_string(line, 0, end))
        if rest is None or rest["end"] is None:
            return pieces, state
        more, state = _tokens(line, end)
        return pieces + more, state
    return _tokens(line, 0)


def _tokens(line: str, at: int) -> tuple[list[Piece], int]:
    pieces: list[Piece] = []
    state = PLAIN
    for match in _YAML.finditer(line, at):
        start, end = match.span()
        kind = match.lastgroup
        if match["double"] is not None or match["single"] is not None:
            pieces += _string(line, start, end)
            if match["double"] is not None and match["double_end"] is None:
                state = IN_DOUBLE
            elif match["single"] is not None and match["single_end"] is None:
                state = IN_SINGLE
        elif kind == "plain":
            pieces += _plain(line, start, end)
        elif kind == "block":
            pieces.append(Piece(start, end - start, "mark"))
            state = _BLOCK + _entry_indent(line)
        else:
            pieces.append(Piece(start, end - start, "mark" if kind == "anchor" else str(kind)))
    return pieces, state


def _entry_indent(line: str) -> int:
    """The column of the entry a block scalar on this line belongs to; its lines stand deeper."""
    dashes = re.match(r" *(?:- +)*", line)
    return dashes.end() if dashes and ":" in line else len(line) - len(line.lstrip(" "))


def _plain(line: str, start: int, end: int) -> Iterator[Piece]:
    text = line[start:end]
    if _SCALAR.match(text):
        yield Piece(start, end - start, "number")
    elif _CEL_HINT.search(text):
        yield from cel_pieces(text, start)
    else:
        yield from _templates(line, start, end, None)


def _string(line: str, start: int, end: int) -> Iterator[Piece]:
    text = line[start:end]
    if _CEL_HINT.search(text) and "{{" not in text:
        quoted = 1 if text[:1] in "\"'" else 0
        if quoted:
            yield Piece(start, 1, "string")
        yield from cel_pieces(line[start + quoted : end - quoted], start + quoted)
        if quoted:
            yield Piece(end - 1, 1, "string")
    else:
        yield from _templates(line, start, end, "string")


def _templates(line: str, start: int, end: int, kind: str | None) -> Iterator[Piece]:
    at = start
    for match in _TEMPLATE.finditer(line, start, end):
        if kind and match.start() > at:
            yield Piece(at, match.start() - at, kind)
        yield Piece(match.start(), match.end() - match.start(), "field")
        at = match.end()
    if kind and end > at:
        yield Piece(at, end - at, kind)
