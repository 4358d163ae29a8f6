"""A701, A703: the machine writes a literal that does not fit its field, or one for a claim-checked field."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, StateRule
from engine.analysis.writes import Write, writes_elsewhere
from engine.diagnostics import Severity
from engine.dsl import edit, misfit
from engine.dsl.models import FieldType, State

ASSIGN_TYPE = Check("A701", "assign-type", Severity.ERROR)
ASSIGN_BLOB = Check("A703", "assign-blob", Severity.ERROR)


def in_state(context: Context, name: str, state: State) -> Iterator[Found]:
    yield from _judged(context, context.parts(name).writes)


def in_declarations(context: Context) -> Iterator[Found]:
    yield from _judged(context, writes_elsewhere(context.workflow))


def _judged(context: Context, writes: Iterable[Write]) -> Iterator[Found]:
    for write in writes:
        field = context.workflow.context.get(write.field)
        if field is None or not write.literal or write.unsets:
            continue
        if field.type is FieldType.BLOB:
            yield Found(check=ASSIGN_BLOB, path=write.path, message=messages.literal_for_blob(write.field))
            continue
        reason = misfit(field, write.value)
        if reason is None:
            continue
        fixes: tuple[Fix, ...] = ()
        nearest = context.nearest(write.value, field.values) if isinstance(write.value, str) else None
        if nearest is not None:
            fixes = (Fix(messages.use(nearest), partial(edit.set_value, path=write.path, value=nearest)),)
        yield Found(
            check=ASSIGN_TYPE,
            path=write.path,
            message=messages.does_not_fit(write.field, _shown(write.value), reason),
            fixes=fixes,
            data={"field": write.field, "value": write.value, "nearest": nearest},
        )


def _shown(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, default=str)
    return text if len(text) <= 40 else f"{text[:39]}…"


STATES = StateRule((ASSIGN_TYPE, ASSIGN_BLOB), in_state)
DECLARATIONS = MachineRule((ASSIGN_TYPE, ASSIGN_BLOB), in_declarations)
