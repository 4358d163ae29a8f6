"""A run that answers itself: at random from a seed, by scripts, or looking for what nothing has reached yet."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from engine.reducer import Actor, Contribution, Definition, Envelope
from engine.reducer.moves import fires
from engine.simulate.answers import Ask, asks_of
from engine.simulate.coverage import Way, everything
from engine.simulate.inputs import Claimed, Contributed, Failed, Input, Waited
from engine.simulate.session import Session
from engine.simulate.world import RunStep, World

Script = Sequence[Mapping[str, Any]]
"""The answers of one actor, each a map of fields, in their order."""

MOST_REFUSED = 20
"""So many answers in a row that are refused end a flight at random."""
PATIENCE = 40
"""A seeking flight that has found nothing new for so many answers goes on from somewhere else."""
MOST_TRIED = 48
"""So many answers a seeking flight looks ahead at."""
MOST_RETURNS = 4
"""So often it comes back to one place."""


class Flown(NamedTuple):
    """One input: it follows that of number ``parent``; 0 is where the flight began, the first input is number 1."""

    parent: int
    input: Input


class Growth:
    """A session that takes over the inputs of a flight, each where it belongs. ``taken`` counts them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self._nodes = [session.cursor]

    @property
    def taken(self) -> int:
        return len(self._nodes) - 1

    def take(self, flown: Flown) -> None:
        node, session = self._nodes[flown.parent], self.session
        if session.cursor is not node:
            branch = next((at for at, tip in enumerate(session.tips) if tip is node), session.branch)
            session = replace(session, branch=branch, cursor=node)
        self.session = session.apply(flown.input)
        self._nodes.append(self.session.cursor)


def grown(session: Session, flight: Iterable[Flown]) -> Session:
    """A session after a whole flight."""
    growth = Growth(session)
    for flown in flight:
        growth.take(flown)
    return growth.session


class _Place(NamedTuple):
    number: int
    world: World


