"""Every change of a machine's text is proved: the new text is read and must say exactly what was meant."""

from __future__ import annotations

from collections.abc import Sequence
from math import isfinite
from typing import Any

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.edit.operations import Insert, Move, Operation, Set, applied, value_at
from engine.dsl.edit.placing import Unplaced, aliases, place_all
from engine.dsl.parsed import Parsed
from engine.dsl.reader import read, reread
from engine.errors import PatchError, RefusedEdit
from engine.text import Alias, Container, Edit, Patch, Reading, Span, replace_value, same

_LEAST = 2
"""The shortest path of what may be written anew: a state, a field, an agent; never a whole section."""


def change(parsed: Parsed, operations: Sequence[Operation]) -> Patch:
    """The patch that makes the operations true and nothing else. Raises ``RefusedEdit`` where there is none.

    First in the author's layout; then with the aliases that are in the way written out; then with the smallest
    enclosing entry written anew.
    """
    if not isinstance(parsed.data, dict):
        raise RefusedEdit(say.NOTHING_TO_EDIT)
    if not operations:
        return Patch()
    for operation in operations:
        _require_json(operation)
    meant = applied(parsed.data, operations)
    for attempt in (_placed, _without_aliases, _written_anew):
        patch = attempt(parsed, operations, meant)
        if patch is not None:
            return patch
    raise RefusedEdit(say.NO_PLACE.format(where=say.subject(_common(operations))))


def _require_json(operation: Operation) -> None:
    values: list[Any] = []
    if isinstance(operation, Set):
        values = [operation.value]
    elif isinstance(operation, Insert):
        values = [value for _, value in operation.entries]
    while values:
        value = values.pop()
        if isinstance(value, dict) and all(isinstance(key, str) for key in value):
            values += value.values()
        elif isinstance(value, list):
            values += value
        elif not (value is None or isinstance(value, str | bool | int) or (type(value) is float and isfinite(value))):
            raise RefusedEdit(say.NOT_JSON.format(kind=type(value).__name__))


def proves(parsed: Parsed, patch: Patch, meant: Any) -> bool:
    """Whether the patched text reads as ``meant`` below ``fsm:``."""
    return same(reread(parsed, patch).data, meant)


def _placed(parsed: Parsed, operations: Sequence[Operation], meant: Any) -> Patch | None:
    texts = any(isinstance(one, Set) and isinstance(one.value, str) for one in operations)
    for whole in (False, True) if texts else (False,):
        try:
            patch = place_all(parsed, operations, whole=whole)
        except (Unplaced, PatchError):
            return None
        if proves(parsed, patch, meant):
            return patch
    return None


def _without_aliases(parsed: Parsed, operations: Sequence[Operation], meant: Any) -> Patch | None:
    """The aliases that share what is touched become copies of their own; then the operations find their place."""
    here = parsed
    while (alias := _in_the_way(here, operations)) is not None:
        here = read(Patch(tuple(_written_out(here, *alias))).apply(here.text), here.file)
        if not same(here.data, parsed.data):
            return None
    if here is parsed:
        return None
    patch = _placed(here, operations, meant)
    return None if patch is None else Patch.between(parsed.text, patch.apply(here.text))


def _in_the_way(parsed: Parsed, operations: Sequence[Operation]) -> tuple[Container, int, Alias] | None:
    """An alias on the way to what is touched; else one whose anchored value holds it, or is held by it."""
    everywhere = aliases(parsed)
    for operation in operations:
        for depth in range(1, len(operation.path) + 1):
            place = parsed.place(operation.path[:depth])
            if place is not None and isinstance(place.value, Alias) and place.container is not None:
                return place.container, place.index, place.value
        place = parsed.place(operation.path)
        for container, index, alias in everywhere:
            if place is not None and _touches(alias.target.span, place.value.span):
                return container, index, alias
    return None


def _written_out(parsed: Parsed, container: Container, index: int, alias: Alias) -> list[Edit]:
    path = parsed.path_at(alias.start)
    where = next((part for part in reversed(path) if isinstance(part, str)), "")
    return replace_value(parsed.text, container, index, Reading().plain(alias.target), parsed.habits, where)


def _touches(one: Span, other: Span) -> bool:
    return one.start <= other.end and other.start <= one.end


def _written_anew(parsed: Parsed, operations: Sequence[Operation], meant: Any) -> Patch | None:
    path = _common(operations)
    while len(path) >= _LEAST:
        try:
            patch = _placed(parsed, [Set(path, value_at(meant, path))], meant)
        except KeyError:
            patch = None
        if patch is not None:
            return patch
        path = path[:-1]
    return None


def _common(operations: Sequence[Operation]) -> Path:
    """The path of the innermost entry that holds all that is changed."""
    held = [one.path if isinstance(one, Insert | Move) else one.path[:-1] for one in operations]
    shortest = min(held, key=len)
    for depth, part in enumerate(shortest):
        if any(path[depth] != part for path in held):
            return shortest[:depth]
    return shortest
