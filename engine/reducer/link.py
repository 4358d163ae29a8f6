"""Linking: a workflow made ready to run, once; refused where it could not run as written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import quote

from engine.dsl import parse_duration
from engine.dsl.models import (
    CommandPolicy,
    Field,
    FieldType,
    Requirement,
    Source,
    State,
    Timer,
    Transition,
    Workflow,
)
from engine.reducer.actions import Planner
from engine.reducer.actor import SYSTEM, Actor
from engine.reducer.definition import (
    Act,
    CommandTerms,
    Definition,
    Gate,
    Guard,
    Parts,
    RequirementPlan,
    StatePlan,
    TimerPlan,
    TransitionPlan,
)
from engine.reducer.expressions import Expressions
from engine.reducer.ledger import Fired
from engine.reducer.resolve import resolve
from engine.reducer.templates import text_template
from engine.reducer.values import MISFIT, Fit, fit_of, setting, unsets
from engine.reducer.whole import approval_terms, approving, misassigned, seconds, sensitive_fields

BLANK = StatePlan("", True, "terminal", (), (), (), (), (), False, (), {}, {}, (), {}, {})
"""Where a run is that an operator ended: in no state of the machine."""


def link(workflow: Workflow) -> Definition:
    """A definition that can be run. Raises ``DefinitionRefused`` where a name does not resolve or an approval
    could be forged; the error names the place."""
    resolve(workflow)
    return _Linker(workflow).definition()


class _Linker:
    """Everything that several states share while they are planned."""

    def __init__(self, workflow: Workflow) -> None:
        self.workflow = workflow
        self.fits = {name: fit_of(field) for name, field in workflow.context.items()}
        self.terms = dict(approval_terms(workflow))
        self.loose = frozenset(misassigned(workflow, self.fits))
        self.expressions = Expressions(
            {
                name: Field(type=FieldType.ANY) if name in self.loose else field
                for name, field in workflow.context.items()
            }
        )
        self.sensitive = sensitive_fields(workflow, self.expressions)
        self.approving = approving(self.terms)
        self.blobs = {
            name: seconds(field.ttl) for name, field in workflow.context.items() if field.type is FieldType.BLOB
        }
        self.watched = frozenset((*self.terms, *self.approving, *self.blobs))
        self._authors: dict[Actor, tuple[Actor]] = {}
        self._setting = {name: setting(field, self.fits[name]) for name, field in workflow.context.items()}
        policy = workflow.policy
        self.budgeted = (policy.max_exchanges_per_stage, policy.max_exchanges_per_agent_per_stage) != (None, None)
        self.planner = Planner(
            self.expressions,
            self.fits,
            self.terms,
            self.watched,
            self.sensitive,
            {name: seconds(command.deadline) for name, command in workflow.commands.items()},
        )

    def definition(self) -> Definition:
        workflow = self.workflow
        on_exhausted = workflow.policy.on_exhausted
        parts = Parts(
            fits=self.fits,
            defaults=self._defaults(),
            terms=self.terms,
            approving=self.approving,
            watched=self.watched,
            sensitive=self.sensitive,
            blobs=self.blobs,
            ranks={name: rank for rank, name in enumerate(workflow.context)},
            commands={name: self._command(command) for name, command in workflow.commands.items()},
            on_exhausted=self.planner.assign(on_exhausted) if on_exhausted else None,
            migrations={each.from_: tuple(map(self.planner.plan, each.actions)) for each in workflow.migrations},
            expressions=self.expressions,
            budgeted=self.budgeted,
        )
        return Definition(workflow, _States(self), parts)

    def _defaults(self) -> Mapping[str, Any]:
        defaults = {}
        for name, field in self.workflow.context.items():
            if not unsets(field.default):
                stored = self.fits[name](field.default)
                defaults[name] = field.default if stored is MISFIT else stored
        return defaults

    def _command(self, command: CommandPolicy) -> CommandTerms:
        backoff = command.backoff
        return CommandTerms(
            max_attempts=command.max_attempts,
            initial=seconds(backoff.initial if backoff else None) or 0,
            factor=float(backoff.factor) if backoff and backoff.factor is not None else 1.0,
            longest=seconds(backoff.max) if backoff else None,
            deadline=seconds(command.deadline),
            retryable=frozenset(command.retryable),
            on_failure=self.planner.assign(command.on_failure) if command.on_failure else None,
        )

    def state(self, name: str) -> StatePlan:
        state = self.workflow.states[name]
        requirements = tuple(self._requirement(name, requirement) for requirement in state.requires)
        by_field = {plan.field: self._gate(plan.field, state) for plan in requirements}
        required = dict.fromkeys(plan.field for plan in requirements if plan.required)
        plain = {
            field
            for field, gate in by_field.items()
            if not gate.approval and gate.fit is None and () in gate.alternatives
        }
        admits: dict[str, frozenset[Actor]] = {}
        for plan in requirements:
            admits[plan.field] = admits.get(plan.field, frozenset()) | plan.admits
        leaving = tuple(map(self.planner.plan, state.exit))
        return StatePlan(
            name=name,
            terminal=state.terminal,
            rest="terminal" if state.terminal else "parked",
            needs=tuple(field for field in required if field in plain),
            gates=tuple(by_field[field] for field in required if field not in plain),
            transitions=tuple(
                self._transition(name, leaving, index, transition) for index, transition in enumerate(state.transitions)
            ),
            entry=tuple(map(self.planner.plan, state.entry)),
            timers=tuple(self._timer(name, leaving, rank, timer) for rank, timer in enumerate(state.timers)),
            arrives=bool(state.entry or state.timers),
            invariants=self.expressions.guards(state.invariants),
            admits=admits,
            asked={} if self.budgeted else self._asked(admits),
            requirements=requirements,
            by_field=by_field,
            decisions={field: self.terms[field] for field in by_field if field in self.terms},
        )

    def _asked(self, admits: Mapping[str, frozenset[Actor]]) -> Mapping[str, tuple[Mapping[Actor, tuple[Actor]], Fit]]:
        return {
            field: ({actor: self._authors.setdefault(actor, (actor,)) for actor in who}, self._setting[field])
            for field, who in admits.items()
            if field not in self.watched
        }

    def _requirement(self, state: str, requirement: Requirement) -> RequirementPlan:
        source = requirement.from_
        written = source.written()
        return RequirementPlan(
            model=requirement,
            field=requirement.name,
            from_=written,
            id_part=quote(written if isinstance(written, str) else f"{source.kind}:{source.name}", safe=""),
            required=requirement.required,
            admits=frozenset(_admitted(self.workflow, state, source)),
            prompt=text_template(requirement.prompt) if requirement.prompt is not None else None,
            terms=self.terms.get(requirement.name),
        )

    def _gate(self, field: str, state: State) -> Gate:
        alternatives = dict.fromkeys(
            tuple(guard.expression for guard in requirement.validate_)
            for requirement in state.requires
            if requirement.name == field
        )
        return Gate(
            field=field,
            approval=field in self.terms,
            fit=self.fits[field] if field in self.loose else None,
            alternatives=tuple(
                tuple(self.expressions.check(self.workflow.context[field], source) for source in sources)
                for sources in alternatives
            ),
        )

    def _transition(self, state: str, leaving: tuple[Act, ...], index: int, transition: Transition) -> TransitionPlan:
        guards = self.expressions.guards(transition.guards)
        return TransitionPlan(
            guards=guards,
            passes=_all(guards),
            acts=(*leaving, *map(self.planner.plan, transition.on_transition)),
            target=transition.to_state,
            fired=Fired(state, transition.to_state, index=index),
        )

    def _timer(self, state: str, leaving: tuple[Act, ...], rank: int, timer: Timer) -> TimerPlan:
        delayed = None
        if timer.to_state is not None:
            acts = (*leaving, *map(self.planner.plan, timer.on_transition))
            delayed = TransitionPlan((), None, acts, timer.to_state, Fired(state, timer.to_state, timer=timer.name))
        return TimerPlan(
            name=timer.name,
            after=parse_duration(timer.after),
            rank=rank,
            assign=self.planner.assign(timer.assign) if timer.assign else None,
            delayed=delayed,
        )


class _States(dict[str, StatePlan]):
    """States by name, each planned when it is first needed."""

    def __init__(self, linker: _Linker) -> None:
        super().__init__({"": BLANK})
        self._linker = linker

    def __missing__(self, name: str) -> StatePlan:
        plan = self[name] = self._linker.state(name)
        return plan


def _all(guards: tuple[Guard, ...]) -> Guard | None:
    """Several guards as one."""
    if len(guards) < 2:
        return guards[0] if guards else None
    return lambda context: all(guard(context) for guard in guards)


def _admitted(workflow: Workflow, state: str, source: Source) -> Iterator[Actor]:
    """Every actor that a requirement of this state admits."""
    match source.kind:
        case "driver":
            yield from (
                Actor("agent", name) for name, agent in workflow.agents.items() if state in agent.can_transition
            )
        case "agent":
            agent = workflow.agents.get(source.name or "")
            if agent is not None and state in agent.can_transition:
                yield Actor("agent", source.name)
        case "role":
            yield from (Actor("user", name) for name, user in workflow.users.items() if source.name in user.roles)
        case "system":
            yield SYSTEM
        case kind:
            yield Actor(kind, source.name)
