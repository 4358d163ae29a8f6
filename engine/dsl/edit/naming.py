"""What an edit refuses of names, and how a renaming follows its references."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.edit.operations import Operation, RenameKey, Set, has, value_at
from engine.dsl.names import CEL_RESERVED, is_field_name, is_name
from engine.dsl.parsed import Parsed
from engine.errors import RefusedEdit


def check_new_name(parsed: Parsed, section: str, kind: str, name: str) -> None:
    """Refuse a name that is empty, malformed or taken in the section of the machine."""
    if not name:
        raise RefusedEdit(say.NAME_EMPTY.format(kind=kind))
    if section == "context" and not is_field_name(name):
        raise RefusedEdit((say.FIELD_RESERVED if name in CEL_RESERVED else say.FIELD_BAD).format(name=say.quoted(name)))
    if not is_name(name):
        raise RefusedEdit(say.NAME_BAD.format(kind=kind, name=say.quoted(name)))
    if has(parsed.data, (section, name)):
        raise RefusedEdit(say.NAME_TAKEN.format(kind=kind, name=say.quoted(name)))


def require_name(parsed: Parsed, section: str, kind: str, name: str) -> Any:
    """What the section holds under a name that must be there."""
    if not has(parsed.data, (section, name)):
        raise RefusedEdit(say.UNKNOWN.format(kind=kind, name=say.quoted(name)))
    return value_at(parsed.data, (section, name))


def renamed_entry(parsed: Parsed, section: str, kind: str, old: str, new: str) -> list[Operation]:
    """The operation that renames a key of a section, after every refusal."""
    require_name(parsed, section, kind, old)
    check_new_name(parsed, section, kind, new)
    return [RenameKey((section, old), new)]


def renamed_values(found: Iterable[tuple[Path, Any]], old: str, new: str) -> list[Operation]:
    """The operations that write the new name wherever the exact old one stands."""
    return [Set(path, new) for path, value in found if value == old and isinstance(value, str)]
