"""Q401, Q402: requirements no value satisfies, and enum members that no requirement accepts."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.certificates import core, demands
from engine.analysis.exact.decide import Never, Undecided
from engine.analysis.exact.local import Local
from engine.analysis.exact.truth import TRUE
from engine.analysis.finding import Certificate, Way
from engine.analysis.rule import Check, Found, Kind, MachineRule, StateRule
from engine.analysis.rules.exact_unknown import unknown
from engine.diagnostics import Path, Severity
from engine.dsl.models import Field, FieldType, Requirement, State

UNSATISFIABLE = Check("Q401", "unsatisfiable", Severity.ERROR, Kind.LOCAL)
MEMBER_EXCLUDED = Check("Q402", "member-excluded", Severity.WARNING, Kind.LOCAL)


def unsatisfiable(context: Context, name: str, state: State) -> Iterator[Found]:
    """Requirements that are impossible by themselves, else the first that is with the required ones before it."""
    local = context.local(name)
    faults = 0
    for index, requirement in enumerate(state.requires):
        at: Path = ("states", name, "requires", index)
        if requirement.name not in context.workflow.context or not requirement.validate_:
            continue
        verdict = local.decide([(local.satisfied[index], TRUE)])
        if isinstance(verdict, Undecided):
            yield unknown(UNSATISFIABLE, at, messages.can_be_satisfied(requirement.name), verdict)
        elif isinstance(verdict, Never):
            faults += 1
            yield _impossible(local, [index], index)
    if not faults and isinstance(local.can_route, Never):
        yield from _impossible_together(context, local)


def _impossible_together(context: Context, local: Local) -> Iterator[Found]:
    required = [index for index in local.required if local.state.requires[index].name in context.workflow.context]
    for count in range(2, len(required) + 1):
        if isinstance(local.decide((local.satisfied[index], TRUE) for index in required[:count]), Never):
            yield _impossible(local, required[:count], required[count - 1])
            return


def _impossible(local: Local, together: list[int], index: int) -> Found:
    requirement = local.state.requires[index]
    at: Path = ("states", local.name, "requires", index)
    reasons = core(local, [reason for each in together for reason in demands(local.asked[each])])
    return Found(
        check=UNSATISFIABLE,
        path=at,
        message=messages.impossible_requirement(requirement.name, len(together) > 1),
        certificate=Certificate((Way(at, {}, tuple(reason.text for reason in reasons)),)),
    )


def member_excluded(context: Context) -> Iterator[Found]:
    for name, field in context.workflow.context.items():
        asked = context.requirements.get(name, ())
        if field.type is not FieldType.ENUM or not asked or not all(each.validate_ for _, each in asked):
            continue
        for place, member in enumerate(field.values):
            if _written_otherwise(context, name, field, member):
                continue
            if all(_refuses(context, path, each, name, member) for path, each in asked):
                yield Found(
                    check=MEMBER_EXCLUDED,
                    path=("context", name, "values", place),
                    message=messages.member_excluded(member, name),
                    about=(member,),
                    related=tuple((messages.asked_here(), path) for path, _ in asked),
                )


def _refuses(context: Context, path: Path, requirement: Requirement, name: str, member: str) -> bool:
    """Proved: no context lets this requirement accept the member."""
    local = context.local(str(path[1]))
    index = local.state.requires.index(requirement)
    variable = local.space.variables[local.space.index[name]]
    within = {name: variable.class_of(member)}
    return isinstance(local.decide([(local.satisfied[index], TRUE)], within), Never)


def _written_otherwise(context: Context, name: str, field: Field, member: str) -> bool:
    if field.input or field.default == member:
        return True
    return any(write.field == name and (not write.literal or write.value == member) for write in context.writes)


UNSATISFIABLE_RULE = StateRule((UNSATISFIABLE,), unsatisfiable)
MEMBERS_RULE = MachineRule((MEMBER_EXCLUDED,), member_excluded)
