"""Conversions between types: ``int()``, ``double()``, ``string()`` and their kin."""

from __future__ import annotations

import math
import re
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.runtime.times import MAX_TIME, MIN_TIME, read_timestamp
from engine.cel.values import INT_MAX, INT_MIN, NANOS, TYPE_NAMES, TYPES, UINT_MAX, Timestamp, TypeValue, Uint

_SPACE = " \t\n\v\f\r"
_INTEGER = re.compile(r"[+-]?[0-9]{1,64}", re.ASCII)
_DOUBLE = re.compile(
    r"[+-]?(?:(?:[0-9]+(?:\.[0-9]*)?|\.[0-9]+)(?:e[+-]?[0-9]+)?|inf|infinity|nan)", re.ASCII | re.IGNORECASE
)
_BOOLS = {"1": True, "t": True, "true": True, "TRUE": True, "True": True}
_BOOLS |= {"0": False, "f": False, "false": False, "FALSE": False, "False": False}


def int_of_uint(value: Uint) -> int:
    return _ranged(int(value), INT_MIN, INT_MAX, "int")


def int_of_double(value: float) -> int:
    if not -(2.0**63) < value < 2.0**63:
        raise Failure(messages.conversion_range(value, "int"))
    return int(value)


def int_of_string(text: str) -> int:
    return _ranged(_integer(text, "int"), INT_MIN, INT_MAX, "int")


def int_of_timestamp(moment: Timestamp) -> int:
    return moment.nanos // NANOS


def uint_of_int(value: int) -> Uint:
    return Uint(_ranged(value, 0, UINT_MAX, "uint"))


def uint_of_double(value: float) -> Uint:
    if not 0 <= value < 2.0**64:
        raise Failure(messages.conversion_range(value, "uint"))
    return Uint(value)


def uint_of_string(text: str) -> Uint:
    if text.strip(_SPACE).startswith("-"):
        raise Failure(messages.no_conversion(text, "uint"))
    return Uint(_ranged(_integer(text, "uint"), 0, UINT_MAX, "uint"))


def _integer(text: str, target: str) -> int:
    digits = text.strip(_SPACE)
    if not _INTEGER.fullmatch(digits):
        raise Failure(messages.no_conversion(text, target))
    return int(digits)


def _ranged(value: int, low: int, high: int, target: str) -> int:
    if not low <= value <= high:
        raise Failure(messages.conversion_range(value, target))
    return value


def double_of_string(text: str) -> float:
    digits = text.strip(_SPACE)
    if _DOUBLE.fullmatch(digits):
        return float(digits)
    raise Failure(messages.no_conversion(text, "double"))


def string_of_int(value: int) -> str:
    return str(int(value))


def string_of_bool(value: bool) -> str:
    return "true" if value else "false"


def string_of_bytes(value: bytes) -> str:
    try:
        return value.decode()
    except UnicodeDecodeError:
        raise Failure(messages.no_utf8()) from None


def string_of_double(value: float) -> str:
    """The shortest digits that read back as the same double, with an exponent below 1e-4 and from 1e6 on only."""
    if math.isinf(value) or math.isnan(value):
        return str(value)
    digits, exponent = _decimal(value)
    sign = "-" if math.copysign(1, value) < 0 else ""
    if digits == "0":
        return sign + "0"
    if not -5 < exponent < 6:
        fraction = f".{digits[1:]}" if len(digits) > 1 else ""
        return f"{sign}{digits[0]}{fraction}e{exponent:+03}"
    if exponent < 0:
        return f"{sign}0.{'0' * (-exponent - 1)}{digits}"
    whole, fraction = digits[: exponent + 1].ljust(exponent + 1, "0"), digits[exponent + 1 :]
    return f"{sign}{whole}.{fraction}" if fraction else sign + whole


def _decimal(value: float) -> tuple[str, int]:
    """Significant digits and the exponent of the first one."""
    mantissa, _, exponent = f"{abs(value)!r}".partition("e")
    whole, _, fraction = mantissa.partition(".")
    digits = (whole + fraction).lstrip("0")
    leading = len(whole + fraction) - len(digits)
    return digits.rstrip("0") or "0", int(exponent or 0) + len(whole) - 1 - leading


def bytes_of_string(text: str) -> bytes:
    try:
        return text.encode()
    except UnicodeEncodeError:
        raise Failure(messages.no_utf8()) from None


def bool_of_string(text: str) -> bool:
    if text not in _BOOLS:
        raise Failure(messages.no_conversion(text, "bool"))
    return _BOOLS[text]


def timestamp_of_string(text: str) -> Timestamp:
    moment = read_timestamp(text)
    if moment is None:
        raise Failure(messages.no_timestamp(text))
    return moment


def timestamp_of_int(seconds: int) -> Timestamp:
    if not MIN_TIME <= seconds * NANOS <= MAX_TIME:
        raise Failure(messages.time_range())
    return Timestamp(seconds * NANOS)


def type_of(value: Any) -> TypeValue:
    name = TYPE_NAMES.get(type(value))
    if name is None:
        name = "list" if isinstance(value, tuple) else "map"
    return TYPES[name]


def same(value: Any) -> Any:
    return value
