"""R205, R209: fields and agents that play no part, and fields that are read though nothing can ever set them."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import Guidance

UNUSED = Check("R205", "unused", Severity.INFO)
NEVER_WRITTEN = Check("R209", "never-written", Severity.WARNING)


def unused(context: Context) -> Iterator[Found]:
    workflow = context.workflow
    for agent, entry in workflow.agents.items():
        if not entry.can_transition:
            yield Found(
                check=UNUSED,
                path=("agents", agent),
                part=Part.KEY,
                message=messages.unused_agent(agent),
                fixes=(Fix(messages.delete("agent", agent), partial(edit.remove_agent, name=agent), automatic=False),),
            )
    shown = any(entry.guidance is Guidance.FULL and entry.can_transition for entry in workflow.agents.values())
    for field in workflow.context:
        written = field in context.written_fields
        if field in context.read_fields or (written and shown):
            continue
        message = messages.unread_field(field) if written else messages.unused_field(field)
        delete = Fix(messages.delete("field", field), partial(edit.remove_field, name=field), automatic=False)
        yield Found(
            check=UNUSED, path=("context", field), part=Part.KEY, message=message, fixes=() if written else (delete,)
        )


def never_written(context: Context) -> Iterator[Found]:
    for field, schema in context.workflow.context.items():
        if schema.input or schema.default is not None:
            continue
        if field in context.read_fields and field not in context.written_fields:
            make_input = partial(edit.set_value, path=("context", field, "input"), value=True)
            yield Found(
                check=NEVER_WRITTEN,
                path=("context", field),
                part=Part.KEY,
                message=messages.never_written(field),
                fixes=(Fix(messages.make_input(field), make_input),),
            )


UNUSED_PARTS = MachineRule((UNUSED,), unused)
NEVER_WRITTEN_FIELDS = MachineRule((NEVER_WRITTEN,), never_written)
