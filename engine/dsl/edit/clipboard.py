"""States as YAML text that can be carried elsewhere, and put in with fresh names."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from itertools import count
from typing import Any

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.catalog import keys_of
from engine.dsl.edit import references
from engine.dsl.edit.basic import inserting, removing
from engine.dsl.edit.naming import require_name
from engine.dsl.edit.operations import Insert, Operation, RenameKey, Set, has, value_at
from engine.dsl.edit.proof import change
from engine.dsl.models import State
from engine.dsl.names import MAX_NAME
from engine.dsl.parsed import Parsed
from engine.dsl.reader import read
from engine.errors import RefusedEdit
from engine.text import Edit, Patch, anchors, column, lines_of, resolve, slot, write_entry
from engine.text import Mapping as Map


@dataclass(frozen=True, slots=True)
class Pasted:
    """``names`` says what each state of the text is called now; ``dropped`` lists edges to states outside of it."""

    patch: Patch
    names: Mapping[str, str]
    dropped: tuple[tuple[str, str], ...]


def copy_states(parsed: Parsed, names: Collection[str]) -> str:
    """The states as a YAML map from name to state, in the file's order, comments included, indented by nothing."""
    for name in names:
        require_name(parsed, "states", "state", name)
    lines: list[str] = []
    for name, state in parsed.data["states"].items():
        if name in names:
            lines += own_lines(parsed, ("states", name)) or write_entry(name, state, 0, parsed.habits)
    return "\n".join(lines) + "\n"


def own_lines(parsed: Parsed, path: Path) -> list[str] | None:
    """The lines of an entry of a block map as they are, moved to the left edge and without anchors.

    ``None`` where it has no lines of its own, or an alias in it would lose its anchor.
    """
    place = parsed.place(path)
    if place is None or place.aliased or not isinstance(place.container, Map) or place.container.flow:
        return None
    extent = slot(parsed.text, place.container, place.index)
    if not extent.alone:
        return None
    width = column(parsed.text, extent.body)
    bare = Patch(tuple(Edit(span.start, span.end, "") for span in anchors(parsed.text, place.value)))
    after = bare.apply(parsed.text)
    lines = lines_of(after[extent.lead : bare.map_offset(extent.stop)])
    own = [line[min(width, len(line) - len(line.lstrip(" "))) :] for line in lines]
    return own if _reads_as("\n".join(own), parsed.data, path) else None


def _reads_as(text: str, data: Any, path: Path) -> bool:
    read_back = read(_wrapped(text))
    return bool(has(read_back.data, path) and read_back.data["states"] == {path[-1]: value_at(data, path)})


def _wrapped(text: str) -> str:
    return "fsm:\n  states:\n" + "".join(f"    {line}\n" if line.strip() else "\n" for line in lines_of(text))


def paste_states(parsed: Parsed, text: str, *, before: str | None = None) -> Pasted:
    """Put the states of a YAML text into the machine: a map of states, or what stands around one in a file.

    Where a name is taken, all get fresh ones together. Transitions between them follow; edges to other states are
    left out and listed. Raises ``RefusedEdit`` for a text without states.
    """
    source = _states_of(text)
    states = source.data["states"]
    held = parsed.data.get("states") if isinstance(parsed.data, dict) else None
    names = _fresh(list(states), held if isinstance(held, dict) else {})
    dropped, operations = _prepared(source, names)
    prepared = read(change(source, operations).apply(source.text)) if operations else source
    entries = tuple(prepared.data["states"].items())
    lines = _lines_of(parsed, prepared)
    return Pasted(change(parsed, _into(parsed, entries, lines, before)), names, dropped)


def _states_of(text: str) -> Parsed:
    """The text as a machine that has nothing but its states."""
    plain = text.removeprefix("\ufeff")
    root = read(plain).root
    if isinstance(root, Map) and root.find("fsm") is not None:
        source = read(plain)
    elif isinstance(root, Map) and root.find("states") is not None:
        source = read("fsm:\n" + "".join(f"  {line}\n" for line in lines_of(plain)))
    else:
        source = read(_wrapped(plain))
    states = source.data.get("states") if isinstance(source.data, dict) else None
    if (
        not isinstance(states, dict)
        or not any(isinstance(state, dict) for state in states.values())
        or not all(map(_is_state, states.values()))
    ):
        raise RefusedEdit(say.NO_STATES_IN_TEXT.format())
    return source


def _is_state(value: Any) -> bool:
    return value is None or (isinstance(value, dict) and (not value or any(key in keys_of(State) for key in value)))


def _fresh(names: Sequence[str], taken: Mapping[str, Any]) -> dict[str, str]:
    """New names: the old where all are free, else all with the first ending that makes all of them free."""
    if not any(name in taken for name in names):
        return {name: name for name in names}
    for number in count(1):
        ending = "-copy" if number == 1 else f"-copy-{number}"
        fresh = {name: name[: MAX_NAME - len(ending)] + ending for name in names}
        if len(set(fresh.values())) == len(names) and not any(name in taken for name in fresh.values()):
            return fresh
    raise AssertionError("some number is free")


def _prepared(source: Parsed, names: Mapping[str, str]) -> tuple[tuple[tuple[str, str], ...], list[Operation]]:
    """Edges that lead out of the states, and the operations that take them out and give the states their names."""
    data = source.data
    gone: list[Path] = []
    dropped: list[tuple[str, str]] = []
    operations: list[Operation] = [RenameKey(("states", old), new) for old, new in names.items() if old != new]
    for path, transition in references.maps(data, "states", "*", "transitions", "*"):
        _edge(path, transition, names, path, gone, dropped, operations)
    for path, timer in references.maps(data, "states", "*", "timers", "*"):
        if "toState" in timer:
            whole = (*path, "toState") if timer.get("assign") else path
            _edge(path, timer, names, whole, gone, dropped, operations)
    return tuple(dropped), [*operations, *removing(source, gone)]


def _edge(
    path: Path,
    holder: Mapping[str, Any],
    names: Mapping[str, str],
    whole: Path,
    gone: list[Path],
    dropped: list[tuple[str, str]],
    operations: list[Operation],
) -> None:
    target = holder.get("toState")
    if not isinstance(target, str) or target not in names:
        gone.append(whole)
        dropped.append((names[str(path[1])], str(target)))
    elif names[target] != target:
        operations.append(Set((*path, "toState"), names[target]))


def _lines_of(parsed: Parsed, prepared: Parsed) -> tuple[list[str], ...] | None:
    """The states' own lines, indented for the machine's block of states; ``None`` where they must be written anew."""
    place = parsed.place(("states",))
    container = resolve(place.value) if place is not None else None
    if not isinstance(container, Map) or container.flow or not len(container):
        return None
    indent = " " * column(parsed.text, slot(parsed.text, container, 0).body)
    blocks: list[list[str]] = []
    for name in prepared.data["states"]:
        lines = own_lines(prepared, ("states", name))
        if lines is None:
            return None
        blocks.append([line and (indent + line if number else line) for number, line in enumerate(lines)])
    return tuple(blocks)


def _into(
    parsed: Parsed, entries: tuple[tuple[str, Any], ...], lines: tuple[list[str], ...] | None, before: str | None
) -> list[Operation]:
    (first, value), *_ = entries
    operations = inserting(parsed, ("states",), first, value, before=before)
    match operations:
        case [Insert(path, index, _)] if path == ("states",):
            return [Insert(path, index, entries, lines)]
        case [Set(path, _)]:
            return [Set(path, dict(entries))]
        case [Insert(path, index, _)]:
            return [Insert(path, index, (("states", dict(entries)),))]
    return operations
