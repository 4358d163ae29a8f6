"""T301 to T308, T313: what the checker of expressions finds, and A701 where a computed value has another type."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import partial

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.rule import Check, Fix, Found, MachineRule, StateRule
from engine.analysis.rules.literals import ASSIGN_TYPE
from engine.analysis.walk import Expression, computes, migration_actions
from engine.cel import CelError, Program
from engine.cel.finding import CelFix
from engine.diagnostics import Severity
from engine.dsl import edit
from engine.dsl.models import FieldType, State
from engine.text import Patch

CHECKS = {
    check.id: check
    for check in (
        Check("T301", "cel-syntax", Severity.ERROR),
        Check("T302", "no-overload", Severity.ERROR),
        Check("T303", "not-a-boolean", Severity.ERROR),
        Check("T304", "undeclared", Severity.ERROR),
        Check("T305", "enum-typo", Severity.ERROR),
        Check("T306", "compare-with-nothing", Severity.WARNING),
        Check("T307", "nondeterministic", Severity.ERROR),
        Check("T308", "bad-has", Severity.ERROR),
        Check("T313", "bad-regex", Severity.ERROR),
    )
}
ALL = (*CHECKS.values(), ASSIGN_TYPE)

STORED_AS = {
    FieldType.STRING: {"string"},
    FieldType.ENUM: {"string"},
    FieldType.INT: {"int", "uint", "double"},
    FieldType.NUMBER: {"int", "uint", "double"},
    FieldType.BOOL: {"bool"},
    FieldType.LIST: {"list"},
    FieldType.MAP: {"map"},
    FieldType.TIMESTAMP: {"timestamp", "string"},
    FieldType.BLOB: {"map"},
}
"""Types of expressions whose values may fit a field, by its type; any, and nothing at all, may fit every field."""


def in_state(context: Context, name: str, state: State) -> Iterator[Found]:
    return _judged(context, context.parts(name).expressions)


def in_migrations(context: Context) -> Iterator[Found]:
    return _judged(context, computes(migration_actions(context.workflow)))


def _judged(context: Context, expressions: Iterable[Expression]) -> Iterator[Found]:
    for expression in expressions:
        compiled = context.compiled(expression)
        if isinstance(compiled, CelError):
            yield Found(
                check=CHECKS[compiled.code],
                path=expression.path,
                inside=compiled.span,
                message=compiled.message,
            )
        else:
            yield from _typed(context, expression, compiled)


def _typed(context: Context, expression: Expression, program: Program) -> Iterator[Found]:
    for finding in program.value_findings if expression.role == "compute" else program.findings:
        yield Found(
            check=CHECKS[finding.code],
            path=expression.path,
            inside=finding.span,
            message=finding.message,
            about=(finding.span.text(expression.source),),
            fixes=tuple(Fix(fix.title, _in_scalar(expression, fix)) for fix in finding.fixes),
            data=finding.data,
        )
    field = context.workflow.context.get(expression.field or "")
    if expression.role == "compute" and field is not None and field.type in STORED_AS:
        kind = program.type.kind
        if kind not in STORED_AS[field.type] | {"dyn", "null_type"}:
            yield Found(
                check=ASSIGN_TYPE,
                path=expression.path,
                message=messages.computes_another_type(expression.field or "", field.type, str(program.type)),
                data={"field": expression.field, "expected": field.type.value, "found": kind},
            )


def _in_scalar(expression: Expression, fix: CelFix) -> partial[Patch]:
    """The fix as a change of the scalar that holds the expression, in whatever style it is written."""
    mended = Patch((fix.edit,)).apply(expression.source)
    return partial(edit.set_value, path=expression.path, value=mended)


STATES = StateRule(ALL, in_state)
MIGRATIONS = MachineRule(ALL, in_migrations)
