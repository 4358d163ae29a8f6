"""Products of small automata over sequences: every combination of what they can tell, each with a shortest sequence."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from engine.analysis.exact.line import Interval

MAX_STATES = 4_000
"""States of a product that are visited before its sequences count as too many to tell apart."""

Symbols = tuple[Any, ...]


class Machine(Protocol):
    """A deterministic automaton that reads a sequence from left to right."""

    start: Hashable

    def step(self, state: Hashable, symbol: Any) -> Hashable: ...

    def label(self, state: Hashable) -> Hashable:
        """What is known of a sequence that ends here."""


@dataclass(frozen=True, slots=True)
class Found:
    """A sequence, what each machine says of it, and the piece of the lengths it lies in."""

    symbols: Symbols
    labels: tuple[Hashable, ...]
    piece: Interval


class _Counter:
    """The piece of the lengths, counted exactly up to ``far``, from there on by the remainder alone."""

    def __init__(self, far: int, period: int, piece_of: Callable[[int], int]) -> None:
        self.start: Hashable = 0
        self.far = far
        self._period = period
        self._piece_of = piece_of

    def step(self, state: Hashable, symbol: Any) -> Hashable:
        assert isinstance(state, int)
        return state + 1 if state + 1 < self.far + self._period else state + 1 - self._period

    def label(self, state: Hashable) -> Hashable:
        assert isinstance(state, int)
        return self._piece_of(state)


def combinations(
    machines: Sequence[Machine],
    alphabet: Sequence[Any],
    pieces: Sequence[Interval],
    far: int,
    fillers: Sequence[Any],
) -> list[Found] | None:
    """A sequence for every combination of labels that some sequence in one of ``pieces`` has; ``None`` for too many.

    The caller vouches for ``far``: a combination that a longer sequence has is had by one of ``far`` symbols and, with
    ``fillers`` put in somewhere, by those of every length beyond. So long pieces are not walked through.
    """
    if not pieces:
        return []
    period, last = pieces[0].period, pieces[-1]
    if period > 1:
        far = max(piece.low for piece in pieces)
    elif last.low <= far <= last.high:
        far = last.low  # longer sequences need not be told apart by their length
    near = [piece for piece in pieces if piece.low <= far]

    def piece_of(length: int) -> int:
        fitting = (index for index, piece in enumerate(near) if _contains(piece, length))
        return next(fitting, -1)

    counter = _Counter(far, period, piece_of)
    walked = _walk([*machines, counter], alphabet, far)
    if walked is None:
        return None
    found = []
    for (*labels, piece), (symbols, distant) in walked.items():
        if isinstance(piece, int) and piece >= 0:
            found.append(Found(symbols, tuple(labels), near[piece]))
        if distant is not None:
            for longer in pieces[len(near) :] if period == 1 else ():
                stretched = _stretched(distant, longer.low, machines, fillers)
                found.append(Found(stretched, tuple(labels), longer))
    return found


def _contains(piece: Interval, length: int) -> bool:
    return piece.low <= length <= piece.high and (length - piece.low) % piece.period == 0


Labels = tuple[Hashable, ...]


def _walk(
    machines: Sequence[Machine], alphabet: Sequence[Any], far: int
) -> dict[Labels, tuple[Symbols, Symbols | None]] | None:
    """For every combination of labels a shortest sequence, and one that the counter, which is last, knows as far."""
    start = tuple(machine.start for machine in machines)
    shortest: dict[tuple[Hashable, ...], Symbols] = {start: ()}
    found: dict[Labels, tuple[Symbols, Symbols | None]] = {}
    queue = deque([start])
    while queue:
        state = queue.popleft()
        symbols = shortest[state]
        labels = tuple(machine.label(part) for machine, part in zip(machines, state, strict=True))
        first, distant = found.get(labels, (symbols, None))
        if distant is None and isinstance(state[-1], int) and state[-1] >= far:
            distant = symbols
        found[labels] = (first, distant)
        for symbol in alphabet:
            following = tuple(machine.step(part, symbol) for machine, part in zip(machines, state, strict=True))
            if following not in shortest:
                if len(shortest) >= MAX_STATES:
                    return None
                shortest[following] = (*symbols, symbol)
                queue.append(following)
    return found


def _stretched(symbols: Symbols, length: int, machines: Sequence[Machine], fillers: Sequence[Any]) -> Symbols:
    """A sequence of ``length`` symbols with the same labels: fillers are put where they change nothing."""
    wanted = _labels(symbols, machines)
    more = length - len(symbols)
    candidates = (
        (*symbols[:at], *((filler,) * more), *symbols[at:]) for filler in fillers for at in range(len(symbols), -1, -1)
    )
    return next(candidate for candidate in candidates if _labels(candidate, machines) == wanted)


def _labels(symbols: Symbols, machines: Sequence[Machine]) -> list[Hashable]:
    labels = []
    for machine in machines:
        state = machine.start
        for symbol in symbols:
            state = machine.step(state, symbol)
        labels.append(machine.label(state))
    return labels
