"""The envelope: everything a run is, replaced whole at each step and never mutated."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn

from engine.reducer.actor import Actor
from engine.reducer.ledger import Ledger

if TYPE_CHECKING:
    from engine.reducer.definition import Definition

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


class Draft:
    """An envelope that is being made: the one place where its parts are set."""

    __slots__ = (
        "approvals",
        "at",
        "authors",
        "children",
        "commands",
        "context",
        "definition",
        "exchanges",
        "faulted",
        "injected",
        "ledger",
        "pin",
        "restrict",
        "state",
        "stop",
        "timers",
        "version",
        "visit",
    )

    approvals: Mapping[str, Approval]
    at: int
    authors: Mapping[str, Authors]
    children: Mapping[str, Child]
    commands: Mapping[str, Command]
    context: Mapping[str, Any]
    definition: Definition
    exchanges: Exchanges
    faulted: Fault | None
    injected: tuple[Message, ...]
    ledger: Ledger
    pin: Pin
    restrict: Restriction | None
    state: str
    stop: str
    timers: tuple[Due, ...]
    version: int
    visit: int

    def sealed(self) -> Envelope:
        """This draft, from now on an envelope: frozen, at the price of one assignment instead of eighteen."""
        self.__class__ = Envelope
        return self  # type: ignore[return-value]


class Envelope(Draft):
    """A run at rest. Times are nanoseconds since 1970; ``timers`` are sorted by when they are due.

    ``state`` is empty in a run that an operator cancelled or rejected. ``stop`` says why the run rests.
    """

    __slots__ = ()

    @property
    def run(self) -> str:
        return self.pin.run

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

    def draft(self) -> Draft:
        """A copy that may be changed and then sealed. The parts are shared: replace them, do not change them."""
        draft = Draft()
        draft.approvals = self.approvals
        draft.at = self.at
        draft.authors = self.authors
        draft.children = self.children
        draft.commands = self.commands
        draft.context = self.context
        draft.definition = self.definition
        draft.exchanges = self.exchanges
        draft.faulted = self.faulted
        draft.injected = self.injected
        draft.ledger = self.ledger
        draft.pin = self.pin
        draft.restrict = self.restrict
        draft.state = self.state
        draft.stop = self.stop
        draft.timers = self.timers
        draft.version = self.version
        draft.visit = self.visit
        return draft

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
        raise AttributeError(f"an envelope is never changed; take a draft() to set {name!r}")
