"""Editing the fields of the context."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.dsl.edit import references
from engine.dsl.edit.basic import inserting, remove
from engine.dsl.edit.naming import check_new_name, renamed_entry, renamed_values, require_name
from engine.dsl.edit.operations import Operation, RenameKey, Set, has
from engine.dsl.edit.proof import change
from engine.dsl.parsed import Parsed
from engine.text import Patch

RenameInExpression = Callable[[str, str, str], str]
"""``(source, old, new)`` to the CEL source with ``context.old`` renamed; ``engine.cel.rename_field`` is one."""


def add_field(parsed: Parsed, name: str, field: Mapping[str, Any]) -> Patch:
    """The patch that declares a field, last; ``field`` is its map as the file has it, e.g. ``{"type": "string"}``."""
    check_new_name(parsed, "context", "field", name)
    return change(parsed, inserting(parsed, ("context",), name, dict(field)))


def remove_field(parsed: Parsed, name: str) -> Patch:
    """The patch that takes a field's declaration out; what speaks of it is left to the user, and reported by checks."""
    require_name(parsed, "context", "field", name)
    return remove(parsed, ("context", name))


def rename_field(parsed: Parsed, old: str, new: str, in_expression: RenameInExpression) -> Patch:
    """The patch that renames a field wherever the machine speaks of it.

    These are: its declaration, requirements, ``approves``, ``separateFrom``, ``approvedBy``, all that writes it,
    templates, the migration to this version, and expressions, which ``in_expression`` rewrites. An expression that
    ``in_expression`` cannot read (it raises ``ValueError`` or gives the source back) stays as it is.
    """
    data = parsed.data
    operations: list[Operation] = renamed_entry(parsed, "context", "field", old, new)
    operations += renamed_values(references.field_values(data), old, new)
    operations += [RenameKey((*path, old), new) for path in references.field_keys(data) if has(data, (*path, old))]
    rewritten = [(path, text, in_expression(text, old, new)) for path, text in references.expressions(data)]
    rewritten += [(path, text, _in_template(text, old, new)) for path, text in references.templates(data)]
    operations += [Set(path, changed) for path, text, changed in rewritten if changed != text]
    return change(parsed, operations)


def _in_template(text: str, old: str, new: str) -> str:
    return references.TEMPLATE.sub(lambda found: found[1] + (new if found[2] == old else found[2]) + found[3], text)
