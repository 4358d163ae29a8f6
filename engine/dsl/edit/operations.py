"""Changes of a machine's plain data, each at paths of the data as it was before any of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import Any

from engine.diagnostics import Path
from engine.text import Entry


@dataclass(frozen=True, slots=True)
class Set:
    """Another value at a path that is there."""

    path: Path
    value: Any


@dataclass(frozen=True, slots=True)
class Remove:
    """The entry at a path goes."""

    path: Path


@dataclass(frozen=True, slots=True)
class Insert:
    """Entries come into the list or map at ``path``, before the one at ``index``."""

    path: Path
    index: int
    entries: tuple[Entry, ...]
    lines: tuple[list[str], ...] | None = None
    """The entries' own text, a list of lines each, where they have one; the first lines lack their indentation."""


@dataclass(frozen=True, slots=True)
class RenameKey:
    """The key at the end of a path gets another name; its place and value stay."""

    path: Path
    name: str


@dataclass(frozen=True, slots=True)
class Move:
    """The entry at an index of the list or map at ``path`` comes to the index ``target``."""

    path: Path
    source: int
    target: int


Operation = Set | Remove | Insert | RenameKey | Move


def value_at(data: Any, path: Path) -> Any:
    """The value at a path. Raises ``KeyError`` where there is none."""
    for part in path:
        fits = isinstance(data, list) and 0 <= part < len(data) if isinstance(part, int) else isinstance(data, dict)
        if not fits:
            raise KeyError(path)
        data = data[part]
    return data


def has(data: Any, path: Path) -> bool:
    try:
        value_at(data, path)
    except KeyError:
        return False
    return True


def applied(data: Any, operations: Iterable[Operation]) -> Any:
    """The data after all operations; what they do not touch is shared with the old."""
    for operation in sorted(operations, key=_turn):
        match operation:
            case Set(path, value):
                data = _changed(data, path, partial(_replaced, value))
            case Insert(path, index, entries):
                data = _changed(data, path, partial(_inserted, index, entries))
            case Move(path, source, target):
                data = _changed(data, path, partial(_moved, source, target))
            case Remove(path):
                data = _changed(data, path[:-1], partial(_without, path[-1]))
            case RenameKey(path, name):
                data = _changed(data, path[:-1], partial(_renamed, path[-1], name))
    return data


def _turn(operation: Operation) -> tuple[int, int, int]:
    """Values first, then what shifts indices, inner before outer and later before earlier, names of keys last."""
    rank = {Set: 0, Move: 1, Insert: 2, Remove: 2, RenameKey: 3}[type(operation)]
    depth, place = len(operation.path), 0
    if isinstance(operation, Insert):
        place = operation.index
    elif isinstance(operation, Remove):
        depth -= 1
        last = operation.path[-1]
        place = last if isinstance(last, int) else 0
    return rank, -depth, -place


def _changed(data: Any, path: Path, change: Callable[[Any], Any]) -> Any:
    if not path:
        return change(data)
    part, *rest = path
    copy: Any = dict(data) if isinstance(data, dict) else list(data)
    copy[part] = _changed(data[part], tuple(rest), change)
    return copy


def _replaced(value: Any, held: Any) -> Any:
    return value


def _inserted(index: int, entries: tuple[Entry, ...], held: Any) -> Any:
    if isinstance(held, list):
        return [*held[:index], *(value for _, value in entries), *held[index:]]
    items = list(held.items())
    return dict([*items[:index], *entries, *items[index:]])


def _moved(source: int, target: int, held: Any) -> Any:
    items = list(held.items()) if isinstance(held, dict) else list(held)
    items.insert(target, items.pop(source))
    return dict(items) if isinstance(held, dict) else items


def _without(part: str | int, held: Any) -> Any:
    if isinstance(held, dict):
        return {key: value for key, value in held.items() if key != part}
    return [item for index, item in enumerate(held) if index != part]


def _renamed(part: str | int, name: str, held: Any) -> Any:
    return {name if key == part else key: value for key, value in held.items()}
