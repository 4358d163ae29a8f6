"""A704: a write that the same step overwrites before anything reads it."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.analysis.templates import fields_in, in_action
from engine.analysis.walk import Expression, listed
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Action, Assign, Compute, Send, State

OVERWRITTEN = Check("A704", "overwritten", Severity.INFO)

Steps = list[tuple[Path, Action]]


def run(context: Context) -> Iterator[Found]:
    """A write counts when whatever can follow in the step overwrites it: the rest of its list, then the lists after."""
    for name, state in context.workflow.states.items():
        at: Path = ("states", name)
        if state.entry:
            yield from _in_list(context, list(listed((*at, "entry"), state.entry)), [[]])
        if state.exit:
            afterwards = [list(_after_exit(context, name, *edge)) for edge in _edges(state)]
            yield from _in_list(context, list(listed((*at, "exit"), state.exit)), afterwards or [[]])
        for kind, index, target, actions in _edges(state):
            if actions:
                own = list(listed((*at, kind, index, "onTransition"), actions))
                yield from _in_list(context, own, [_entry(context, target)])


def _edges(state: State) -> Iterator[tuple[str, int, str, tuple[Action, ...]]]:
    for index, transition in enumerate(state.transitions):
        yield "transitions", index, transition.to_state, transition.on_transition
    for index, timer in enumerate(state.timers):
        if timer.to_state is not None:
            yield "timers", index, timer.to_state, timer.on_transition


def _after_exit(context: Context, name: str, kind: str, index: int, target: str, actions: tuple[Action, ...]) -> Steps:
    return [*listed(("states", name, kind, index, "onTransition"), actions), *_entry(context, target)]


def _entry(context: Context, target: str) -> Steps:
    state = context.workflow.states.get(target)
    return [] if state is None else list(listed(("states", target, "entry"), state.entry))


def _in_list(context: Context, own: Steps, continuations: list[Steps]) -> Iterator[Found]:
    for position, (path, action) in enumerate(own):
        for field, written in _written(path, action).items():
            rest = own[position + 1 :]
            over = [_overwriting(context, field, [*rest, *after]) for after in continuations]
            first = over[0]
            if first is not None and all(each is not None for each in over):
                fixes: tuple[Fix, ...] = ()
                if isinstance(action, Assign):
                    gone = path if len(action.assign) == 1 else written
                    fixes = (Fix(messages.remove_the_write(field), partial(edit.remove, path=gone)),)
                yield Found(
                    check=OVERWRITTEN,
                    path=written,
                    part=Part.ENTRY,
                    message=messages.overwritten(field),
                    related=((messages.overwritten_here(), first),),
                    fixes=fixes,
                )


def _overwriting(context: Context, field: str, following: Steps) -> Path | None:
    """Where ``field`` is written next, ``None`` where it is read before or never written."""
    for path, action in following:
        if _reads(context, path, action, field):
            return None
        written = _written(path, action)
        if field in written:
            return written[field]
    return None


def _written(path: Path, action: Action) -> dict[str, Path]:
    if isinstance(action, Assign):
        return {field: (*path, "assign", field) for field in action.assign}
    if isinstance(action, Compute):
        return {field: (*path, "compute", field) for field in action.compute}
    return {}


def _reads(context: Context, path: Path, action: Action, field: str) -> bool:
    """Whether the action reads the field; an expression that cannot be understood may read anything."""
    if isinstance(action, Compute):
        for target, source in action.compute.items():
            expression = Expression((*path, "compute", target), source, "compute", target)
            if context.may_read(expression, field):
                return True
        return False
    if isinstance(action, Send) and action.send.approved_by is not None:
        return True
    return any(field in fields_in(string.text) for string in in_action(path, action))


RULE = MachineRule((OVERWRITTEN,), run)
