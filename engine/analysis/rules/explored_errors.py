"""T309, A709, L614: evaluations that fail in a run and decide it, and contributions refused because of the machine."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Exploration, Seen
from engine.analysis.exact.formula import Formula, answer, atoms, formula_of
from engine.analysis.exact.truth import ERROR, FALSE
from engine.analysis.exact.values import stored
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule, Part
from engine.analysis.walk import actions_of
from engine.diagnostics import Path, Severity
from engine.dsl import Compute, Workflow, edit
from engine.reducer import Step, microsteps

ERROR_DECIDES = Check("T309", "error-decides", Severity.WARNING, Kind.GLOBAL)
COMPUTE_MAY_FAIL = Check("A709", "compute-may-fail", Severity.WARNING, Kind.GLOBAL)
INVARIANT_REFUSES = Check("L614", "invariant-refuses", Severity.WARNING, Kind.GLOBAL)


def error_decides(context: Context) -> Iterator[Found]:
    """Guards that fail in a run, and a later transition fires for it, or the run rests with nobody asked."""
    explored = context.exploration
    if explored is None:
        return
    reported: set[Path] = set()
    answers = Answers(context.workflow)
    stuck = {place for places in explored.stuck.values() for place in places}
    for seen in explored.telling:
        for fired, values in microsteps(seen.step):
            if fired.index:
                yield from _failing(
                    context, explored, seen, fired.source, range(fired.index), values, reported, answers
                )
    for place in sorted(stuck):
        situation = explored.situations[place]
        edges = range(len(context.workflow.states[situation.envelope.state].transitions))
        seen = Seen.resting(situation)
        yield from _failing(
            context, explored, seen, situation.envelope.state, edges, situation.envelope.context, reported, answers
        )


def _failing(
    context: Context,
    explored: Exploration,
    seen: Seen,
    state: str,
    edges: range,
    values: Mapping[str, Any],
    reported: set[Path],
    answers_of: Answers,
) -> Iterator[Found]:
    for index in edges:
        edge = context.workflow.states[state].transitions[index]
        answers = [answers_of.of(guard.expression, values) for guard in edge.guards]
        if ERROR not in answers or FALSE in answers:
            continue
        guard = answers.index(ERROR)
        path: Path = ("states", state, "transitions", index, "guards", guard, "expression")
        if path in reported:
            continue
        reported.add(path)
        expression = edge.guards[guard].expression
        unset = unset_in(context, expression, values)
        yield Found(
            check=ERROR_DECIDES,
            path=path,
            message=messages.error_decides(expression, unset),
            fixes=tuple(protecting(path, expression, unset)),
            witness=explored.witness(seen),
            shows=partial(comes_by, state=state),
        )


def protecting(path: Path, expression: str, unset: Sequence[str]) -> Iterator[Fix]:
    """``has(…) &&`` before an expression that fails while fields are unset."""
    if unset:
        tests = " && ".join(f"has(context.{name})" for name in unset)
        mended = (
            f"{tests} && {expression}"
            if "||" not in expression and "?" not in expression
            else f"{tests} && ({expression})"
        )
        yield Fix(messages.protect(unset), partial(edit.set_value, path=path, value=mended), automatic=False)


def comes_by(step: Step, state: str) -> bool:
    """Whether a run waits in a state after the step, or leaves it in the step."""
    return step.accepted and (step.envelope.state == state or any(each.source == state for each in step.fired))


def unset_in(context: Context, source: str, values: Mapping[str, Any], value: str | None = None) -> list[str]:
    """The fields an expression reads that are not set, in the order of the schema."""
    formula = formula_of(source, value)
    read = {name for atom in (atoms(formula) if formula is not None else ()) for name in atom.fields}
    return [name for name in context.workflow.context if name in read and name not in values]


class Answers:
    """The answers of a machine's expressions over contexts, each worked out once for the values it reads."""

    def __init__(self, workflow: Workflow) -> None:
        self._fields = workflow.context
        self._known: dict[tuple[str, str | None], tuple[Formula | None, tuple[str, ...], dict[str, int]]] = {}

    def of(self, source: str, values: Mapping[str, Any], value: str | None = None) -> int:
        """The answer of an expression over a context; ``value`` is the field that it validates."""
        if (source, value) not in self._known:
            formula = formula_of(source, value)
            read = {name for atom in (atoms(formula) if formula is not None else ()) for name in atom.fields}
            self._known[source, value] = formula, tuple(sorted(read)), {}
        formula, names, known = self._known[source, value]
        if formula is None:
            return ERROR
        given = [values.get(name) for name in names]
        key = repr(given)
        if key not in known:
            told = {name: stored(self._fields.get(name), each) for name, each in zip(names, given, strict=True)}
            known[key] = answer(formula, {name: each for name, each in told.items() if each is not None})
        return known[key]


def refusals(context: Context) -> Iterator[Found]:
    explored = context.exploration
    if explored is None:
        return
    computes = any(
        isinstance(action, Compute)
        for name, state in context.workflow.states.items()
        for _, action in actions_of(name, state)
    )
    reported: set[tuple[str, str]] = set()
    for (code, state, message), seen in explored.refused.items():
        check = INVARIANT_REFUSES if code == "invariant" else COMPUTE_MAY_FAIL
        if (code == "action-error" and not computes) or (check.id, state) in reported:
            continue
        reported.add((check.id, state))
        yield Found(
            check=check,
            path=("states", state),
            part=Part.KEY,
            message=messages.refused_in(state, message),
            about=(message,),
            witness=explored.witness(seen),
            shows=partial(_refused, code=code),
        )


def _refused(step: Step, code: str) -> bool:
    return step.code == code


ERRORS = MachineRule((ERROR_DECIDES,), error_decides)
REFUSALS = MachineRule((COMPUTE_MAY_FAIL, INVARIANT_REFUSES), refusals)
