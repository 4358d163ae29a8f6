"""R208: a command is sent that has no entry in ``commands``."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, StateRule
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import Send, State

UNKNOWN_COMMAND = Check("R208", "unknown-command", Severity.WARNING)


def run(context: Context, name: str, state: State) -> Iterator[Found]:
    commands = context.workflow.commands
    for path, action in context.parts(name).actions:
        if not isinstance(action, Send) or action.send.command in commands:
            continue
        command, at = action.send.command, (*path, "send", "command")
        nearest = context.nearest(command, commands)
        declare = partial(edit.set_value, path=("commands", command), value={})
        fixes = [Fix(messages.declare_command(command), declare)]
        if nearest is not None:
            fixes.insert(0, Fix(messages.use(nearest), partial(edit.set_value, path=at, value=nearest)))
        yield Found(
            check=UNKNOWN_COMMAND,
            path=at,
            message=messages.unknown_command(command, nearest),
            about=(command,),
            fixes=tuple(fixes),
            data={"name": command, "nearest": nearest},
        )


RULE = StateRule((UNKNOWN_COMMAND,), run)
