"""G509: a state that is not terminal has no way out."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import State

DEAD_END = Check("G509", "dead-end", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    for name, state in context.workflow.states.items():
        if not state.transitions and not state.terminal and all(timer.to_state is None for timer in state.timers):
            yield _found(name, state)


def _found(name: str, state: State) -> Found:
    fixes: tuple[Fix, ...] = ()
    if not (state.requires or state.timers or state.exit):
        make_terminal = partial(edit.set_value, path=("states", name, "terminal"), value=True)
        fixes = (Fix(messages.mark_terminal(name), make_terminal, automatic=False),)
    return Found(check=DEAD_END, path=("states", name), part=Part.KEY, message=messages.dead_end(name), fixes=fixes)


RULE = MachineRule((DEAD_END,), run)
