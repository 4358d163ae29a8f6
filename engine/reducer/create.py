"""The beginning of a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.advance import advance
from engine.reducer.clock import START_OF_TIME
from engine.reducer.contribute import fitting
from engine.reducer.definition import Definition
from engine.reducer.envelope import CALM, Envelope, Pin
from engine.reducer.ledger import Ledger
from engine.reducer.step import Extra, Step, refused
from engine.reducer.work import NOBODY, StepFailed, Work, begin


def create(
    definition: Definition,
    *,
    run: str = "run",
    given: Mapping[str, Any] | None = None,
    at: int | None = None,
    actor: Actor | None = None,
    key: str | None = None,
) -> Step:
    """Begin a run: defaults, then the given inputs, then the initial state's ``entry``, then on until it rests.

    ``at`` is in nanoseconds since 1970. ``actor`` is the author of the inputs. ``key`` is the run's own key, under
    which sensitive values are digested; without one the run's id serves, which hides nothing from who knows it.
    A creation that fails is refused: the step says why, and its envelope has version 0.
    """
    given = {} if given is None else given
    blank = _blank(definition, Pin(run, definition.name, run if key is None else key), at)
    data = {"given": dict(given), "actor": None if actor is None else actor.to_json()}
    try:
        values, payloads = fitting(definition, blank, given)
        for field, value in values.items():
            if field in definition.terms and value is not None:
                raise StepFailed("action-error", messages.approval_given(field))
            if not definition.fields[field].input:
                raise StepFailed("not-authorized", messages.no_input(field))
        data["given"] = values
        work = begin(blank)
        by = NOBODY if actor is None else (actor,)
        for field, default in definition.defaults.items():
            if field not in values:
                work.write_checked(field, default)
        for field, value in values.items():
            work.write(field, value, by)
        work.visit = 1
        work.arrive(work.plan)
        envelope, record = work.commit("created", None, advance(work))
    except StepFailed as failure:
        return refused("created", None, None, blank, failure, data=data)
    return Step(None, envelope, record, Extra(data=data, payloads=payloads))


def _blank(definition: Definition, pin: Pin, at: int | None) -> Envelope:
    """A run before its first step."""
    work = Work()
    work.affairs = CALM
    work.at = START_OF_TIME if at is None else at
    work.authors = {}
    work.context = {}
    work.definition = definition
    work.ledger = Ledger()
    work.pin = pin
    work.plan = definition.states[definition.workflow.initial_state]
    work.trail = []
    work.stop = "parked"
    work.version = 0
    work.visit = 0
    return work.sealed()
