"""R202: a field is named that the context does not declare, outside of templates (A705)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part, StateRule
from engine.analysis.walk import Expression, computes, migration_actions
from engine.analysis.writes import Write, writes_elsewhere
from engine.cel import field_references
from engine.diagnostics import Path, Severity
from engine.dsl import Parsed, edit, is_field_name
from engine.dsl.models import State
from engine.errors import RefusedEdit
from engine.text import Patch, Span

UNKNOWN_FIELD = Check("R202", "unknown-field", Severity.ERROR)


def in_state(context: Context, name: str, state: State) -> Iterator[Found]:
    for index, requirement in enumerate(state.requires):
        at: Path = ("states", name, "requires", index)
        yield from _named(context, requirement.name, (*at, "name"))
        for key, fields in (("approves", requirement.approves), ("separateFrom", requirement.separate_from)):
            for position, field in enumerate(fields):
                yield from _named(context, field, (*at, key, position))
    yield from _written(context, context.parts(name).writes)
    yield from _read(context, context.parts(name).expressions)


def in_declarations(context: Context) -> Iterator[Found]:
    yield from _written(context, writes_elsewhere(context.workflow))
    yield from _read(context, computes(migration_actions(context.workflow)))


def _written(context: Context, writes: Iterable[Write]) -> Iterator[Found]:
    for write in writes:
        is_value = write.path[-1] == "into" or (write.how == "migration" and write.path[-2] == "fields")
        declared = {"type": _type_of(write.value)} if write.literal else {"type": "any"}
        yield from _named(context, write.field, write.path, Part.VALUE if is_value else Part.KEY, declared=declared)


def _read(context: Context, expressions: Iterable[Expression]) -> Iterator[Found]:
    for expression in expressions:
        if context.fields_read(expression) <= context.declared.fields.keys():
            continue
        program = context.program(expression)
        for reference in field_references(program.tree) if program is not None else ():
            yield from _named(context, reference.field, expression.path, inside=reference.span)


def _named(
    context: Context,
    field: str,
    path: Path,
    part: Part = Part.VALUE,
    inside: Span | None = None,
    declared: dict[str, Any] | None = None,
) -> Iterator[Found]:
    if not field or field in context.declared.fields:
        return
    nearest = context.nearest(field, context.declared.fields)
    fixes = []
    if nearest is not None and inside is not None:
        fixes.append(Fix(messages.use(nearest), partial(_replace_inside, path=path, inside=inside, text=nearest)))
    elif nearest is not None and part is Part.VALUE:
        fixes.append(Fix(messages.use(nearest), partial(edit.set_value, path=path, value=nearest)))
    if is_field_name(field):
        declare = partial(edit.add_field, name=field, field=declared or {"type": "string"})
        fixes.append(Fix(messages.declare_field(field), declare, automatic=False))
    yield Found(
        check=UNKNOWN_FIELD,
        path=path,
        part=part,
        inside=inside,
        message=messages.unknown_field(field, nearest),
        about=(field,),
        fixes=tuple(fixes),
        data={"name": field, "nearest": nearest},
    )


def _replace_inside(parsed: Parsed, path: Path, inside: Span, text: str) -> Patch:
    """Put a name in the place of another inside a scalar, whatever the scalar's style."""
    offsets = parsed.scalar_offsets(path)
    if offsets is None:
        raise RefusedEdit(messages.not_written_here())
    return Patch.replace(offsets[inside.start], offsets[inside.end], text)


def _type_of(value: Any) -> str:
    match value:
        case bool():
            return "bool"
        case int():
            return "int"
        case float():
            return "number"
        case list() | tuple():
            return "list"
        case dict():
            return "map"
    return "string"


STATES = StateRule((UNKNOWN_FIELD,), in_state)
DECLARATIONS = MachineRule((UNKNOWN_FIELD,), in_declarations)
