"""Editing states and what leads to them."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from engine.diagnostics import Path
from engine.dsl.edit import references
from engine.dsl.edit.basic import inserting, removing
from engine.dsl.edit.naming import check_new_name, renamed_entry, renamed_values, require_name
from engine.dsl.edit.proof import change
from engine.dsl.parsed import Parsed
from engine.text import Patch


def add_state(parsed: Parsed, name: str, value: dict[str, Any] | None = None, *, before: str | None = None) -> Patch:
    """The patch that adds a state, last or before another. Raises ``RefusedEdit``."""
    check_new_name(parsed, "states", "state", name)
    return change(parsed, inserting(parsed, ("states",), name, value or {}, before=before))


def remove_states(parsed: Parsed, names: Collection[str]) -> Patch:
    """The patch that takes states out together with every edge into them and their places in ``canTransition``.

    A timer that leads to one of them loses its ``toState``, or goes where it does nothing else. ``initialState`` and
    ``migrations`` are left to the user.
    """
    data = parsed.data
    for name in names:
        require_name(parsed, "states", "state", name)
    paths: list[Path] = [("states", name) for name in names]
    paths += [
        path[:-1] for path, to in references.every(data, "states", "*", "transitions", "*", "toState") if to in names
    ]
    for path, timer in references.maps(data, "states", "*", "timers", "*"):
        if timer.get("toState") in names:
            paths.append((*path, "toState") if timer.get("assign") else path)
    paths += [path for path, name in references.every(data, "agents", "*", "canTransition", "*") if name in names]
    return change(parsed, removing(parsed, paths))


def rename_state(parsed: Parsed, old: str, new: str) -> Patch:
    """The patch that renames a state and follows every reference: ``initialState``, ``toState`` of transitions and
    timers, ``canTransition``, and the new names in the migration to this version."""
    operations = renamed_entry(parsed, "states", "state", old, new)
    return change(parsed, operations + renamed_values(references.states(parsed.data), old, new))
