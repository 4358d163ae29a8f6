"""L607: no terminal state, or none that a path leads to."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Found, MachineRule
from engine.diagnostics import Severity

NO_TERMINAL = Check("L607", "no-terminal", Severity.INFO)


def run(context: Context) -> Iterator[Found]:
    workflow = context.workflow
    terminals = [name for name, state in workflow.states.items() if state.terminal]
    if not terminals:
        yield Found(check=NO_TERMINAL, path=(), message=messages.no_terminal())
    elif workflow.initial_state in workflow.states and context.reachable.isdisjoint(terminals):
        yield Found(check=NO_TERMINAL, path=(), message=messages.no_terminal_reachable(terminals))


RULE = MachineRule((NO_TERMINAL,), run)
