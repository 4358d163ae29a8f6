"""The whole machine: every situation a run can rest in, up to values no guard tells apart, each with a shortest run.

All is found over symbols; the steps and situations that are shown are made by the reducer itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cached_property
from typing import TypeVar

from engine.analysis.exact.machine import Machine
from engine.analysis.exact.realize import Realizer, replay
from engine.analysis.exact.rounds import Round, rounds
from engine.analysis.exact.search import Search
from engine.analysis.exact.sightings import PASSING, Sighting
from engine.analysis.exact.situations import Seen, Situations
from engine.analysis.exact.symbols import context_of
from engine.analysis.exact.visit import Move
from engine.analysis.exact.words import UNSET_VALUE, literal
from engine.analysis.finding import Witness
from engine.analysis.templates import fields_in
from engine.dsl import Policy, Workflow
from engine.errors import DefinitionRefused
from engine.reducer import Contribution, Definition, Step, link
from engine.reducer.whole import misassigned

__all__ = ["Exploration", "Round", "Seen", "explore", "replay"]

Key = TypeVar("Key")


class Exploration:
    """What was found, the first step of each kind.

    ``partial`` tells why something may have been missed; while it is ``None``, what was not seen, and is not in
    ``perhaps`` either, never happens.
    """

    search: Search

    def __init__(
        self,
        workflow: Workflow,
        definition: Definition,
        checkpoint: Callable[[], None] = lambda: None,
        earlier: Exploration | None = None,
    ) -> None:
        self.workflow = workflow
        self.definition = definition
        self.search = self._searched(checkpoint, earlier.search.machine if earlier is not None else None)
        self.realizer = Realizer(self.definition, self.search)
        self.situations = Situations(self.search, self.realizer)
        self.partial = self.search.partial or self.search.machine.narrow
        self.settled = self.search.stopped and self.partial is None
        """Whether all that could be entered, fire, be stuck, halt or be refused was seen, though not all situations."""
        if self.settled:
            self.partial = f"more than {len(self.situations)} situations can arise"
        self.perhaps = self.search.perhaps
        """States and transitions that only other values of the same classes than were tried may lead to."""
        self.entered = self._seen(self.search.entered)
        self.fired = self._seen(self.search.fired)
        self.halted = self._seen(self.search.halted)
        self.passed = self._seen(self.search.passed)
        """For a state passed without a rest and the one the step began in, a step of a run that rested there before."""
        self.telling = [Seen(self.situations, each) for each in self.search.telling]
        """Steps that showed something new: the beginning of a run, or a transition chosen over other values."""

    def _searched(self, checkpoint: Callable[[], None], earlier: Machine | None) -> Search:
        everywhere: set[str] = set()
        while True:
            machine = Machine(self.workflow, self.definition, everywhere, earlier)
            search = Search(machine, checkpoint)
            machine.forget_earlier()
            if search.unclear <= everywhere:
                return search
            everywhere |= search.unclear
            earlier = machine

    def _seen(self, found: Mapping[Key, Sighting]) -> Mapping[Key, Seen]:
        return {key: Seen(self.situations, sighting) for key, sighting in found.items()}

    @cached_property
    def refused(self) -> Mapping[tuple[str, str, str], Seen]:
        """Steps that are refused, by code, the state they were made in, and message."""
        found: dict[tuple[str, str, str], Seen] = {}
        for (code, state, _), seen in self._seen(self.search.refused).items():
            if seen.step.code == code:
                found.setdefault((code, state, str(seen.step.message)), seen)
        return found

    @cached_property
    def stuck(self) -> Mapping[str, list[int]]:
        """For each state in which runs are stuck the places of the situations."""
        found: dict[str, list[int]] = {}
        for number, entry in enumerate(self.search.entries):
            places = [self.situations.index_of((number, rest)) for rest in self.search.stuck_in(entry)]
            if places:
                found.setdefault(entry.state, []).extend(places)
        return found

    @cached_property
    def outlived(self) -> Mapping[tuple[str, str], Seen]:
        """For a decision and a field it was about, a step that writes the field while the decision stays."""
        found: dict[tuple[str, str], Seen] = {}
        decided = dict(decided_on(self.workflow))
        for number, entry in enumerate(self.search.entries):
            if not decided or entry.visit is None or not entry.sighting.sure:
                continue
            local = entry.visit.station.local
            for decision, name in entry.visit.station.side_by_side(decided):
                at, other = local.index(decision), local.index(name)
                for place, rest in enumerate(entry.visit.rests):
                    if rest.sure and rest.situation[at] and rest.situation[other] and (decision, name) not in found:
                        move = Move(((name, rest.situation[other]),))
                        sighting = Sighting((number, place), entry.sighting.given, move, entry.state, "parked", True)
                        found[decision, name] = Seen(self.situations, sighting)
        return found

    @property
    def why(self) -> str:
        """Why something is neither seen nor excluded."""
        doubtful = sorted(self.search.machine.around.doubtful)
        return self.partial or f"`{doubtful[0]}` is computed with or compared with other fields"

    def never(self, *goal: str | int) -> bool:
        """Whether it is proved that something cannot happen, such as that a state is ``entered``, an edge ``fired``."""
        search = self.search
        if search.machine.narrow is not None:
            return False
        if self.partial is None:
            key = goal[1] if goal[0] == "entered" else goal[1:]
            return goal not in search.met and key not in search.perhaps
        return search.forecast is not None and goal not in search.forecast.goals

    def witness(self, seen: Seen) -> Witness:
        """The run that leads to a step, the step included."""
        way = [] if seen.sighting.before is None else self.realizer.way(seen.sighting.before)
        last = [] if seen.contribution is None else [seen.contribution]
        return _witness(seen.given, [*way, *last])

    def witness_to(self, place: int) -> Witness:
        """The run that comes to rest in a situation."""
        return _witness(self.situations[place].given, self.realizer.way(self.situations.place_of(place)))

    def rests(self, seen: Seen) -> tuple[str, ...]:
        """The states a run rested in before a step, the latest first."""
        return tuple(self.search.entries[number].state for number, _ in self.realizer.back(seen.sighting.before))

    def read_in(self, state: str) -> tuple[str, ...]:
        """The fields a state asks for or reads, in the order of the schema."""
        flow = self.search.machine.flow
        return flow.fields(flow.read_in(state).all)

    def values_in(self, state: str) -> Mapping[str, str]:
        """The values that fields were seen to have in a state when it routes or rests, in words."""
        local = self.search.machine.stage(state).station.local
        alphabet = self.search.machine.alphabet
        contexts = [context_of(alphabet, local, each) for each in self.search.situations_in(state)]
        found = {}
        for name in self.read_in(state):
            values = dict.fromkeys(literal(each[name]) if name in each else UNSET_VALUE for each in contexts)
            found[name] = ", ".join(values)
        return found

    @cached_property
    def resting(self) -> Mapping[str, tuple[int, ...]]:
        """For each state in which runs wait the situations, one of those that are alike in all that is read there."""
        found: dict[str, dict[object, int]] = {}
        for number, entry in enumerate(self.search.entries):
            if entry.visit is None or entry.stop == "terminal" or not entry.sighting.sure:
                continue
            shown = self.search.machine.shown(entry.state, entry.situation)
            for place, rest in enumerate(entry.visit.rests):
                if rest.sure and (place or entry.stop == "parked"):
                    key = (rest.situation, rest.fired, shown)
                    found.setdefault(entry.state, {}).setdefault(key, self.situations.index_of((number, place)))
        return {state: tuple(places.values()) for state, places in found.items()}

    def following(self, place: int) -> Iterator[tuple[Contribution, Step, int]]:
        """The steps that may come next in a situation: what leads to each, and the situation it comes to."""
        number, rest = self.situations.place_of(place)
        entry = self.search.entries[number]
        if entry.visit is None:
            return
        for move, resting, leaving in entry.visit.following(rest):
            targets = entry.after[leaving] if leaving is not None else [number]
            for target in (each for each in targets if self.search.entries[each].stop != PASSING):
                after = self.search.entries[target]
                known = Sighting((number, rest), entry.sighting.given, move, after.state, after.stop, False)
                known = known._replace(stop="parked") if resting is not None else known
                step, contribution = self.realizer.step(known)
                if contribution is not None and self.realizer.as_found(known, step):
                    yield contribution, step, self.situations.index_of((target, resting or 0))

    def rounds(self, checkpoint: Callable[[], None] = lambda: None) -> Iterator[Round]:
        """Ways of runs round some states and back: a shortest one for each set of entries that lead to one another."""
        return rounds(self.search, self.realizer, self.situations, checkpoint)

    def finishing(self) -> set[int]:
        """The situations from which some run ends."""
        ends = self._ending()
        found: set[int] = set()
        for number, entry in enumerate(self.search.entries):
            start = self.situations.starts[number]
            if entry.stop == PASSING:
                continue
            if entry.stop == "terminal" or entry.visit is None:
                found.add(start)
                continue
            leading = frozenset(place for place, after in enumerate(entry.after) if not ends.isdisjoint(after))
            found.update(start + rest for rest in entry.visit.reaching(leading))
        return found

    def _ending(self) -> set[int]:
        """The entries from which some run ends."""
        entries = self.search.entries
        back: dict[int, list[int]] = {}
        for number, entry in enumerate(entries):
            for after in {each for targets in entry.after for each in targets}:
                back.setdefault(after, []).append(number)
        found = {number for number, entry in enumerate(entries) if entry.stop == "terminal"}
        pending = list(found)
        while pending:
            for number in back.get(pending.pop(), ()):
                if number not in found:
                    found.add(number)
                    pending.append(number)
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


def _witness(given: Mapping[str, object], way: Iterable[Contribution]) -> Witness:
    return Witness(dict(given), tuple(each.to_json() for each in way))


def explore(
    workflow: Workflow,
    checkpoint: Callable[[], None] = lambda: None,
    earlier: Exploration | None = None,
) -> Exploration | None:
    """Explore a machine. What an ``earlier`` exploration worked out is used again.

    ``None`` for a machine that cannot run, or that writes a literal which does not fit its field: symbols stand for
    fitting values alone.
    """
    try:
        definition = link(workflow.model_copy(update={"policy": Policy()}))
    except DefinitionRefused:
        return None
    if any(misassigned(workflow, definition.fits)):
        return None
    return Exploration(workflow, definition, checkpoint, earlier)
