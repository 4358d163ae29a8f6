"""Values between the context, which holds JSON, and CEL, which knows moments in time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cel import Timestamp, compile
from engine.dsl import Field, FieldType, misfit


def stored(field: Field | None, value: Any) -> Any:
    """What CEL sees of a JSON value that is written to a field; ``None`` when it unsets the field or does not fit."""
    if field is None or value is None or value == "" or misfit(field, value) is not None:
        return None
    return _seen(field, value)


def _seen(field: Field, value: Any) -> Any:
    match field.type:
        case FieldType.NUMBER:
            return float(value)
        case FieldType.INT:
            return int(value)
        case FieldType.TIMESTAMP:
            return compile("timestamp(value)").evaluate({"value": value})
        case FieldType.LIST if field.items is not None:
            return [_seen(field.items, each) for each in value]
        case FieldType.MAP if field.fields is not None:
            return {name: _seen(field.fields[name], each) for name, each in value.items()}
    return value


def as_json(value: Any) -> Any:
    """The value as a context holds it."""
    if isinstance(value, Timestamp):
        return compile("string(value)").evaluate({"value": value})
    if isinstance(value, Mapping):
        return {name: as_json(each) for name, each in value.items()}
    return [as_json(each) for each in value] if isinstance(value, list) else value
