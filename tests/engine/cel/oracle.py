"""Google's C++ engine for CEL, and both engines' results in one form that can be compared."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any

from cel_expr_python import cel
from cel_expr_python.ext import ext_strings

from engine.cel import Duration, Timestamp, TypeValue, Uint

ERROR = ("error",)
_MICROSECOND = timedelta(microseconds=1)
_ENVIRONMENT = cel.NewEnv(variables={"context": cel.Type.DYN}, extensions=[ext_strings.ExtStrings()])


def result(source: str, context: dict[str, Any]) -> Any:
    """What the expression gives over ``context``: a tuple that begins with its type, or ``ERROR``."""
    try:
        value = _ENVIRONMENT.compile(source, disable_check=True).eval(data={"context": context})
    except Exception:
        return ERROR
    return _form(value)


def _form(value: Any) -> Any:
    plain = value.value()
    name = value.type().name()
    if value.type() == cel.Type.ERROR:
        return ERROR
    if name.startswith("LIST"):
        return ("list", [_form(item) for item in plain])
    if name.startswith("MAP"):
        return ("map", sorted((repr(key), _form(item)) for key, item in plain.items()))
    if name.startswith("TYPE"):
        return ("type",)
    if isinstance(plain, datetime):
        return ("time", (plain - datetime(1970, 1, 1, tzinfo=UTC)) // _MICROSECOND)
    if isinstance(plain, timedelta):
        return ("length", plain // _MICROSECOND)
    return _scalar({"UINT": "uint", "BYTES": "bytes"}.get(name, type(plain).__name__), plain)


def form(value: Any) -> Any:
    """A value of ours in the same form; the peer's times have microseconds only."""
    match value:
        case bool() | None:
            return _scalar(type(value).__name__, value)
        case Uint():
            return _scalar("uint", int(value))
        case list():
            return ("list", [form(item) for item in value])
        case dict():
            return ("map", sorted((repr(_key(key)), form(item)) for key, item in value.items()))
        case Timestamp(nanos=nanos):
            return ("time", nanos // 1000)
        case Duration(nanos=nanos):
            return ("length", nanos // 1000 if nanos >= 0 else -(-nanos // 1000))
        case TypeValue():
            return ("type",)
    return _scalar(type(value).__name__, value)


def _key(key: Any) -> Any:
    return int(key) if isinstance(key, Uint) else key


def _scalar(name: str, value: Any) -> Any:
    if name == "bytes":
        return (name, bytes(value))
    return (name, "nan" if value != value else value)
