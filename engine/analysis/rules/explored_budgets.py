"""P802: a state needs more contributions of agents than the policy allows in one visit."""

from __future__ import annotations

from collections.abc import Iterator

from engine.analysis import messages
from engine.analysis.context import Context
from engine.analysis.replaying import rests_in
from engine.analysis.rule import Check, Found, Kind, MachineRule
from engine.diagnostics import Severity
from engine.dsl.models import State
from engine.reducer import Envelope

POLICY_TOO_SMALL = Check("P802", "policy-too-small", Severity.WARNING, Kind.GLOBAL)


def run(context: Context) -> Iterator[Found]:
    """Each agent answers all it is asked in one contribution, so the agents that must answer are counted."""
    allowed = context.workflow.policy.max_exchanges_per_stage
    explored = context.exploration
    if allowed is None or allowed < 0 or explored is None:
        return
    for name, places in context.resting.items():
        state = context.workflow.states[name]
        needed = {place: _needed(context, state, explored.situations[place].envelope) for place in places}
        place = max(places, key=lambda each: needed[each])
        if needed[place] > allowed:
            yield Found(
                check=POLICY_TOO_SMALL,
                path=("policy", "maxExchangesPerStage"),
                message=messages.policy_too_small(name, needed[place], allowed),
                about=(name,),
                related=((messages.asks_so_many(name), ("states", name)),),
                data={"state": name, "needed": needed[place], "allowed": allowed},
                witness=explored.witness_to(place),
                shows=rests_in(name),
            )


def _needed(context: Context, state: State, envelope: Envelope) -> int:
    """How many agents must answer before the run can go on from here."""
    assert context.exploration is not None
    plan = context.exploration.definition.states[envelope.state]
    open_ = {
        each.name
        for each in state.requires
        if each.required and not plan.by_field[each.name].satisfied(envelope.context, envelope.approvals)
    }
    alone = [each for each in state.requires if each.name in open_ and _only_source(state, each.name)]
    named = {each.from_.name for each in alone if each.from_.kind == "agent"}
    driven = any(each.from_.kind == "driver" for each in alone)
    return len(named) if named or not driven else 1


def _only_source(state: State, field: str) -> bool:
    return sum(each.name == field for each in state.requires) == 1


RULE = MachineRule((POLICY_TOO_SMALL,), run)
