"""Values of context fields as text: what is typed for a field of a type, and how its value is shown."""

from __future__ import annotations

import json
from typing import Any

from designer.panels import messages
from engine.dsl import Field, FieldType, misfit, nearest

_TEXTS = (FieldType.STRING, FieldType.ENUM, FieldType.TIMESTAMP, FieldType.BLOB)


def parse_typed(field: Field | None, text: str) -> Any:
    """The value ``text`` says for ``field``, ``None`` for an empty one.

    Raises ``ValueError`` with a sentence where it does not fit.
    """
    if text == "":
        return None
    value = text if field is not None and field.type in _TEXTS else _json(field, text)
    if field is not None and field.type is not FieldType.BLOB:
        reason = misfit(field, value)
        if reason is not None:
            raise ValueError(messages.does_not_fit(text, field, nearest(text, field.values), reason))
    return value


def show_typed(field: Field | None, value: Any) -> str:
    """A value as it is typed: texts as they are, others as JSON; an unset one is empty."""
    if value is None or value == "":
        return ""
    if isinstance(value, str):
        return value if field is None or field.type is not FieldType.ANY else _safe(value)
    return json.dumps(value, ensure_ascii=False)


def short(value: Any, most: int = 60) -> str:
    """A value in one line for reading: texts in quotes, long ones elided."""
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= most else f"{text[: most - 1]}…"


def _json(field: Field | None, text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        if field is None or field.type is FieldType.ANY:
            return text
        if field.type in (FieldType.INT, FieldType.NUMBER):
            raise ValueError(messages.no_number(text, field.type is FieldType.INT)) from None
        raise ValueError(messages.no_json(text, str(field.type.value))) from None


def _safe(value: str) -> str:
    """A text that would read as something else keeps its quotes."""
    try:
        json.loads(value)
    except ValueError:
        return value
    return json.dumps(value, ensure_ascii=False)
