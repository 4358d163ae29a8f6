"""What is true where one stands in a simulation: what is asked for, why it rests, what decided a transition."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from designer.panels.simulator.moments import Moment, Way
from engine.dsl import Field, FieldType
from engine.reducer import (
    Actor,
    Contribution,
    Definition,
    Effect,
    Elicitation,
    Envelope,
    Routing,
    Why,
    contribute,
    explain,
    explain_fired,
    pending,
)
from engine.simulate import Session

_MOST_TRIED = 12


@dataclass(frozen=True, slots=True)
class Going:
    """One answer that would move the run: the transition it fires (``None`` for a timer's) and where it leads."""

    field: str
    value: Any
    index: int | None
    target: str


class Standing:
    """A place in a session, each question about it answered once. Empty before a run has begun."""

    def __init__(self, session: Session | None, way: Way, at: int) -> None:
        self.session = session
        self.at = at
        self._way = way

    @property
    def moment(self) -> Moment | None:
        moments = self._way.moments
        return moments[self.at] if self.at < len(moments) else None

    @cached_property
    def resting(self) -> bool:
        """Whether what came in last is done, so that something can be contributed."""
        return self.session is not None and self.at == self._way.last_of(self.session.cursor)

    @property
    def definition(self) -> Definition | None:
        """The one the run is pinned to here: a migration changes it on the way."""
        return self.envelope.definition if self.envelope else None

    @property
    def envelope(self) -> Envelope | None:
        return self.session.world.envelope if self.session else None

    @cached_property
    def waiting(self) -> tuple[Elicitation, ...]:
        """What is asked for here."""
        if not self.resting or self.envelope is None or self.definition is None:
            return ()
        return pending(self.definition, self.envelope)

    @cached_property
    def why(self) -> Why | None:
        """Why the run rests here."""
        if not self.resting or self.envelope is None or self.definition is None or not self.envelope.state:
            return None
        return explain(self.definition, self.envelope)

    @cached_property
    def why_fired(self) -> Routing | None:
        """What decided the transition of this moment; ``None`` where none fired, or a timer did."""
        moment = self.moment
        if moment is None or moment.fired is None or moment.fired.index is None:
            return None
        return explain_fired(moment.step)[moment.fired_at].routing

    @cached_property
    def context_before(self) -> Mapping[str, Any]:
        """The context at the rest before this input, to mark what is new since."""
        moments, at, moment = self._way.moments, self.at, self.moment
        while at > 0 and moment is not None and moments[at - 1].node is moment.node:
            at -= 1
        return moments[at - 1].context if at > 0 else {}

    @property
    def effects(self) -> Iterator[Effect]:
        """Everything the run asked of the world up to here, in order."""
        for moment in self._way.effective(self.at):
            yield from moment.step.effects
        if self.moment is not None and self.moment.kind == "fired":
            yield from self.moment.step.effects

    def visits(self) -> Counter[tuple[str, ...]]:
        """How often states were entered, ``(state,)``, and ways taken, ``(state, index or timer)``, up to here."""
        return self._way.visits(self.at)

    def would(self, field: str, value: Any, actor: Actor) -> Routing | None:
        """What would decide if this answer were given now; ``None`` where it would fire nothing."""
        if self.definition is None or self.envelope is None or value is None:
            return None
        asked = Contribution("what-if", actor, {field: value}, current=True)
        step = contribute(self.definition, self.envelope, asked)[-1]
        if not step.accepted or not step.fired or step.fired[0].index is None:
            return None
        return explain_fired(step)[0].routing

    def goings(self) -> Iterator[Going]:
        """For each field that is asked for and takes few values, the values that would move the run."""
        why, definition, envelope = self.why, self.definition, self.envelope
        if why is None or definition is None or envelope is None:
            return
        tried = 0
        for requirement in why.routing.requirements:
            if requirement.missing is None or not requirement.who:
                continue
            for value in _few(definition.fields[requirement.field]):
                tried += 1
                if tried > _MOST_TRIED:
                    return
                asked = Contribution("what-if", requirement.who[0], {requirement.field: value}, current=True)
                step = contribute(definition, envelope, asked)[-1]
                if step.accepted and step.fired:
                    yield Going(requirement.field, value, step.fired[0].index, step.fired[-1].target)


def _few(field: Field) -> tuple[Any, ...]:
    if field.type is FieldType.ENUM:
        return field.values
    return (True, False) if field.type is FieldType.BOOL else ()
