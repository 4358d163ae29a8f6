"""A machine made ready to run: all that its definition decides, decided once."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

from engine.dsl.models import Field, Policy, Requirement, Workflow
from engine.reducer.actor import Actor
from engine.reducer.canonical import digest
from engine.reducer.expressions import Expressions
from engine.reducer.ledger import Fired
from engine.reducer.values import MISFIT, Fit
from engine.reducer.wide import WIDE, wide_copy

if TYPE_CHECKING:
    from engine.reducer.work import Work

Guard = Callable[[Any], bool]
Validate = Callable[[Any, Any], bool]
Act = Callable[["Work"], None]
Prompt = Callable[[Mapping[str, Any]], str]


@dataclass(frozen=True, slots=True)
class Terms:
    """What an approval field approves and under which conditions. ``expires_after`` is in seconds."""

    field: str
    approves: tuple[str, ...]
    approved_when: tuple[Any, ...]
    separate_from: tuple[str, ...]
    expires_after: int | None


@dataclass(frozen=True, slots=True)
class Gate:
    """When the requirements of one field are satisfied: the field is set and one contributor's checks hold.

    ``fit`` is there where the field may hold a value that does not fit it.
    """

    field: str
    approval: bool
    fit: Fit | None
    alternatives: tuple[tuple[Validate, ...], ...]

    def satisfied(self, context: Mapping[str, Any], approvals: Collection[str]) -> bool:
        value = context.get(self.field)
        if value is None or (self.approval and self.field not in approvals):
            return False
        if self.fit is not None and self.fit(value) is MISFIT:
            return False
        return any(all(check(context, value) for check in checks) for checks in self.alternatives)


@dataclass(frozen=True, slots=True)
class RequirementPlan:
    """One requirement: ``id_part`` is its part of an elicitation's id, ``from_`` the file's own words."""

    model: Requirement
    field: str
    from_: Any
    id_part: str
    required: bool
    admits: frozenset[Actor]
    prompt: Prompt | None
    terms: Terms | None


@dataclass(slots=True, eq=False)
class TransitionPlan:
    """``acts`` are the source's exit actions and then the transition's own; ``fired`` is its entry in a trace.

    ``passes`` is all guards at once, ``None`` where there are none. ``to`` is the target's plan once it was reached.
    """

    guards: tuple[Guard, ...]
    passes: Guard | None
    acts: tuple[Act, ...]
    target: str
    fired: Fired
    to: StatePlan | None = None

    def reach(self, states: Mapping[str, StatePlan]) -> StatePlan:
        """The plan of the target, which is looked up once only."""
        self.to = plan = states[self.target]
        return plan


@dataclass(frozen=True, slots=True)
class TimerPlan:
    """``after`` in seconds; ``delayed`` is the transition it carries."""

    name: str
    after: int
    rank: int
    assign: Act | None
    delayed: TransitionPlan | None


@dataclass(frozen=True, slots=True)
class StatePlan:
    """One state. ``needs`` are required fields of which presence is enough, ``gates`` the other required ones.

    ``rest`` is the ``stop`` of a run that does not move on from here; ``arrives`` says that entering it does something.

    ``admits`` gives the actors that may contribute a field here; ``asked`` these, each as the authors of what it
    writes, and the check of its values, for fields whose writes have no consequences and where no budget is kept.
    """

    name: str
    terminal: bool
    rest: str
    needs: tuple[str, ...]
    gates: tuple[Gate, ...]
    transitions: tuple[TransitionPlan, ...]
    entry: tuple[Act, ...]
    timers: tuple[TimerPlan, ...]
    arrives: bool
    invariants: tuple[Guard, ...]
    admits: Mapping[str, frozenset[Actor]]
    asked: Mapping[str, tuple[Mapping[Actor, tuple[Actor]], Fit]]
    requirements: tuple[RequirementPlan, ...]
    by_field: Mapping[str, Gate]
    decisions: Mapping[str, Terms]
    """The approval fields that are asked for here."""


class CommandTerms(NamedTuple):
    """How a command is tried: durations in seconds."""

    max_attempts: int
    initial: int
    factor: float
    longest: int | None
    deadline: int | None
    retryable: frozenset[str]
    on_failure: Act | None


class Definition:
    """A workflow, linked: made by ``engine.reducer.link``."""

    def __init__(self, workflow: Workflow, states: Mapping[str, StatePlan], parts: Parts) -> None:
        self.workflow = workflow
        self.name = workflow.name
        self.version = workflow.version
        self.fields: Mapping[str, Field] = workflow.context
        self.policy: Policy = workflow.policy
        self.states = states
        self.fits = parts.fits
        self.defaults = parts.defaults
        self.terms = parts.terms
        self.approving = parts.approving
        self.watched = parts.watched
        self.sensitive = parts.sensitive
        self.blobs = parts.blobs
        self.ranks = parts.ranks
        self.commands = parts.commands
        self.on_exhausted = parts.on_exhausted
        self.migrations = parts.migrations
        self.expressions = parts.expressions
        self.budgeted = parts.budgeted
        self.copied: Callable[[Any], dict[str, Any]] = wide_copy if len(self.fields) >= WIDE else dict.copy

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the parsed definition, keys at their default left out."""
        return digest(self.workflow.model_dump(mode="json", by_alias=True, exclude_defaults=True))


class Parts(NamedTuple):
    """What is decided for the machine as a whole.

    ``terms`` by approval field; ``approving`` gives the approval fields that approve a field; ``watched`` are the
    fields whose writes have consequences; ``sensitive`` includes what is computed from a sensitive field; ``ranks``
    order expiries; ``blobs`` gives each claim-checked field its lifetime in seconds, or ``None``.
    """

    fits: Mapping[str, Fit]
    defaults: Mapping[str, Any]
    terms: Mapping[str, Terms]
    approving: Mapping[str, tuple[str, ...]]
    watched: frozenset[str]
    sensitive: frozenset[str]
    blobs: Mapping[str, int | None]
    ranks: Mapping[str, int]
    commands: Mapping[str, CommandTerms]
    on_exhausted: Act | None
    migrations: Mapping[int, tuple[Act, ...]]
    expressions: Expressions
    budgeted: bool
