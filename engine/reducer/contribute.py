"""Contributions, judged and taken: the only way into a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import DefinitionRefused
from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.advance import advance
from engine.reducer.approvals import approve, proposal
from engine.reducer.contribution import Contribution, Proposal
from engine.reducer.definition import Definition, StatePlan, Terms
from engine.reducer.envelope import ENDED, Authors, Child, Command, Envelope, Exchanges
from engine.reducer.faults import faulted
from engine.reducer.ledger import Record
from engine.reducer.outcomes import addressed, close, expected, forget, late
from engine.reducer.payloads import claim, content_digest
from engine.reducer.step import Step
from engine.reducer.tick import catch_up, settle
from engine.reducer.values import MISFIT, unsets
from engine.reducer.work import NOBODY, Payload, StepFailed, Work

FAULTING = ("action-error", "invariant")
"""Why a step may fail that was rightly contributed."""


def contribute(definition: Definition, envelope: Envelope, contribution: Contribution) -> tuple[Step, ...]:
    """Judge a contribution and take it, all or nothing.

    Gives the steps in their order: timers that were due first, the contribution's own (``kind`` ``contribution``),
    and the system's write where this contribution spent a budget.
    """
    at = contribution.at
    timers: tuple[Step, ...] = ()
    if at is not None and at > envelope.at:
        timers, envelope = catch_up(definition, envelope, at)
    step = judge(definition, envelope, contribution)
    if step.accepted and definition.on_exhausted is not None:
        return (*timers, step, *settle(definition, step.envelope))
    return (*timers, step) if timers else (step,)


def judge(definition: Definition, envelope: Envelope, contribution: Contribution, child: Child | None = None) -> Step:
    """The contribution's own step, at the run's present time; ``child`` is the one whose end it reports."""
    if envelope.definition is not definition and envelope.hash != definition.hash:
        raise DefinitionRefused(messages.other_definition(envelope.run, envelope.machine, envelope.definition_version))
    earlier = envelope.ledger.find(contribution.id, envelope.version)
    if earlier is not None:
        return _again(definition, envelope, contribution, earlier)
    command = None
    try:
        if contribution.command is not None:
            command = addressed(envelope, contribution)
        if envelope.stop in ENDED:
            if command is not None or child is not None:
                return late(definition, envelope, contribution, command, child)
            raise StepFailed("terminal", messages.ended())
        if envelope.faulted is not None:
            raise StepFailed("faulted", messages.faulted(envelope.faulted.message))
        if contribution.expected_version is not None and contribution.expected_version != envelope.version:
            raise StepFailed("version-conflict", messages.version_conflict(contribution, envelope.version))
        values, payloads = fitting(definition, envelope, contribution.values)
        plan = definition.states[envelope.state]
        reports = command is not None or child is not None
        if reports and not expected(plan, contribution.actor, values, child):
            return late(definition, envelope, contribution, command, child)
        if child is None:
            _authorized(plan, contribution.actor, values)
        return _taken(definition, envelope, contribution, values, payloads, command, child)
    except StepFailed as failure:
        if child is not None or (command is not None and command.is_open and failure.code in FAULTING):
            return _faulting(definition, envelope, contribution, failure)
        return _refused(definition, envelope, envelope, contribution, failure)


def _taken(
    definition: Definition,
    envelope: Envelope,
    contribution: Contribution,
    values: Mapping[str, Any],
    payloads: tuple[Payload, ...],
    command: Command | None,
    child: Child | None,
) -> Step:
    plan = definition.states[envelope.state]
    actor = contribution.actor
    work = Work(definition, envelope)
    by = (actor,)
    decisions = _decisions(work, plan, contribution, values, by) if plan.decisions else ()
    if definition.budgeted and actor.kind == "agent":
        _spend(work, actor)
    if command is not None:
        close(work, command)
    if child is not None:
        forget(work, child, contribution.values)
    if child is None:
        for field, value in values.items():
            work.write(field, value, by)
    else:
        for field, value in values.items():
            work.write_checked(field, value, by)
    for terms, made in decisions:
        approve(work, terms, values[terms.field], made, actor)
    stop = advance(work)
    kept = contribution._replace(values=values) if payloads else contribution
    after, record = work.commit("contribution", contribution.id, stop, kept)
    return Step(definition, "contribution", contribution.id, envelope, after, record, kept, payloads=payloads)


def fitting(
    definition: Definition, envelope: Envelope, given: Mapping[str, Any]
) -> tuple[dict[str, Any], tuple[Payload, ...]]:
    """The values as they would be stored (``None`` unsets), and the contents that go to the payload store.

    Raises ``StepFailed`` for an unknown field or a value that does not fit.
    """
    fits = definition.fits
    for field in given:
        if field not in fits:
            raise StepFailed("unknown-field", messages.unknown_field(field, fits))
    values: dict[str, Any] = {}
    payloads: tuple[Payload, ...] = ()
    for field, value in given.items():
        if unsets(value):
            values[field] = None
        elif field in definition.blobs:
            values[field], payload = claim(definition, envelope, field, value)
            payloads += (payload,) if payload else ()
        else:
            values[field] = stored = fits[field](value)
            if stored is MISFIT:
                told = None if field in definition.sensitive else value
                raise StepFailed("type-mismatch", messages.misfits(field, definition.fields[field], told))
    return values, payloads


def _authorized(plan: StatePlan, actor: Actor, values: Mapping[str, Any]) -> None:
    if not values:
        raise StepFailed("not-authorized", messages.no_values())
    admits = plan.admits
    for field in values:
        if field not in admits or actor not in admits[field]:
            raise StepFailed("not-authorized", messages.not_authorized(actor, field, plan.name))


def _decisions(
    work: Work, plan: StatePlan, contribution: Contribution, values: Mapping[str, Any], by: Authors
) -> list[tuple[Terms, Proposal]]:
    """The decisions of a contribution, each held against its terms and the proposal as it stands."""
    definition, draft = work.definition, work.draft
    taken = [terms for field, terms in plan.decisions.items() if values.get(field) is not None]
    for terms in taken:
        for field in terms.separate_from:
            value = values[field] if field in values else work.context.get(field)
            authors = by if field in values else draft.authors.get(field, NOBODY)
            if value is not None and contribution.actor in authors:
                raise StepFailed("separation-of-duty", messages.no_separation(contribution.actor, terms.field, field))
    made = []
    for terms in taken:
        present = proposal(definition, draft, work.context, terms)
        along = next((field for field in terms.approves if field in values), None)
        if along is not None:
            raise StepFailed("proposal-mismatch", messages.approved_along(terms.field, along))
        if not contribution.current and contribution.proposal_hash != present.hash:
            raise StepFailed("proposal-mismatch", messages.other_proposal(terms.field, contribution.proposal_hash))
        made.append((terms, present))
    return made


def _spend(work: Work, agent: Actor) -> None:
    """Count an exchange of an agent. Raises ``StepFailed`` when the budget of this visit is spent."""
    policy, spent = work.definition.policy, work.draft.exchanges
    own = spent.agents.get(str(agent.name), 0)
    if policy.max_exchanges_per_stage is not None and spent.total >= policy.max_exchanges_per_stage:
        raise StepFailed("budget-exhausted", messages.stage_budget(work.plan.name, policy.max_exchanges_per_stage))
    most = policy.max_exchanges_per_agent_per_stage
    if most is not None and own >= most:
        raise StepFailed("budget-exhausted", messages.agent_budget(agent, work.plan.name, most))
    work.draft.exchanges = Exchanges(spent.total + 1, {**spent.agents, str(agent.name): own + 1}, spent.exhausted)


def _again(definition: Definition, envelope: Envelope, contribution: Contribution, earlier: Record) -> Step:
    """The answer to an id that was accepted before."""
    key = envelope.pin.key
    kept = earlier.content
    before = kept if isinstance(kept, str) or kept is None else content_digest(definition, kept, key)
    if content_digest(definition, contribution, key) != before:
        failure = StepFailed("duplicate-conflict", messages.other_content(contribution.id))
        return _refused(definition, envelope, envelope, contribution, failure)
    return Step(
        definition, "contribution", contribution.id, envelope, envelope, earlier, contribution, code="duplicate"
    )


def _faulting(definition: Definition, envelope: Envelope, contribution: Contribution, failure: StepFailed) -> Step:
    """The refusal of what nobody will contribute again: the run is left to an operator."""
    after = faulted(envelope, f"contribution {contribution.id}", failure)
    return _refused(definition, envelope, after, contribution, failure)


def _refused(
    definition: Definition, envelope: Envelope, after: Envelope, contribution: Contribution, failure: StepFailed
) -> Step:
    return Step(
        definition,
        "contribution",
        contribution.id,
        envelope,
        after,
        None,
        contribution,
        accepted=False,
        code=failure.code,
        message=failure.message,
    )
