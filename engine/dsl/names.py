"""What may be a name, and which known name a mistyped one was meant to be."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

MAX_NAME = 200
_PREFIX = 3

_IDENTIFIER = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_RESERVED_LITERALS = ("false", "in", "null", "true")
_RESERVED_WORDS = ("as", "break", "const", "continue", "else", "for", "function", "if", "import", "let", "loop")
_RESERVED_MORE = ("namespace", "package", "return", "var", "void", "while")
CEL_RESERVED = frozenset((*_RESERVED_LITERALS, *_RESERVED_WORDS, *_RESERVED_MORE))

NamedKind = Literal["machine", "state", "field", "agent", "user", "role", "command"]


@dataclass(frozen=True, slots=True)
class Renaming:
    """What a machine, or something in it, was called and is called now."""

    kind: NamedKind
    old: str
    new: str

    def back(self) -> Renaming:
        return Renaming(self.kind, self.new, self.old)


def is_field_name(name: str) -> bool:
    """A CEL identifier that is no reserved word, of up to 200 characters."""
    return len(name) <= MAX_NAME and bool(_IDENTIFIER.fullmatch(name)) and name not in CEL_RESERVED


def is_name(name: str) -> bool:
    """What a machine, state, agent, user or command may be called: 1 to 200 characters, none of them a control."""
    return 0 < len(name) <= MAX_NAME and not _CONTROL.search(name)


def nearest(word: str, words: Iterable[str]) -> str | None:
    """The word most like ``word``, or ``None`` where none is near: at most a third of its letters differ.

    A beginning of three letters is near too. Letter case and a swap of neighbours count little; of equals the first
    wins.
    """
    best: str | None = None
    folded = word.casefold()[:MAX_NAME]
    limit = (len(folded) + 1) // 3
    for candidate in words:
        if candidate == word:
            continue
        distance = _distance(folded, candidate.casefold()[:MAX_NAME], limit)
        if distance is None and len(folded) >= _PREFIX and candidate.casefold().startswith(folded):
            distance = limit
        if distance is not None and (distance < limit or best is None):
            best, limit = candidate, distance
            if distance == 0:
                break
    return best


def _distance(one: str, other: str, limit: int) -> int | None:
    """Edit distance with swaps of neighbours, or ``None`` past ``limit``."""
    if abs(len(one) - len(other)) > limit or len(set(one) - set(other)) > limit:
        return None
    start = 0
    while start < len(one) and start < len(other) and one[start] == other[start]:
        start += 1
    one, other = one[start:], other[start:]
    while one and other and one[-1] == other[-1]:
        one, other = one[:-1], other[:-1]
    before: list[int] = []
    previous = list(range(len(other) + 1))
    for i, left in enumerate(one, 1):
        row = [i]
        for j, right in enumerate(other, 1):
            cost = min(previous[j] + 1, row[j - 1] + 1, previous[j - 1] + (left != right))
            if i > 1 and j > 1 and left == other[j - 2] and one[i - 2] == right:
                cost = min(cost, before[j - 2] + 1)
            row.append(cost)
        if min(row) > limit:
            return None
        before, previous = previous, row
    return previous[-1] if previous[-1] <= limit else None