class Autopilot:
    """Answers for whoever is asked, from the cursor of a session on.

    ``scripts`` holds the answers of actors that have some, and who has none left is silent; ``by_hand`` are actors
    that are never answered for. The same arguments give the same flight.
    """

    def __init__(
        self,
        session: Session,
        seed: int,
        *,
        scripts: Mapping[Actor, Script] | None = None,
        by_hand: frozenset[Actor] = frozenset(),
    ) -> None:
        self._random = Random(seed)
        self._session = session
        self._scripts = {actor: deque(script) for actor, script in (scripts or {}).items()}
        self._by_hand = by_hand
        self._asks: dict[int, tuple[Ask, ...]] = {}
        self._prefix = f"auto{session.cursor.depth}-{len(session.tips)}-"
        states = session.definition.workflow.states
        self._before_ends = frozenset(
            name for name, state in states.items() if any(states[each.to_state].terminal for each in state.transitions)
        )
        self.taken: set[Way] = {way for node in session.path() for way in _ways(node.steps)}

    def fly(self, most: int) -> Iterator[Flown]:
        """At most so many answers at random, along one way."""
        world = self._session.world
        for number in range(1, most + 1):
            taken = self._drawn(world, number)
            if taken is None:
                return
            input, world, _ = taken
            yield Flown(number - 1, input)

    def seek(self, most: int) -> Iterator[Flown]:
        """At most so many answers, towards transitions nothing has taken; goes back and another way where it must.

        Ends early once everything is taken, or nothing new is found from anywhere.
        """
        definition = self._session.definition
        whole = everything(definition.workflow).transitions
        distances = _Distances(definition, whole)
        here = _Place(0, self._session.world)
        places: list[_Place] = [here]
        returns: dict[int, int] = {}
        quiet = 0
        number = 0
        while number < most and not whole <= self.taken:
            taken = self._sought(here.world, number + 1, distances) if quiet < PATIENCE else None
            if taken is None:
                back = self._elsewhere(places, returns, distances)
                if back is None:
                    return
                here, quiet = back, 0
                continue
            number += 1
            input, world, steps = taken
            found = set(_ways(steps)) - self.taken
            self.taken |= found
            quiet = 0 if found else quiet + 1
            yield Flown(here.number, input)
            here = _Place(number, world)
            if found or number < PATIENCE:
                places.append(here)

    # at random

    def _drawn(self, world: World, number: int) -> tuple[Input, World, tuple[RunStep, ...]] | None:
        """An answer drawn at random that is accepted, else the next timer; ``None`` where nothing moves the run."""
        for _ in range(MOST_REFUSED):
            input = self._draw(world, number)
            if input is None:
                break
            after, steps = input.apply(world)
            if steps and steps[-1].step.accepted:
                if self._scripts:
                    self._spoken(input)
                return input, after, steps
        if world.next_due is None or world.envelope.ended:
            return None
        wait = Waited(world.next_due)
        return (wait, *wait.apply(world))

    def _draw(self, world: World, number: int) -> Contributed | None:
        """An answer to something that is asked for, else another one to what was answered before.

        The end is put off as long as there is another answer. It is looked for in the routing, before the answer is
        given: two answers to one situation would make the run's history fork, and that costs its length.
        """
        run, envelope = (None, world.envelope) if len(world.runs) == 1 else self._drawn_run(world)
        if envelope.ended or not envelope.state:
            return None
        plan, context, approvals = envelope.plan, envelope.context, envelope.approvals
        asks = self._asks_of(envelope)
        waiting = [ask for ask in asks if ask.is_open(context, approvals)] or [ask for ask in asks if not ask.decision]
        if not waiting:
            return None
        draw = self._random.random
        ask = waiting[int(draw() * len(waiting))]
        value = ask.values[int(draw() * len(ask.values))]
        actor = ask.actors[int(draw() * len(ask.actors))]
        if actor in self._scripts:
            return self._recited(actor, number, run)
        if plan.name in self._before_ends and self._ends(envelope, ask, value):
            pairs = [(other, each) for other in waiting for each in other.values]
            start = int(draw() * len(pairs))
            for other, each in (*pairs[start:], *pairs[:start]):
                if (other is not ask or each is not value) and not self._ends(envelope, other, each):
                    ask, value = other, each
                    actor = ask.actors[int(draw() * len(ask.actors))]
                    break
        id = f"{self._prefix}{number}"
        return Contributed(Contribution(id, actor, {ask.field: value}, current=ask.decision), run)

    def _ends(self, envelope: Envelope, ask: Ask, value: Any) -> bool:
        """Whether the transition an answer would fire leads to an end."""
        plan, approvals = envelope.plan, envelope.approvals
        decided = {*approvals, ask.field} if ask.decision else approvals
        index = fires(plan, {**envelope.context, ask.field: value}, decided)
        return index is not None and envelope.definition.states[plan.transitions[index].target].terminal

    def _drawn_run(self, world: World) -> tuple[str | None, Envelope]:
        if len(world.runs) == 1:
            return None, world.envelope
        going = [(run, each) for run, each in world.runs.items() if not each.ended and self._asks_of(each)]
        run, envelope = self._random.choice(going) if going else (world.root, world.envelope)
        return (None if run == world.root else run), envelope

    def _recited(self, actor: Actor, number: int, run: str | None) -> Contributed | None:
        """The next answer of an actor's script."""
        script = self._scripts[actor]
        if not script:
            return None
        decides = any(field in self._session.definition.terms for field in script[0])
        return Contributed(_contribution(f"{self._prefix}{number}", actor, dict(script[0]), decides), run)

    def _spoken(self, input: Input) -> None:
        """An answer of a script was accepted: the next one comes after it."""
        if isinstance(input, Contributed) and input.contribution.actor in self._scripts:
            self._scripts[input.contribution.actor].popleft()

    # seeking

    def _sought(
        self, world: World, number: int, distances: _Distances
    ) -> tuple[Input, World, tuple[RunStep, ...]] | None:
        """The input that takes something new, else the one that leads nearest to something new."""
        best: tuple[Input, World, tuple[RunStep, ...]] | None = None
        nearest = float("inf")
        inputs = list(self._inputs(world, number))
        self._random.shuffle(inputs)
        for input in inputs[:MOST_TRIED]:
            after, steps = input.apply(world)
            if not steps or not steps[-1].step.accepted or steps[-1].step.code is not None:
                continue
            if not self.taken.issuperset(_ways(steps)):
                return input, after, steps
            distance = distances.of(after.envelope, self.taken) + self._random.random() * 2
            if distance < nearest:
                best, nearest = (input, after, steps), distance
        return best

    def _inputs(self, world: World, number: int) -> Iterator[Input]:
        """Everything that could come in next."""
        id = f"{self._prefix}{number}"
        for run, envelope in world.runs.items():
            if envelope.ended or not envelope.state or envelope.faulted is not None:
                continue
            named = None if run == world.root else run
            for ask in self._asks_of(envelope):
                if ask.is_open(envelope.context, envelope.approvals) or not ask.decision:
                    for actor in ask.actors:
                        for value in ask.values:
                            yield Contributed(_contribution(id, actor, {ask.field: value}, ask.decision), named)
            for command in envelope.commands.values():
                if command.status == "open":
                    yield Claimed(command.id, named)
                elif command.status == "claimed":
                    yield Failed(command.id, "failed", named)
        if world.next_due is not None:
            yield Waited(world.next_due)

    def _elsewhere(self, places: list[_Place], returns: dict[int, int], distances: _Distances) -> _Place | None:
        """The remembered place nearest to something new that was not come back to too often."""
        open_places = [place for place in places if returns.get(place.number, 0) < MOST_RETURNS]
        near = [(distances.of(place.world.envelope, self.taken), place) for place in open_places]
        reachable = [each for each in near if each[0] < _FAR]
        if not reachable:
            return None
        _, place = min(reachable, key=lambda each: (returns.get(each[1].number, 0), each[0]))
        returns[place.number] = returns.get(place.number, 0) + 1
        return place

    def _asks_of(self, envelope: Envelope) -> tuple[Ask, ...]:
        plan = envelope.plan
        known = self._asks.get(id(plan))
        if known is None:
            known = self._asks[id(plan)] = tuple(self._allowed(asks_of(envelope.definition, plan)))
        return known

    def _allowed(self, asks: tuple[Ask, ...]) -> Iterator[Ask]:
        for ask in asks:
            actors = tuple(actor for actor in ask.actors if actor not in self._by_hand)
            if actors:
                yield ask._replace(actors=actors)


