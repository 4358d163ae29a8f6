"""Steps found over symbols, made by the reducer: what is shown has happened."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from engine.analysis.exact.search import Search
from engine.analysis.exact.sightings import Place, Sighting
from engine.analysis.exact.visit import Move
from engine.analysis.finding import Witness
from engine.reducer import SYSTEM, Actor, Contribution, Definition, Envelope, Step, contribute, create


class Made(NamedTuple):
    """A run at rest, and the contribution that led there."""

    envelope: Envelope
    contribution: Contribution | None


class Realizer:
    """Makes the situations and steps of a search, each once.

    ``broken`` lists what came out otherwise than was found for certain: a fault of the search.
    """

    def __init__(self, definition: Definition, search: Search) -> None:
        self._definition = definition
        self._search = search
        self._made: dict[Place, Made] = {}
        self.broken: list[Sighting] = []
        self._decisions: Counter[Actor] = Counter()
        for name in search.machine.workflow.states if definition.terms else ():
            plan = definition.states[name]
            self._decisions.update(actor for decision in plan.decisions for actor in plan.admits.get(decision, ()))

    def at(self, place: Place) -> Made:
        """The run in a situation."""
        missing = []
        current: Place | None = place
        while current is not None and current not in self._made:
            missing.append(current)
            current = self._before(current)
        for each in reversed(missing):
            step, contribution = self.step(self.sighting(each))
            self._made[each] = Made(step.envelope, contribution)
        return self._made[place]

    def back(self, place: Place | None) -> Iterator[Place]:
        """A situation and those a run rested in before it, the latest first."""
        while place is not None:
            yield place
            place = self._before(place)

    def way(self, place: Place) -> list[Contribution]:
        """The contributions that lead to a situation."""
        found = (self.at(each).contribution for each in reversed(list(self.back(place))))
        return [each for each in found if each is not None]

    def step(self, sighting: Sighting) -> tuple[Step, Contribution | None]:
        """The step that was found, and its contribution; ``None`` at a creation."""
        if sighting.before is None:
            step = create(self._definition, given=sighting.given)
            self._judge(sighting, step)
            return step, None
        envelope = self.at(sighting.before).envelope
        tried: list[tuple[Step, Contribution]] = []
        for contribution in self._ways(envelope, sighting.move):
            step = _told(contribute(self._definition, envelope, contribution), sighting.move)
            if self.as_found(sighting, step):
                return step, contribution
            tried.append((step, contribution))
        self._judge(sighting, tried[0][0])
        return tried[0]

    def given(self, sighting: Sighting, contribution: Contribution) -> Step:
        """What becomes of another contribution, made in the same situation."""
        assert sighting.before is not None
        return contribute(self._definition, self.at(sighting.before).envelope, contribution)[-1]

    def follow(self, envelope: Envelope, moves: Iterable[Move]) -> tuple[list[Contribution], list[Step]] | None:
        """The contributions and steps by which a run goes on from here; ``None`` where a move is refused."""
        made: list[Contribution] = []
        steps: list[Step] = []
        for move in moves:
            ways = (
                (each, _told(contribute(self._definition, envelope, each), move)) for each in self._ways(envelope, move)
            )
            found = next(((each, step) for each, step in ways if step.accepted), None)
            if found is None:
                return None
            made.append(found[0])
            steps.append(found[1])
            envelope = found[1].envelope
        return made, steps

    @staticmethod
    def as_found(sighting: Sighting, step: Step) -> bool:
        """Whether a step came out as it was found."""
        if not step.accepted:
            return step.code == sighting.stop
        return (step.state, step.stop) == (sighting.state, sighting.stop)

    def _judge(self, sighting: Sighting, step: Step) -> None:
        if sighting.sure and not self.as_found(sighting, step):
            self.broken.append(sighting)

    def _ways(self, envelope: Envelope, move: Move) -> Iterator[Contribution]:
        """The ways to make a move: by any contributor that may."""
        name = f"w{envelope.version}"
        if move.timer is not None:
            at = next((due.at for due in envelope.timers if due.name == move.timer), None)
            yield Contribution(name, SYSTEM, {}, at, current=True)
            return
        alphabet = self._search.machine.alphabet
        values = {field: alphabet[field].contributed(symbol) for field, symbol in move.values}
        admits = self._definition.states[envelope.state].admits
        actors = frozenset.intersection(*(admits.get(field, frozenset()) for field in values))
        for actor in sorted(actors, key=self._rank) or [SYSTEM]:
            yield Contribution(name, actor, values, current=True)

    def _rank(self, actor: Actor) -> tuple[int, str]:
        """Those first who may decide least: whoever wrote something cannot decide on it where that is kept apart."""
        return self._decisions[actor], str(actor)

    def _before(self, place: Place) -> Place | None:
        number, rest = place
        visit = self._search.entries[number].visit
        if rest == 0 or visit is None:
            return self._search.entries[number].sighting.before
        return number, visit.rests[rest].before

    def sighting(self, place: Place) -> Sighting:
        """The step that led to a situation."""
        number, rest = place
        entry = self._search.entries[number]
        if rest == 0 or entry.visit is None:
            return entry.sighting
        found = entry.visit.rests[rest]
        sure = found.sure and entry.sighting.sure
        return Sighting((number, found.before), entry.sighting.given, found.move, entry.state, "parked", sure)


def _told(steps: tuple[Step, ...], move: Move) -> Step:
    """The step a move is about: that of the timer, not of the contribution of nothing that let it come."""
    if move.timer is not None:
        return next((each for each in reversed(steps) if each.kind == "timer"), steps[-1])
    return steps[-1]


def replay(definition: Definition, witness: Witness) -> Iterator[Step]:
    """The steps the reducer makes of a witness."""
    step = create(definition, given=witness.given)
    yield step
    envelope = step.envelope
    for line in witness.contributions:
        for step in contribute(definition, envelope, Contribution.from_json(dict(line), simulated=True)):
            yield step
            envelope = step.envelope
