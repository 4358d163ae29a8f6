"""The reducer's loop: microsteps until the machine rests."""

from __future__ import annotations

from typing import Any

from engine.reducer.canonical import same
from engine.reducer.definition import StatePlan, TransitionPlan
from engine.reducer.ledger import ABSENT
from engine.reducer.work import Work

MICROSTEP_CAP = 128


def advance(work: Work, delayed: TransitionPlan | None = None) -> str:
    """Run microsteps until the machine rests, and say why it does: the ``stop``.

    ``delayed`` fires first, whatever is required.
    Raises ``StepFailed`` where an action fails.
    """
    states, context, undo = work.definition.states, work.context, work.undo
    plan = work.plan
    seen: list[tuple[StatePlan, int]] = [(plan, len(undo))]
    fired = 0
    while True:
        if delayed is not None:
            transition, delayed = delayed, None
        else:
            if plan.terminal:
                return "terminal"
            chosen = eligible_transition(plan, context, work)
            if chosen is None:
                return "parked"
            transition = chosen
        if fired == MICROSTEP_CAP:
            return "microstep-cap"
        fired += 1
        fire(work, transition, states[transition.target])
        plan = work.plan
        for state, writes in seen:
            if state is plan and unchanged_since(undo, writes, context):
                return "no-progress"
        seen.append((plan, len(undo)))


def eligible_transition(plan: StatePlan, context: dict[str, Any], work: Work) -> TransitionPlan | None:
    """The transition that fires next: the first whose guards are all true, once all that is required is there."""
    for field in plan.needs:
        if field not in context:
            return None
    for gate in plan.gates:
        if not gate.satisfied(context, work.draft.approvals):
            return None
    for transition in plan.transitions:
        for guard in transition.guards:
            if not guard(context):
                break
        else:
            return transition
    return None


def fire(work: Work, transition: TransitionPlan, target: StatePlan) -> None:
    work.happened.append(transition.fired)
    work.decided.append(len(work.undo))
    work.leave()
    for act in transition.acts:
        act(work)
    work.enter(target)


def unchanged_since(undo: list[tuple[str, Any]], writes: int, context: dict[str, Any]) -> bool:
    """Whether the context is what it was after so many writes."""
    if len(undo) == writes:
        return True
    before: dict[str, Any] = {}
    for field, old in undo[writes:]:
        before.setdefault(field, old)
    return all(same(context.get(field, ABSENT), old) for field, old in before.items())
