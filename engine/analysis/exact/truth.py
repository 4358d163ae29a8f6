"""Answers of an expression as sets: true, false, error, and every mixture of them, with CEL's absorption."""

from __future__ import annotations

from typing import Any, Final, final

TRUE: Final = 1
FALSE: Final = 2
ERROR: Final = 4
"""An evaluation that fails, or whose result is no boolean: a guard does not pass then."""

ANY: Final = TRUE | FALSE | ERROR


@final
class Unset:
    """The value of a field that has none; reading it is an error."""

    def __repr__(self) -> str:
        return "unset"


UNSET: Final = Unset()


def truth_of(value: Any) -> int:
    """The answer a value stands for: anything but a boolean is an error."""
    if value is True:
        return TRUE
    return FALSE if value is False else ERROR


def _each(answers: int) -> tuple[int, ...]:
    return tuple(one for one in (TRUE, FALSE, ERROR) if answers & one)


def _and(left: int, right: int) -> int:
    if FALSE in (left, right):
        return FALSE
    return ERROR if ERROR in (left, right) else TRUE


def _same(left: int, right: int) -> int:
    if ERROR in (left, right):
        return ERROR
    return TRUE if left == right else FALSE


def _negated(answers: int) -> int:
    return answers & ERROR | (FALSE if answers & TRUE else 0) | (TRUE if answers & FALSE else 0)


NOT: Final = tuple(_negated(answers) for answers in range(8))
"""``NOT[answers]``: what the negation may answer."""

AND: Final = tuple(
    sum({_and(left, right) for left in _each(pair >> 3) for right in _each(pair & 7)}) for pair in range(64)
)
"""``AND[left << 3 | right]``: false absorbs errors, on either side."""

OR: Final = tuple(NOT[AND[NOT[pair >> 3] << 3 | NOT[pair & 7]]] for pair in range(64))
"""``OR[left << 3 | right]``: true absorbs errors, on either side."""

SAME: Final = tuple(
    sum({_same(left, right) for left in _each(pair >> 3) for right in _each(pair & 7)}) for pair in range(64)
)
"""``SAME[left << 3 | right]``: equality of two booleans."""
