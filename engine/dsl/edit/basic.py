"""The verbs every other is made of: set, insert, remove, move, rename a key."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.catalog import is_list, is_named, keys_of, shape_at
from engine.dsl.edit.operations import Insert, Move, Operation, Remove, RenameKey, Set, has, value_at
from engine.dsl.edit.proof import change
from engine.dsl.parsed import SHORT_FORMS, Parsed
from engine.errors import RefusedEdit
from engine.text import Entry, Patch, same


def set_value(parsed: Parsed, path: Path, value: Any) -> Patch:
    """The patch that makes ``value`` stand at ``path``.

    A key that is not there yet is put in, and what must hold it too; of a list or map only the parts that differ
    change. Raises ``RefusedEdit``.
    """
    return change(parsed, setting(parsed, path, value))


def remove(parsed: Parsed, path: Path) -> Patch:
    """The patch that takes the entry at ``path`` out, with its comments; of an optional list or map that is left empty
    the key goes too. Raises ``RefusedEdit``."""
    require(parsed, path)
    return change(parsed, removing(parsed, [path]))


def insert(parsed: Parsed, container: Path, at: str | int, value: Any, *, before: str | None = None) -> Patch:
    """The patch that puts an entry into a list (``at`` an index) or a map (``at`` a key, ``before`` another).

    A container that is not there yet is made. A fixed key goes where the language lists it, a name last. Raises
    ``RefusedEdit``, also for a key that is there.
    """
    return change(parsed, inserting(parsed, container, at, value, before=before))


def move(parsed: Parsed, path: Path, source: int, target: int) -> Patch:
    """The patch that brings the item ``source`` of the list at ``path`` to the index ``target``, comments along."""
    held = require(parsed, path)
    if not isinstance(held, list) or not 0 <= source < len(held) or not 0 <= target < len(held):
        raise RefusedEdit(say.NOT_THERE.format(where=say.sentence(say.subject((*path, source)))))
    return change(parsed, [Move(path, source, target)] if source != target else [])


def move_key(parsed: Parsed, path: Path, before: str | None) -> Patch:
    """The patch that brings the entry at ``path`` before the key ``before`` of the same map, or to its end."""
    require(parsed, path)
    keys = list(value_at(parsed.data, path[:-1]))
    source = keys.index(path[-1])
    if before is not None and before not in keys:
        raise RefusedEdit(say.NOT_THERE.format(where=say.sentence(say.subject((*path[:-1], before)))))
    target = len(keys) if before is None else keys.index(before)
    target -= target > source
    return change(parsed, [Move(path[:-1], source, target)] if source != target else [])


def rename_key(parsed: Parsed, path: Path, name: str) -> Patch:
    """The patch that gives the key at ``path`` another name, and nothing else."""
    require(parsed, path)
    if has(parsed.data, (*path[:-1], name)):
        raise RefusedEdit(say.NAME_TAKEN.format(kind="key", name=say.quoted(name)))
    return change(parsed, [RenameKey(path, name)])


def require(parsed: Parsed, path: Path) -> Any:
    """The value at a path that must be there. Raises ``RefusedEdit``."""
    try:
        return value_at(parsed.data, path)
    except KeyError:
        raise RefusedEdit(say.NOT_THERE.format(where=say.sentence(say.subject(path)))) from None


def long_form(data: Any, path: Path) -> Path:
    """A guard, ``emit`` or ``inject`` written as the plain string stands for its own key."""
    if path and path[-1] in SHORT_FORMS and has(data, path[:-1]) and isinstance(value_at(data, path[:-1]), str):
        return path[:-1]
    return path


def setting(parsed: Parsed, path: Path, value: Any) -> list[Operation]:
    """The operations that make ``value`` stand at ``path``."""
    path = long_form(parsed.data, path)
    if has(parsed.data, path):
        return differences(path, value_at(parsed.data, path), value)
    if not path:
        raise RefusedEdit(say.NOTHING_TO_EDIT)
    return inserting(parsed, path[:-1], path[-1], value)


def differences(path: Path, old: Any, new: Any) -> list[Operation]:
    """The operations that turn one value into the other, part by part where both are lists or maps."""
    if same(old, new):
        return []
    if path and isinstance(old, dict) and isinstance(new, dict) and old and new:
        kept = [key for key in old if key in new]
        added = [key for key in new if key not in old]
        if kept and [*kept, *added] == list(new):
            parts = [step for key in kept for step in differences((*path, key), old[key], new[key])]
            parts += [Remove((*path, key)) for key in old if key not in new]
            return [*parts, Insert(path, len(old), tuple((key, new[key]) for key in added))] if added else parts
    if path and isinstance(old, list) and isinstance(new, list) and old and new:
        return _list_differences(path, old, new)
    return [Set(path, new)]


def _list_differences(path: Path, old: list[Any], new: list[Any]) -> list[Operation]:
    head = 0
    while head < min(len(old), len(new)) and same(old[head], new[head]):
        head += 1
    tail = 0
    while tail < min(len(old), len(new)) - head and same(old[-1 - tail], new[-1 - tail]):
        tail += 1
    paired = min(len(old), len(new)) - head - tail
    steps = [step for at in range(head, head + paired) for step in differences((*path, at), old[at], new[at])]
    steps += [Remove((*path, at)) for at in range(head + paired, len(old) - tail)]
    added = tuple((None, item) for item in new[head + paired : len(new) - tail])
    return [*steps, Insert(path, head + paired, added)] if added else steps


def removing(parsed: Parsed, paths: Sequence[Path]) -> list[Operation]:
    """The operations that take entries out, and with the last entry of an optional list or map its key."""
    gone = set(paths)
    while True:
        held: dict[Path, int] = {}
        for path in gone:
            held[path[:-1]] = held.get(path[:-1], 0) + 1
        emptied = [
            path for path, count in held.items() if _optional(path) and count == len(value_at(parsed.data, path))
        ]
        if not emptied:
            return [Remove(path) for path in sorted(gone, key=str) if not _inside_another(path, gone)]
        gone = {path for path in gone if path[:-1] not in emptied} | set(emptied)


def _inside_another(path: Path, paths: set[Path]) -> bool:
    return any(path[:depth] in paths for depth in range(1, len(path)))


def _optional(path: Path) -> bool:
    """Whether a list or map stands under a fixed key that need not be there."""
    shape = shape_at(path)
    return (
        bool(path) and (is_list(shape) or is_named(shape)) and keys_of(shape_at(path[:-1])).get(str(path[-1])) is False
    )


def inserting(
    parsed: Parsed, container: Path, at: str | int, value: Any, *, before: str | None = None
) -> list[Operation]:
    """The operations that put an entry in; what is to hold it is made where it is not there, or is nothing yet."""
    data = parsed.data
    entry: Entry = (None if isinstance(at, int) else at, value)
    held = value_at(data, container) if has(data, container) else None
    if held is None:
        whole: Any = [value] if isinstance(at, int) else {at: value}
        if has(data, container) and container:
            return [Set(container, whole)]
        if not container:
            raise RefusedEdit(say.NOTHING_TO_EDIT)
        return inserting(parsed, container[:-1], container[-1], whole)
    if isinstance(held, list) and isinstance(at, int):
        return [Insert(container, max(0, min(at, len(held))), (entry,))]
    if isinstance(held, dict) and isinstance(at, str):
        if at in held:
            raise RefusedEdit(say.NAME_TAKEN.format(kind="key", name=say.quoted(at)))
        return [Insert(container, _place_of_key(container, at, list(held), before), (entry,))]
    raise RefusedEdit(say.NO_PLACE.format(where=say.subject(container)))


def _place_of_key(container: Path, key: str, present: list[str], before: str | None) -> int:
    """Before the key asked for; a fixed key behind the last one the language lists before it; a name at the end."""
    if before is not None and before in present:
        return present.index(before)
    order = list(keys_of(shape_at(container)))
    if key not in order:
        return len(present)
    earlier = [place for place, name in enumerate(present) if name in order and order.index(name) < order.index(key)]
    if earlier:
        return earlier[-1] + 1
    later = [place for place, name in enumerate(present) if name in order]
    return later[0] if later else len(present)
