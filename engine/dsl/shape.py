"""Whether the data of a file has the shape of a machine, and what is left of it where it has not."""

from __future__ import annotations

import copy
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from engine.diagnostics import Path
from engine.dsl.catalog import EXTENSION, Shape, blank, file_path, is_list, is_named, keys_of
from engine.dsl.complaints import Complaints
from engine.dsl.faults import Faults
from engine.dsl.models import FROM_FILE, Workflow
from engine.text import Scalar, resolve

_ROUNDS = 12
"""Each round mends every fault pydantic names; mending one may uncover another below it, seldom a third."""


def build(data: Any, faults: Faults) -> Workflow | None:
    """The machine in ``data``; faults are told, and their places left out or filled with the least that fits.

    Lists keep their length, so that an index means the same in the machine and in the file.
    """
    try:
        return Workflow.model_validate(data, context=FROM_FILE)
    except ValidationError as error:
        details = error.errors(include_url=False)
    left = copy.deepcopy(data)
    complaints = Complaints(faults)
    mended: set[Path] = set()
    for _ in range(_ROUNDS):
        for detail in sorted(details, key=lambda one: one["type"] != "extra_forbidden"):
            _treat(detail, left, complaints, mended)
        try:
            return Workflow.model_validate(left, context=FROM_FILE)
        except ValidationError as error:
            details = error.errors(include_url=False)
    return None


def _treat(detail: ErrorDetails, left: Any, complaints: Complaints, mended: set[Path]) -> None:
    """Tell one fault and mend its place, so that the next round passes it."""
    path, holder, shape = file_path(detail["loc"])
    container = _at(left, path[:-1])
    if detail["type"] == "extra_forbidden":
        if not str(path[-1]).startswith(EXTENSION):
            complaints.unknown_key(path, holder)
        container.pop(path[-1], None)
        return
    if path in mended:
        return
    mended.add(path)
    if detail["type"] == "missing":
        if path[:-1] not in mended:
            complaints.missing(path)
        container[path[-1]] = blank(shape)
        return
    complaints.wrong(detail["type"], path, _at(left, path), shape)
    _mend(container, path, holder, shape, complaints.faults)


def _at(data: Any, path: Path) -> Any:
    for part in path:
        try:
            data = data[part]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _mend(container: Any, path: Path, holder: Shape, shape: Shape, faults: Faults) -> None:
    """A number where a text is due counts as its text; else what need not be there goes, and the rest is made blank."""
    part = path[-1]
    place = faults.parsed.place(path)
    node = resolve(place.value) if place else None
    if shape is str and isinstance(node, Scalar):
        container[part] = node.value
    elif is_list(holder) or is_named(holder) or keys_of(holder).get(str(part), False):
        container[part] = blank(shape)
    else:
        container.pop(part, None)
