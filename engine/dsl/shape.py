"""Whether the data of a file has the shape of a machine, what is wrong where it has not, and what is left of it."""

from __future__ import annotations

import copy
from collections.abc import Mapping
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.diagnostics import Path, QuickFix
from engine.dsl import messages as say
from engine.dsl.catalog import EXTENSION, Shape, blank, choices, file_path, is_list, is_named, keys_of
from engine.dsl.faults import Faults
from engine.dsl.models import ACTION_KINDS, FROM_FILE, Guard, Source, Workflow
from engine.dsl.names import nearest
from engine.text import Edit, Patch, Scalar, resolve, write_scalar

_ROUNDS = 12
"""Each round mends every fault pydantic names; mending one may uncover another below it, seldom a third."""


def build(data: Any, faults: Faults) -> Workflow | None:
    """The machine in ``data``; faults are told, and their places left out or filled with the least that fits."""
    try:
        return Workflow.model_validate(data, context=FROM_FILE)
    except ValidationError as error:
        details = error.errors(include_url=False)
    left = copy.deepcopy(data)
    filled: set[Path] = set()
    for _ in range(_ROUNDS):
        for detail in details:
            _treat(detail, left, faults, filled)
        try:
            return Workflow.model_validate(left, context=FROM_FILE)
        except ValidationError as error:
            details = error.errors(include_url=False)
    return None


def _treat(detail: ErrorDetails, left: Any, faults: Faults, filled: set[Path]) -> None:
    """Tell one fault and mend its place, so that the next round passes it."""
    path, holder, shape = file_path(detail["loc"])
    kind = detail["type"]
    value = _at(left, path)
    if kind == "extra_forbidden":
        if not str(path[-1]).startswith(EXTENSION):
            _unknown_key(path, holder, faults)
        _at(left, path[:-1]).pop(path[-1], None)
        return
    if path in filled:
        return
    filled.add(path)
    if kind == "missing":
        _missing(path, faults, filled)
        _at(left, path[:-1])[path[-1]] = blank(shape)
        return
    _tell(kind, path, value, shape, faults)
    _mend(left, path, holder, shape, faults)


