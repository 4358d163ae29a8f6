"""``format()``: ``%s %d %f %e %b %o %x %X %%``, with a precision for ``%f`` and ``%e``."""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.runtime.convert import string_of_bytes, string_of_double
from engine.cel.runtime.ext_strings import check_size
from engine.cel.runtime.operators import as_double
from engine.cel.values import Duration, Timestamp, TypeValue, Uint

_CLAUSE = re.compile(r"%(?:%|(?:\.([0-9]{1,9}))?([sdfebxXo])|(.?))", re.DOTALL)
_MAX_PRECISION = 1000


def format_string(text: str, values: Sequence[Any]) -> str:
    """The text with its clauses replaced by the values in turn. Raises ``Failure`` where one does not fit."""
    pieces: list[str] = []
    position = used = size = 0
    for match in _CLAUSE.finditer(text):
        pieces.append(text[position : match.start()])
        position = match.end()
        if match[0] == "%%":
            pieces.append("%")
        elif match[2] is None:
            raise Failure(messages.bad_clause(match[0]))
        elif used >= len(values):
            raise Failure(messages.missing_value(used))
        else:
            pieces.append(_clause(match[2], _precision(match[1]), values[used]))
            used += 1
        size += len(pieces[-1]) + len(pieces[-2])
        check_size(size)
    check_size(size + len(text) - position)
    return "".join([*pieces, text[position:]])


def _precision(digits: str | None) -> int:
    precision = 6 if digits is None else int(digits)
    if precision > _MAX_PRECISION:
        raise Failure(messages.precision_range(_MAX_PRECISION))
    return precision


def _clause(kind: str, precision: int, value: Any) -> str:
    made = _CLAUSES[kind](value, precision)
    if made is None:
        raise Failure(messages.clause_type(kind, value))
    return made


def _text(value: Any, precision: int = 0) -> str | None:
    match value:
        case str():
            return value
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(int(value))
        case float():
            return _special(value) or string_of_double(value)
        case bytes():
            return string_of_bytes(value)
        case Timestamp() | Duration():
            return str(value)
        case TypeValue():
            return value.name
        case Mapping():
            entries = sorted((_text(key) or "", _text(item) or "") for key, item in value.items())
            return _bounded(f"{{{', '.join(f'{key}: {item}' for key, item in entries)}}}")
        case list() | tuple():
            return _bounded(f"[{', '.join(_text(item) or '' for item in value)}]")
    return None


def _bounded(text: str) -> str:
    check_size(len(text))
    return text


def _special(value: float) -> str | None:
    if math.isnan(value):
        return "NaN"
    return ("Infinity" if value > 0 else "-Infinity") if math.isinf(value) else None


def _is_int(value: Any) -> bool:
    return type(value) in (int, Uint)


def _decimal(value: Any, precision: int) -> str | None:
    if _is_int(value):
        return str(int(value))
    return _fixed(value, precision) if isinstance(value, float) else None


def _fixed(value: Any, precision: int) -> str | None:
    if not isinstance(value, float) and not _is_int(value):
        return None
    return _special(as_double(value)) or f"{as_double(value):.{precision}f}"


def _scientific(value: Any, precision: int) -> str | None:
    if not isinstance(value, float) and not _is_int(value):
        return None
    return _special(as_double(value)) or f"{as_double(value):.{precision}e}"


def _binary(value: Any, precision: int) -> str | None:
    return f"{int(value):b}" if _is_int(value) or isinstance(value, bool) else None


def _octal(value: Any, precision: int) -> str | None:
    return f"{int(value):o}" if _is_int(value) else None


def _hexadecimal(value: Any, precision: int) -> str | None:
    match value:
        case str():
            return value.encode("utf-8", "surrogatepass").hex()
        case bytes():
            return value.hex()
    return f"{int(value):x}" if _is_int(value) else None


def _capitals(value: Any, precision: int) -> str | None:
    made = _hexadecimal(value, precision)
    return None if made is None else made.upper()


_CLAUSES: Mapping[str, Callable[[Any, int], str | None]] = {
    "s": _text,
    "d": _decimal,
    "f": _fixed,
    "e": _scientific,
    "b": _binary,
    "o": _octal,
    "x": _hexadecimal,
    "X": _capitals,
}
