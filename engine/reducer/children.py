"""The end of a child machine, as its parent learns of it."""

from __future__ import annotations

from typing import Any

from engine.reducer.actor import Actor
from engine.reducer.contribute import judge
from engine.reducer.contribution import Contribution
from engine.reducer.definition import Definition
from engine.reducer.envelope import Child, Envelope
from engine.reducer.faults import fault
from engine.reducer.step import Step
from engine.reducer.tick import catch_up, settle
from engine.reducer.work import StepFailed


def child_refused(definition: Definition, envelope: Envelope, child: Child, reason: str) -> Step:
    """The step of a parent whose child could not be started: it is faulted, since what it waits for never comes."""
    return fault(definition, envelope, "system", f"spawn:{child.name}", StepFailed("action-error", reason))


def end_child(definition: Definition, envelope: Envelope, child: Child, ended: Envelope) -> tuple[Step, ...]:
    """The steps of a parent whose child has ended: its final state goes ``into`` a field, its ``outputs`` to theirs.

    The contribution has the id ``<child's run>/end``. Where the state asks for none of it, it is late and writes
    nothing; where its step fails the parent is faulted, since no child ends twice.
    """
    values: dict[str, Any] = {} if child.into is None else {child.into: ended.state or ended.stop}
    for field, source in child.outputs.items():
        if source in ended.context:
            values[field] = ended.context[source]
    contribution = Contribution(f"{child.run}/end", Actor("fsm", child.name), values)
    timers, envelope = catch_up(definition, envelope, ended.at)
    step = judge(definition, envelope, contribution, child)
    return (*timers, step, *settle(definition, step.envelope))
