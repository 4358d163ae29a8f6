"""Times as the context stores them, RFC 3339 strings, read as the timestamps the schema says they are."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.runtime.times import read_timestamp
from engine.cel.types import Type, holds_times
from engine.cel.values import Timestamp


def moment(text: Any) -> Timestamp:
    """A stored timestamp. Raises ``Failure`` for anything that is none."""
    found = read_timestamp(text) if isinstance(text, str) else None
    if found is None:
        raise Failure(messages.no_timestamp(text))
    return found


def restore(value: Any, declared: Type) -> Any:
    """A stored value with all its timestamps read; what is not of its type stays as it is."""
    if declared.kind == "timestamp":
        return moment(value)
    if isinstance(value, list | tuple) and declared.items is not None and holds_times(declared.items):
        return [restore(item, declared.items) for item in value]
    if isinstance(value, Mapping) and declared.fields is not None:
        return {
            key: restore(item, declared.fields[key]) if key in declared.fields else item for key, item in value.items()
        }
    return value
