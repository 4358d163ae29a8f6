"""Editing the transitions of a state and their guards."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from engine.diagnostics import Path
from engine.dsl.edit import references
from engine.dsl.edit.basic import inserting, move, remove, require, set_value
from engine.dsl.edit.naming import require_name
from engine.dsl.edit.operations import has, value_at
from engine.dsl.edit.proof import change
from engine.dsl.parsed import Parsed
from engine.text import Patch


def add_transition(
    parsed: Parsed, state: str, to: str, guards: Sequence[str] = (), index: int | None = None, **keys: Any
) -> Patch:
    """The patch that adds a transition, last or at ``index``; ``keys`` are further keys as the file has them."""
    require_name(parsed, "states", "state", state)
    path: Path = ("states", state, "transitions")
    value: dict[str, Any] = {"toState": to}
    if guards:
        value["guards"] = [guard(parsed, expression) for expression in guards]
    value |= keys
    held = value_at(parsed.data, path) if has(parsed.data, path) else None
    last = len(held) if isinstance(held, list) else 0
    return change(parsed, inserting(parsed, path, last if index is None else index, value))


def retarget(parsed: Parsed, state: str, index: int, to: str) -> Patch:
    """The patch that aims a transition at another state."""
    require(parsed, ("states", state, "transitions", index))
    return set_value(parsed, ("states", state, "transitions", index, "toState"), to)


def remove_transition(parsed: Parsed, state: str, index: int) -> Patch:
    return remove(parsed, ("states", state, "transitions", index))


def move_transition(parsed: Parsed, state: str, from_index: int, to_index: int) -> Patch:
    """The patch that gives a transition another place in the order in which they are tried."""
    return move(parsed, ("states", state, "transitions"), from_index, to_index)


def set_guards(parsed: Parsed, state: str, index: int, expressions: Sequence[str]) -> Patch:
    """The patch that makes ``expressions`` the guards of a transition; those that stay keep their form and comments."""
    path: Path = ("states", state, "transitions", index)
    require(parsed, path)
    path = (*path, "guards")
    old = value_at(parsed.data, path) if has(parsed.data, path) else []
    old = old if isinstance(old, list) else []
    if not expressions:
        return remove(parsed, path) if has(parsed.data, path) else Patch()
    return set_value(parsed, path, _regrouped(parsed, old, expressions))


def _regrouped(parsed: Parsed, old: list[Any], expressions: Sequence[str]) -> list[Any]:
    """Guards that read as before stay what they are, others take the place of the one that stood there."""
    left = list(range(len(old)))
    new: list[Any] = []
    for expression in expressions:
        same = next((place for place in left if _expression(old[place]) == expression), None)
        new.append(old[same] if same is not None else None)
        if same is not None:
            left.remove(same)
    for place, expression in enumerate(expressions):
        if new[place] is None and place in left and isinstance(old[place], dict):
            new[place] = {**old[place], "expression": expression}
        elif new[place] is None:
            new[place] = guard(parsed, expression)
    return new


def _expression(written: Any) -> Any:
    return written.get("expression") if isinstance(written, dict) else written


def guard(parsed: Parsed, expression: str) -> Any:
    """A new guard in the form the machine's others have: the plain string, or the map with ``backend``."""
    for _, other in references.every(parsed.data, "states", "*", "transitions", "*", "guards", "*"):
        if isinstance(other, dict):
            return {key: "cel" if key == "backend" else expression for key in other if key in ("backend", "expression")}
        break
    return expression
