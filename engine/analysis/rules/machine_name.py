"""Y107: two machines of a project have the same name."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Found, MachineRule
from engine.diagnostics import Severity

BAD_NAME = Check("Y107", "bad-name", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    name = context.workflow.name
    files = context.project.files.get(name, ()) if context.project is not None else ()
    if len(files) > 1:
        others = [file for file in files if file != context.parsed.file]
        yield Found(check=BAD_NAME, path=("name",), message=messages.machine_twice(name, others))


RULE = MachineRule((BAD_NAME,), run)
