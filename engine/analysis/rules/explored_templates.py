"""A706: a template is rendered while the field it names is unset, so nothing stands in its place."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Seen
from engine.analysis.replaying import leaves_by
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.analysis.templates import Braces, Templated, braces, in_action
from engine.analysis.walk import listed
from engine.diagnostics import Path, Severity
from engine.dsl.models import Action, Assign, Compute
from engine.reducer import Fired, Step, microsteps

TEMPLATE_UNSET = Check("A706", "template-unset", Severity.WARNING, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    """The first run that renders each template without its field."""
    explored = context.exploration
    if explored is None or not any(each for text in context.templated for each in braces(text.text)):
        return
    reported: set[tuple[Path, str]] = set()
    for templated, part, seen, fired in (*_shown(context), *_performed(context)):
        field = part.names[0]
        if (templated.path, field) in reported or field not in context.workflow.context or _left_out(context, field):
            continue
        reported.add((templated.path, field))
        state = str(templated.path[1])
        shows = partial(_waits_without, state=state, field=field)
        yield Found(
            check=TEMPLATE_UNSET,
            path=templated.path,
            inside=part.span,
            message=messages.template_unset(field),
            about=(field,),
            witness=explored.witness(seen),
            shows=shows if fired is None else leaves_by(fired.source, fired.index, fired.timer),
        )


def _left_out(context: Context, field: str) -> bool:
    """Whether the field is unset only where a run was created without it, which is not for the machine to mend."""
    return context.workflow.context[field].input and field not in context.fields_unset


def _shown(context: Context) -> Iterator[tuple[Templated, Braces, Seen, None]]:
    """What is shown to those who are asked where a run waits."""
    explored = context.exploration
    assert explored is not None
    for name, places in context.resting.items():
        at = ("states", name)
        told = [
            each for each in context.parts(name).templated if each.path[:3] in ((*at, "description"), (*at, "requires"))
        ]
        texts = [(each, part) for each in told for part in braces(each.text) if part.names]
        for place in places if texts else ():
            situation = explored.situations[place]
            empty = [(each, part) for each, part in texts if part.names[0] not in situation.envelope.context]
            asked = _asked(context, name, place) if empty else set()
            for templated, part in empty:
                if asked and (templated.path[2] == "description" or templated.path[3] in asked):
                    yield templated, part, Seen.resting(situation), None


def _asked(context: Context, name: str, place: int) -> set[int]:
    """The requirements of a state that are not satisfied in a situation."""
    assert context.exploration is not None
    envelope = context.exploration.situations[place].envelope
    plan = context.exploration.definition.states[name]
    return {
        index
        for index, each in enumerate(context.workflow.states[name].requires)
        if not plan.by_field[each.name].satisfied(envelope.context, envelope.approvals)
    }


def _performed(context: Context) -> Iterator[tuple[Templated, Braces, Seen, Fired]]:
    """What actions say while a run goes on."""
    explored = context.exploration
    assert explored is not None
    for seen in explored.telling:
        for fired, values in microsteps(seen.step):
            now = dict(values)
            for path, action in _actions(context, fired):
                for templated in in_action(path, action):
                    for part in _empty(templated, now):
                        yield templated, part, seen, fired
                _write(now, action)


def _empty(templated: Templated, values: Mapping[str, Any]) -> Iterator[Braces]:
    return (each for each in braces(templated.text) if each.names and each.names[0] not in values)


def _actions(context: Context, fired: Fired) -> Iterator[tuple[Path, Action]]:
    """What a transition does, in order."""
    states = context.workflow.states
    at: Path = ("states", fired.source)
    yield from listed((*at, "exit"), states[fired.source].exit)
    if fired.index is not None:
        own = states[fired.source].transitions[fired.index].on_transition
        yield from listed((*at, "transitions", fired.index, "onTransition"), own)
    for index, timer in enumerate(states[fired.source].timers):
        if timer.name == fired.timer:
            yield from listed((*at, "timers", index, "onTransition"), timer.on_transition)
    yield from listed(("states", fired.target, "entry"), states[fired.target].entry)


def _write(values: dict[str, Any], action: Action) -> None:
    """Which fields are set after an action; what is computed counts as set."""
    match action:
        case Assign():
            for name, literal in action.assign.items():
                if literal in (None, ""):
                    values.pop(name, None)
                else:
                    values[name] = literal
        case Compute():
            values.update(dict.fromkeys(action.compute, True))


def _waits_without(step: Step, state: str, field: str) -> bool:
    return step.accepted and step.envelope.state == state and field not in step.context


RULE = MachineRule((TEMPLATE_UNSET,), run)
