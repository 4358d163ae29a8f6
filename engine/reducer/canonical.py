"""Canonical JSON (RFC 8785) and its hash: the same value has the same bytes wherever they are made."""

from __future__ import annotations

import hashlib
import hmac
from typing import Any

import rfc8785

_EXACT = 2**53 - 1
"""The largest integer that every JSON reader keeps; those beyond are written as strings."""


def canonical(value: Any) -> bytes:
    """RFC 8785 bytes of a JSON value, integers beyond ±(2⁵³−1) as strings. Raises ``ValueError`` for what is none."""
    try:
        return rfc8785.dumps(_portable(value))
    except (rfc8785.CanonicalizationError, UnicodeError) as error:
        raise ValueError(str(error)) from error


def digest(value: Any) -> str:
    """SHA-256 of the canonical JSON, in lower-case hex."""
    return hashlib.sha256(canonical(value)).hexdigest()


def keyed_digest(value: Any, key: str) -> str:
    """HMAC-SHA-256 of the canonical JSON under a run's own key: tells values apart without telling them."""
    return hmac.new(key.encode(), canonical(value), hashlib.sha256).hexdigest()


def _portable(value: Any) -> Any:
    match value:
        case bool():
            return value
        case int() if not -_EXACT <= value <= _EXACT:
            return str(value)
        case list() | tuple():
            return [_portable(item) for item in value]
        case dict():
            return {key: _portable(item) for key, item in value.items()}
    return value


def same(one: Any, other: Any) -> bool:
    """Whether two JSON values have the same canonical JSON: ``1`` and ``1.0`` do, ``1`` and ``true`` do not."""
    if one is other:
        return True
    if type(one) is not type(other):
        numbers = (int, float)
        return type(one) in numbers and type(other) in numbers and bool(one == other)
    if isinstance(one, dict):
        return one.keys() == other.keys() and all(same(item, other[key]) for key, item in one.items())
    if isinstance(one, list):
        return len(one) == len(other) and all(map(same, one, other))
    return bool(one == other)
