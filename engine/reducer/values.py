"""What fits a field: the check of a value against its declaration, planned once a field."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

from engine.dsl.models import Field, FieldType
from engine.dsl.patterns import matches
from engine.reducer.clock import parse_time

Fit = Callable[[Any], Any]
"""Gives the value to store, or ``MISFIT``."""


class _Misfit:
    def __repr__(self) -> str:
        return "MISFIT"


MISFIT: Any = _Misfit()
"""What a ``Fit`` gives for a value that does not fit its field."""

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
DEEPEST = 100
"""How deep the lists and maps of a value may nest."""


def unsets(value: Any) -> bool:
    """Whether writing this value unsets the field."""
    return value is None or value == ""


def fit_of(field: Field) -> Fit:
    """The check of one field. Values that unset a field are not its business."""
    match field.type:
        case FieldType.STRING:
            return _string(field)
        case FieldType.ENUM:
            return _enum(field)
        case FieldType.INT:
            return _int(field)
        case FieldType.NUMBER:
            return _number(field)
        case FieldType.BOOL:
            return lambda value: value if value is True or value is False else MISFIT
        case FieldType.LIST:
            return _list(field)
        case FieldType.MAP:
            return _map(field)
        case FieldType.TIMESTAMP:
            return _timestamp
        case FieldType.BLOB:
            return _reference
        case FieldType.ANY:
            return _anything


def setting(field: Field, fit: Fit) -> Fit:
    """The check of a field that gives ``MISFIT`` also for what unsets it."""
    if field.type not in (FieldType.STRING, FieldType.ANY):
        return fit
    if field.type is FieldType.STRING and field.pattern is None and field.max_length is None:
        return lambda value: (
            value if value.__class__ is str and value and (value.isascii() or is_text(value)) else MISFIT
        )
    return lambda value: fit(value) if value else (MISFIT if unsets(value) else fit(value))


def fits(field: Field, value: Any) -> tuple[bool, Any]:
    """Whether a value fits a field, and the value as it would be stored."""
    stored = fit_of(field)(value)
    return stored is not MISFIT, None if stored is MISFIT else stored


def is_text(value: Any) -> bool:
    """A string of Unicode scalars: what can be written as UTF-8."""
    if not isinstance(value, str):
        return False
    if value.isascii():
        return True
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def _string(field: Field) -> Fit:
    longest = math.inf if field.max_length is None else field.max_length
    if field.pattern is None and field.max_length is None:
        return lambda value: value if value.__class__ is str and (value.isascii() or is_text(value)) else MISFIT
    if field.pattern is None:
        return lambda value: value if is_text(value) and len(value) <= longest else MISFIT
    pattern = field.pattern
    return lambda value: value if is_text(value) and len(value) <= longest and matches(pattern, value) else MISFIT


def _enum(field: Field) -> Fit:
    member = {value: value for value in field.values}.get

    def fit(value: Any) -> Any:
        try:
            return member(value, MISFIT)
        except TypeError:
            return MISFIT

    return fit


def _bounds(field: Field) -> tuple[float, float]:
    return (-math.inf if field.min is None else field.min, math.inf if field.max is None else field.max)


def _int(field: Field) -> Fit:
    low, high = _bounds(field)
    low, high = max(low, INT_MIN), min(high, INT_MAX)

    def fit(value: Any) -> Any:
        if type(value) is float and value.is_integer():
            value = int(value)
        return value if type(value) is int and low <= value <= high else MISFIT

    return fit


def _number(field: Field) -> Fit:
    low, high = _bounds(field)

    def fit(value: Any) -> Any:
        if type(value) is int:
            try:
                value = float(value)
            except OverflowError:
                return MISFIT
        return value if type(value) is float and math.isfinite(value) and low <= value <= high else MISFIT

    return fit


def _timestamp(value: Any) -> Any:
    try:
        parse_time(value)
    except (ValueError, TypeError):
        return MISFIT
    return value


def _list(field: Field) -> Fit:
    longest = math.inf if field.max_items is None else field.max_items
    item_fit = _inner(field.items)

    def fit(value: Any) -> Any:
        if not isinstance(value, list) or len(value) > longest:
            return MISFIT
        stored = [item_fit(item) for item in value]
        return MISFIT if any(item is MISFIT for item in stored) else stored

    return fit


def _map(field: Field) -> Fit:
    declared = None if field.fields is None else {name: _inner(inner) for name, inner in field.fields.items()}

    def fit(value: Any) -> Any:
        if not isinstance(value, dict) or (declared is not None and not value.keys() <= declared.keys()):
            return MISFIT
        stored = {key: (declared[key] if declared else _anything_set)(item) for key, item in value.items()}
        return MISFIT if any(item is MISFIT for item in stored.values()) or not all(map(is_text, stored)) else stored

    return fit


def _inner(field: Field | None) -> Fit:
    """The check of an item of a list or an entry of a map: null never fits there."""
    if field is None:
        return _anything_set
    fit = fit_of(field)
    return lambda value: MISFIT if value is None else fit(value)


def _anything(value: Any) -> Any:
    return copied(value) if _is_json(value) else MISFIT


def _anything_set(value: Any) -> Any:
    return MISFIT if value is None else _anything(value)


REFERENCE_KEYS = frozenset(("store", "key", "checksum", "size", "mediaType", "expiresAt"))


def _reference(value: Any) -> Any:
    """The shape of a claim reference; ``expiresAt`` alone may be absent."""
    if not isinstance(value, dict) or not REFERENCE_KEYS - {"expiresAt"} <= value.keys() <= REFERENCE_KEYS:
        return MISFIT
    texts = all(is_text(value[key]) for key in value if key != "size")
    return dict(value) if texts and type(value["size"]) is int and value["size"] >= 0 else MISFIT


def copied(value: Any) -> Any:
    """A JSON value with lists and maps of its own: what is stored never changes behind a run's back."""
    if isinstance(value, list):
        return [copied(item) for item in value]
    if isinstance(value, dict):
        return {key: copied(item) for key, item in value.items()}
    return value


def _is_json(value: Any, depth: int = 0) -> bool:
    if isinstance(value, str):
        return is_text(value)
    if value is None or isinstance(value, bool):
        return True
    if isinstance(value, int):
        return INT_MIN <= value <= INT_MAX
    if isinstance(value, float):
        return math.isfinite(value)
    if depth >= DEEPEST:
        return False
    if isinstance(value, list):
        return all(_is_json(item, depth + 1) for item in value)
    if isinstance(value, dict):
        return all(is_text(key) and _is_json(item, depth + 1) for key, item in value.items())
    return False