def _at(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _mend(left: Any, path: Path, holder: Shape, shape: Shape, faults: Faults) -> None:
    """A number where a text is due counts as its text; else what need not be there goes, and the rest is made blank."""
    container = _at(left, path[:-1])
    part = path[-1]
    place = faults.parsed.place(path)
    node = resolve(place.value) if place else None
    if shape is str and isinstance(node, Scalar):
        container[part] = node.value
    elif is_list(holder) or is_named(holder) or keys_of(holder).get(str(part), False):
        container[part] = blank(shape)
    else:
        container.pop(part, None)


def _unknown_key(path: Path, holder: Shape, faults: Faults) -> None:
    key = str(path[-1])
    where = say.subject(path[:-1])
    near = nearest(key, keys_of(holder))
    span = faults.parsed.key_span(path)
    fixes = []
    if near is None:
        advice = say.USE_EXTENSION.format(key=key)
    else:
        advice = say.USE_NEAREST.format(nearest=near)
        if span is not None and faults.parsed.place((*path[:-1], near)) is None:
            fixes = [QuickFix(say.RENAME_FIX.format(nearest=near), Patch((Edit(span.start, span.end, near),)))]
    faults.at_path("Y103", say.UNKNOWN_KEY.format(key=key, where=where, advice=advice), path, key=True, fixes=fixes)


def _missing(path: Path, faults: Faults, filled: set[Path]) -> None:
    *_, key = path
    if path[:-1] in filled:
        return
    if path == ("initialState",):
        faults.at_path("L611", say.NO_INITIAL_STATE, ())
    elif path == ("states",):
        faults.at_path("Y105", say.NO_STATES, ())
    else:
        where = say.sentence(say.subject(path[:-1]))
        faults.at_path("Y105", say.MISSING.format(where=where, key=key), path[:-1])
    faults.told.add(path)


def _tell(kind: str, path: Path, value: Any, shape: Shape, faults: Faults) -> None:
    where = say.sentence(say.subject(path))
    if kind in ("union_tag_invalid", "union_tag_not_found"):
        _action(path, value, where, faults)
    elif shape is Source:
        if isinstance(value, str):
            message = say.SOURCE_WORD.format(where=where, found=value)
        else:
            message = say.SOURCE_SHAPE.format(where=where)
        faults.at_path("Y105", message, path)
    elif choices(shape) and isinstance(value, str):
        _choice(path, value, shape, where, faults)
    else:
        _wrong_shape(path, value, shape, where, faults)


def _action(path: Path, value: Any, where: str, faults: Faults) -> None:
    kinds = ", ".join(ACTION_KINDS)
    keys = [key for key in value if not key.startswith(EXTENSION)] if isinstance(value, Mapping) else []
    if len(keys) == 1:
        near = nearest(keys[0], ACTION_KINDS)
        advice = say.USE_NEAREST.format(nearest=near) if near else f"use one of {kinds}"
        message = say.UNKNOWN_ACTION.format(key=keys[0], where=say.subject(path[:-2]), advice=advice)
        faults.at_path("Y103", message, (*path, keys[0]), key=True)
        return
    found = " and ".join(say.quoted(key) for key in keys) or say.shown(value)
    faults.at_path("Y105", say.ACTION_COUNT.format(where=where, choices=kinds, found=found), path)


def _choice(path: Path, value: str, shape: Shape, where: str, faults: Faults) -> None:
    words = choices(shape)
    if len(words) == 1:
        faults.at_path("Y108", say.UNKNOWN_BACKEND.format(where=where, found=value), path)
        return
    near = nearest(value, words)
    advice = say.NEAREST_ADVICE.format(nearest=near) if near else ""
    fixes = [replace_scalar(faults, path, near)] if near else []
    message = say.NOT_A_CHOICE.format(where=where, choices=", ".join(words), found=value, advice=advice)
    faults.at_path("Y108", message, path, fixes=[fix for fix in fixes if fix])


def replace_scalar(faults: Faults, path: Path, word: str) -> QuickFix | None:
    """The fix that writes another word where a scalar stands, in its own style."""
    place = faults.parsed.place(path)
    if place is None or place.aliased or not isinstance(place.value, Scalar):
        return None
    node = place.value
    text = write_scalar(word, style=node.style if node.style in ("'", '"') else "")
    return QuickFix(say.RENAME_FIX.format(nearest=word), Patch((Edit(node.start, node.end, text),)))


def _wrong_shape(path: Path, value: Any, shape: Shape, where: str, faults: Faults) -> None:
    place = faults.parsed.place(path)
    node = resolve(place.value) if place else None
    fixes = []
    advice = ""
    if shape is str and isinstance(node, Scalar) and value is not None:
        advice = say.QUOTED_ADVICE
        if place is not None and node is place.value and node.tag is None:
            patch = Patch((Edit(node.start, node.end, write_scalar(node.value, style='"')),))
            fixes = [QuickFix(say.QUOTE_FIX.format(text=node.value), patch)]
    elif is_list(shape) and isinstance(value, dict):
        advice = say.DASH_ADVICE
    elif value is None and due_word(shape) == "a map":
        advice = say.EMPTY_ADVICE.format()
    message = say.WRONG_SHAPE.format(where=where, due=due_word(shape), found=say.shown(value), advice=advice)
    faults.at_path("Y105", message, path, fixes=fixes)


def due_word(shape: Shape) -> str:
    """What is due, in words."""
    if is_list(shape):
        return "a list"
    if shape is Guard:
        return "an expression or a map with 'expression'"
    if shape is str:
        return "text"
    if shape is bool:
        return "true or false"
    if shape is int:
        return "a whole number"
    if shape is float:
        return "a number"
    return "one of " + ", ".join(choices(shape)) if choices(shape) else "a map"
