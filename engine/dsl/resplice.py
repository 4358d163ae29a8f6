"""A large machine after an edit: the entries that changed are read, all else is taken over."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from pydantic import ValidationError

from engine.dsl.catalog import EXTENSION, is_named, shape_at
from engine.dsl.faults import Faults
from engine.dsl.models import FROM_FILE, Workflow
from engine.dsl.parsed import Parsed
from engine.dsl.values import check_values
from engine.text import Mapping, Patch, Reading, Region, Splice, Unspliceable

_FROM_VALUES = frozenset({"Y107", "Y108", "P801"})
"""Faults of values and names, which are looked for in the whole machine; any other needs a whole reading."""
_DEPTH = 2
_ATTRIBUTES = {info.alias or name: name for name, info in Workflow.model_fields.items()}


def respliced(parsed: Parsed, text: str, patch: Patch) -> Parsed | None:
    """What a whole reading of the patched ``text`` would give, or ``None`` where that is needed to say so."""
    root, workflow = parsed.root, parsed.workflow
    if not isinstance(root, Mapping) or workflow is None or parsed.has_aliases:
        return None
    if any(fault.id not in _FROM_VALUES for fault in parsed.diagnostics):
        return None
    splice = Splice(parsed.text, text, _DEPTH)
    try:
        spliced = splice.map(root, patch.edits, 0, (), len(parsed.text))
        data, touched = _data(parsed.data, splice.regions)
        machine = Workflow.model_validate(_mixed(data, touched, workflow), context=FROM_FILE)
    except (Unspliceable, ValidationError):
        return None
    faults = Faults(Parsed(text, parsed.file, parsed.bom, spliced, data, None))
    only_states = not parsed.diagnostics and touched.keys() == {"states"}
    check_values(machine, faults, touched["states"] if only_states else None)
    found = sorted(faults.diagnostics, key=lambda one: (one.span, one.id))
    result = replace(faults.parsed, workflow=machine, diagnostics=tuple(found))
    result.__dict__["has_aliases"] = False  # none was there, and what was read has none
    return result


Touched = dict[str, set[str] | None]
"""The keys of the machine with a change below them: which names of a section were read, ``None`` for all of it."""


def _data(old: Any, regions: Sequence[Region]) -> tuple[Any, Touched]:
    """The data below ``fsm:`` with the regions' entries in their places, and where they are."""
    data = dict(old)
    touched: Touched = {}
    for region in sorted(regions, key=lambda one: (len(one.path), one.first), reverse=True):
        fsm, *section = region.path or ("",)
        if fsm != "fsm":
            raise Unspliceable
        reading = Reading()
        entries = reading.plain(Mapping(0, 0, None, None, region.parts, False))
        held = data[section[0]] if section else data
        items = list(held.items())
        items[region.first : region.stop] = entries.items()
        merged = dict(items)
        if reading.faults or reading.ambiguous or len(merged) != len(items):
            raise Unspliceable
        if section:
            data[section[0]] = merged
            names = touched.setdefault(section[0], set())
            touched[section[0]] = None if names is None else names | entries.keys()
        else:
            data = merged
            touched |= dict.fromkeys(entries)
    return data, touched


def _mixed(data: Any, touched: Touched, old: Workflow) -> dict[str, Any]:
    """What was read anew as data, all else as the models it was read to before."""
    mixed: dict[str, Any] = {}
    for key, value in data.items():
        if key.startswith(EXTENSION):
            continue
        names = touched.get(key)
        if key in touched and (names is None or not is_named(shape_at((key,)))):
            mixed[key] = value
        elif names is not None:
            known = getattr(old, _ATTRIBUTES[key])
            mixed[key] = {name: entry if name in names else known[name] for name, entry in value.items()}
        else:
            mixed[key] = getattr(old, _ATTRIBUTES[key])
    return mixed
