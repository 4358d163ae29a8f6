"""Taking a guard apart at its ``&&`` and putting it together again, as text, so that the author's words stay."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence

_PAIRS = ("&&", "||")


def terms(source: str) -> list[str]:
    """The parts joined by ``&&`` at the top of an expression; one part where another operator rules there."""
    marks = list(_operators(source))
    if not marks or any(mark != "&&" for _, mark in marks):
        return [source]
    bounds = [(0, 0), *((at, at + 2) for at, _ in marks), (len(source), len(source))]
    return [source[end:start].strip() for (_, end), (start, _) in itertools.pairwise(bounds)]


def joined(sources: Sequence[str]) -> str:
    """One expression that is true when all are."""
    if len(sources) == 1:
        return sources[0]
    return " && ".join(f"({text})" if _loose(text) else text for text in sources)


def term_a_line(source: str) -> str:
    """The expression with each ``&&`` and ``||`` at its top beginning a line."""
    flat = " ".join(source.split("\n"))
    pieces, start = [], 0
    for at, mark in _operators(flat):
        if mark in _PAIRS:
            pieces.append(flat[start:at].strip())
            start = at
    return "\n".join([*pieces, flat[start:].strip()])


def _loose(source: str) -> bool:
    """Whether the expression binds less than ``&&``."""
    return any(mark in ("||", "?") for _, mark in _operators(source))


def _operators(source: str) -> Iterator[tuple[int, str]]:
    """``&&``, ``||`` and ``?`` outside brackets and texts, each with its place."""
    depth, quote, at = 0, "", 0
    while at < len(source):
        char = source[at]
        if quote:
            if char == "\\":
                at += 1
            elif char == quote:
                quote = ""
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]}":
            depth -= 1
        elif depth == 0 and source[at : at + 2] in _PAIRS:
            yield at, source[at : at + 2]
            at += 1
        elif depth == 0 and char == "?":
            yield at, char
        at += 1
