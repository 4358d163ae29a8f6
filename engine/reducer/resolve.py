"""What a machine must have right before it may run: its names resolve, and its approvals cannot be forged."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from engine.diagnostics import Path
from engine.dsl import parse_duration
from engine.dsl.models import Action, Assign, Compute, Requirement, Send, Spawn, Workflow
from engine.errors import DefinitionRefused
from engine.reducer import messages
from engine.reducer.templates import fields_of


def resolve(workflow: Workflow) -> None:
    """Raise ``DefinitionRefused``, naming the first thing that is wrong and its place.

    An agent, user or role that nobody is may be awaited: such a requirement is never answered.
    """
    _states(workflow)
    for field, path in _fields_named(workflow):
        if field not in workflow.context:
            raise DefinitionRefused(messages.field_unknown(field, workflow.context), path)
    for duration, path in _durations(workflow):
        try:
            parse_duration(duration)
        except ValueError:
            raise DefinitionRefused(messages.no_duration(duration, path), path) from None
    _children(workflow)
    _approvals(workflow)


def _states(workflow: Workflow) -> None:
    named: list[tuple[str, Path]] = [(workflow.initial_state, ("initialState",))]
    for agent, declared in workflow.agents.items():
        named += [(state, ("agents", agent, "canTransition", i)) for i, state in enumerate(declared.can_transition)]
    for name, state in workflow.states.items():
        here = ("states", name)
        named += [(t.to_state, (*here, "transitions", i, "toState")) for i, t in enumerate(state.transitions)]
        named += [(t.to_state, (*here, "timers", i, "toState")) for i, t in enumerate(state.timers) if t.to_state]
    for index, migration in enumerate(workflow.migrations):
        later = {old for each in workflow.migrations if each.from_ > migration.from_ for old in each.states}
        names = ((old, new) for old, new in migration.states.items() if new not in later)
        named += [(new, ("migrations", index, "states", old)) for old, new in names]
    for state_name, path in named:
        if state_name not in workflow.states:
            raise DefinitionRefused(messages.state_unknown(state_name, workflow.states), path)


def _fields_named(workflow: Workflow) -> Iterator[tuple[str, Path]]:
    """Every field that the machine names outside its guards."""
    yield from ((field, ("policy", "onExhausted", field)) for field in workflow.policy.on_exhausted)
    for name, command in workflow.commands.items():
        yield from ((field, ("commands", name, "onFailure", field)) for field in command.on_failure)
    for name, state in workflow.states.items():
        for index, requirement in enumerate(state.requires):
            here: Path = ("states", name, "requires", index)
            yield requirement.name, (*here, "name")
            yield from ((field, (*here, "approves", i)) for i, field in enumerate(requirement.approves))
            yield from ((field, (*here, "separateFrom", i)) for i, field in enumerate(requirement.separate_from))
        for index, timer in enumerate(state.timers):
            yield from ((field, ("states", name, "timers", index, "assign", field)) for field in timer.assign)
    for action, path in actions_with_paths(workflow):
        yield from _fields_of_action(action, path)
    for index, migration in enumerate(workflow.migrations):
        later = {old for each in workflow.migrations if each.from_ > migration.from_ for old in each.fields}
        names = ((old, new) for old, new in migration.fields.items() if new not in later)
        yield from ((new, ("migrations", index, "fields", old)) for old, new in names)


def _durations(workflow: Workflow) -> Iterator[tuple[str, Path]]:
    written: list[tuple[str | None, Path]] = [
        (field.ttl, ("context", name, "ttl")) for name, field in workflow.context.items()
    ]
    for name, command in workflow.commands.items():
        here: Path = ("commands", name)
        backoff = command.backoff
        written.append((command.deadline, (*here, "deadline")))
        if backoff is not None:
            written += [(backoff.initial, (*here, "backoff", "initial")), (backoff.max, (*here, "backoff", "max"))]
    for name, state in workflow.states.items():
        written += [(timer.after, ("states", name, "timers", i, "after")) for i, timer in enumerate(state.timers)]
        written += [
            (requirement.expires_after, ("states", name, "requires", i, "expiresAfter"))
            for i, requirement in enumerate(state.requires)
        ]
    yield from ((duration, path) for duration, path in written if duration is not None)


def _fields_of_action(action: Action, path: Path) -> Iterator[tuple[str, Path]]:
    match action:
        case Assign(assign=literals):
            yield from ((field, (*path, "assign", field)) for field in literals)
        case Compute(compute=expressions):
            yield from ((field, (*path, "compute", field)) for field in expressions)
        case Spawn(spawn=spec):
            yield from ((field, (*path, "spawn", "outputs", field)) for field in spec.outputs)
            if spec.into is not None:
                yield spec.into, (*path, "spawn", "into")


def actions_with_paths(workflow: Workflow) -> Iterator[tuple[Action, Path]]:
    """Every action of the machine with its place."""
    for name, state in workflow.states.items():
        here: Path = ("states", name)
        yield from _numbered(state.entry, (*here, "entry"))
        yield from _numbered(state.exit, (*here, "exit"))
        for index, transition in enumerate(state.transitions):
            yield from _numbered(transition.on_transition, (*here, "transitions", index, "onTransition"))
        for index, timer in enumerate(state.timers):
            yield from _numbered(timer.on_transition, (*here, "timers", index, "onTransition"))
    for index, migration in enumerate(workflow.migrations):
        yield from _numbered(migration.actions, ("migrations", index, "actions"))


def _numbered(actions: Iterable[Action], path: Path) -> Iterator[tuple[Action, Path]]:
    return ((action, (*path, index)) for index, action in enumerate(actions))


def _children(workflow: Workflow) -> None:
    spawned = {action.spawn.as_ for action, _ in actions_with_paths(workflow) if isinstance(action, Spawn)}
    for name, state in workflow.states.items():
        for index, requirement in enumerate(state.requires):
            source = requirement.from_
            if source.kind == "fsm" and source.name not in spawned:
                path = ("states", name, "requires", index, "from")
                raise DefinitionRefused(messages.child_unknown(str(source.name), sorted(spawned)), path)


def _approvals(workflow: Workflow) -> None:
    terms = _agreed_terms(workflow)
    for field, path in _literals_written(workflow):
        if field in terms:
            raise DefinitionRefused(messages.approval_forged(field), path)
    for action, path in actions_with_paths(workflow):
        if isinstance(action, Send) and action.send.approved_by is not None:
            _approved_send(action, path, terms)


def _agreed_terms(workflow: Workflow) -> Mapping[str, Requirement]:
    """The approval fields, each with one of its requirements; all of them must have the same terms."""
    terms: dict[str, Requirement] = {}
    asked: list[tuple[Requirement, Path]] = [
        (requirement, ("states", name, "requires", index))
        for name, state in workflow.states.items()
        for index, requirement in enumerate(state.requires)
    ]
    for requirement, _ in asked:
        if requirement.approves:
            terms.setdefault(requirement.name, requirement)
    for requirement, path in asked:
        known = terms.get(requirement.name)
        if known is None:
            continue
        if not requirement.approves:
            raise DefinitionRefused(messages.approval_without_terms(requirement.name), path)
        if _terms(requirement) != _terms(known):
            raise DefinitionRefused(messages.approval_on_other_terms(requirement.name), path)
    return terms


def _terms(requirement: Requirement) -> tuple[Any, ...]:
    return (requirement.approves, requirement.approved_when, requirement.separate_from, requirement.expires_after)


def _literals_written(workflow: Workflow) -> Iterator[tuple[str, Path]]:
    """Every field to which the definition itself gives a value, with the place."""
    for name, field in workflow.context.items():
        if field.input:
            yield name, ("context", name, "input")
        if field.default not in (None, ""):
            yield name, ("context", name, "default")
    sources: list[tuple[Mapping[str, Any], Path]] = [(workflow.policy.on_exhausted, ("policy", "onExhausted"))]
    sources += [(command.on_failure, ("commands", name, "onFailure")) for name, command in workflow.commands.items()]
    for name, state in workflow.states.items():
        sources += [(timer.assign, ("states", name, "timers", i, "assign")) for i, timer in enumerate(state.timers)]
    for action, path in actions_with_paths(workflow):
        match action:
            case Assign(assign=literals):
                sources.append((literals, (*path, "assign")))
            case Compute(compute=expressions):
                sources.append((expressions, (*path, "compute")))
            case Spawn(spawn=spec):
                sources.append((spec.outputs, (*path, "spawn", "outputs")))
                if spec.into is not None:
                    yield spec.into, (*path, "spawn", "into")
    for literals, path in sources:
        yield from ((field, (*path, field)) for field, literal in literals.items() if literal not in (None, ""))
    for index, migration in enumerate(workflow.migrations):
        yield from ((new, ("migrations", index, "fields", old)) for old, new in migration.fields.items())


def _approved_send(action: Send, path: Path, terms: Mapping[str, Requirement]) -> None:
    spec = action.send
    approval = terms.get(spec.approved_by or "")
    if approval is None:
        raise DefinitionRefused(
            messages.approval_unknown(str(spec.approved_by), sorted(terms)), (*path, "send", "approvedBy")
        )
    if spec.idempotency_key is not None:
        raise DefinitionRefused(messages.approved_key(spec.command), (*path, "send", "idempotencyKey"))
    for key, value in (("to", spec.to), ("with", spec.with_)):
        for field in sorted(fields_of(value) - set(approval.approves)):
            raise DefinitionRefused(
                messages.unapproved_payload(spec.command, field, approval.name), (*path, "send", key)
            )
