"""The string extension functions. Positions and lengths count code points; results are bounded before they are made."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.limits import MAX_SIZE

_LOWER = str.maketrans({code: code + 32 for code in range(ord("A"), ord("Z") + 1)})
_UPPER = str.maketrans({code: code - 32 for code in range(ord("a"), ord("z") + 1)})
_SPACE = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B)))
_ESCAPES = str.maketrans(
    {
        "\a": "\\a",
        "\b": "\\b",
        "\f": "\\f",
        "\n": "\\n",
        "\r": "\\r",
        "\t": "\\t",
        "\v": "\\v",
        "\\": "\\\\",
        '"': '\\"',
    }
)


def check_size(size: int) -> None:
    """Raises ``Failure`` where a value of this size would be too large to go on with."""
    if size > MAX_SIZE:
        raise Failure(messages.too_large(MAX_SIZE))


def _position(text: str, position: int) -> int:
    if not 0 <= position <= len(text):
        raise Failure(messages.position_range(position, len(text)))
    return position


def char_at(text: str, position: int) -> str:
    position = _position(text, position)
    return text[position : position + 1]


def index_of(text: str, part: str, start: int = 0) -> int:
    return text.find(part, _position(text, start))


def last_index_of(text: str, part: str, start: int | None = None) -> int:
    """The last place at ``start`` or before it."""
    if start is None:
        return text.rfind(part)
    return text.rfind(part, 0, _position(text, start) + len(part))


def substring(text: str, start: int, end: int | None = None) -> str:
    last = len(text) if end is None else _position(text, end)
    if _position(text, start) > last:
        raise Failure(messages.substring_range(start, last))
    return text[start:last]


def join(items: Sequence[Any], separator: str = "") -> str:
    if not all(isinstance(item, str) for item in items):
        raise Failure(messages.join_of_strings())
    check_size(sum(map(len, items)) + len(separator) * max(0, len(items) - 1))
    return separator.join(items)


def replace(text: str, old: str, new: str, limit: int = -1) -> str:
    limit = max(limit, -1)
    count = text.count(old)
    count = count if limit < 0 else min(count, limit)
    check_size(len(text) + count * (len(new) - len(old)))
    return text.replace(old, new, limit)


def split(text: str, separator: str, limit: int = -1) -> list[str]:
    """At most ``limit`` pieces, the last one holding the rest; all of them for a negative limit."""
    if limit == 0:
        return []
    if separator:
        return text.split(separator, limit - 1 if limit > 0 else -1)
    if limit < 0 or limit >= len(text):
        return list(text) or [""]
    return [*text[: limit - 1], text[limit - 1 :]]


def lower_ascii(text: str) -> str:
    return text.translate(_LOWER)


def upper_ascii(text: str) -> str:
    return text.translate(_UPPER)


def trim(text: str) -> str:
    return text.strip(_SPACE)


def reverse(text: str) -> str:
    return text[::-1]


def quote(text: str) -> str:
    """The text as a string literal, between double quotes."""
    check_size(2 * len(text) + 2)
    return f'"{text.translate(_ESCAPES)}"'
