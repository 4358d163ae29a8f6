"""Values and names of a well-shaped machine that cannot be meant: Y107, Y108, P801."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.bounds import at_least, check_duration
from engine.dsl.faults import Faults
from engine.dsl.fields import check_field
from engine.dsl.fitting import likely, misfit
from engine.dsl.models import Action, Assign, CommandPolicy, Compute, Requirement, State, Workflow
from engine.dsl.names import is_name


def check_values(workflow: Workflow, faults: Faults, states: Collection[str] | None = None) -> None:
    """Tell every name and value of the machine that is out of its bounds, in the order of the file's sections.

    ``states`` names the only ones to look at, where nothing but them can be at fault.
    """
    if states is None:
        _declarations(workflow, faults)
    for name in workflow.states if states is None else states:
        state = workflow.states[name]
        _name(name, ("states", name), "state", faults)
        if state.requires or state.timers:
            _state(workflow, state, ("states", name), faults)


def _declarations(workflow: Workflow, faults: Faults) -> None:
    if workflow.name or ("name",) not in faults.told:
        _name(workflow.name, ("name",), "machine", faults)
    at_least(1, workflow.version, ("version",), faults)
    for name, field in workflow.context.items():
        check_field(name, field, ("context", name), faults)
    for section, kind, names in (
        ("agents", "agent", workflow.agents),
        ("users", "user", workflow.users),
        ("commands", "command", workflow.commands),
    ):
        for name in names:
            _name(name, (section, name), kind, faults)
    if not workflow.states and ("states",) not in faults.told:
        faults.at_path("Y105", say.NO_STATES, ("states",))
    for name, command in workflow.commands.items():
        _command(command, ("commands", name), faults)
    _policy(workflow, faults)
    _migrations(workflow, faults)


def _name(name: str, path: Path, kind: str, faults: Faults) -> None:
    if not is_name(name):
        message = say.BAD_NAME.format(where=f"This {kind}" if len(path) > 1 else "The machine", name=say.quoted(name))
        faults.at_path("Y107", message, path, key=len(path) > 1)


def _state(workflow: Workflow, state: State, path: Path, faults: Faults) -> None:
    for index, requirement in enumerate(state.requires):
        here = (*path, "requires", index)
        check_duration(requirement.expires_after, (*here, "expiresAfter"), faults)
        source = requirement.from_
        if source.kind not in ("driver", "system") and (*here, "from") not in faults.told:
            _name(source.name or "", (*here, "from", source.kind), source.kind, faults)
        if requirement.approved_when:
            _approved_when(workflow, requirement, here, faults)
    names: set[str] = set()
    for index, timer in enumerate(state.timers):
        here = (*path, "timers", index)
        check_duration(timer.after, (*here, "after"), faults)
        if here in faults.told:
            continue
        if timer.name in names:
            where = say.sentence(say.subject(here))
            faults.at_path("Y107", say.SAME_TIMER.format(where=where, name=say.quoted(timer.name)), (*here, "name"))
        elif not is_name(timer.name):
            _name(timer.name, (*here, "name"), "timer", faults)
        names.add(timer.name)


def _approved_when(workflow: Workflow, requirement: Requirement, path: Path, faults: Faults) -> None:
    field = workflow.context.get(requirement.name)
    if field is None or ("context", requirement.name) in faults.told:
        return
    for index, value in enumerate(requirement.approved_when):
        reason = misfit(field, value)
        if reason is not None:
            here = (*path, "approvedWhen", index)
            where = say.sentence(say.subject(here))
            near = likely(field, value)
            advice = say.USE_NEAREST.format(nearest=near) if near else say.CORRECT_ADVICE
            message = say.BAD_APPROVED_WHEN.format(
                where=where, found=say.shown(value), field=requirement.name, reason=reason, advice=advice
            )
            faults.at_path("Y108", message, here, fixes=faults.using(here, near))


def _command(command: CommandPolicy, path: Path, faults: Faults) -> None:
    at_least(1, command.max_attempts, (*path, "maxAttempts"), faults)
    check_duration(command.deadline, (*path, "deadline"), faults)
    if command.backoff is not None:
        backoff = (*path, "backoff")
        check_duration(command.backoff.initial, (*backoff, "initial"), faults, least=0)
        check_duration(command.backoff.max, (*backoff, "max"), faults, least=0)
        at_least(1, command.backoff.factor, (*backoff, "factor"), faults)


def _policy(workflow: Workflow, faults: Faults) -> None:
    policy = workflow.policy
    for key, value in (
        ("maxExchangesPerStage", policy.max_exchanges_per_stage),
        ("maxExchangesPerAgentPerStage", policy.max_exchanges_per_agent_per_stage),
        ("checkpointEvery", policy.checkpoint_every),
    ):
        at_least(1, value, ("policy", key), faults, "P801")


def _migrations(workflow: Workflow, faults: Faults) -> None:
    starts: set[int] = set()
    for index, migration in enumerate(workflow.migrations):
        path: Path = ("migrations", index)
        start = (*path, "from")
        if path not in faults.told and start not in faults.told:
            where = say.sentence(say.subject(start))
            if not 1 <= migration.from_ < workflow.version:
                message = say.MIGRATION_FROM.format(where=where, version=workflow.version, found=migration.from_)
                faults.at_path("Y108", message, start)
            elif migration.from_ in starts:
                where = say.sentence(say.subject(path))
                faults.at_path("Y108", say.SAME_MIGRATION.format(where=where, found=migration.from_), start)
            starts.add(migration.from_)
        _migration_actions(migration.actions, (*path, "actions"), faults)


def _migration_actions(actions: Iterable[Action], path: Path, faults: Faults) -> None:
    for index, action in enumerate(actions):
        if not isinstance(action, Assign | Compute):
            here = (*path, index)
            kind = next(iter(type(action).model_fields))
            faults.at_path("Y108", say.MIGRATION_ACTION.format(where=say.sentence(say.subject(here)), kind=kind), here)
