"""The whole machine: every situation a run can rest in, up to values no guard tells apart, each with a shortest run.

All steps are made by the reducer itself, so what is found has happened; a witness is the way that led there.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import Any

from engine.analysis.exact.environment import Environment
from engine.analysis.exact.words import UNSET_VALUE, literal
from engine.analysis.finding import Witness
from engine.analysis.templates import fields_in
from engine.dsl import Policy, Workflow
from engine.errors import DefinitionRefused
from engine.reducer import Contribution, Definition, Envelope, Step, contribute, create, is_stuck, link, microsteps

MAX_SITUATIONS = 2_000
MAX_IN_STATE = 1_000
"""Situations that are looked into, in all and in one state."""

MAX_WORK = 8_000
"""Steps and microsteps that are made, all in all."""

FAIRNESS = 16
"""After so many situations of one state its next ones wait a turn longer, so that large machines are seen broadly."""

Edge = tuple[str, int | str]
"""A transition by its state and place, or by the timer that carries it."""


@dataclass(slots=True)
class Situation:
    """A run at rest, and how it came there: ``before`` is the place of the situation it came from."""

    envelope: Envelope
    before: int | None
    given: Mapping[str, Any]
    contribution: Contribution | None
    distance: int = 0
    after: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Seen:
    """A step that was made, and the situation it was made from (``None`` at a creation)."""

    step: Step
    before: int | None
    given: Mapping[str, Any]
    contribution: Contribution | None

    @staticmethod
    def resting(situation: Situation) -> Seen:
        """The step that led to a situation, as far as a witness needs it."""
        step = Step(None, situation.envelope, None)
        return Seen(step, situation.before, situation.given, situation.contribution)


class Exploration:
    """What was found: situations in the order of their distance, the first step of each kind.

    ``partial`` tells why something may have been missed; while it is ``None``, what was not seen never happens.
    """

    def __init__(self, workflow: Workflow, checkpoint: Callable[[], None]) -> None:
        self.workflow = workflow
        self.situations: list[Situation] = []
        self.entered: dict[str, Seen] = {}
        self.fired: dict[Edge, Seen] = {}
        self.halted: dict[tuple[str, str], Seen] = {}
        self.refused: dict[tuple[str, str, str], Seen] = {}
        self.stuck: dict[str, list[int]] = {}
        self.outlived: dict[tuple[str, str], Seen] = {}
        """For a decision and a field it was about, a step that writes the field while the decision stays."""
        self.passed: dict[tuple[str, str], Seen] = {}
        """For a state passed without a rest and the one the step began in, a step of a run that rested there before."""
        self._decided_on = dict(decided_on(workflow))
        self.telling: list[Seen] = []
        """Steps that showed something new: a transition, or a situation to rest in."""
        self._work = 0
        self.partial: str | None = None
        self._places: dict[tuple[object, ...], int] = {}
        self._in_state: Counter[str] = Counter()
        self._queue: list[tuple[int, int]] = []
        unbudgeted = workflow.model_copy(update={"policy": Policy()})
        self.definition = link(unbudgeted)
        self._environment = Environment(workflow, self.definition)
        self._explore(checkpoint)
        self.partial = self.partial or self._environment.narrow

    def _explore(self, checkpoint: Callable[[], None]) -> None:
        for given in self._environment.beginnings():
            self._take(Seen(create(self.definition, given=given), None, given, None))
        while self._queue:
            _, place = heappop(self._queue)
            checkpoint()
            if self._work > MAX_WORK:
                self.partial = f"more than {len(self.situations)} situations can arise"
                return
            situation = self.situations[place]
            for contribution in self._environment.moves(situation.envelope):
                self._work += 1
                for step in contribute(self.definition, situation.envelope, contribution):
                    if step.accepted or step.code in ("action-error", "invariant"):
                        self._take(Seen(step, place, situation.given, contribution))

    def _take(self, seen: Seen) -> None:
        step = seen.step
        if not step.accepted:
            state = step.before.state if step.before is not None else self.workflow.initial_state
            self.refused.setdefault((str(step.code), state, str(step.message)), seen)
            return
        envelope = step.envelope
        self.entered.setdefault(envelope.state, seen)
        if step.before is None:
            self.entered.setdefault(self.workflow.initial_state, seen)
        self._work += len(step.fired) ** 2 // 8
        self._watch(seen)
        self._pass_through(seen)
        known = len(self.fired), len(self.situations)
        for fired in step.fired:
            edge = (fired.source, fired.index if fired.timer is None else fired.timer)
            self.fired.setdefault(edge, seen)  # type: ignore[arg-type]
            self.entered.setdefault(fired.target, seen)
        if envelope.stop in ("no-progress", "microstep-cap"):
            self.halted.setdefault((envelope.stop, envelope.state), seen)
        self._arrive(seen, envelope)
        if known != (len(self.fired), len(self.situations)):
            self.telling.append(seen)

    def _pass_through(self, seen: Seen) -> None:
        if seen.step.before is not None:
            for fired in seen.step.fired[1:]:
                key = (fired.source, seen.step.before.state)
                if key not in self.passed and fired.source in self.rests(seen):
                    self.passed[key] = seen

    def _watch(self, seen: Seen) -> None:
        before, after = seen.step.before, seen.step.context
        if before is None or seen.contribution is None:
            return
        for decision, fields in self._decided_on.items():
            if decision in before.context and before.context[decision] == after.get(decision):
                for name in fields & seen.contribution.values.keys():
                    if decision not in seen.contribution.values and name in before.context and name in after:
                        self.outlived.setdefault((decision, name), seen)

    def _arrive(self, seen: Seen, envelope: Envelope) -> None:
        key = self._environment.key(envelope)
        place = self._places.get(key)
        if place is None:
            if len(self.situations) >= MAX_SITUATIONS or self._in_state[envelope.state] >= MAX_IN_STATE:
                self.partial = f"more than {len(self.situations)} situations can arise"
                return
            place = self._places[key] = len(self.situations)
            self._in_state[envelope.state] += 1
            distance = 0 if seen.before is None else self.situations[seen.before].distance + 1
            situation = Situation(envelope, seen.before, seen.given, seen.contribution, distance)
            self.situations.append(situation)
            heappush(self._queue, (situation.distance + self._in_state[envelope.state] // FAIRNESS, place))
            if is_stuck(self.definition, envelope):
                self.stuck.setdefault(envelope.state, []).append(place)
        if seen.before is not None:
            self.situations[seen.before].after.append(place)

    def witness(self, seen: Seen) -> Witness:
        """The run that leads to a step, the step included."""
        last = [seen.contribution] if seen.contribution is not None else []
        way = self._way(seen.before)
        return Witness(dict(seen.given), tuple(each.to_json() for each in [*way, *last]))

    def rests(self, seen: Seen) -> tuple[str, ...]:
        """The states a run rested in before a step, the latest first."""
        states = []
        place = seen.before
        while place is not None:
            states.append(self.situations[place].envelope.state)
            place = self.situations[place].before
        return tuple(states)

    def witness_to(self, place: int) -> Witness:
        """The run that comes to rest in a situation."""
        return Witness(dict(self.situations[place].given), tuple(each.to_json() for each in self._way(place)))

    def _way(self, place: int | None) -> list[Contribution]:
        way: list[Contribution] = []
        while place is not None:
            situation = self.situations[place]
            if situation.contribution is not None:
                way.append(situation.contribution)
            place = situation.before
        return way[::-1]

    def replays(self, witness: Witness, holds: Callable[[Step], bool]) -> bool:
        """Whether the machine itself, budgets and all, makes a step in this run of which ``holds`` is true."""
        return any(map(holds, replay(link(self.workflow), witness)))

    def read_in(self, state: str) -> tuple[str, ...]:
        """The fields a state asks for or reads, in the order of the schema."""
        return self._environment.read_in(state)

    def values_in(self, state: str) -> Mapping[str, str]:
        """The values that fields were seen to have in a state when it routes or rests, in words."""
        contexts: list[Mapping[str, Any]] = [
            context for seen in self.telling for fired, context in microsteps(seen.step) if fired.source == state
        ]
        contexts += [each.envelope.context for each in self.situations if each.envelope.state == state]
        found = {}
        for name in self.read_in(state):
            values = dict.fromkeys(literal(each[name]) if name in each else UNSET_VALUE for each in contexts)
            found[name] = ", ".join(values)
        return found

    def following(self, envelope: Envelope) -> Iterator[tuple[Contribution, Step, int | None]]:
        """Every step that may come next, with what led to it and the situation it comes to, where that is known."""
        for contribution in self._environment.moves(envelope):
            for step in contribute(self.definition, envelope, contribution):
                if step.accepted:
                    yield contribution, step, self._places.get(self._environment.key(step.envelope))

    def finishing(self) -> set[int]:
        """The situations from which some run ends."""
        back: dict[int, list[int]] = {}
        for place, situation in enumerate(self.situations):
            for after in situation.after:
                back.setdefault(after, []).append(place)
        found = {place for place, situation in enumerate(self.situations) if situation.envelope.ended}
        pending = list(found)
        while pending:
            for place in back.get(pending.pop(), ()):
                if place not in found:
                    found.add(place)
                    pending.append(place)
        return found


def decided_on(workflow: Workflow) -> Iterator[tuple[str, frozenset[str]]]:
    """The fields a person decides without saying what they approve, each with the fields its prompts show."""
    shown: dict[str, set[str]] = {}
    for state in workflow.states.values():
        for requirement in state.requires:
            if requirement.from_.kind in ("user", "role") and not requirement.approves and requirement.prompt:
                shown.setdefault(requirement.name, set()).update(fields_in(requirement.prompt))
    for decision, fields in shown.items():
        if fields - {decision}:
            yield decision, frozenset(fields - {decision})


def replay(definition: Definition, witness: Witness) -> Iterator[Step]:
    """The steps the reducer makes of a witness."""
    step = create(definition, given=witness.given)
    yield step
    envelope = step.envelope
    for line in witness.contributions:
        for step in contribute(definition, envelope, Contribution.from_json(dict(line), simulated=True)):
            yield step
            envelope = step.envelope


def explore(workflow: Workflow, checkpoint: Callable[[], None] = lambda: None) -> Exploration | None:
    """Explore a machine; ``None`` for one that cannot run."""
    try:
        return Exploration(workflow, checkpoint)
    except DefinitionRefused:
        return None
