"""Values of CEL that plain Python values cannot stand for: unsigned integers, times, durations and types.

All else is plain: ``bool``, ``int``, ``float``, ``str``, ``bytes``, ``list``, ``dict`` and ``None``.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date
from typing import Any

INT_MIN, INT_MAX, UINT_MAX = -(2**63), 2**63 - 1, 2**64 - 1
NANOS = 1_000_000_000


class Uint(int):
    """A 64-bit unsigned integer; equal to the ``int`` of the same value, as in CEL."""

    __slots__ = ()

    def __repr__(self) -> str:
        return f"{int(self)}u"

    __str__ = int.__repr__


def _fraction(nanos: int) -> str:
    if nanos == 0:
        return ""
    digits = f"{nanos:09}"
    while digits.endswith("000"):
        digits = digits[:-3]
    return "." + digits


@dataclass(frozen=True, slots=True, order=True)
class Timestamp:
    """A moment, as nanoseconds since 1970-01-01T00:00:00Z; from year 1 to year 9999."""

    nanos: int

    def __str__(self) -> str:
        """RFC 3339 in UTC, with as many groups of three decimals as are needed."""
        seconds, nanos = divmod(self.nanos, NANOS)
        day, rest = divmod(seconds, 86_400)
        written = date.fromordinal(day + date(1970, 1, 1).toordinal()).isoformat()
        return f"{written}T{rest // 3_600:02}:{rest // 60 % 60:02}:{rest % 60:02}{_fraction(nanos)}Z"


@dataclass(frozen=True, slots=True, order=True)
class Duration:
    """A length of time in nanoseconds, less than about 292 years either way when it comes out of arithmetic."""

    nanos: int

    def __str__(self) -> str:
        """Seconds with as many groups of three decimals as are needed, such as ``-1.500s``."""
        seconds, nanos = divmod(abs(self.nanos), NANOS)
        return f"{'-' if self.nanos < 0 else ''}{seconds}{_fraction(nanos)}s"


@dataclass(frozen=True, slots=True)
class TypeValue:
    """A type as a value: what ``type(x)`` gives."""

    name: str


class MixedMap(dict[Any, Any]):
    """A map with both ``1`` and ``true``, or ``0`` and ``false``, as keys, which Python's dict takes for one."""

    def __init__(self, entries: Iterable[tuple[Any, Any]]) -> None:
        super().__init__((_marked(key), value) for key, value in entries)

    def __contains__(self, key: object) -> bool:
        return super().__contains__(_marked(key))

    def __getitem__(self, key: Any) -> Any:
        return super().__getitem__(_marked(key))

    def __iter__(self) -> Iterator[Any]:
        return (key[0] if isinstance(key, tuple) else key for key in super().__iter__())

    def items(self) -> Any:
        return [(key, self[key]) for key in self]


def _marked(key: Any) -> Any:
    return (key,) if isinstance(key, bool) else key


TYPE_NAMES = {
    bool: "bool",
    int: "int",
    Uint: "uint",
    float: "double",
    str: "string",
    bytes: "bytes",
    list: "list",
    dict: "map",
    MixedMap: "map",
    type(None): "null_type",
    Timestamp: "google.protobuf.Timestamp",
    Duration: "google.protobuf.Duration",
    TypeValue: "type",
}
"""CEL's name of each Python type that stands for a value."""

TYPES = {name: TypeValue(name) for name in TYPE_NAMES.values()}
"""The names that denote a type in an expression."""


def type_name(value: Any) -> str:
    """CEL's name of the type of a value; the Python class's own name where CEL has none."""
    return TYPE_NAMES.get(type(value), type(value).__name__)
