"""Where a machine's data speaks of a state, a field, an agent, by its exact name."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import Any

from engine.diagnostics import Path

Found = Iterator[tuple[Path, Any]]
"""Paths with the values that stand there."""

TEMPLATE = re.compile(r"(\{\{\s*context\.)([A-Za-z_][A-Za-z0-9_]*)((?:\.[A-Za-z_][A-Za-z0-9_]*)*\s*\}\})")


def maps(data: Any, *path: str | int) -> Iterator[tuple[Path, dict[str, Any]]]:
    """The maps a pattern leads to; ``"*"`` in it stands for every key or index. All else is passed over."""
    return ((at, value) for at, value in every(data, *path) if isinstance(value, dict))


def every(data: Any, *pattern: str | int) -> Found:
    """The values a pattern leads to; ``"*"`` in it stands for every key or index."""
    if not pattern:
        yield (), data
        return
    part, *rest = pattern
    entries: Iterable[tuple[str | int, Any]] = ()
    if part == "*" and isinstance(data, list):
        entries = enumerate(data)
    elif part == "*" and isinstance(data, dict):
        entries = data.items()
    elif isinstance(data, dict) and part in data:
        entries = [(part, data[part])]
    for key, value in entries:
        for path, found in every(value, *rest):
            yield (key, *path), found


def states(data: Any) -> Found:
    """Every place that names a state, the keys under ``states`` apart."""
    yield from every(data, "initialState")
    yield from every(data, "agents", "*", "canTransition", "*")
    yield from every(data, "states", "*", "transitions", "*", "toState")
    yield from every(data, "states", "*", "timers", "*", "toState")
    yield from newest_migration(data, "states")


def newest_migration(data: Any, kind: str) -> Found:
    """The new names in the migration to the present version; those of earlier ones speak of earlier versions."""
    starts = {path[1]: start for path, start in every(data, "migrations", "*", "from") if isinstance(start, int)}
    if starts:
        newest = max(starts, key=lambda index: starts[index])
        yield from (
            (("migrations", newest, *path), value) for path, value in every(data["migrations"][newest], kind, "*")
        )


def actions(data: Any) -> Iterator[tuple[Path, dict[str, Any]]]:
    """Every action, wherever actions stand."""
    yield from maps(data, "states", "*", "entry", "*")
    yield from maps(data, "states", "*", "exit", "*")
    yield from maps(data, "states", "*", "transitions", "*", "onTransition", "*")
    yield from maps(data, "states", "*", "timers", "*", "onTransition", "*")
    yield from maps(data, "migrations", "*", "actions", "*")


def inside_actions(data: Any, *pattern: str) -> Found:
    for path, action in actions(data):
        for inner, value in every(action, *pattern):
            yield (*path, *inner), value


def field_keys(data: Any) -> Iterator[Path]:
    """Every map whose keys are fields that it writes."""
    for kind in ("assign", "compute"):
        yield from (path for path, value in inside_actions(data, kind) if isinstance(value, dict))
    yield from (path for path, value in inside_actions(data, "spawn", "outputs") if isinstance(value, dict))
    yield from (path for path, _ in maps(data, "states", "*", "timers", "*", "assign"))
    yield from (path for path, _ in maps(data, "commands", "*", "onFailure"))
    yield from (path for path, _ in maps(data, "policy", "onExhausted"))


def field_values(data: Any) -> Found:
    """Every place whose value is the name of a field."""
    for keys in (("name",), ("approves", "*"), ("separateFrom", "*")):
        yield from every(data, "states", "*", "requires", "*", *keys)
    yield from inside_actions(data, "send", "approvedBy")
    yield from inside_actions(data, "spawn", "into")
    yield from newest_migration(data, "fields")


def expressions(data: Any) -> Iterator[tuple[Path, str]]:
    """Every CEL expression, at the path of its string."""
    for pattern in (
        ("transitions", "*", "guards", "*"),
        ("invariants", "*"),
        ("requires", "*", "validate", "*"),
    ):
        for path, guard in every(data, "states", "*", *pattern):
            if isinstance(guard, str):
                yield path, guard
            elif isinstance(guard, dict) and isinstance(guard.get("expression"), str):
                yield (*path, "expression"), guard["expression"]
    for path, source in inside_actions(data, "compute", "*"):
        if isinstance(source, str):
            yield path, source


def templates(data: Any) -> Iterator[tuple[Path, str]]:
    """Every string in which ``{{ context.f }}`` stands for a value."""
    yield from _strings(every(data, "states", "*", "description"))
    yield from _strings(every(data, "states", "*", "requires", "*", "prompt"))
    for pattern in (
        ("emit", "data"),
        ("send", "to"),
        ("send", "with"),
        ("send", "idempotencyKey"),
        ("spawn", "with"),
        ("inject",),
    ):
        yield from _strings(inside_actions(data, *pattern))


def _strings(found: Found) -> Iterator[tuple[Path, str]]:
    """All strings at and below the places."""
    for path, value in found:
        if isinstance(value, str):
            yield path, value
        elif isinstance(value, dict | list):
            yield from (((*path, *inner), text) for inner, text in _strings(every(value, "*")))


def contributors(data: Any, kind: str) -> Found:
    """Every place that names an agent, user, role, tool or child: ``from`` of requirements, ``to`` of commands."""
    yield from every(data, "states", "*", "requires", "*", "from", kind)
    yield from inside_actions(data, "send", "to", kind)
