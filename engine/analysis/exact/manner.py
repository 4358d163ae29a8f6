"""How a state is gone about: who may contribute what there, in which order its timers come, what may expire."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from engine.analysis.exact.station import Station, picker
from engine.analysis.exact.symbols import UNSET_SYMBOL

Way = int | str
"""How a state is left: the index of a transition, or the name of a timer."""

Group = tuple[str, ...]
"""Fields that one contributor may write together."""


@dataclass(frozen=True, slots=True)
class Due:
    """A timer of a state: ``after`` so many seconds it writes some symbols, and perhaps ``leads`` out."""

    name: str
    after: int
    writes: Mapping[str, int]
    leads: bool


class Manner:
    """What may happen in one state.

    ``approves`` gives for each decision that counts here the fields it is about; ``kept`` has for each way out the
    places of what counts after it; of ``clamped`` fields it only counts that they are set. ``places``, a group each,
    and ``expiring`` are places among the station's fields.
    """

    def __init__(
        self,
        station: Station,
        groups: tuple[Group, ...],
        timers: tuple[Due, ...],
        approves: Mapping[str, tuple[str, ...]],
        clamped: frozenset[str],
        kept: Mapping[Way, Sequence[int]],
    ) -> None:
        self.station = station
        self.groups = groups
        self.timers = timers
        self.approves = approves
        self.kept = {way: picker(places) for way, places in kept.items()}
        self._made_of = (groups, timers, dict(approves), clamped, {way: tuple(each) for way, each in kept.items()})
        places = {name: place for place, name in enumerate(station.local)}
        self.places = tuple(tuple(places[name] for name in group) for group in groups)
        expiring = () if station.state.terminal else station.around.expiring
        self.expiring = tuple(place for name, place in places.items() if name in expiring)
        asked = {name for group in groups for name in group}
        self.coupled = any(name in asked or asked & set(fields) for name, fields in approves.items())
        self._given: dict[int, tuple[int, ...]] = {}
        for name, place in places.items():
            given = station.around.alphabet[name].given
            self._given[place] = (UNSET_SYMBOL, *((1,) if given and name in clamped else given))

    def alike(self, other: Manner) -> bool:
        """Whether the same may happen."""
        return self._made_of == other._made_of

    def choices(self, place: int, present: int) -> tuple[int, ...]:
        """What a field may be after a contribution: any value that can be given, none, or what it is."""
        given = self._given[place]
        return given if present in given else (*given, present)

    def hasty(self, fired: int) -> bool:
        """Whether the next timer comes at the same moment as the last one, so that nothing can come between."""
        return 0 < fired < len(self.timers) and self.timers[fired].after == self.timers[fired - 1].after

    def expiry(self, name: str) -> str:
        """What the reducer calls the moment at which a field ends."""
        return f"expiresAfter:{name}" if name in self.station.around.approves else f"ttl:{name}"
