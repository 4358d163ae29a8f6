"""The words of the drawing: guards without ``context.``, elided or wrapped, and names whose every character shows."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

LIMIT = 32
"""Characters of a guard shown whole; longer ones are elided in the middle."""

WRAP = 44
"""Characters a line of a guard has where it is shown whole."""

_LITERAL = re.compile(
    r"""(?i:r|b|br|rb)?(?:'{3}.*?'{3}|"{3}.*?"{3}|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*")""", re.DOTALL
)
_CONTEXT = re.compile(r"context\s*\.\s*(?=[^\W\d]|[_`])")
_SPACE = re.compile(r"\s+")
_VISIBLE = {"\n": "¶", "\r": "¶", "\t": "→", "\u00a0": "␣"}


@dataclass(frozen=True, slots=True)
class Shown:
    """A text as shown; ``offsets[i]`` is where its character ``i`` stands in the source (and one for the end)."""

    text: str
    offsets: Sequence[int]

    def range_of(self, start: int, end: int) -> tuple[int, int]:
        """The shown characters that stand for ``[start, end)`` of the source; at least one wherever there is one."""
        inside = [i for i, offset in enumerate(self.offsets[:-1]) if start <= offset < max(end, start + 1)]
        if inside:
            return inside[0], inside[-1] + 1
        after = next((i for i, offset in enumerate(self.offsets[:-1]) if offset >= start), len(self.text) - 1)
        return max(0, after), max(0, after) + 1


def shorten(expression: str) -> Shown:
    """A guard as people read it: ``context.`` left out and white space folded, never inside a string literal."""
    pieces: list[str] = []
    offsets: list[int] = []

    def put(text: str, at: int, step: int) -> None:
        pieces.append(text)
        offsets.extend(at + i * step for i in range(len(text)))

    position = 0
    while position < len(expression):
        previous = expression[position - 1] if position else ""
        if match := _LITERAL.match(expression, position):
            put("".join(_VISIBLE.get(c, c) for c in match.group()), position, 1)
        elif not (previous.isalnum() or previous in ("_", ".")) and (match := _CONTEXT.match(expression, position)):
            pass
        elif match := _SPACE.match(expression, position):
            put(" ", position, 0)
        else:
            put(expression[position], position, 1)
            position += 1
            continue
        position = match.end()
    text = "".join(pieces)
    lead = len(text) - len(text.lstrip())
    kept = text.strip()
    return Shown(kept, (*offsets[lead : lead + len(kept)], len(expression)))


@lru_cache(maxsize=16384)
def shown_text(expression: str) -> str:
    """The text of ``shorten``, remembered."""
    return shorten(expression).text


def joined(expressions: Sequence[str]) -> str:
    """All guards of a transition as one line; a disjunction among several is put in parentheses."""
    shown = [shown_text(expression) for expression in expressions]
    if len(shown) < 2:
        return "".join(shown)
    return " && ".join(f"({text})" if "||" in text or "?" in text else text for text in shown)


@lru_cache(maxsize=16384)
def elide(text: str, limit: int = LIMIT) -> str:
    """``text`` with its middle left out when it has more than ``limit`` characters."""
    if len(text) <= limit:
        return text
    tail = (limit - 1) // 2
    return f"{text[: limit - 1 - tail].rstrip()}…{text[-tail:].lstrip()}"


def wrap(text: str, width: int = WRAP) -> tuple[str, ...]:
    """Lines of at most ``width`` characters: broken after ``&&`` and ``||``, else at spaces, else anywhere."""
    lines: list[str] = []
    rest = text
    while len(rest) > width:
        cut = max(rest.rfind(f"{mark} ", 0, width - 1) + 2 for mark in ("&&", "||"))
        if cut < width // 3:
            cut = rest.rfind(" ", 0, width + 1)
        if cut < width // 3:
            cut = width
        lines.append(rest[:cut].rstrip())
        rest = rest[cut:].lstrip()
    return (*lines, rest)


@lru_cache(maxsize=16384)
def visible(name: str) -> str:
    """A name with nothing hidden: control characters as signs, spaces at its ends marked, direction marks spelt out."""
    if not name:
        return "(empty name)"
    shown = "".join(_VISIBLE.get(c) or _spelt(c) for c in name)
    lead, trail = len(shown) - len(shown.lstrip(" ")), len(shown) - len(shown.rstrip(" "))
    middle = shown.strip(" ")
    return f"{'␣' * lead}{middle}{'␣' * trail if middle else ''}"


def _spelt(character: str) -> str:
    category = unicodedata.category(character)
    if category in ("Cc", "Zl", "Zp", "Cs", "Co") or (category == "Cf" and character != "\u200d"):
        return f"‹{ord(character):04X}›"
    return character


_NAME = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")


def full_guard(typed: str, fields: frozenset[str]) -> str:
    """A guard as the file needs it: fields that stand alone get their ``context.``, in no string literal.

    A guard that says ``context`` somewhere is taken as it is.
    """
    if re.search(r"\bcontext\b", typed):
        return typed
    pieces: list[str] = []
    position = 0
    while position < len(typed):
        before = "".join(pieces).rstrip()
        if match := _LITERAL.match(typed, position):
            pieces.append(match.group())
        elif match := _NAME.match(typed, position):
            alone = match.group() in fields and not before.endswith(".") and not _called(typed, match.end())
            pieces.append(f"context.{match.group()}" if alone else match.group())
        else:
            pieces.append(typed[position])
            position += 1
            continue
        position = match.end()
    return "".join(pieces)


def _called(text: str, position: int) -> bool:
    return text[position:].lstrip().startswith("(")
