"""Carrying a run at rest from the version it began with to a later one."""

from __future__ import annotations

from typing import Any

from engine.dsl.models import Migration
from engine.reducer import messages
from engine.reducer.advance import advance
from engine.reducer.approvals import Standing
from engine.reducer.canonical import same
from engine.reducer.definition import Definition
from engine.reducer.envelope import ENDED, Envelope
from engine.reducer.ledger import ABSENT, Ledger, Record, rewind
from engine.reducer.pending import asked
from engine.reducer.step import Extra, Step, refused
from engine.reducer.tick import catch_up, settle
from engine.reducer.values import MISFIT
from engine.reducer.work import DEADLINE_RANK, NOBODY, StepFailed, Work, begin


def migrate(
    old: Definition, envelope: Envelope, new: Definition, *, by: str, why: str, at: int | None = None
) -> tuple[Step, ...]:
    """The steps that carry a run of ``old`` to ``new`` by the migrations written in ``new``, one after another.

    What is due first fires under the old version. A refused step leaves the run where it was; its codes are those of
    contributions, and ``not-authorized`` where no migration leads there.
    """
    timers, envelope = catch_up(old, envelope, envelope.at if at is None else at)
    step = _migrated(old, envelope, new, {"from": old.version, "to": new.version, "by": by, "why": why})
    return (*timers, step, *settle(step.definition, step.envelope))


def way(version: int, new: Definition) -> tuple[Migration, ...]:
    """The migrations from ``version`` to the version of ``new``, in order; empty where none leads there."""
    later = sorted((each for each in new.workflow.migrations if each.from_ >= version), key=lambda each: each.from_)
    return tuple(later) if later and later[0].from_ == version and version < new.version else ()


def _migrated(old: Definition, envelope: Envelope, new: Definition, data: dict[str, Any]) -> Step:
    name = f"{old.version}→{new.version}"
    try:
        if envelope.stop in ENDED:
            raise StepFailed("terminal", messages.ended())
        steps = way(old.version, new)
        if old.name != new.name or not steps:
            raise StepFailed("not-authorized", messages.no_migration(old.name, old.version, new.version))
        work = _carried(old, envelope, new, steps)
        for migration in steps:
            for act in new.migrations[migration.from_]:
                act(work)
        kept = {_renamed(field, steps) for field in old.fields}
        for field, default in new.defaults.items():
            if field not in kept and field not in work.context:
                work.write_checked(field, default)
        for field in work.approvals:
            work.drop_approval(field, "migrated")
        for field in (*new.terms, *(_renamed(field, steps) for field in old.terms)):
            if field in new.fields:
                work.write(field, None)
        work.schedule(work.plan)
        after, record = work.commit("migrated", name, advance(work))
    except StepFailed as failure:
        return refused("migrated", name, envelope, envelope, failure, data=data)
    return Step(envelope, after, record, Extra(data=data))


def _carried(old: Definition, envelope: Envelope, new: Definition, steps: tuple[Migration, ...]) -> Work:
    """The run under its new names, a step in the making. Raises ``StepFailed`` where something does not fit."""
    state = envelope.state
    for migration in steps:
        state = migration.states.get(state, state)
    if state not in new.workflow.states:
        raise StepFailed("not-authorized", messages.state_gone(state, new.version))
    context, authors = {}, {}
    for field, value in envelope.context.items():
        name = _renamed(field, steps)
        if name not in new.fields:
            continue
        context[name] = new.fits[name](value)
        if context[name] is MISFIT:
            raise StepFailed("type-mismatch", messages.no_longer_fits(name, new.version))
        authors[name] = envelope.authors.get(field, NOBODY)
    approvals = {_renamed(field, steps): record for field, record in envelope.approvals.items()}
    work = begin(envelope)
    work.definition = new
    work.plan = new.states[state]
    work.context = context
    work.authors = authors
    work.set(
        approvals={field: record._replace(field=field) for field, record in approvals.items() if field in new.terms}
    )
    work.set(timers=tuple(item for item in envelope.timers if item.rank >= DEADLINE_RANK))
    work.ledger = _answered(old, envelope)
    work.trail += [
        (field, envelope.context.get(field, ABSENT))
        for field in dict.fromkeys((*envelope.context, *context))
        if not same(envelope.context.get(field, ABSENT), context.get(field, ABSENT))
    ]
    for field in new.blobs:
        if field in context:
            work.expire(f"ttl:{field}", context[field].get("expiresAt"), new.ranks[field])
    return work


def _renamed(field: str, steps: tuple[Migration, ...]) -> str:
    for migration in steps:
        field = migration.fields.get(field, field)
    return field


def _answered(old: Definition, envelope: Envelope) -> Ledger:
    """The ledger with what was pending after each contribution written down: the definition that tells it goes."""
    records: list[Record] = []
    context = dict(envelope.context)
    for record in envelope.ledger.back(envelope.version, to=0):
        if record.content is not None and record.asked is None:
            standing = Standing(envelope.pin, record.state, record.visit)
            waiting = () if record.stop in ENDED else asked(old, standing, context, record.then.approvals)
            records.append(record._replace(asked=waiting))
        else:
            records.append(record)
        rewind(context, record.trail)
    return Ledger(tuple(reversed(records)))
