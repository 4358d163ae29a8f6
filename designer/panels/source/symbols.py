"""Names under the cursor: what they name, where that is defined, where else it is named."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from designer.panels.language import item_kind, kind_at
from designer.panels.values import value_at
from engine.diagnostics import Path
from engine.dsl import Parsed
from engine.text import Span

_REFERENCES = {
    "state name": "state",
    "field name": "field",
    "agent name": "agent",
    "user name": "user",
    "role name": "role",
    "command name": "command",
}
_HOMES = {"states": "state", "context": "field", "agents": "agent", "users": "user", "commands": "command"}
_FIELD_KEYS = ("assign", "compute", "onExhausted", "onFailure", "outputs")
_FIELD_IN_CODE = re.compile(r"context\.([A-Za-z_]\w*)")


@dataclass(frozen=True, slots=True)
class Symbol:
    """``kind`` is state, field, agent, user, role or command; ``span`` is the name in the text, without quotes."""

    kind: str
    name: str
    span: Span


def symbol_at(parsed: Parsed, offset: int) -> Symbol | None:
    """The name at ``offset``, defined there or only used."""
    path = parsed.path_at(offset)
    if not path:
        return None
    key = parsed.key_span(path)
    if key is not None and offset in key:
        kind = _kind_of_key(path)
        return Symbol(kind, str(path[-1]), bare(parsed.text, key)) if kind else None
    kind = kind_at(path)
    value = value_at(parsed.data, path)
    span = parsed.span(path)
    if span is None or offset not in span or not isinstance(value, str):
        return None
    if kind in _REFERENCES:
        return Symbol(_REFERENCES[kind], value, bare(parsed.text, span))
    return _field_in(parsed.text, span, offset)


def definition(parsed: Parsed, symbol: Symbol) -> Span | None:
    """Where the symbol is declared; ``None`` where it is only used, as a role is."""
    home = next((home for home, kind in _HOMES.items() if kind == symbol.kind), None)
    return parsed.key_span((home, symbol.name)) if home else None


def element_of(path: Path) -> Path:
    """The element a path belongs to, as the selection names it: a transition, a requirement, a state, a field …"""
    match path:
        case ("states", state, "transitions" | "requires" | "timers" as part, int(index), *_):
            return ("states", state, part, index)
        case ("states" | "context" | "agents" | "users" | "commands" as part, name, *_):
            return (part, name)
        case ("migrations", int(index), *_):
            return ("migrations", index)
        case ("policy", *_):
            return ("policy",)
    return ()


def bare(text: str, span: Span) -> Span:
    """A scalar's span without its quotes."""
    piece = span.text(text)
    if len(piece) >= 2 and piece[0] == piece[-1] and piece[0] in "'\"":
        return Span(span.start + 1, span.end - 1)
    return span


def places(text: str, name: str) -> Iterator[Span]:
    """Where ``name`` stands as a whole word."""
    for match in re.finditer(rf"(?<![\w-]){re.escape(name)}(?![\w-])", text):
        yield Span(match.start(), match.end())


def _kind_of_key(path: Path) -> str | None:
    if len(path) == 2 and path[0] in _HOMES:
        return _HOMES[str(path[0])]
    if len(path) > 1 and path[-2] in _FIELD_KEYS and item_kind(kind_at(path[:-1])) is not None:
        return "field"
    return None


def _field_in(text: str, span: Span, offset: int) -> Symbol | None:
    for match in _FIELD_IN_CODE.finditer(text, span.start, span.end):
        if match.start(1) <= offset <= match.end(1):
            return Symbol("field", match[1], Span(match.start(1), match.end(1)))
    return None
