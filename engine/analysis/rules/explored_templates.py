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
from engine.reducer import Fired, Step, microsteps, pending

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
        state = context.workflow.states[name]
        texts = [Templated(("states", name, "description"), state.description or "")]
        prompts = [(each.name, each.from_.written(), each.prompt, index) for index, each in enumerate(state.requires)]
        if not any(braces(each) for each in (state.description, *(prompt for *_, prompt, _ in prompts)) if each):
            continue
        for place in places:
            situation = explored.situations[place]
            asked = [(each.field, each.from_) for each in pending(explored.definition, situation.envelope)]
            here = texts if asked else []
            here = here + [
                Templated(("states", name, "requires", index, "prompt"), prompt)
                for field, source, prompt, index in prompts
                if prompt and (field, source) in asked
            ]
            for templated in here:
                for part in _empty(templated, situation.envelope.context):
                    yield templated, part, Seen.resting(situation), None


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
