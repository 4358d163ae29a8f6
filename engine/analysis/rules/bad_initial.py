"""L611: the run would end where it starts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Found, MachineRule
from engine.diagnostics import Severity

BAD_INITIAL = Check("L611", "bad-initial", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    """A name that is no state's is reported as that (R201), a missing key by the reader."""
    initial = context.workflow.initial_state
    state = context.workflow.states.get(initial)
    if state is not None and state.terminal:
        yield Found(check=BAD_INITIAL, path=("initialState",), message=messages.terminal_start(initial))


RULE = MachineRule((BAD_INITIAL,), run)
