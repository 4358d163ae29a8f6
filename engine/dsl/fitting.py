"""Whether a value fits a field, section 3 of the language, and if not, why in the user's words."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import datetime
from math import isfinite
from typing import Any

from engine.dsl import messages as say
from engine.dsl.models import Field, FieldType
from engine.dsl.names import nearest
from engine.dsl.patterns import matches

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
_TIMESTAMP = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]{1,9})?(?:[Zz]|[-+][0-9]{2}:[0-9]{2})"
)


def misfit(field: Field, value: Any) -> str | None:
    """The reason why a value that is neither null nor empty does not fit ``field``; ``None`` when it does."""
    return _JUDGES[field.type](field, value)


def likely(field: Field, value: Any) -> str | None:
    """The member of an enum that a value was meant to be."""
    return nearest(value, field.values) if field.type is FieldType.ENUM and isinstance(value, str) else None


def _due(field: Field) -> str:
    return say.REASONS["type"].format(due=say.TYPE_WORDS[field.type])


def _string(field: Field, value: Any) -> str | None:
    if not isinstance(value, str):
        return _due(field)
    if field.max_length is not None and len(value) > field.max_length:
        return say.REASONS["length"].format(bound=field.max_length)
    if field.pattern is not None and not matches(field.pattern, value):
        return say.REASONS["pattern"].format(bound=say.quoted(field.pattern))
    return None


def _enum(field: Field, value: Any) -> str | None:
    if not isinstance(value, str):
        return _due(field)
    if value in field.values:
        return None
    return say.REASONS["member"].format(choices=", ".join(field.values))


def _int(field: Field, value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float) or value != value // 1:
        return _due(field)
    if not INT_MIN <= value <= INT_MAX:
        return say.REASONS["range"]
    return _bounds(field, value)


def _number(field: Field, value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return _due(field)
    try:
        double = float(value)
    except OverflowError:
        return _due(field)
    return _bounds(field, double) if isfinite(double) else _due(field)


def _bounds(field: Field, value: float) -> str | None:
    if field.min is not None and value < field.min:
        return say.REASONS["min"].format(bound=field.min)
    if field.max is not None and value > field.max:
        return say.REASONS["max"].format(bound=field.max)
    return None


def _bool(field: Field, value: Any) -> str | None:
    return None if isinstance(value, bool) else _due(field)


def _list(field: Field, value: Any) -> str | None:
    if not isinstance(value, list | tuple):
        return _due(field)
    if field.max_items is not None and len(value) > field.max_items:
        return say.REASONS["items"].format(bound=field.max_items)
    return _parts(((f"item {index + 1}", field.items, item) for index, item in enumerate(value)))


def _map(field: Field, value: Any) -> str | None:
    if not isinstance(value, Mapping):
        return _due(field)
    fields = field.fields
    if fields is not None:
        for name in value:
            if name not in fields:
                return say.REASONS["unknown"].format(name=name)
    return _parts(((f"'{name}'", fields and fields.get(name), part) for name, part in value.items()))


def _parts(parts: Any) -> str | None:
    for part, field, value in parts:
        reason = say.REASONS["type"].format(due="a value") if value is None else field and misfit(field, value)
        if reason:
            return say.REASONS["inside"].format(part=part, reason=reason)
    return None


def _timestamp(field: Field, value: Any) -> str | None:
    if isinstance(value, str) and _TIMESTAMP.fullmatch(value):
        try:
            datetime.fromisoformat(re.sub(r"\.[0-9]+", "", value).upper())
        except ValueError:
            return say.REASONS["timestamp"]
        return None
    return say.REASONS["timestamp"]


def _blob(field: Field, value: Any) -> str | None:
    return say.REASONS["blob"]


def _any(field: Field, value: Any) -> str | None:
    return None


_JUDGES: Mapping[FieldType, Callable[[Field, Any], str | None]] = {
    FieldType.STRING: _string,
    FieldType.ENUM: _enum,
    FieldType.INT: _int,
    FieldType.NUMBER: _number,
    FieldType.BOOL: _bool,
    FieldType.LIST: _list,
    FieldType.MAP: _map,
    FieldType.TIMESTAMP: _timestamp,
    FieldType.BLOB: _blob,
    FieldType.ANY: _any,
}
