"""The envelope: everything a run is, replaced whole at each step and never mutated."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from engine.reducer.actor import Actor
from engine.reducer.ledger import Happening, Ledger

if TYPE_CHECKING:
    from engine.reducer.definition import Definition, StatePlan

Authors = tuple[Actor, ...]

ENDED_BY_OPERATOR = ("cancelled", "rejected")
ENDED = frozenset(("terminal", *ENDED_BY_OPERATOR))
"""The ``stop`` of a run that has ended."""


class Pin(NamedTuple):
    """What a run keeps for life: its id, its machine, and the key under which it digests sensitive values."""

    run: str
    machine: str
    key: str


class Approval(NamedTuple):
    """An approval record: who decided what about exactly which values."""

    field: str
    hash: str
    by: Actor
    at: int
    values: Mapping[str, Any]
    decision: Any


class Due(NamedTuple):
    """Something that happens at a moment; things due together happen in the order of their ranks."""

    at: int
    rank: int
    name: str


class Exchanges(NamedTuple):
    """Accepted contributions by agents in this visit, and whether ``onExhausted`` was written."""

    total: int
    agents: Mapping[str, int]
    exhausted: bool


NO_EXCHANGES = Exchanges(0, {}, False)


class Command(NamedTuple):
    """A command in the outbox, by the id of the effect that sent it.

    ``status`` is ``open`` (to be claimed from ``not_before`` on), ``claimed``, ``done``, ``failed`` or ``withdrawn``.
    ``approval`` is the hash of the record that must be in force when it is performed, ``approved_by`` its field.
    ``shown`` is ``with_`` with sensitive values masked.
    """

    id: str
    command: str
    to: Any
    with_: Mapping[str, Any]
    shown: Mapping[str, Any]
    key: str
    approved_by: str | None
    approval: str | None
    state: str
    visit: int
    sent: int
    status: str
    attempts: int
    not_before: int
    error: str | None

    @property
    def is_open(self) -> bool:
        return self.status in ("open", "claimed")


class Child(NamedTuple):
    """A running child machine, by the name it was spawned as; ``shown`` is ``inputs`` with sensitive values masked."""

    name: str
    fsm: str
    run: str
    inputs: Mapping[str, Any]
    shown: Mapping[str, Any]
    into: str | None
    outputs: Mapping[str, str]


class Restriction(NamedTuple):
    """Tools for whoever acts in the state: all (``None``) or only these, and never those."""

    allow: tuple[str, ...] | None
    deny: tuple[str, ...]

    def and_also(self, other: Restriction) -> Restriction:
        """Both at once: the allowed that both allow, the denied of either."""
        if self.allow is None or other.allow is None:
            allow = self.allow if other.allow is None else other.allow
        else:
            allow = tuple(tool for tool in self.allow if tool in other.allow)
        return Restriction(allow, (*self.deny, *(tool for tool in other.deny if tool not in self.deny)))


class Message(NamedTuple):
    """A message injected for whoever acts in the state."""

    role: str
    text: str
    shown: str


class Fault(NamedTuple):
    """Why only an operator can move the run on."""

    code: str
    message: str
    at: int
    cause: str


class Affairs(NamedTuple):
    """What a run has going on besides its context. ``timers`` are sorted by when they are due."""

    approvals: Mapping[str, Approval] = MappingProxyType({})
    timers: tuple[Due, ...] = ()
    commands: Mapping[str, Command] = MappingProxyType({})
    children: Mapping[str, Child] = MappingProxyType({})
    exchanges: Exchanges = NO_EXCHANGES
    restrict: Restriction | None = None
    injected: tuple[Message, ...] = ()
    faulted: Fault | None = None

    @property
    def quiet(self) -> bool:
        """Whether no timer, open command or running child could move the run."""
        return not (self.timers or self.children or any(command.is_open for command in self.commands.values()))


CALM = Affairs()
"""Nothing going on: most runs most of the time, so a step looks at their affairs with one comparison."""


class Envelope:
    """A run at rest: replaced whole at each step, never changed.

    Times are nanoseconds since 1970. ``stop`` says why the run rests, ``plan`` is the state it rests in, ``trail`` what
    the step did that led there. The parts of ``affairs`` are attributes of the envelope, too.
    """

    __slots__ = (
        "affairs",
        "at",
        "authors",
        "context",
        "definition",
        "ledger",
        "pin",
        "plan",
        "stop",
        "trail",
        "version",
        "visit",
    )

    affairs: Affairs
    at: int
    authors: Mapping[str, Authors]
    context: Mapping[str, Any]
    definition: Definition
    ledger: Ledger
    pin: Pin
    plan: StatePlan
    stop: str
    trail: list[Happening]
    version: int
    visit: int

    @property
    def approvals(self) -> Mapping[str, Approval]:
        return self.affairs.approvals

    @property
    def timers(self) -> tuple[Due, ...]:
        return self.affairs.timers

    @property
    def commands(self) -> Mapping[str, Command]:
        return self.affairs.commands

    @property
    def children(self) -> Mapping[str, Child]:
        return self.affairs.children

    @property
    def exchanges(self) -> Exchanges:
        return self.affairs.exchanges

    @property
    def restrict(self) -> Restriction | None:
        return self.affairs.restrict

    @property
    def injected(self) -> tuple[Message, ...]:
        return self.affairs.injected

    @property
    def faulted(self) -> Fault | None:
        return self.affairs.faulted

    @property
    def quiet(self) -> bool:
        """Whether no timer, open command or running child could move the run."""
        return self.affairs.quiet

    @property
    def run(self) -> str:
        return self.pin.run

    @property
    def state(self) -> str:
        """The state the run rests in; empty in a run that an operator cancelled or rejected."""
        return self.plan.name

    @property
    def machine(self) -> str:
        return self.pin.machine

    @property
    def definition_version(self) -> int:
        return self.definition.version

    @property
    def hash(self) -> str:
        """The hash of the definition the run is pinned to."""
        return self.definition.hash

    @property
    def ended(self) -> bool:
        return self.stop in ENDED

    def to_json(self) -> dict[str, Any]:
        """Portable JSON that holds everything; sensitive values are in the clear, so it is for storing only."""
        from engine.reducer.portable import envelope_json

        return envelope_json(self)

    @staticmethod
    def from_json(definition: Definition, data: Mapping[str, Any]) -> Envelope:
        """The envelope that ``to_json`` wrote. Raises ``DefinitionRefused`` for one of another definition."""
        from engine.reducer.portable import envelope_from_json

        return envelope_from_json(definition, data)

    def __setattr__(self, name: str, value: Any) -> NoReturn:
        raise AttributeError(f"an envelope is never changed, and so neither is its {name!r}")
