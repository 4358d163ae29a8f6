"""A705: a template names a field the context lacks, or braces hold no template."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, StateRule
from engine.analysis.templates import Braces, Templated, braces, in_action
from engine.analysis.walk import migration_actions
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import Field, FieldType, State

TEMPLATE_FIELD = Check("A705", "template-field", Severity.ERROR)


def in_state(context: Context, name: str, state: State) -> Iterator[Found]:
    yield from _judged(context, context.parts(name).templated)


def in_migrations(context: Context) -> Iterator[Found]:
    for path, action in migration_actions(context.workflow):
        yield from _judged(context, in_action(path, action))


def _judged(context: Context, strings: Iterable[Templated]) -> Iterator[Found]:
    for string in strings:
        for each in braces(string.text):
            found = _wrong(context, string, each)
            if found is not None:
                yield found


def _wrong(context: Context, string: Templated, each: Braces) -> Found | None:
    written = each.span.text(string.text)
    if not each.names:
        message = messages.not_a_template(written) if each.closed else messages.unclosed_template()
        return Found(check=TEMPLATE_FIELD, path=string.path, inside=each.span, message=message, about=(written,))
    first, *parts = each.names
    if first not in context.declared.fields:
        nearest = context.nearest(first, context.declared.fields)
        return _unknown(string, each, messages.template_field(first, nearest), 0, nearest)
    missing = _missing_part(context.workflow.context.get(first), parts)
    if missing is None:
        return None
    depth, known = missing
    nearest = context.nearest(each.names[depth], known)
    return _unknown(string, each, messages.template_part(".".join(each.names), nearest), depth, nearest)


def _missing_part(field: Field | None, parts: list[str]) -> tuple[int, tuple[str, ...]] | None:
    """The place in the template's names of the first part that cannot be there, and what could be."""
    for depth, part in enumerate(parts, 1):
        if field is None or field.type is FieldType.ANY or (field.type is FieldType.MAP and field.fields is None):
            return None
        if field.type is FieldType.BLOB:
            return None if part in _CLAIM else (depth, _CLAIM)
        known = tuple(field.fields or ()) if field.type is FieldType.MAP else ()
        if part not in known:
            return depth, known
        field = (field.fields or {})[part]
    return None


_CLAIM = ("store", "key", "checksum", "size", "mediaType", "expiresAt")


def _unknown(string: Templated, each: Braces, message: str, depth: int, nearest: str | None) -> Found:
    fixes: tuple[Fix, ...] = ()
    if nearest is not None:
        names = (*each.names[:depth], nearest, *each.names[depth + 1 :])
        mended = f"{string.text[: each.span.start]}{{{{ context.{'.'.join(names)} }}}}{string.text[each.span.end :]}"
        fixes = (Fix(messages.use(nearest), partial(edit.set_value, path=string.path, value=mended)),)
    return Found(
        check=TEMPLATE_FIELD,
        path=string.path,
        inside=each.span,
        message=message,
        about=each.names,
        fixes=fixes,
        data={"name": each.names[depth], "nearest": nearest},
    )


STATES = StateRule((TEMPLATE_FIELD,), in_state)
MIGRATIONS = MachineRule((TEMPLATE_FIELD,), in_migrations)
