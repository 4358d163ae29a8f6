"""Steps of the system that cannot be made: they are refused, and the run is left to an operator."""

from __future__ import annotations

from engine.reducer.definition import Definition
from engine.reducer.envelope import Envelope, Fault
from engine.reducer.step import Step
from engine.reducer.work import StepFailed


def fault(definition: Definition, envelope: Envelope, kind: str, name: str, failure: StepFailed) -> Step:
    """The refused step of this kind and name, after which the run is faulted."""
    return Step(
        definition,
        kind,
        name,
        envelope,
        faulted(envelope, f"{kind} {name}", failure),
        None,
        accepted=False,
        code=failure.code,
        message=failure.message,
    )


def faulted(envelope: Envelope, cause: str, failure: StepFailed) -> Envelope:
    draft = envelope.draft()
    draft.faulted = Fault(failure.code, failure.message, envelope.at, cause)
    return draft.sealed()
