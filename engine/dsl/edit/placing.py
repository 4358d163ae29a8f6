"""Operations as edits of the text, in the author's layout."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from engine.diagnostics import Path
from engine.dsl.edit.operations import Insert, Move, Operation, Remove, RenameKey, Set
from engine.dsl.parsed import Parsed, Place
from engine.text import (
    Alias,
    Container,
    Edit,
    Habits,
    Mapping,
    Patch,
    Scalar,
    insert_entries,
    insert_lines,
    move_entry,
    remove_entries,
    replace_value,
    resolve,
    write_key,
    write_scalar,
)
from engine.text import Sequence as List


class Unplaced(Exception):
    """An operation that the author's layout has no room for."""


def place_all(parsed: Parsed, operations: Sequence[Operation], *, whole: bool = False) -> Patch:
    """One patch for all operations. Raises ``Unplaced`` where one finds no place.

    ``whole`` writes changed strings anew instead of only the part of them that differs.
    """
    edits: list[Edit] = []
    removed: dict[Path, list[int]] = {}
    for operation in operations:
        match operation:
            case Remove(path):
                removed.setdefault(path[:-1], []).append(found(parsed, path).index)
            case Set(path, value):
                edits += _set(parsed, path, value, whole)
            case Insert():
                edits += _insert(parsed, operation)
            case RenameKey(path, name):
                edits += _rename(found(parsed, path), name, parsed.habits)
            case Move(path, source, target):
                edits += _move(parsed, path, source, target)
    for path, indices in removed.items():
        edits += _remove(parsed, path, indices)
    return Patch(tuple(_outermost(edits)))


def found(parsed: Parsed, path: Path) -> Place:
    place = parsed.place(path)
    if place is None:
        raise Unplaced(path)
    return place


def _set(parsed: Parsed, path: Path, value: object, whole: bool) -> list[Edit]:
    place = found(parsed, path)
    assert place.container is not None
    old = resolve(place.value)
    alike = isinstance(old, Mapping if isinstance(value, dict) else List if isinstance(value, list) else Scalar)
    flow = old.flow if alike and isinstance(old, Mapping | List) else None
    where = _name(parsed, path)
    return replace_value(parsed.text, place.container, place.index, value, parsed.habits, where, flow=flow, whole=whole)


def _insert(parsed: Parsed, operation: Insert) -> list[Edit]:
    place = found(parsed, operation.path)
    container = resolve(place.value)
    where = _name(parsed, operation.path)
    if isinstance(container, Mapping | List):
        edits = _insert_into(parsed.text, container, operation, parsed.habits, where)
        if edits is not None:
            return edits
    whole: object
    if all(key is None for key, _ in operation.entries):
        whole = [value for _, value in operation.entries]
    else:
        whole = dict(operation.entries)
    if isinstance(container, Mapping | List) and len(container):
        raise Unplaced(operation.path)
    assert place.container is not None
    return replace_value(parsed.text, place.container, place.index, whole, parsed.habits, where)


def _insert_into(text: str, container: Container, operation: Insert, habits: Habits, where: str) -> list[Edit] | None:
    if operation.lines is not None and len(container) and not container.flow:
        return insert_lines(text, container, operation.index, operation.lines, habits)
    return insert_entries(text, container, operation.index, operation.entries, habits, where)


def _remove(parsed: Parsed, path: Path, indices: list[int]) -> list[Edit]:
    container = _container(parsed, path)
    if len(set(indices)) == len(container):
        return _set(parsed, path, {} if isinstance(container, Mapping) else [], whole=False)
    return remove_entries(parsed.text, container, indices)


def _container(parsed: Parsed, path: Path) -> Container:
    container = resolve(found(parsed, path).value)
    if not isinstance(container, Mapping | List):
        raise Unplaced(path)
    return container


def _rename(place: Place, name: str, habits: Habits) -> list[Edit]:
    key = place.key
    if not isinstance(key, Scalar) or key.anchor is not None or key.tag is not None:
        raise Unplaced(name)
    quoted = key.style in ("'", '"')
    written = write_scalar(name, style=key.style, flow=True) if quoted else write_key(name, habits)
    return [Edit(key.start, key.end, written)]


def _move(parsed: Parsed, path: Path, source: int, target: int) -> list[Edit]:
    return move_entry(parsed.text, _container(parsed, path), source, target)


def _name(parsed: Parsed, path: Path) -> str:
    """The key that says what stands at a path: its own, or that of the list it is in."""
    for part in reversed(path):
        if isinstance(part, str):
            return part
    return "fsm"


def _outermost(edits: Iterable[Edit]) -> list[Edit]:
    """Edits without repetitions, and without those inside a greater one, as shared anchors and removed entries give."""
    kept: list[Edit] = []
    for edit in sorted(dict.fromkeys(edits), key=lambda one: (one.start, -one.end)):
        before = kept[-1] if kept else None
        inside = before is not None and edit.start < before.end and edit.end <= before.end
        if not inside or (before is not None and edit.start == edit.end == before.start):
            kept.append(edit)
    return kept


def aliases(parsed: Parsed) -> list[tuple[Container, int, Alias]]:
    """Every alias of the text that stands as a value, with its entry, in order."""
    result: list[tuple[Container, int, Alias]] = []
    stack = [parsed.root]
    while stack:
        node = stack.pop()
        if not isinstance(node, Mapping | List):
            continue
        values = [value for _, value in node.pairs()] if isinstance(node, Mapping) else node.items
        result += [(node, index, value) for index, value in enumerate(values) if isinstance(value, Alias)]
        stack += values
    return result
