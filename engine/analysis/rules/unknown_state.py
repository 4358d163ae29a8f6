"""R201: a state is named that the machine does not have."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule
from engine.diagnostics import Path, Severity
from engine.dsl import edit

UNKNOWN_STATE = Check("R201", "unknown-state", Severity.ERROR)


def in_states(context: Context) -> Iterator[Found]:
    known = context.declared.states
    for name, state in context.workflow.states.items():
        for index, transition in enumerate(state.transitions):
            if transition.to_state not in known:
                yield from _named(context, transition.to_state, ("states", name, "transitions", index, "toState"))
        for index, timer in enumerate(state.timers):
            if timer.to_state is not None and timer.to_state not in known:
                yield from _named(context, timer.to_state, ("states", name, "timers", index, "toState"))


def in_declarations(context: Context) -> Iterator[Found]:
    workflow = context.workflow
    if context.parsed.place(("initialState",)) is not None:  # a missing key is the reader's to tell
        yield from _named(context, workflow.initial_state, ("initialState",))
    for agent, entry in workflow.agents.items():
        for index, state in enumerate(entry.can_transition):
            yield from _named(context, state, ("agents", agent, "canTransition", index), removable=True)
    for index, migration in enumerate(workflow.migrations):
        for old, new in migration.states.items():
            yield from _named(context, new, ("migrations", index, "states", old))


def _named(context: Context, name: str, path: Path, removable: bool = False) -> Iterator[Found]:
    if name in context.declared.states:
        return
    nearest = context.nearest(name, context.declared.states)
    fixes = [Fix(messages.create_state(name), partial(edit.add_state, name=name), automatic=False)]
    if nearest is not None:
        fixes.insert(0, Fix(messages.use(nearest), partial(edit.set_value, path=path, value=nearest)))
    if removable:
        fixes.append(Fix(messages.remove_key(name), partial(edit.remove, path=path), automatic=False))
    yield Found(
        check=UNKNOWN_STATE,
        path=path,
        message=messages.unknown_state(name, nearest),
        about=(name,),
        fixes=tuple(fixes),
        data={"name": name, "nearest": nearest},
    )


STATES = MachineRule((UNKNOWN_STATE,), in_states)
DECLARATIONS = MachineRule((UNKNOWN_STATE,), in_declarations)
