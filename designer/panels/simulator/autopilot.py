"""A run that answers itself: at random from a seed, or looking for what nothing has reached yet."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any, NamedTuple

from engine.dsl import Field, FieldType
from engine.reducer import Actor, Contribution, Definition, Envelope, contribute, explain, pending
from engine.simulate import Session

_WORDS = ("alpha", "beta", "gamma")
_TIMES = ("2026-01-02T03:04:05Z", "2027-06-07T08:09:10Z")


class Move(NamedTuple):
    """One answer that could be given now."""

    field: str
    value: Any
    actor: Actor
    proposal: str | None


class Autopilot:
    """Answers for whoever is asked. ``seeking`` prefers moves that take a transition nothing has taken yet."""

    def __init__(self, session: Session, seed: int, *, seeking: bool) -> None:
        self._random = Random(seed)
        self._seeking = seeking
        self._taken = {
            (fired.source, fired.index) for node in session.path() for _, step in node.steps for fired in step.fired
        }

    def step(self, session: Session) -> Session | None:
        """The session after one more answer or timer; ``None`` where nothing can move it."""
        definition, envelope = session.definition, session.world.envelope
        moves = list(moves_of(definition, envelope, self._random))
        if not moves:
            due = session.world.next_due
            return None if envelope.ended or due is None else session.wait(due)
        move = self._chosen(definition, envelope, moves)
        after = session.contribute(
            Contribution(
                f"auto{session.cursor.depth + 1}", move.actor, {move.field: move.value}, proposal_hash=move.proposal
            )
        )
        self._taken.update((fired.source, fired.index) for fired in after.step.fired)
        return after

    def _chosen(self, definition: Definition, envelope: Envelope, moves: list[Move]) -> Move:
        self._random.shuffle(moves)
        if self._seeking:
            for move in moves:
                asked = Contribution("what-if", move.actor, {move.field: move.value}, proposal_hash=move.proposal)
                step = contribute(definition, envelope, asked)[-1]
                if any((fired.source, fired.index) not in self._taken for fired in step.fired):
                    return move
        return moves[0]


def moves_of(definition: Definition, envelope: Envelope, random: Random) -> Iterator[Move]:
    """Every value worth giving, by each actor who may: for what is pending, else for what was answered before."""
    if not envelope.state or envelope.ended:
        return
    needs = explain(definition, envelope).routing.requirements
    asked = pending(definition, envelope)
    admitted = {(need.field, str(need.from_)): need.who for need in needs}
    proposals = {each.field: each.proposal.hash for each in asked if each.proposal is not None}
    still_open = {(each.field, str(each.from_)) for each in asked}
    answered = {key for key in admitted if key[0] not in definition.terms}
    for field, source in sorted(still_open or answered):
        for value in values_of(definition.fields[field], random):
            for actor in admitted.get((field, source), ()):
                yield Move(field, value, actor, proposals.get(field))


def values_of(field: Field, random: Random) -> tuple[Any, ...]:
    """A few values that fit a field."""
    match field.type:
        case FieldType.ENUM:
            return field.values
        case FieldType.BOOL:
            return (True, False)
        case FieldType.INT:
            low = int(field.min) if field.min is not None else 0
            high = int(field.max) if field.max is not None else low + 100
            return tuple(dict.fromkeys((low, high, random.randint(low, high))))
        case FieldType.NUMBER:
            return (float(field.min or 0.0), float(field.max if field.max is not None else 100.0))
        case FieldType.TIMESTAMP:
            return _TIMES
        case FieldType.LIST:
            return ([],) if field.items is None else ([], list(values_of(field.items, random)[:1]))
        case FieldType.MAP:
            inner = field.fields or {}
            return ({name: values_of(each, random)[0] for name, each in inner.items()},)
    return (random.choice(_WORDS),)
