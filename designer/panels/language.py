"""The keys of the language as the panels speak of them: what a construct may hold, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from engine.diagnostics import Path
from engine.dsl import meaning


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a construct. ``kind`` is a construct's name, ``list of …``, ``map of …`` or a scalar's kind."""

    name: str
    kind: str
    meaning: str


_FIELD = ("context", "f")
_STATE = ("states", "s")
_ACTION = (*_STATE, "entry", 0)
_PLACES: Mapping[str, Path] = {
    "machine": (),
    "field": _FIELD,
    "agent": ("agents", "a"),
    "user": ("users", "u"),
    "state": _STATE,
    "transition": (*_STATE, "transitions", 0),
    "guard": (*_STATE, "invariants", 0),
    "requirement": (*_STATE, "requires", 0),
    "timer": (*_STATE, "timers", 0),
    "command": ("commands", "c"),
    "backoff": ("commands", "c", "backoff"),
    "policy": ("policy",),
    "migration": ("migrations", 0),
    **{spec: (*_ACTION, spec) for spec in ("emit", "send", "spawn", "inject", "restrict")},
}
"""Where each construct can stand, to ask the language what its keys mean."""


def _keys(*rows: tuple[str, ...]) -> tuple[Key, ...]:
    return tuple(Key(row[0], row[1], row[2] if len(row) > 2 else "") for row in rows)


_ROWS: Mapping[str, tuple[Key, ...]] = {
    "machine": _keys(
        ("name", "text"),
        ("version", "int"),
        ("description", "text"),
        ("initialState", "state name"),
        ("context", "map of field"),
        ("agents", "map of agent"),
        ("users", "map of user"),
        ("states", "map of state"),
        ("commands", "map of command"),
        ("policy", "policy"),
        ("migrations", "list of migration"),
    ),
    "field": _keys(
        ("type", "type"),
        ("values", "list of text"),
        ("maxLength", "int"),
        ("pattern", "pattern"),
        ("min", "number"),
        ("max", "number"),
        ("items", "field"),
        ("maxItems", "int"),
        ("fields", "map of field"),
        ("ttl", "duration"),
        ("mediaType", "text"),
        ("description", "text"),
        ("default", "json"),
        ("input", "bool"),
        ("sensitive", "bool"),
    ),
    "agent": _keys(
        ("canTransition", "list of state name"),
        ("guidance", "guidance"),
        ("description", "text"),
    ),
    "user": _keys(
        ("roles", "list of role name"),
        ("description", "text"),
    ),
    "state": _keys(
        ("description", "template"),
        ("requires", "list of requirement"),
        ("transitions", "list of transition"),
        ("entry", "list of action"),
        ("exit", "list of action"),
        ("invariants", "list of guard"),
        ("timers", "list of timer"),
        ("terminal", "bool"),
    ),
    "transition": _keys(
        ("toState", "state name"),
        ("guards", "list of guard"),
        ("onTransition", "list of action"),
        ("description", "text"),
    ),
    "guard": _keys(
        ("backend", "backend"),
        ("expression", "cel"),
    ),
    "requirement": _keys(
        ("name", "field name"),
        ("from", "source"),
        ("required", "bool"),
        ("validate", "list of guard"),
        ("prompt", "template"),
        ("description", "text"),
        ("approves", "list of field name"),
        ("approvedWhen", "list of json"),
        ("separateFrom", "list of field name"),
        ("expiresAfter", "duration"),
    ),
    "source": _keys(
        ("agent", "agent name", "This agent contributes."),
        ("user", "user name", "This person contributes."),
        ("role", "role name", "Any person who holds this role contributes."),
        ("tool", "text", "This tool contributes."),
        ("fsm", "text", "The child machine spawned under this name contributes."),
    ),
    "action": _keys(
        ("assign", "map of json", "Writes values; null or an empty string unsets."),
        ("compute", "map of cel", "Writes the values of CEL expressions over the context as it was before."),
        ("emit", "emit", "Publishes an event."),
        ("send", "send", "Puts a command in the outbox."),
        ("spawn", "spawn", "Starts a child machine."),
        ("inject", "inject", "A message to whoever acts in the state entered next."),
        ("restrict", "restrict", "Limits the tools in the state entered next."),
    ),
    "emit": _keys(
        ("event", "text"),
        ("data", "json"),
    ),
    "send": _keys(
        ("command", "command name"),
        ("to", "json"),
        ("with", "map of json"),
        ("idempotencyKey", "template"),
        ("approvedBy", "field name"),
    ),
    "spawn": _keys(
        ("fsm", "machine name"),
        ("as", "text"),
        ("with", "map of json"),
        ("into", "field name"),
        ("outputs", "map of text"),
    ),
    "inject": _keys(
        ("message", "template"),
        ("role", "text"),
    ),
    "restrict": _keys(
        ("allow", "list of text"),
        ("deny", "list of text"),
    ),
    "timer": _keys(
        ("name", "text"),
        ("after", "duration"),
        ("assign", "map of json"),
        ("toState", "state name"),
        ("onTransition", "list of action"),
    ),
    "command": _keys(
        ("maxAttempts", "int"),
        ("backoff", "backoff"),
        ("deadline", "duration"),
        ("retryable", "list of text"),
        ("onFailure", "map of json"),
    ),
    "backoff": _keys(
        ("initial", "duration"),
        ("factor", "number"),
        ("max", "duration"),
    ),
    "policy": _keys(
        ("maxExchangesPerStage", "int"),
        ("maxExchangesPerAgentPerStage", "int"),
        ("onExhausted", "map of json"),
        ("checkpointEvery", "int"),
        ("onTerminal", "onTerminal"),
    ),
    "migration": _keys(
        ("from", "int"),
        ("states", "map of state name"),
        ("fields", "map of field name"),
        ("actions", "list of action"),
    ),
}

CONSTRUCTS: Mapping[str, tuple[Key, ...]] = {
    construct: tuple(
        replace(key, meaning=key.meaning or meaning((*_PLACES[construct], key.name)) or "") for key in keys
    )
    for construct, keys in _ROWS.items()
}
"""The keys of each construct in the order they are usually written."""

CHOICES: Mapping[str, tuple[str, ...]] = {
    "bool": ("true", "false"),
    "type": ("string", "enum", "int", "number", "bool", "list", "map", "timestamp", "blob", "any"),
    "guidance": ("full", "objective", "none"),
    "backend": ("cel",),
    "onTerminal": ("keep", "purge"),
    "source": ("agent", "system"),
}
"""The scalar kinds with a fixed set of values."""


def item_kind(kind: str) -> str | None:
    """``state`` of ``list of state`` and ``map of state``; ``None`` where there are no items."""
    head, _, rest = kind.partition(" of ")
    return rest if rest and head in ("list", "map") else None


def keys_of(kind: str) -> tuple[Key, ...]:
    return CONSTRUCTS.get(kind, ())


def key_at(path: Path) -> Key | None:
    """The key a path ends at; ``None`` where it ends at a name, an index or nothing known."""
    if not path or not isinstance(path[-1], str):
        return None
    return next((key for key in keys_of(kind_at(path[:-1])) if key.name == path[-1]), None)


def kind_at(path: Path) -> str:
    """What stands at ``path`` (below ``fsm:``); ``json`` where the language does not say."""
    kind = "machine"
    for step in path:
        inner = item_kind(kind)
        if inner is not None:
            kind = inner
            continue
        kind = next((key.kind for key in keys_of(kind) if key.name == step), "json")
    return kind
