"""What an exploration found, as runs at rest and steps of the reducer, each made when it is looked at."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any, overload

from engine.analysis.exact.realize import Made, Realizer
from engine.analysis.exact.search import Search
from engine.analysis.exact.sightings import PASSING, Place, Sighting
from engine.reducer import Contribution, Envelope, Step


class Situation:
    """A run at rest; ``before`` is the place of the situation it came from, ``distance`` counts contributions."""

    def __init__(self, all: Situations, place: Place) -> None:
        self._all = all
        self._number, self._rest = place
        self._entry = all.search.entries[self._number]

    @cached_property
    def _made(self) -> Made:
        return self._all.realizer.at((self._number, self._rest))

    @property
    def envelope(self) -> Envelope:
        """The run itself."""
        return self._made.envelope

    @property
    def contribution(self) -> Contribution | None:
        """What led here; ``None`` where the run was just created."""
        return self._made.contribution

    @property
    def arrival(self) -> Seen:
        """The step that led here."""
        return Seen(self._all, self._all.realizer.sighting((self._number, self._rest)))

    @property
    def state(self) -> str:
        return self._entry.state

    @property
    def stop(self) -> str:
        """Why the run rests."""
        return "parked" if self._rest else self._entry.stop

    @property
    def sure(self) -> bool:
        """Whether the values it is shown with lead here."""
        rests = self._entry.visit.rests if self._entry.visit is not None else None
        return self._entry.sighting.sure and (rests is None or rests[self._rest].sure)

    @property
    def given(self) -> Mapping[str, Any]:
        """The inputs the run was created with."""
        return self._entry.sighting.given

    @property
    def before(self) -> int | None:
        if self._rest and self._entry.visit is not None:
            return self._all.index_of((self._number, self._entry.visit.rests[self._rest].before))
        before = self._entry.sighting.before
        return None if before is None else self._all.index_of(before)

    @property
    def distance(self) -> int:
        rests = self._entry.visit.rests if self._entry.visit is not None else None
        return self._entry.cost + (0 if rests is None else rests[self._rest].distance)


class Situations(Sequence[Situation]):
    """All situations, those of one visit side by side."""

    def __init__(self, search: Search, realizer: Realizer) -> None:
        self.search = search
        self.realizer = realizer
        self.starts = [0]
        for entry in search.entries:
            here = 0 if entry.stop == PASSING else 1 if entry.visit is None else len(entry.visit.rests)
            self.starts.append(self.starts[-1] + here)

    def index_of(self, place: Place) -> int:
        """The index of a situation among all."""
        return self.starts[place[0]] + place[1]

    def place_of(self, index: int) -> Place:
        """The entry and the rest of a situation."""
        number = bisect_right(self.starts, index) - 1
        return number, index - self.starts[number]

    def __len__(self) -> int:
        return self.starts[-1]

    @overload
    def __getitem__(self, index: int) -> Situation: ...
    @overload
    def __getitem__(self, index: slice) -> list[Situation]: ...
    def __getitem__(self, index: int | slice) -> Situation | list[Situation]:
        if isinstance(index, slice):
            return [self[place] for place in range(*index.indices(len(self)))]
        if not 0 <= index < len(self):
            raise IndexError(index)
        return Situation(self, self.place_of(index))


class Seen:
    """A step that shows something.

    ``before`` is the index of the situation it was made from, ``None`` at a creation.
    """

    def __init__(self, all: Situations, sighting: Sighting) -> None:
        self._all = all
        self.sighting = sighting

    @property
    def given(self) -> Mapping[str, Any]:
        """The inputs the run was created with."""
        return self.sighting.given

    @property
    def before(self) -> int | None:
        return None if self.sighting.before is None else self._all.index_of(self.sighting.before)

    @staticmethod
    def resting(situation: Situation) -> Seen:
        """The step that led to a situation."""
        return situation.arrival

    def giving(self, values: Mapping[str, Any]) -> Seen:
        """A step from the same situation by the same contributor, of other values as a context holds them."""
        seen = Seen(self._all, self.sighting)
        assert self.contribution is not None
        contribution = self.contribution._replace(values=values)
        seen._made = (self._all.realizer.given(self.sighting, contribution), contribution)
        return seen

    @cached_property
    def _made(self) -> tuple[Step, Contribution | None]:
        return self._all.realizer.step(self.sighting)

    @property
    def step(self) -> Step:
        return self._made[0]

    @property
    def contribution(self) -> Contribution | None:
        return self._made[1]
