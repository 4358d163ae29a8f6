"""The language as JSON Schema, made from the models, for editors and other programs."""

from __future__ import annotations

from typing import Any

from engine.dsl.durations import PATTERN
from engine.dsl.meanings import MEANINGS
from engine.dsl.models import TYPE_SYNONYMS, Workflow
from engine.dsl.names import MAX_NAME

_ID = "urn:statewright:machine"
_FREE = {"^x-": {"description": "A note of your own; kept and ignored."}}
_NAME: dict[str, Any] = {"minLength": 1, "maxLength": MAX_NAME}
_FIELD_NAME: dict[str, Any] = {"pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "maxLength": MAX_NAME}
_DURATION = {"type": "string", "pattern": f"^{PATTERN}$"}
_POSITIVE = {"type": "integer", "minimum": 1}

# What the models check in code, or the reader after them.
_NARROWER: dict[str, dict[str, dict[str, Any]]] = {
    "Workflow": {
        "name": {"type": "string", **_NAME},
        "version": _POSITIVE,
        "context": {"propertyNames": _FIELD_NAME},
        "agents": {"propertyNames": _NAME},
        "users": {"propertyNames": _NAME},
        "states": {"propertyNames": _NAME, "minProperties": 1},
        "commands": {"propertyNames": _NAME},
    },
    "Field": {
        "values": {"items": {"type": "string", "minLength": 1}, "uniqueItems": True, "minItems": 1},
        "maxLength": {"type": "integer", "minimum": 0},
        "maxItems": {"type": "integer", "minimum": 0},
        "ttl": _DURATION,
    },
    "Requirement": {"expiresAfter": _DURATION},
    "Timer": {"after": _DURATION, "name": {"type": "string", **_NAME}},
    "CommandPolicy": {"maxAttempts": _POSITIVE, "deadline": _DURATION},
    "Backoff": {"initial": _DURATION, "max": _DURATION, "factor": {"type": "number", "minimum": 1}},
    "Policy": {
        "maxExchangesPerStage": _POSITIVE,
        "maxExchangesPerAgentPerStage": _POSITIVE,
        "checkpointEvery": _POSITIVE,
    },
    "Migration": {"from": _POSITIVE},
}
_SHORT = {
    "Guard": "The expression alone.",
    "EmitSpec": "The name of the event alone.",
    "InjectSpec": "The message alone; a template.",
}


def json_schema() -> dict[str, Any]:
    """The schema of a machine's file (draft 2020-12), a new object at each call."""
    made = Workflow.model_json_schema(by_alias=True)
    definitions = made.pop("$defs")
    definitions["Workflow"] = made
    definitions["Source"] = _source()
    for name, definition in definitions.items():
        _dress(name, definition)
    definitions["FieldType"]["enum"] += sorted(TYPE_SYNONYMS)
    definitions["Field"]["allOf"] = [
        {"if": {"properties": {"type": {"const": "enum"}}, "required": ["type"]}, "then": {"required": ["values"]}}
    ]
    for name, words in _SHORT.items():
        definitions[name] = {"anyOf": [{"type": "string", "description": words}, definitions[name]]}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "$id": _ID,
        "title": "Statewright machine",
        "description": "A workflow in which agents, people and tools work under a state machine.",
        "type": "object",
        "properties": {"fsm": {"$ref": "#/$defs/Workflow"}},
        "patternProperties": _FREE,
        "required": ["fsm"],
        "additionalProperties": False,
        "$defs": dict(sorted(definitions.items())),
    }


def _dress(name: str, definition: dict[str, Any]) -> None:
    """Meanings, free keys and bounds in the place of what pydantic says of Python classes."""
    definition.pop("title", None)
    definition.pop("description", None)
    if name not in MEANINGS:
        return
    definition["patternProperties"] = _FREE
    for key, shape in definition["properties"].items():
        _untitled(shape)
        narrower = _NARROWER.get(name, {}).get(key)
        if narrower and "type" in narrower:
            shape.pop("anyOf", None)
        shape |= narrower or {}
        shape["description"] = MEANINGS[name][key]


def _untitled(shape: Any) -> None:
    """Without titles, which repeat keys, and without what stands for a key that is not there."""
    if isinstance(shape, list):
        for part in shape:
            _untitled(part)
    if not isinstance(shape, dict):
        return
    if isinstance(shape.get("title"), str):
        del shape["title"]
    shape.pop("discriminator", None)
    if shape.get("default") in (None, [], {}):
        shape.pop("default", None)
    members = [member for member in shape.get("anyOf", ()) if member != {"type": "null"}]
    if members:
        shape["anyOf"] = members
    if len(members) == 1:
        del shape["anyOf"]
        shape |= members[0]
    for part in shape.values():
        _untitled(part)


def _source() -> dict[str, Any]:
    kinds = {
        "agent": "A named agent, where its canTransition lists the state.",
        "user": "A person.",
        "role": "Any person who holds the role.",
        "tool": "A tool.",
        "fsm": "The child machine that was spawned under this name.",
    }
    return {
        "anyOf": [
            {"const": "agent", "description": "The driving agent: any whose canTransition lists the state."},
            {"const": "system", "description": "The system."},
            *(
                {
                    "type": "object",
                    "properties": {kind: {"type": "string", "description": words}},
                    "patternProperties": _FREE,
                    "required": [kind],
                    "additionalProperties": False,
                }
                for kind, words in kinds.items()
            ),
        ]
    }
