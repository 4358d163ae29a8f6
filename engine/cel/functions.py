"""Every function an expression can call: its overloads, what each gives, and one line on what it is for.

One table serves the checker (types), the runtime (implementations) and the designer (completion and help).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.runtime import convert, strings, times
from engine.cel.types import (
    BOOL,
    BYTES,
    DOUBLE,
    DURATION,
    DYN,
    INT,
    STRING,
    TIMESTAMP,
    TYPE,
    UINT,
    Type,
    list_of,
    map_of,
)
from engine.cel.values import Duration, Timestamp, Uint


@dataclass(frozen=True, slots=True)
class Overload:
    """``operands`` include the target of a member function."""

    operands: tuple[Type, ...]
    result: Type
    run: Callable[..., Any]


@dataclass(frozen=True, slots=True)
class Function:
    """``member`` functions are called on their first operand, ``free`` ones are not; some are both."""

    name: str
    summary: str
    overloads: tuple[Overload, ...]
    member: bool = True
    free: bool = False


_ANY_LIST, _ANY_MAP = list_of(DYN), map_of(DYN, DYN)


def _conversion(name: str, summary: str, result: Type, **sources: tuple[Type, Callable[..., Any]]) -> Function:
    overloads = tuple(Overload((source,), result, run) for source, run in sources.values())
    return Function(name, summary, overloads, member=False, free=True)


def _test(name: str, summary: str, run: Callable[..., Any]) -> Function:
    return Function(name, summary, (Overload((STRING, STRING), BOOL, run),), free=True)


def _part(
    name: str, summary: str, of_time: Callable[..., Any], of_length: Callable[..., Any] | None = None
) -> Function:
    overloads = [Overload((TIMESTAMP,), INT, of_time), Overload((TIMESTAMP, STRING), INT, of_time)]
    if of_length is not None:
        overloads.append(Overload((DURATION,), INT, of_length))
    return Function(name, summary, tuple(overloads))


_SIZED = (STRING, BYTES, _ANY_LIST, _ANY_MAP)

STANDARD = (
    Function(
        "size",
        "How many characters, octets, elements or entries a value has.",
        tuple(Overload((operand,), INT, strings.size) for operand in _SIZED),
        free=True,
    ),
    _test("contains", "Whether a string has another one in it.", strings.contains),
    _test("startsWith", "Whether a string begins with another one.", strings.starts_with),
    _test("endsWith", "Whether a string ends with another one.", strings.ends_with),
    _test("matches", "Whether a regular expression (RE2) is found in a string.", strings.matches),
    _conversion(
        "int",
        "A number, a string of digits or the seconds of a timestamp as an int.",
        INT,
        int=(INT, convert.same),
        uint=(UINT, convert.int_of_uint),
        double=(DOUBLE, convert.int_of_double),
        string=(STRING, convert.int_of_string),
        timestamp=(TIMESTAMP, convert.int_of_timestamp),
        bool=(BOOL, int),
    ),
    _conversion(
        "uint",
        "A number or a string of digits as an unsigned int.",
        UINT,
        uint=(UINT, convert.same),
        int=(INT, convert.uint_of_int),
        double=(DOUBLE, convert.uint_of_double),
        string=(STRING, convert.uint_of_string),
    ),
    _conversion(
        "double",
        "A number or a string as a double.",
        DOUBLE,
        double=(DOUBLE, convert.same),
        int=(INT, float),
        uint=(UINT, float),
        string=(STRING, convert.double_of_string),
    ),
    _conversion(
        "string",
        "A number, bool, timestamp, duration or UTF-8 bytes as a string.",
        STRING,
        string=(STRING, convert.same),
        int=(INT, convert.string_of_int),
        uint=(UINT, convert.string_of_int),
        double=(DOUBLE, convert.string_of_double),
        bool=(BOOL, convert.string_of_bool),
        bytes=(BYTES, convert.string_of_bytes),
        timestamp=(TIMESTAMP, str),
        duration=(DURATION, str),
    ),
    _conversion(
        "bytes",
        "A string as UTF-8.",
        BYTES,
        bytes=(BYTES, convert.same),
        string=(STRING, convert.bytes_of_string),
    ),
    _conversion(
        "bool",
        "'true' or 'false' as a bool.",
        BOOL,
        bool=(BOOL, convert.same),
        string=(STRING, convert.bool_of_string),
    ),
    _conversion(
        "timestamp",
        "An RFC 3339 string, or seconds since 1970, as a timestamp.",
        TIMESTAMP,
        timestamp=(TIMESTAMP, convert.same),
        string=(STRING, convert.timestamp_of_string),
        int=(INT, convert.timestamp_of_int),
    ),
    _conversion(
        "duration",
        "A string such as '1h30m' as a duration.",
        DURATION,
        duration=(DURATION, convert.same),
        string=(STRING, times.read_duration),
    ),
    _conversion("type", "The type of a value.", TYPE, dyn=(DYN, convert.type_of)),
    _conversion("dyn", "The value, its type unknown to the checks.", DYN, dyn=(DYN, convert.same)),
    _part("getFullYear", "The year, in a time zone if one is named.", times.full_year),
    _part("getMonth", "The month, January being 0, in a time zone if one is named.", times.month),
    _part("getDayOfYear", "The day of the year, from 0, in a time zone if one is named.", times.day_of_year),
    _part("getDayOfMonth", "The day of the month, from 0, in a time zone if one is named.", times.day_of_month),
    _part("getDate", "The day of the month, from 1, in a time zone if one is named.", times.date_of_month),
    _part("getDayOfWeek", "The day of the week, Sunday being 0, in a time zone if one is named.", times.day_of_week),
    _part("getHours", "The hour of a time, or the whole hours of a duration.", times.hours, times.whole_hours),
    _part(
        "getMinutes", "The minute of a time, or the whole minutes of a duration.", times.minutes, times.whole_minutes
    ),
    _part(
        "getSeconds", "The second of a time, or the whole seconds of a duration.", times.seconds, times.whole_seconds
    ),
    _part(
        "getMilliseconds",
        "The milliseconds of a time, or of a duration beyond its seconds.",
        times.milliseconds,
        times.rest_milliseconds,
    ),
)


FUNCTIONS: Mapping[str, Function] = {function.name: function for function in STANDARD}
"""All functions by name; the macros ``has``, ``all``, ``exists``, ``exists_one``, ``map`` and ``filter`` are none."""

_CLASSES: Mapping[str, type] = {
    "bool": bool,
    "int": int,
    "uint": Uint,
    "double": float,
    "string": str,
    "bytes": bytes,
    "list": list,
    "map": dict,
    "timestamp": Timestamp,
    "duration": Duration,
}


def _dispatch() -> dict[tuple[Any, ...], Callable[..., Any]]:
    table: dict[tuple[Any, ...], Callable[..., Any]] = {}
    for function in FUNCTIONS.values():
        for overload in function.overloads:
            classes = tuple(_CLASSES.get(operand.kind, object) for operand in overload.operands)
            for member, possible in ((True, function.member), (False, function.free)):
                if possible:
                    table[(function.name, member, *classes)] = overload.run
    return table


_DISPATCH = _dispatch()


def call(name: str, member: bool, *operands: Any) -> Any:
    """What the function gives for these values. Raises ``Failure`` where no overload takes them."""
    run = _DISPATCH.get((name, member, *map(type, operands)))
    if run is None:
        run = _DISPATCH.get((name, member, *(_class(value) for value in operands)))
    if run is None:
        run = _DISPATCH.get((name, member, *(object for _ in operands)))
    if run is None:
        raise Failure(messages.no_function(name, member, operands, name in FUNCTIONS))
    return run(*operands)


def _class(value: Any) -> type:
    if isinstance(value, tuple):
        return list
    return dict if isinstance(value, Mapping) else type(value)


_CLOCK = ("now", "today", "date", "time", "clock", "currentTime", "sleep")
_WORLD = ("random", "rand", "randint", "uuid", "env", "getenv", "getEnv", "read", "file", "http", "fetch")
IMPURE = frozenset(_CLOCK + _WORLD)
"""Names people give functions whose result depends on more than the context; there are none here."""
