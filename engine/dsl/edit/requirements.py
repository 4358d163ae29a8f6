"""Editing what a state asks for."""

from __future__ import annotations

from typing import Any

from engine.diagnostics import Path
from engine.dsl.edit.basic import inserting, move, remove
from engine.dsl.edit.naming import require_name
from engine.dsl.edit.operations import has, value_at
from engine.dsl.edit.proof import change
from engine.dsl.parsed import Parsed
from engine.text import Patch


def add_requirement(
    parsed: Parsed,
    state: str,
    name: str,
    source: Any = None,
    required: bool = True,
    *,
    index: int | None = None,
    **keys: Any,
) -> Patch:
    """The patch that makes a state ask for the field ``name``.

    ``source`` is ``from`` as the file has it, ``None`` for the driving agent; ``keys`` are further keys. The field is
    not declared by this.
    """
    require_name(parsed, "states", "state", state)
    path: Path = ("states", state, "requires")
    value: dict[str, Any] = {"name": name}
    if source is not None:
        value["from"] = source
    if not required:
        value["required"] = False
    held = value_at(parsed.data, path) if has(parsed.data, path) else None
    last = len(held) if isinstance(held, list) else 0
    return change(parsed, inserting(parsed, path, last if index is None else index, value | keys))


def remove_requirement(parsed: Parsed, state: str, index: int) -> Patch:
    return remove(parsed, ("states", state, "requires", index))


def move_requirement(parsed: Parsed, state: str, from_index: int, to_index: int) -> Patch:
    """The patch that gives a requirement another place in the order in which they are asked."""
    return move(parsed, ("states", state, "requires"), from_index, to_index)