_FAR = 1_000_000


class _Distances:
    """How many transitions lie between a state and the nearest one with a way out that nothing has taken."""

    def __init__(self, definition: Definition, whole: frozenset[Way]) -> None:
        self._whole = whole
        self._before: dict[str, set[str]] = {name: set() for name in definition.workflow.states}
        for name, state in definition.workflow.states.items():
            targets = [each.to_state for each in state.transitions]
            for target in (*targets, *(timer.to_state for timer in state.timers if timer.to_state is not None)):
                if target in self._before:
                    self._before[target].add(name)
        self._known: tuple[int, dict[str, int]] = (-1, {})

    def of(self, envelope: Envelope, taken: set[Way]) -> float:
        if self._known[0] != len(taken):
            self._known = (len(taken), self._measured(taken))
        return _FAR if envelope.ended else self._known[1].get(envelope.state, _FAR)

    def _measured(self, taken: set[Way]) -> dict[str, int]:
        found = {state: 0 for state, _ in self._whole - taken}
        waiting = deque(found)
        while waiting:
            state = waiting.popleft()
            for before in self._before[state]:
                if before not in found:
                    found[before] = found[state] + 1
                    waiting.append(before)
        return found


def _contribution(id: str, actor: Actor, values: Mapping[str, Any], decides: bool) -> Contribution:
    return Contribution(id, actor, values, current=decides)


def _ways(steps: tuple[RunStep, ...]) -> Iterator[Way]:
    for _, step in steps:
        for fired in step.fired:
            yield fired.source, fired.index if fired.timer is None else fired.timer  # type: ignore[misc]
