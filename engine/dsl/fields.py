"""Names, keys and bounds of the context's fields, and of the fields inside them."""

from __future__ import annotations

from collections.abc import Mapping

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.bounds import at_least, check_duration
from engine.dsl.faults import Faults
from engine.dsl.fitting import likely, misfit
from engine.dsl.models import Field, FieldType
from engine.dsl.names import CEL_RESERVED, is_field_name
from engine.dsl.patterns import pattern_fault

_STRING, _NUMERIC = frozenset({FieldType.STRING}), frozenset({FieldType.INT, FieldType.NUMBER})
_LIST, _BLOB = frozenset({FieldType.LIST}), frozenset({FieldType.BLOB})
_ATTRIBUTES: Mapping[str, tuple[str, frozenset[FieldType]]] = {
    "values": ("values", frozenset({FieldType.ENUM})),
    "max_length": ("maxLength", _STRING),
    "pattern": ("pattern", _STRING),
    "min": ("min", _NUMERIC),
    "max": ("max", _NUMERIC),
    "items": ("items", _LIST),
    "max_items": ("maxItems", _LIST),
    "fields": ("fields", frozenset({FieldType.MAP})),
    "ttl": ("ttl", _BLOB),
    "media_type": ("mediaType", _BLOB),
}
"""Keys that only some types have: their name in the file, and the types."""


def check_field(name: str, field: Field, path: Path, faults: Faults) -> None:
    """Tell what cannot be meant of one field and those inside it."""
    if not is_field_name(name):
        sentence = say.RESERVED_NAME if name in CEL_RESERVED else say.BAD_FIELD_NAME
        faults.at_path("Y107", sentence.format(where="This field", name=say.quoted(name)), path, key=True)
    _check(field, path, faults)


def _check(field: Field, path: Path, faults: Faults) -> None:
    if path in faults.told and faults.parsed.place((*path, "type")) is None:
        return
    before = len(faults.diagnostics)
    _foreign_keys(field, path, faults)
    if field.type is FieldType.ENUM:
        _members(field, path, faults)
    _sizes(field, path, faults)
    if field.pattern is not None and (reason := pattern_fault(field.pattern)) is not None:
        where = say.sentence(say.subject((*path, "pattern")))
        faults.at_path("Y108", say.BAD_PATTERN.format(where=where, reason=reason), (*path, "pattern"))
    if field.ttl is not None:
        check_duration(field.ttl, (*path, "ttl"), faults)
    if field.items is not None:
        _check(field.items, (*path, "items"), faults)
    for name, inner in (field.fields or {}).items():
        check_field(name, inner, (*path, "fields", name), faults)
    told = len(faults.diagnostics) > before or (*path, "default") in faults.told
    if field.default not in (None, "") and not told:
        _default(field, path, faults)


def _foreign_keys(field: Field, path: Path, faults: Faults) -> None:
    """A key of another type's fields."""
    for key in field.model_fields_set & _ATTRIBUTES.keys():
        alias, types = _ATTRIBUTES[key]
        if field.type not in types and getattr(field, key) is not None:
            where = say.subject(path)
            message = say.FOREIGN_KEY.format(key=alias, where=where, type=field.type)
            faults.at_path("Y103", message, (*path, alias), key=True)


def _members(field: Field, path: Path, faults: Faults) -> None:
    if not field.values and (*path, "values") not in faults.told:
        faults.at_path("Y108", say.NO_VALUES.format(where=say.sentence(say.subject(path))), path)
    seen: set[str] = set()
    for index, value in enumerate(field.values):
        here = (*path, "values", index)
        if here in faults.told:
            continue
        where = say.sentence(say.subject(here))
        if not value:
            faults.at_path("Y108", say.EMPTY_VALUE.format(where=where), here)
        elif value in seen:
            faults.at_path("Y108", say.SAME_VALUE.format(where=where, value=say.quoted(value)), here)
        seen.add(value)


def _sizes(field: Field, path: Path, faults: Faults) -> None:
    at_least(0, field.max_length, (*path, "maxLength"), faults)
    at_least(0, field.max_items, (*path, "maxItems"), faults)
    if field.min is not None and field.max is not None and field.min > field.max:
        message = say.MIN_ABOVE_MAX.format(where=say.subject(path), min=field.min, max=field.max)
        faults.at_path("Y108", message, (*path, "min"))


def _default(field: Field, path: Path, faults: Faults) -> None:
    reason = misfit(field, field.default)
    if reason is not None:
        near = likely(field, field.default)
        advice = say.USE_NEAREST.format(nearest=near) if near else say.DEFAULT_ADVICE
        where, found = say.subject(path), say.shown(field.default)
        message = say.BAD_DEFAULT.format(where=where, found=found, reason=reason, advice=advice)
        here = (*path, "default")
        faults.at_path("Y108", message, here, fixes=faults.using(here, near))
