"""Every function an expression can call: its overloads, what each gives, and one line on what it is for.

One table serves the checker (types), the runtime (implementations) and the designer (completion and help).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from engine.cel.runtime import convert, ext_strings, strings, times
from engine.cel.runtime.format import format_string
from engine.cel.runtime.operators import as_double
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

    @property
    def signatures(self) -> tuple[str, ...]:
        """How each overload is called and what it gives, such as ``string.contains(string) → bool``."""
        return tuple(
            f"{_call(self.name, overload.operands, self.member)} → {overload.result}" for overload in self.overloads
        )


def _call(name: str, operands: tuple[Type, ...], member: bool) -> str:
    target, arguments = (f"{operands[0]}.", operands[1:]) if member else ("", operands)
    return f"{target}{name}({', '.join(map(str, arguments))})"


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

STANDARD_FUNCTIONS = (
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
        int=(INT, as_double),
        uint=(UINT, as_double),
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


def _string(name: str, summary: str, result: Type, run: Callable[..., Any], *operands: tuple[Type, ...]) -> Function:
    return Function(name, summary, tuple(Overload((STRING, *more), result, run) for more in operands))


_NONE: tuple[Type, ...] = ()

STRING_FUNCTIONS = (
    _string("charAt", "The character at a position, from 0; '' at the end.", STRING, ext_strings.char_at, (INT,)),
    _string("format", "The string with %s, %d, %f and their kin replaced.", STRING, format_string, (_ANY_LIST,)),
    _string(
        "indexOf", "Where another string begins in it, or -1.", INT, ext_strings.index_of, (STRING,), (STRING, INT)
    ),
    _string(
        "lastIndexOf",
        "Where another string begins in it for the last time, or -1.",
        INT,
        ext_strings.last_index_of,
        (STRING,),
        (STRING, INT),
    ),
    Function(
        "join",
        "The strings of a list one after another, with a separator between them.",
        (
            Overload((list_of(STRING),), STRING, ext_strings.join),
            Overload((list_of(STRING), STRING), STRING, ext_strings.join),
        ),
    ),
    _string("lowerAscii", "The string with A to Z in lower case.", STRING, ext_strings.lower_ascii, _NONE),
    _string("upperAscii", "The string with a to z in upper case.", STRING, ext_strings.upper_ascii, _NONE),
    _string(
        "replace",
        "The string with a part replaced, everywhere or a number of times.",
        STRING,
        ext_strings.replace,
        (STRING, STRING),
        (STRING, STRING, INT),
    ),
    _string("reverse", "The string backwards.", STRING, ext_strings.reverse, _NONE),
    _string(
        "split",
        "The parts of the string between separators, at most a number of them.",
        list_of(STRING),
        ext_strings.split,
        (STRING,),
        (STRING, INT),
    ),
    _string(
        "substring",
        "The part of the string from a position, up to another one.",
        STRING,
        ext_strings.substring,
        (INT,),
        (INT, INT),
    ),
    _string("trim", "The string without white space at its ends.", STRING, ext_strings.trim, _NONE),
    Function(
        "strings.quote",
        "The string as a literal, between double quotes.",
        (Overload((STRING,), STRING, ext_strings.quote),),
        member=False,
        free=True,
    ),
)


_CLOCK = ("now", "today", "date", "time", "clock", "currentTime", "sleep")
_WORLD = ("random", "rand", "randint", "uuid", "env", "getenv", "getEnv", "read", "file", "http", "fetch")
IMPURE = frozenset(_CLOCK + _WORLD)
"""Names people give functions whose result depends on more than the context; there are none here."""

SYNONYMS = {
    "len": "size",
    "length": "size",
    "count": "size",
    "any": "exists",
    "some": "exists",
    "every": "all",
    "includes": "contains",
    "match": "matches",
    "regex": "matches",
    "lower": "lowerAscii",
    "toLowerCase": "lowerAscii",
    "upper": "upperAscii",
    "toUpperCase": "upperAscii",
    "strip": "trim",
    "str": "string",
    "toString": "string",
    "float": "double",
    "number": "double",
    "parseInt": "int",
    "isSet": "has",
    "defined": "has",
    "isset": "has",
}
"""What other languages call these functions and macros."""
