"""The reducer's loop: microsteps until the machine rests."""

from __future__ import annotations

from typing import Any

from engine.reducer.canonical import same
from engine.reducer.definition import StatePlan, TransitionPlan
from engine.reducer.envelope import CALM
from engine.reducer.ledger import ABSENT, Fired, Happening, is_write
from engine.reducer.work import Work

MICROSTEP_CAP = 128


def advance(work: Work, delayed: TransitionPlan | None = None) -> str:
    """Run microsteps until the machine rests, and say why it does: the ``stop``.

    ``delayed`` fires first, whatever is required. Raises ``StepFailed`` where an action fails. Everything a microstep
    does stands in this one loop: it is where a run spends its time.
    """
    context, trail = work.context, work.trail
    plan = first = work.plan
    seen: tuple[tuple[StatePlan, int], ...] = ()
    microsteps = 0
    while True:
        if delayed is not None:
            transition, delayed = delayed, None
        else:
            for field in plan.needs:
                if field not in context:
                    return plan.rest
            if plan.gates and not all(gate.satisfied(context, work.affairs.approvals) for gate in plan.gates):
                return plan.rest
            for transition in plan.transitions:
                passes = transition.passes
                if passes is None or passes(context):
                    break
            else:
                return plan.rest
        if microsteps:
            if microsteps == MICROSTEP_CAP:
                return "microstep-cap"
            seen += ((plan, len(trail)),)
        microsteps += 1
        trail.append(transition.fired)
        if work.affairs is not CALM:
            work.leave()
        for act in transition.acts:
            act(work)
        plan = work.plan = transition.to or transition.reach(work.definition.states)
        work.visit += 1
        if plan.arrives or work.affairs is not CALM:
            work.arrive(plan)
        if plan is first and unchanged_since(trail, _began(trail), context):
            return "no-progress"
        if seen and any(state is plan and unchanged_since(trail, place, context) for state, place in seen):
            return "no-progress"


def _began(trail: list[Happening]) -> int:
    """The place of the first transition: what stands before it was written to begin with."""
    return next(place for place, item in enumerate(trail) if isinstance(item, Fired))


def unchanged_since(trail: list[Happening], place: int, context: Any) -> bool:
    """Whether the context is what it was at that place of the trail."""
    before: dict[str, Any] = {}
    for item in trail[place:]:
        if is_write(item):
            before.setdefault(item[0], item[1])
    return all(same(context.get(field, ABSENT), old) for field, old in before.items())
