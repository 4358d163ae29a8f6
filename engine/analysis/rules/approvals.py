"""A711, A712, A717: what a decision is about, who may make it, and what is sent in its name."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.authors import Actor, actors_of, authors
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, Part, StateRule
from engine.analysis.templates import fields_in, strings
from engine.diagnostics import Path, Severity
from engine.dsl import edit
from engine.dsl.models import Field, FieldType, Send, SendSpec, State

UNBOUND = Check("A711", "approval-unbound", Severity.INFO)
SELF_APPROVAL = Check("A712", "self-approval", Severity.WARNING)
UNAPPROVED_PAYLOAD = Check("A717", "unapproved-payload", Severity.ERROR)

YES_WORDS = frozenset(
    [
        "yes",
        "ok",
        "okay",
        "approve",
        "approved",
        "accept",
        "accepted",
        "grant",
        "granted",
        "pass",
        "passed",
        "confirm",
        "confirmed",
    ]
)
"""Members that make a short enum a decision."""

MOST_ANSWERS = 4
"""An enum of more members is a choice or an event, no yes or no."""


def unbound(context: Context, name: str, state: State) -> Iterator[Found]:
    """A person is asked for a yes or no; nothing shown to them reads another field."""
    for index, requirement in enumerate(state.requires):
        field = context.workflow.context.get(requirement.name)
        if requirement.from_.kind not in ("user", "role") or requirement.approves or not _is_decision(field):
            continue
        shown = {each for text in (requirement.prompt, state.description) if text for each in fields_in(text)}
        if not shown - {requirement.name}:
            path: Path = ("states", name, "requires", index)
            yield Found(check=UNBOUND, path=path, message=messages.approval_unbound(requirement.name))


def _is_decision(field: Field | None) -> bool:
    if field is None:
        return False
    answers = field.values[: MOST_ANSWERS + 1]
    return field.type is FieldType.BOOL or (
        len(answers) <= MOST_ANSWERS and any(answer.lower() in YES_WORDS for answer in answers)
    )


def self_approval(context: Context) -> Iterator[Found]:
    """Somebody who decides may have written what is decided on, and ``separateFrom`` does not keep them apart."""
    for name, state in context.workflow.states.items():
        for index, requirement in enumerate(state.requires):
            deciders = actors_of(context, name, requirement.from_) if requirement.approves else frozenset()
            open_fields = [field for field in requirement.approves if field not in requirement.separate_from]
            both: set[Actor] = set()
            fields = []
            for field in open_fields:
                shared = deciders & authors(context, field)
                if shared:
                    both |= shared
                    fields.append(field)
            if not fields:
                continue
            path: Path = ("states", name, "requires", index)
            separate = partial(
                edit.set_value, path=(*path, "separateFrom"), value=[*requirement.separate_from, *fields]
            )
            yield Found(
                check=SELF_APPROVAL,
                path=path,
                message=messages.self_approval(
                    requirement.name, [messages.source_words(*actor) for actor in sorted(both)], fields
                ),
                fixes=(Fix(messages.separate_from(fields), separate, automatic=False),),
            )


def payloads(context: Context) -> Iterator[Found]:
    for name in context.workflow.states:
        for path, action in context.parts(name).actions:
            if isinstance(action, Send) and action.send.approved_by in context.approval_fields:
                yield from _payload(context, (*path, "send"), action.send, action.send.approved_by)


def _payload(context: Context, path: Path, send: SendSpec, approval: str) -> Iterator[Found]:
    approved = {field for _, each in context.requirements[approval] for field in each.approves}
    sent = [*strings((*path, "to"), send.to), *strings((*path, "with"), dict(send.with_))]
    for string in sent:
        for field in dict.fromkeys(fields_in(string.text)):
            if field not in approved and field in context.declared.fields:
                message = messages.unapproved_payload(send.command, field, approval)
                yield Found(check=UNAPPROVED_PAYLOAD, path=string.path, message=message, about=(field,))
    if send.idempotency_key is not None:
        key = (*path, "idempotencyKey")
        yield Found(
            check=UNAPPROVED_PAYLOAD,
            path=key,
            part=Part.ENTRY,
            message=messages.own_key(send.command, approval),
            fixes=(Fix(messages.remove_key("idempotencyKey"), partial(edit.remove, path=key)),),
        )


UNBOUND_APPROVALS = StateRule((UNBOUND,), unbound)
SELF_APPROVALS = MachineRule((SELF_APPROVAL,), self_approval)
PAYLOADS = MachineRule((UNAPPROVED_PAYLOAD,), payloads)
