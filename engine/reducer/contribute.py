"""Contributions, judged and taken: the only way into a run."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.errors import DefinitionRefused
from engine.reducer import messages
from engine.reducer.actor import Actor
from engine.reducer.advance import advance
from engine.reducer.approvals import Standing, approve, proposal
from engine.reducer.contribution import Contribution, Proposal
from engine.reducer.definition import Definition, StatePlan, Terms
from engine.reducer.envelope import CALM, ENDED, Authors, Child, Command, Envelope, Exchanges
from engine.reducer.faults import faulted
from engine.reducer.ledger import ABSENT, Record, RecordParts
from engine.reducer.outcomes import addressed, close, expected, forget, late
from engine.reducer.payloads import claim, content_digest
from engine.reducer.step import PLAIN, Extra, Step, refused
from engine.reducer.tick import catch_up, settle
from engine.reducer.values import MISFIT, unsets
from engine.reducer.work import NOBODY, Payload, StepFailed, Work, begin, new

FAULTING = ("action-error", "invariant")
"""Why a step may fail that was rightly contributed."""


def contribute(definition: Definition, envelope: Envelope, contribution: Contribution) -> tuple[Step, ...]:
    """Judge a contribution and take it, all or nothing.

    Gives the steps in their order: timers that were due first, the contribution's own (``kind`` ``contribution``),
    and the system's write where this contribution spent a budget.
    """
    id, actor, values, at, expected_version, _, command, _, _ = contribution
    if (
        (at is None or at <= envelope.at)
        and envelope.definition is definition
        and expected_version is None
        and command is None
        and id not in envelope.ledger.versions
    ):
        # Most contributions have nothing to be refused, unset or followed up, and are taken at once, with what
        # ``begin`` and ``Step`` do written out. Where there is more to it the loop is left, and all the rules judge it.
        work = new(Work)
        work.affairs = envelope.affairs
        work.at = envelope.at
        authors = work.authors = envelope.authors
        context = work.context = definition.copied(envelope.context)
        work.definition = definition
        work.ledger = envelope.ledger
        work.pin = envelope.pin
        plan = work.plan = envelope.plan
        trail = work.trail = []
        work.version = envelope.version
        work.visit = envelope.visit
        asked = plan.asked
        for field, value in values.items():
            if field not in asked:
                break
            admitted, fit = asked[field]
            by = admitted.get(actor)
            value = fit(value)
            if by is None or value is MISFIT:
                break
            trail.append((field, context.get(field, ABSENT)))
            context[field] = value
            if authors.get(field) is not by:
                work.authors = authors = {**authors, field: by}
        else:
            if trail and (work.affairs is CALM or work.affairs.faulted is None):
                try:
                    after, parts = work.commit("contribution", id, advance(work), contribution)
                except StepFailed as failure:
                    return (refused("contribution", id, envelope, envelope, failure, contribution),)
                step = new(Step)
                step.before = envelope
                step.envelope = after
                step.parts = parts
                step.extra = PLAIN
                return (step,)
    return _judged(definition, envelope, contribution)


def _judged(definition: Definition, envelope: Envelope, contribution: Contribution) -> tuple[Step, ...]:
    """The steps of any contribution: first what is due by then, and last what the system owes."""
    at = contribution.at
    if at is not None and at > envelope.at:
        timers, envelope = catch_up(definition, envelope, at)
        return (*timers, *contribute(definition, envelope, contribution))
    step = judge(definition, envelope, contribution)
    if definition.on_exhausted is not None and step.accepted:
        return (step, *settle(definition, step.envelope))
    return (step,)


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
        reports = command is not None or child is not None
        if envelope.stop in ENDED:
            if reports:
                return late(definition, envelope, contribution, command, child)
            raise StepFailed("terminal", messages.ended())
        if envelope.faulted is not None:
            raise StepFailed("faulted", messages.faulted(envelope.faulted.message))
        if contribution.expected_version is not None and contribution.expected_version != envelope.version:
            raise StepFailed("version-conflict", messages.version_conflict(contribution, envelope.version))
        values, payloads = fitting(definition, envelope, contribution.values)
        if reports and not expected(envelope.plan, contribution.actor, values, child):
            return late(definition, envelope, contribution, command, child)
        if child is None:
            _authorized(envelope.plan, contribution.actor, values)
        work = _written(envelope, contribution, values, command, child)
        kept = contribution._replace(values=values) if payloads else contribution
        after, parts = work.commit("contribution", contribution.id, advance(work), kept)
        return Step(envelope, after, parts, Extra(payloads=payloads) if payloads else PLAIN)
    except StepFailed as failure:
        if child is not None or (command is not None and command.is_open and failure.code in FAULTING):
            # Nobody will contribute this again, so the run is left to an operator.
            after = faulted(envelope, f"contribution {contribution.id}", failure)
            return refused("contribution", contribution.id, envelope, after, failure, contribution)
        return refused("contribution", contribution.id, envelope, envelope, failure, contribution)


def _written(
    envelope: Envelope,
    contribution: Contribution,
    values: Mapping[str, Any],
    command: Command | None,
    child: Child | None,
) -> Work:
    """The step of any contribution, its values written; what is still to be judged may refuse it."""
    work = begin(envelope)
    plan, actor = work.plan, contribution.actor
    by = (actor,)
    decisions = _decisions(work, plan, contribution, values, by) if plan.decisions else ()
    if work.definition.budgeted and actor.kind == "agent":
        _spend(work, actor)
    if command is not None:
        close(work, command)
    if child is not None:
        forget(work, child, contribution.values)
    write = work.write if child is None else work.write_checked
    for field, value in values.items():
        write(field, value, by)
    for terms, made in decisions:
        approve(work, terms, values[terms.field], made, actor)
    return work


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
    definition = work.definition
    standing = Standing(work.pin, work.state, work.visit)
    taken = [terms for field, terms in plan.decisions.items() if values.get(field) is not None]
    for terms in taken:
        for field in terms.separate_from:
            value = values[field] if field in values else work.context.get(field)
            authors = by if field in values else work.authors.get(field, NOBODY)
            if value is not None and contribution.actor in authors:
                raise StepFailed("separation-of-duty", messages.no_separation(contribution.actor, terms.field, field))
    made = []
    for terms in taken:
        present = proposal(definition, standing, work.context, terms)
        along = next((field for field in terms.approves if field in values), None)
        if along is not None:
            raise StepFailed("proposal-mismatch", messages.approved_along(terms.field, along))
        if not contribution.current and contribution.proposal_hash != present.hash:
            raise StepFailed("proposal-mismatch", messages.other_proposal(terms.field, contribution.proposal_hash))
        made.append((terms, present))
    return made


def _spend(work: Work, agent: Actor) -> None:
    """Count an exchange of an agent. Raises ``StepFailed`` when the budget of this visit is spent."""
    policy, spent = work.definition.policy, work.exchanges
    own = spent.agents.get(str(agent.name), 0)
    if policy.max_exchanges_per_stage is not None and spent.total >= policy.max_exchanges_per_stage:
        raise StepFailed("budget-exhausted", messages.stage_budget(work.plan.name, policy.max_exchanges_per_stage))
    most = policy.max_exchanges_per_agent_per_stage
    if most is not None and own >= most:
        raise StepFailed("budget-exhausted", messages.agent_budget(agent, work.plan.name, most))
    work.set(exchanges=Exchanges(spent.total + 1, {**spent.agents, str(agent.name): own + 1}, spent.exhausted))


def _again(definition: Definition, envelope: Envelope, contribution: Contribution, earlier: RecordParts) -> Step:
    """The answer to an id that was accepted before."""
    key = envelope.pin.key
    kept = Record(*earlier).content
    before = kept if isinstance(kept, str) or kept is None else content_digest(definition, kept, key)
    if content_digest(definition, contribution, key) != before:
        failure = StepFailed("duplicate-conflict", messages.other_content(contribution.id))
        return refused("contribution", contribution.id, envelope, envelope, failure, contribution)
    return Step(envelope, envelope, earlier, Extra(code="duplicate", contribution=contribution))
