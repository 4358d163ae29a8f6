"""L601: no path leads from the initial state to a state."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.diagnostics import Severity
from engine.dsl import edit

UNREACHABLE = Check("L601", "unreachable", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    """States a migration leads to count as starts. Without a known initial state there is nothing to say."""
    workflow = context.workflow
    if workflow.initial_state not in workflow.states:
        return
    migrated = {new for migration in workflow.migrations for new in migration.states.values()}
    reachable = context.reachable | context.graph.reached_from(migrated)
    for name in workflow.states:
        if name not in reachable:
            delete = Fix(messages.delete("state", name), partial(edit.remove_states, names=[name]), automatic=False)
            yield Found(
                check=UNREACHABLE,
                path=("states", name),
                part=Part.KEY,
                message=messages.unreachable(name, workflow.initial_state),
                fixes=(delete,),
            )


RULE = MachineRule((UNREACHABLE,), run)
