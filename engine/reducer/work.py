"""One step in the making: a draft of the next envelope, and all that happens to it until it is committed."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from engine.reducer import messages
from engine.reducer.canonical import same
from engine.reducer.clock import due, parse_time
from engine.reducer.definition import Definition, StatePlan
from engine.reducer.envelope import NO_EXCHANGES, Authors, Draft, Due, Envelope, Message, Restriction
from engine.reducer.ledger import ABSENT, Effect, Fired, Note, Record

EXPIRY_RANK = 1_000_000
"""Timers of a state rank below, by declaration; expiries from here on, by schema."""
DEADLINE_RANK = 1_000_000_000
"""Deadlines of commands rank last, in the order they were sent."""

NOBODY: Authors = ()


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


class Work:
    """What actions and moves change. Nothing of the envelope it began with is touched.

    ``undo`` holds every write with the value before it; ``decided`` how many there were when each transition was
    chosen; ``happened`` transitions, effects and notes in their order.
    """

    __slots__ = (
        "_effects",
        "before",
        "context",
        "decided",
        "definition",
        "draft",
        "happened",
        "payloads",
        "plan",
        "undo",
        "version",
    )

    def __init__(self, definition: Definition, before: Envelope) -> None:
        self.definition = definition
        self.before = before
        self.draft = before.draft()
        self.version = before.version + 1
        self.context: dict[str, Any] = before.context.copy()  # type: ignore[attr-defined]
        self.draft.context = self.context
        self.plan: StatePlan = definition.states[before.state]
        self.undo: list[tuple[str, Any]] = []
        self.decided: list[int] = []
        self.happened: list[Fired | Effect | Note] = []
        self.payloads: tuple[Payload, ...] = ()
        self._effects = 0

    def write(self, field: str, value: Any, by: Authors = NOBODY) -> None:
        """Store a fitting value, or unset the field with ``None``; the consequences follow at once."""
        context = self.context
        old = context.get(field, ABSENT)
        if value is not None:
            context[field] = value
            authors = self.draft.authors
            if authors.get(field, NOBODY) != by:
                self.draft.authors = {**authors, field: by}
        elif old is ABSENT:
            return
        else:
            del context[field]
        self.undo.append((field, old))
        if field in self.definition.watched:
            self._consequences(field, old, value)

    def write_checked(self, field: str, value: Any, by: Authors = NOBODY) -> None:
        """Like ``write``, for what is no decision: an approval field may be unset only."""
        if value is not None and field in self.definition.terms:
            raise StepFailed("action-error", messages.approval_written(field))
        self.write(field, value, by)

    def _consequences(self, field: str, old: Any, value: Any) -> None:
        definition, draft = self.definition, self.draft
        if value is None and field in draft.approvals:
            self.drop_approval(field, "withdrawn")
        if field in definition.blobs:
            self.expire(f"ttl:{field}", None if value is None else value.get("expiresAt"), definition.ranks[field])
        new = ABSENT if value is None else value
        for approval in definition.approving.get(field, ()):
            if approval in draft.approvals and not same(old, new):
                self.drop_approval(approval, "changed", field)
                self.write(approval, None)

    def drop_approval(self, field: str, reason: str, changed: str | None = None) -> None:
        """Take an approval out of force."""
        approvals = dict(self.draft.approvals)
        record = approvals.pop(field)
        self.draft.approvals = approvals
        self.expire(f"expiresAfter:{field}", None, 0)
        because = {"changed": changed} if changed else {}
        self.note("invalidated", {"field": field, "hash": record.hash, "reason": reason, **because})

    def expire(self, name: str, at: int | str | None, rank: int) -> None:
        """Set, move or cancel the expiry of this name."""
        timers = [item for item in self.draft.timers if item.name != name or item.rank < EXPIRY_RANK]
        if at is not None:
            timers.append(Due(parse_time(at) if isinstance(at, str) else at, EXPIRY_RANK + rank, name))
            timers.sort()
        self.draft.timers = tuple(timers)

    def note(self, type: str, data: Mapping[str, Any]) -> None:
        self.happened.append(Note(type, data))

    def effect(self, kind: str, data: Mapping[str, Any], shown: Mapping[str, Any]) -> str:
        """Record an effect and give its id."""
        effect_id = self.next_effect_id()
        self._effects += 1
        self.happened.append(Effect(effect_id, kind, data, shown))
        return effect_id

    def next_effect_id(self) -> str:
        return f"{self.draft.pin.run}/{self.version}/{self._effects}"

    def restrict(self, restriction: Restriction) -> None:
        present = self.draft.restrict
        self.draft.restrict = restriction if present is None else present.and_also(restriction)

    def inject(self, message: Message) -> None:
        self.draft.injected = (*self.draft.injected, message)

    def leave(self) -> None:
        """The state is being left: what held for whoever acted in it holds no longer."""
        draft = self.draft
        if draft.restrict is not None:
            draft.restrict = None
        if draft.injected:
            draft.injected = ()

    def enter(self, plan: StatePlan) -> None:
        """Move to a state: a new visit, its timers, its entry actions."""
        draft = self.draft
        self.plan = plan
        draft.state = plan.name
        draft.visit += 1
        if draft.exchanges is not NO_EXCHANGES:
            draft.exchanges = NO_EXCHANGES
        if draft.timers or plan.timers:
            self.schedule(plan)
        for act in plan.entry:
            act(self)

    def schedule(self, plan: StatePlan) -> None:
        """Cancel the timers of the state before and start those of this one."""
        draft = self.draft
        timers = [item for item in draft.timers if item.rank >= EXPIRY_RANK]
        timers += [Due(due(draft.at, timer.after), timer.rank, timer.name) for timer in plan.timers]
        timers.sort()
        draft.timers = tuple(timers)

    def commit(self, kind: str, name: str | None, stop: str, content: Any = None) -> tuple[Envelope, Record]:
        """Check the invariants of the state where the run rests now, and seal the draft. Raises ``StepFailed``."""
        context, draft = self.context, self.draft
        for number, invariant in enumerate(self.plan.invariants):
            if not invariant(context):
                raise StepFailed("invariant", messages.invariant_broken(self.definition, self.plan.name, number))
        draft.stop = stop
        if stop == "terminal" and draft.timers:
            draft.timers = ()
        draft.version = version = self.version
        record = Record(
            kind,
            name,
            version,
            draft.at,
            draft.visit,
            draft.state,
            stop,
            tuple(self.happened),
            tuple(self.undo),
            tuple(self.decided),
            draft.approvals,
            quiet(draft),
            content,
        )
        draft.ledger = draft.ledger.extended(record)
        return draft.sealed(), record


def quiet(draft: Draft) -> bool:
    """Whether no timer, open command or running child could move the run."""
    return (
        not draft.timers
        and not draft.children
        and not (draft.commands and any(command.is_open for command in draft.commands.values()))
    )
