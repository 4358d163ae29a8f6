"""One step in the making: the next envelope, and all that happens to it until it is committed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.reducer import messages
from engine.reducer.canonical import same
from engine.reducer.clock import due, parse_time
from engine.reducer.contribution import Contribution
from engine.reducer.definition import StatePlan
from engine.reducer.envelope import CALM, NO_EXCHANGES, Authors, Due, Envelope, Message, Restriction
from engine.reducer.ledger import ABSENT, Effect, Note, RecordParts

EXPIRY_RANK = 1_000_000
"""Timers of a state rank below, by declaration; expiries from here on, by schema."""
DEADLINE_RANK = 1_000_000_000
"""Deadlines of commands rank last, in the order they were sent."""

NOBODY: Authors = ()


new = object.__new__


class Payload(NamedTuple):
    """A content that the runtime stores under ``key`` when the step is committed."""

    key: str
    content: bytes


class StepFailed(Exception):
    """The step cannot be made; caught where the step began, which then changes nothing. ``code`` as in §7."""

    def __init__(self, code: str, message: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message


class Work(Envelope):
    """The next envelope in the making: the one kind that may be changed, until it is sealed.

    ``trail`` holds every write with the value before it, and transitions, effects and notes, in their order.
    """

    __slots__ = ()

    context: dict[str, Any]

    __setattr__ = object.__setattr__  # type: ignore[assignment]

    def write(self, field: str, value: Any, by: Authors = NOBODY) -> None:
        """Store a fitting value, or unset the field with ``None``; the consequences follow at once."""
        context = self.context
        old = context.get(field, ABSENT)
        if value is not None:
            context[field] = value
            authors = self.authors
            if authors.get(field, NOBODY) != by:
                self.authors = {**authors, field: by}
        elif old is ABSENT:
            return
        else:
            del context[field]
        self.trail.append((field, old))
        if field in self.definition.watched:
            self._consequences(field, old, value)

    def write_checked(self, field: str, value: Any, by: Authors = NOBODY) -> None:
        """Like ``write``, for what is no decision: an approval field may be unset only."""
        if value is not None and field in self.definition.terms:
            raise StepFailed("action-error", messages.approval_written(field))
        self.write(field, value, by)

    def _consequences(self, field: str, old: Any, value: Any) -> None:
        definition = self.definition
        if value is None and field in self.approvals:
            self.drop_approval(field, "withdrawn")
        if field in definition.blobs:
            ends = value.get("expiresAt") if isinstance(value, Mapping) else None
            self.expire(f"ttl:{field}", ends, definition.ranks[field])
        new = ABSENT if value is None else value
        for approval in definition.approving.get(field, ()):
            if approval in self.approvals and not same(old, new):
                self.drop_approval(approval, "changed", field)
                self.write(approval, None)

    def drop_approval(self, field: str, reason: str, changed: str | None = None) -> None:
        """Take an approval out of force."""
        approvals = dict(self.approvals)
        record = approvals.pop(field)
        self.set(approvals=approvals)
        self.expire(f"expiresAfter:{field}", None, 0)
        because = {"changed": changed} if changed else {}
        self.note("invalidated", {"field": field, "hash": record.hash, "reason": reason, **because})

    def expire(self, name: str, at: int | str | None, rank: int) -> None:
        """Set, move or cancel the expiry of this name."""
        timers = [item for item in self.timers if item.name != name or item.rank < EXPIRY_RANK]
        if at is not None:
            timers.append(Due(parse_time(at) if isinstance(at, str) else at, EXPIRY_RANK + rank, name))
            timers.sort()
        self.set(timers=tuple(timers))

    def note(self, type: str, data: Mapping[str, Any]) -> None:
        self.trail.append(Note(type, data))

    def effect(self, kind: str, data: Mapping[str, Any], shown: Mapping[str, Any]) -> str:
        """Record an effect and give its id."""
        effect_id = self.next_effect_id()
        self.trail.append(Effect(effect_id, kind, data, shown))
        return effect_id

    def next_effect_id(self) -> str:
        number = sum(type(item) is Effect for item in self.trail)
        return f"{self.pin.run}/{self.version + 1}/{number}"

    def limit(self, restriction: Restriction) -> None:
        """Limit the tools in the state that is entered next."""
        present = self.affairs.restrict
        self.set(restrict=restriction if present is None else present.and_also(restriction))

    def inject(self, message: Message) -> None:
        self.set(injected=(*self.affairs.injected, message))

    def set(self, **parts: Any) -> None:
        """Replace parts of the run's affairs."""
        affairs = self.affairs._replace(**parts)
        self.affairs = CALM if affairs == CALM else affairs

    def leave(self) -> None:
        """The state is being left: what held for whoever acted in it holds no longer."""
        affairs = self.affairs
        if affairs.restrict is not None or affairs.injected or affairs.exchanges.total:
            self.set(restrict=None, injected=(), exchanges=NO_EXCHANGES)

    def arrive(self, plan: StatePlan) -> None:
        """Start the timers of the state that is entered, and run its entry actions."""
        if plan.timers or self.affairs.timers:
            self.schedule(plan)
        for act in plan.entry:
            act(self)

    def schedule(self, plan: StatePlan) -> None:
        """Cancel the timers of the state before and start those of this one."""
        timers = [item for item in self.timers if item.rank >= EXPIRY_RANK]
        timers += [Due(due(self.at, timer.after), timer.rank, timer.name) for timer in plan.timers]
        timers.sort()
        self.set(timers=tuple(timers))

    def commit(
        self, kind: str, name: str | None, stop: str, content: Contribution | None = None
    ) -> tuple[Envelope, RecordParts]:
        """Check the invariants of the state where the run rests now, and seal. Raises ``StepFailed``."""
        plan = self.plan
        if plan.invariants:
            self._hold(plan)
        if self.affairs is not CALM and stop == "terminal":
            self.set(timers=())
        self.stop = stop
        self.version = version = self.version + 1
        parts = (kind, name, version, self.at, self.visit, plan.name, stop, self.trail, self.affairs, content, None)
        ledger = self.ledger
        # One atomic step claims the version, so that two threads that go on from the same envelope part here.
        if ledger.records.setdefault(version, parts) is not parts:
            self.ledger = ledger.forked(version, parts)
        elif content is not None:
            ledger.versions[name] = version  # type: ignore[index]
        self.__class__ = Envelope  # type: ignore[assignment]
        return self, parts

    def _hold(self, plan: StatePlan) -> None:
        for number, invariant in enumerate(plan.invariants):
            if not invariant(self.context):
                raise StepFailed("invariant", messages.invariant_broken(self.definition, plan.name, number))

    def sealed(self) -> Envelope:
        """This very object, from now on an envelope like any other: frozen at the price of one assignment."""
        self.__class__ = Envelope  # type: ignore[assignment]
        return self


def begin(envelope: Envelope) -> Work:
    """A step that goes on from ``envelope``, of which nothing is touched: its context is copied here, once.

    Its ``stop`` is set when it is committed.
    """
    work = new(Work)
    work.affairs = envelope.affairs
    work.at = envelope.at
    work.authors = envelope.authors
    work.context = envelope.definition.copied(envelope.context)
    work.definition = envelope.definition
    work.ledger = envelope.ledger
    work.pin = envelope.pin
    work.plan = envelope.plan
    work.trail = []
    work.version = envelope.version
    work.visit = envelope.visit
    return work
