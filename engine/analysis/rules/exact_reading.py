"""Q407, Q410: answers nobody reads, and answers of which only the presence is read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.atoms import Anything, Presence
from engine.analysis.exact.formula import atoms, formula_of
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.analysis.templates import fields_in
from engine.diagnostics import Severity
from engine.dsl.models import FieldType, Guidance, Send

OPTIONAL_UNREAD = Check("Q407", "optional-unread", Severity.INFO, Kind.LOCAL)
VALUE_UNREAD = Check("Q410", "value-unread", Severity.INFO, Kind.LOCAL)


def optional_unread(context: Context) -> Iterator[Found]:
    if _shown_to_agents(context):
        return
    for name, asked in context.requirements.items():
        if name not in context.workflow.context or name in context.read_fields or name in context.taken_over:
            continue
        for path, requirement in asked:
            if not requirement.required:
                yield Found(check=OPTIONAL_UNREAD, path=path, message=messages.optional_unread(name))


def value_unread(context: Context) -> Iterator[Found]:
    """Fields by which a person or agent says one thing or another, and nothing asks which.

    A field that is only waited for is left alone where agents are shown its value, unless it is an approval.
    """
    values, present = _reads(context)
    shown = _shown_to_agents(context)
    for name, asked in context.requirements.items():
        field = context.workflow.context.get(name)
        if field is None or name in values or name in context.taken_over:
            continue
        if field.type is FieldType.BOOL:
            said = ["true", "false"]
        elif field.type is FieldType.ENUM and len(field.values) > 1:
            said = list(field.values)
        else:
            continue
        waited_for = any(requirement.required for _, requirement in asked)
        if name in present or (waited_for and (not shown or name in context.approval_fields)):
            path, _ = asked[0]
            yield Found(check=VALUE_UNREAD, path=path, message=messages.value_unread(name, said))


def _reads(context: Context) -> tuple[set[str], set[str]]:
    """The fields whose values something reads, and those whose presence a guard reads."""
    values: set[str] = set()
    present: set[str] = set()
    for parts in context.all_parts:
        for expression in parts.expressions:
            of_value, of_presence = _reads_of(expression.source, expression.field)
            values |= context.workflow.context.keys() if of_value is None else of_value
            present |= of_presence
        for each in parts.templated:
            values.update(fields_in(each.text))
        for requirement in parts.state.requires:
            values.update(requirement.approves)
        for _, action in parts.actions:
            if isinstance(action, Send) and action.send.approved_by is not None:
                values.add(action.send.approved_by)
    return values, present


@lru_cache(maxsize=8192)
def _reads_of(source: str, value: str | None) -> tuple[frozenset[str] | None, frozenset[str]]:
    """The fields of which an expression reads the value, ``None`` for any, and those whose presence alone it reads."""
    formula = formula_of(source, value)
    found = () if formula is None else tuple(atoms(formula))
    present = {name for atom in found if isinstance(atom, Presence) for name in atom.fields}
    values = {name for atom in found if not isinstance(atom, Presence) for name in atom.fields}
    unknown = formula is None or any(isinstance(atom, Anything) for atom in found)
    return None if unknown else frozenset(values), frozenset(present)


def _shown_to_agents(context: Context) -> bool:
    """Whether some agent acts somewhere and is shown the context when it does."""
    return any(agent.guidance is Guidance.FULL and agent.can_transition for agent in context.workflow.agents.values())


OPTIONAL_RULE = MachineRule((OPTIONAL_UNREAD,), optional_unread)
VALUE_RULE = MachineRule((VALUE_UNREAD,), value_unread)
