"""Steps of the system that cannot be made: they are refused, and the run is left to an operator."""

from __future__ import annotations

from engine.reducer.definition import Definition
from engine.reducer.envelope import Envelope, Fault
from engine.reducer.step import Step, refused
from engine.reducer.work import StepFailed, begin


def fault(definition: Definition, envelope: Envelope, kind: str, name: str, failure: StepFailed) -> Step:
    """The refused step of this kind and name, after which the run is faulted."""
    return refused(kind, name, envelope, faulted(envelope, f"{kind} {name}", failure), failure)


def faulted(envelope: Envelope, cause: str, failure: StepFailed) -> Envelope:
    after = begin(envelope)
    after.stop = envelope.stop
    after.set(faulted=Fault(failure.code, failure.message, envelope.at, cause))
    return after.sealed()
