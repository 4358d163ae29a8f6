"""Scenarios follow their machine: what it calls otherwise now, their text calls so too."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from engine.dsl import NamedKind, Renaming
from engine.dsl.edit.operations import RenameKey, Set, applied, has
from engine.dsl.edit.references import every
from engine.errors import RefusedEdit
from engine.simulate import messages
from engine.simulate.scenario import ReadScenario, read_scenario
from engine.text import (
    Edit,
    Node,
    Patch,
    Reading,
    Scalar,
    Sequence,
    compose,
    content_start,
    encode,
    resolve,
    same,
    write_scalar,
)
from engine.text import Mapping as MapNode

_EXPECT = (("expect",), ("steps", "*", "expect"))
_VALUES: Mapping[NamedKind, tuple[tuple[str, ...], ...]] = {
    "machine": (("machine",),),
    "state": tuple(
        (*expect, *inner)
        for expect in _EXPECT
        for inner in (
            ("state",),
            ("fired", "*"),
            ("fired", "*", "from"),
            ("fired", "*", "to"),
            ("pending", "*", "state"),
        )
    ),
    "field": tuple(
        (*expect, *inner)
        for expect in _EXPECT
        for inner in (("pending", "*"), ("pending", "*", "field"), ("unset", "*"))
    ),
    "command": (
        ("steps", "*", "command"),
        ("steps", "*", "fail", "command"),
        ("steps", "*", "operate", "command"),
        *((*expect, "effects", "*") for expect in _EXPECT),
        *((*expect, "effects", "*", "command") for expect in _EXPECT),
    ),
    **{
        who: (("as", who), ("steps", "*", "as", who), *((*expect, "pending", "*", "from", who) for expect in _EXPECT))
        for who in ("agent", "user", "role")
    },
}
"""Where a scenario says a name of each kind."""

_KEYS = (
    ("given",),
    ("steps", "*", "contribute"),
    ("steps", "*", "operate", "values"),
    *((*expect, "context") for expect in _EXPECT),
)
"""The maps of a scenario whose keys are fields."""


def renamed(text: str, renaming: Renaming) -> Patch:
    """The patch of a scenario's text that follows a renaming; empty where the scenario does not say the name.

    Raises ``RefusedEdit`` with a sentence where the text is no scenario, or cannot say the new name.
    """
    read = read_scenario(encode(text, bom=False))
    if not isinstance(read, ReadScenario):
        raise RefusedEdit(read[0].message)
    root, data = _scenario(text)
    operations: list[Set | RenameKey] = list(_operations(data, renaming))
    if not operations or root is None:
        return Patch()
    edits = {_edit(text, root, operation, renaming.new) for operation in operations}
    patch = Patch(tuple(sorted(edits, key=lambda edit: edit.start)))
    if not same(_scenario(patch.apply(text))[1], applied(data, operations)):
        raise RefusedEdit(messages.cannot_follow(renaming.old, renaming.new))
    return patch


def _scenario(text: str) -> tuple[Node | None, Any]:
    """The node and the data of a scenario, without its outer key."""
    root = compose(text)
    if not isinstance(root, MapNode):
        return None, None
    reading = Reading()
    data = reading.plain(root)
    place = root.find("scenario")
    if place is None or reading.faults:
        return None, None
    return root.pair(place)[1], data["scenario"]


def _operations(data: Any, renaming: Renaming) -> Iterator[Set | RenameKey]:
    for pattern in _VALUES[renaming.kind]:
        for path, value in every(data, *pattern):
            if isinstance(value, str) and value == renaming.old:
                yield Set(path, renaming.new)
    if renaming.kind == "field":
        for pattern in _KEYS:
            for path, _ in every(data, *pattern):
                if has(data, (*path, renaming.old)):
                    yield RenameKey((*path, renaming.old), renaming.new)


def _edit(text: str, root: Node, operation: Set | RenameKey, name: str) -> Edit:
    """The new name in the style of the old, wherever it stands."""
    node, flow = root, False
    for part in operation.path[:-1]:
        node, flow = _inner(node, part, flow)
    holder, last = resolve(node), operation.path[-1]
    is_key = isinstance(operation, RenameKey)
    if is_key and isinstance(holder, MapNode) and (place := holder.find(str(last))) is not None:
        node, flow = resolve(holder.pair(place)[0]), flow or holder.flow
    else:
        node, flow = _inner(node, last, flow)
        node = resolve(node)
    assert isinstance(node, Scalar)
    style = node.style if node.style in ("'", '"') else ""
    return Edit(content_start(text, node), node.end, write_scalar(name, style=style, flow=flow, key=is_key))


def _inner(node: Node, part: str | int, flow: bool) -> tuple[Node, bool]:
    """The value at a key or index, and whether it stands within brackets."""
    holder = resolve(node)
    if isinstance(holder, Sequence) and isinstance(part, int):
        return holder.items[part], flow or holder.flow
    assert isinstance(holder, MapNode)
    place = holder.find(str(part))
    assert place is not None
    return holder.pair(place)[1], flow or holder.flow
