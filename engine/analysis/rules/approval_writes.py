"""A715: something other than a decision writes a value to an approval field, or it is asked for on other terms."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part
from engine.diagnostics import Path, Severity
from engine.dsl import edit, parse_duration
from engine.dsl.models import FieldType, Requirement, Workflow

APPROVAL_FORGED = Check("A715", "approval-forged", Severity.ERROR)


def run(context: Context) -> Iterator[Found]:
    if not context.approval_fields:
        return
    yield from _declared(context)
    for write in context.writes:
        if write.field in context.approval_fields and not write.unsets:
            message = messages.approval_forged(write.field, write.how)
            yield Found(check=APPROVAL_FORGED, path=write.path, message=message)
    for field in sorted(context.approval_fields):
        yield from _asked(context, field)


def _declared(context: Context) -> Iterator[Found]:
    for field, schema in context.workflow.context.items():
        if field not in context.approval_fields:
            continue
        for key, given in (("default", schema.default is not None), ("input", schema.input)):
            if given:
                path = ("context", field, key)
                yield Found(
                    check=APPROVAL_FORGED,
                    path=path,
                    part=Part.ENTRY,
                    message=messages.approval_forged(field, key),
                    fixes=(Fix(messages.remove_key(key), partial(edit.remove, path=path)),),
                )


def _asked(context: Context, field: str) -> Iterator[Found]:
    """The first requirement that approves sets the terms; every other must have the same."""
    first_path, first = next((path, each) for path, each in context.requirements[field] if each.approves)
    terms = _terms(context.workflow, first)
    for path, requirement in context.requirements[field]:
        other = _terms(context.workflow, requirement)
        different = [key for key in terms if terms[key] != other[key]]
        if not requirement.approves:
            message = messages.approval_without_terms(field)
        elif different:
            message = messages.approval_with_other_terms(field, different)
        else:
            continue
        yield Found(
            check=APPROVAL_FORGED, path=path, message=message, related=((messages.asked_here(), _name(first_path)),)
        )


def _terms(workflow: Workflow, requirement: Requirement) -> dict[str, object]:
    """What must be the same wherever the field is asked for, order apart."""
    schema = workflow.context.get(requirement.name)
    yes = requirement.approved_when
    if not yes and schema is not None and schema.type is FieldType.BOOL:
        yes = (True,)
    return {
        "approves": frozenset(requirement.approves),
        "approvedWhen": frozenset(map(repr, yes)),
        "separateFrom": frozenset(requirement.separate_from),
        "expiresAfter": _seconds(requirement.expires_after),
    }


def _seconds(duration: str | None) -> object:
    if duration is None:
        return None
    try:
        return parse_duration(duration)
    except ValueError:
        return duration


def _name(path: Path) -> Path:
    return (*path, "name")


RULE = MachineRule((APPROVAL_FORGED,), run)
