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
from engine.reducer.envelope import NO_EXCHANGES, Draft, Envelope, Pin
from engine.reducer.ledger import Ledger
from engine.reducer.step import Step
from engine.reducer.work import NOBODY, StepFailed, Work


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
        work = Work(definition, blank)
        by = NOBODY if actor is None else (actor,)
        for field, default in definition.defaults.items():
            if field not in values:
                work.write_checked(field, default)
        for field, value in values.items():
            work.write(field, value, by)
        work.enter(work.plan)
        envelope, record = work.commit("created", None, advance(work))
    except StepFailed as failure:
        return Step(
            definition,
            "created",
            None,
            None,
            blank,
            None,
            accepted=False,
            code=failure.code,
            message=failure.message,
            data=data,
        )
    return Step(definition, "created", None, None, envelope, record, data=data, payloads=payloads)


def _blank(definition: Definition, pin: Pin, at: int | None) -> Envelope:
    """A run before its first step."""
    draft = Draft()
    draft.approvals = {}
    draft.at = START_OF_TIME if at is None else at
    draft.authors = {}
    draft.children = {}
    draft.commands = {}
    draft.context = {}
    draft.definition = definition
    draft.exchanges = NO_EXCHANGES
    draft.faulted = None
    draft.injected = ()
    draft.ledger = Ledger()
    draft.pin = pin
    draft.restrict = None
    draft.state = definition.workflow.initial_state
    draft.stop = "parked"
    draft.timers = ()
    draft.version = 0
    draft.visit = 0
    return draft.sealed()
