"""Time: timers, expiries and deadlines fire in the order they are due, and the system writes what is owed."""

from __future__ import annotations

from engine.reducer import messages
from engine.reducer.advance import advance
from engine.reducer.definition import Definition
from engine.reducer.envelope import Due, Envelope
from engine.reducer.failures import deadline_passed
from engine.reducer.faults import fault
from engine.reducer.step import Step
from engine.reducer.work import DEADLINE_RANK, EXPIRY_RANK, StepFailed, begin

MOST_FIRINGS = 1_000
"""More timers in one catch-up are a storm: the run halts."""


def tick(definition: Definition, envelope: Envelope, until: int) -> tuple[Step, ...]:
    """The steps of everything that is due by ``until`` (nanoseconds since 1970), in order."""
    return catch_up(definition, envelope, until)[0]


def catch_up(definition: Definition, envelope: Envelope, until: int) -> tuple[tuple[Step, ...], Envelope]:
    """Fire what is due, and give the run as it stands at ``until``."""
    steps: list[Step] = []
    while envelope.timers and envelope.timers[0].at <= until and envelope.faulted is None:
        if len(steps) >= MOST_FIRINGS:
            steps.append(storm(definition, envelope))
        else:
            steps.append(_fire(definition, envelope, envelope.timers[0]))
        envelope = steps[-1].envelope
    return tuple(steps), at_time(envelope, until)


def at_time(envelope: Envelope, at: int) -> Envelope:
    """The run at a later moment; time never goes back."""
    if at <= envelope.at:
        return envelope
    later = begin(envelope)
    later.at = at
    later.stop = envelope.stop
    return later.sealed()


def settle(definition: Definition, envelope: Envelope) -> tuple[Step, ...]:
    """What the system writes next: ``onExhausted``, once a visit, when a budget is spent."""
    spent, policy = envelope.exchanges, definition.policy
    most, most_of_one = policy.max_exchanges_per_stage, policy.max_exchanges_per_agent_per_stage
    if definition.on_exhausted is None or spent.exhausted or envelope.ended or envelope.faulted is not None:
        return ()
    all_spent = most is not None and spent.total >= most
    if not all_spent and (most_of_one is None or all(count < most_of_one for count in spent.agents.values())):
        return ()
    try:
        work = begin(envelope)
        work.set(exchanges=spent._replace(exhausted=True))
        definition.on_exhausted(work)
        after, record = work.commit("system", "onExhausted", advance(work))
    except StepFailed as failure:
        return (fault(definition, envelope, "system", "onExhausted", failure),)
    return (Step(envelope, after, record),)


def _fire(definition: Definition, envelope: Envelope, due: Due) -> Step:
    """One firing, at the moment it is due."""
    envelope = at_time(envelope, due.at)
    if due.rank >= DEADLINE_RANK:
        return deadline_passed(definition, envelope, due)
    try:
        work = begin(envelope)
        work.set(timers=tuple(item for item in envelope.timers if item is not due))
        delayed = None
        if due.rank >= EXPIRY_RANK:
            kind, field = due.name.split(":", 1)
            if kind == "expiresAfter":
                work.drop_approval(field, "expired")
            work.write(field, None)
        else:
            timer = work.plan.timers[due.rank]
            if timer.assign is not None:
                timer.assign(work)
            delayed = timer.delayed
        after, record = work.commit("timer", due.name, advance(work, delayed))
    except StepFailed as failure:
        return fault(definition, envelope, "timer", due.name, failure)
    return Step(envelope, after, record)


def storm(definition: Definition, envelope: Envelope) -> Step:
    """The step that halts a run whose timers would fire without end."""
    failure = StepFailed("faulted", messages.timer_storm(envelope.state, MOST_FIRINGS))
    return fault(definition, envelope, "system", "halted", failure)
