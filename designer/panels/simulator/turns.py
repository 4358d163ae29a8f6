"""An agent's turn as text to copy, and its answer read back: JSON, inside a code fence or not."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from designer.panels.simulator import messages
from engine.dsl import Field, FieldType, misfit
from engine.reducer import Actor, Definition, Envelope, turn

_FENCE = re.compile(r"```(?:json)?\s*\n(.*?)```", re.DOTALL)
_EXAMPLES: Mapping[FieldType, Any] = {
    FieldType.INT: 0,
    FieldType.NUMBER: 0.0,
    FieldType.BOOL: True,
    FieldType.LIST: [],
    FieldType.MAP: {},
    FieldType.TIMESTAMP: "2026-01-02T03:04:05Z",
}


def turn_text(definition: Definition, envelope: Envelope, actor: Actor) -> str:
    """What the actor sees here, and the form its answer takes."""
    seen = turn(definition, envelope, actor)
    form = {ask.field: _example(definition.fields[ask.field]) for ask in seen.asks}
    answer = json.dumps(form, ensure_ascii=False, indent=2)
    return f"{seen.text()}\n\n{messages.ANSWER_WITH}\n\n```json\n{answer}\n```\n"


def answer_in(text: str) -> dict[str, Any]:
    """The values an answer gives. Raises ``ValueError`` with a sentence where there is no JSON map in it."""
    fenced = _FENCE.search(text)
    piece = fenced[1] if fenced else text[text.find("{") : text.rfind("}") + 1]
    try:
        found = json.loads(piece)
    except ValueError as error:
        raise ValueError(messages.no_answer(str(error) if piece.strip() else "")) from None
    if not isinstance(found, dict) or not found:
        raise ValueError(messages.no_answer(""))
    return found


def misfits(definition: Definition, values: Mapping[str, Any]) -> list[str]:
    """Why values do not fit the schema, a sentence each."""
    wrong = []
    for name, value in values.items():
        field = definition.fields.get(name)
        if field is None:
            wrong.append(messages.unknown_field(name))
        elif value not in (None, "") and field.type is not FieldType.BLOB and (reason := misfit(field, value)):
            wrong.append(messages.value_misfits(name, reason))
    return wrong


def _example(field: Field) -> Any:
    if field.type is FieldType.ENUM:
        return " | ".join(field.values)
    return _EXAMPLES.get(field.type, "…")
