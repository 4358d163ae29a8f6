"""A710: what a person decided on can change while the decision stays and is read."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.exact.explore import Seen
from engine.analysis.exact.formula import atoms, formula_of
from engine.analysis.rule import Check, Fix, Found, Kind, MachineRule
from engine.diagnostics import Severity, Verdict
from engine.dsl import Workflow, edit
from engine.reducer import Step, fits

STALE_APPROVAL = Check("A710", "stale-approval", Severity.WARNING, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    """Heuristic: what was reviewed is guessed from the prompt."""
    explored = context.exploration
    if explored is None:
        return
    read = _routed_on(context.workflow)
    reported: set[str] = set()
    for (decision, field), seen in explored.outlived.items():
        if decision not in read or decision in reported:
            continue
        changed = _changed(context.workflow, field, seen)
        if changed is None:
            continue
        reported.add(decision)
        path, requirement = next(
            (path, each) for path, each in context.requirements[decision] if each.prompt and not each.approves
        )
        approve = partial(edit.set_value, path=(*path, "approves"), value=[field])
        yield Found(
            check=STALE_APPROVAL,
            path=path,
            message=messages.stale_approval(decision, field),
            about=(field,),
            fixes=(Fix(messages.approve(field), approve, automatic=False),),
            data={"field": field, "from": str(requirement.from_.written())},
            verdict=Verdict.HEURISTIC,
            witness=explored.witness(changed),
            shows=partial(_outlives, decision=decision, field=field),
        )


def _outlives(step: Step, decision: str, field: str) -> bool:
    """Whether a step changes the field while the decision stays."""
    before, after = step.before, step.context
    if before is None or not step.accepted:
        return False
    return before.context.get(field) != after.get(field) and decision in after


def _routed_on(workflow: Workflow) -> set[str]:
    """The fields that some guard reads."""
    formulas = (
        formula_of(guard.expression)
        for state in workflow.states.values()
        for edge in state.transitions
        for guard in edge.guards
    )
    return {name for formula in formulas if formula is not None for atom in atoms(formula) for name in atom.fields}


def _changed(workflow: Workflow, field: str, seen: Seen) -> Seen | None:
    """The step with another value than the one that was decided on, if there is one."""
    assert seen.step.before is not None
    assert seen.contribution is not None
    old, new = seen.step.before.context.get(field), seen.contribution.values[field]
    if old != new:
        return seen
    declared = workflow.context[field]
    candidates: list[Any] = [f"{new} again", f"{new}2"] if isinstance(new, str) else []
    if type(new) in (int, float):
        candidates = [new + 1, new - 1]
    other = next((value for value in candidates if fits(declared, value)[0]), None)
    if other is None:
        return None
    values = {**seen.contribution.values, field: other}
    return seen.giving(values)


RULE = MachineRule((STALE_APPROVAL,), run)
