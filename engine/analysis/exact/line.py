"""Numbers along a line of positions, so that integers and doubles are cut into classes in the same way."""

from __future__ import annotations

import math
import struct
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from engine.cel import Timestamp

Number = int | float

INT_MIN, INT_MAX = -(2**63), 2**63 - 1
_FLOAT_MAX = 1.7976931348623157e308
_NANOS = 1_000_000_000
_TIME_MIN, _TIME_MAX = -62_135_596_800 * _NANOS, 253_402_300_800 * _NANOS - 1
_YEAR_2000 = 946_684_800 * _NANOS


@dataclass(frozen=True, slots=True)
class Interval:
    """Positions ``low`` to ``high``, both within; with ``period``, those alone that leave ``residue``."""

    low: int
    high: int
    period: int = 1
    residue: int = 0

    @property
    def single(self) -> bool:
        return self.low == self.high


class IntLine:
    """64-bit integers between two bounds; a position is the integer itself."""

    def __init__(self, low: Number | None = None, high: Number | None = None) -> None:
        self.first = INT_MIN if low is None else max(INT_MIN, math.ceil(low))
        self.last = INT_MAX if high is None else min(INT_MAX, math.floor(high))

    def value(self, position: int) -> int:
        return position

    def at_or_above(self, bound: Number) -> int:
        """The first position whose value is not below ``bound``, one past the last where there is none."""
        if isinstance(bound, int):
            return self._within(bound)
        return first_where(self, lambda value: float(value) >= bound)

    def above(self, bound: Number) -> int:
        """The first position whose value is above ``bound``; a double is compared with doubles, as CEL does."""
        if isinstance(bound, int):
            return self._within(bound + 1)
        return first_where(self, lambda value: float(value) > bound)

    def nicest(self, interval: Interval) -> int:
        """The value nearest to zero."""
        low, high, period = interval.low, interval.high, interval.period
        if low > 0 or high < 0:
            return low if low > 0 else high
        if period == 1:
            return 0
        return interval.residue if interval.residue <= high else interval.residue - period

    def _within(self, position: int) -> int:
        return min(max(position, self.first), self.last + 1)


class FloatLine:
    """Finite doubles between two bounds in their order; both zeros are one position."""

    def __init__(self, low: Number | None = None, high: Number | None = None) -> None:
        self.first = _position(-_FLOAT_MAX if low is None else _rounded_up(low))
        self.last = _position(_FLOAT_MAX if high is None else -_rounded_up(-high))

    def value(self, position: int) -> float:
        return _double(position) if position >= 0 else -_double(-position)

    def at_or_above(self, bound: Number) -> int:
        return self._within(_position(float(bound)))

    def above(self, bound: Number) -> int:
        return self._within(_position(float(bound)) + 1)

    def _within(self, position: int) -> int:
        return min(max(position, self.first), self.last + 1)

    def nicest(self, interval: Interval) -> float:
        """Zero, else the whole number nearest to zero, else the shortest decimal near the middle."""
        low, high = self.value(interval.low), self.value(interval.high)
        if low <= 0 <= high:
            return 0.0
        whole = float(math.ceil(low) if low > 0 else math.floor(high))
        if low <= whole <= high:
            return whole
        middle = low + (high - low) / 2
        rounded = (round(middle, digits) for digits in range(1, 18))
        return next((value for value in rounded if low <= value <= high), low)


class TimeLine(IntLine):
    """Moments from the year 1 to the year 9999; a position counts nanoseconds from 1970."""

    def __init__(self) -> None:
        super().__init__(_TIME_MIN, _TIME_MAX)

    def value(self, position: int) -> Any:
        return Timestamp(position)

    def at_or_above(self, bound: Any) -> int:
        return self._within(bound.nanos)

    def above(self, bound: Any) -> int:
        return self._within(bound.nanos + 1)

    def nicest(self, interval: Interval) -> Any:
        """The start of the year 2000, or the moment nearest to it."""
        return Timestamp(min(max(_YEAR_2000, interval.low), interval.high))


Line = IntLine | FloatLine | TimeLine


def first_where(line: Line, holds: Callable[[Number], bool]) -> int:
    """The first position from which ``holds`` is true, for a predicate that stays true once it is."""
    low, high = line.first, line.last + 1
    while low < high:
        middle = (low + high) // 2
        if holds(line.value(middle)):
            high = middle
        else:
            low = middle + 1
    return low


def intervals(line: Line, cuts: Iterable[int], period: int = 1) -> Iterator[Interval]:
    """The line cut before each position of ``cuts``, and each piece by its residues."""
    inner = sorted({cut for cut in cuts if line.first < cut <= line.last})
    for low, high in zip([line.first, *inner], [cut - 1 for cut in [*inner, line.last + 1]], strict=True):
        if period == 1:
            if low <= high:
                yield Interval(low, high)
            continue
        for residue in range(period):
            start = low + (residue - low) % period
            if start <= high:
                yield Interval(start, high - (high - residue) % period, period, residue)


def _position(value: float) -> int:
    bits: int = struct.unpack("<q", struct.pack("<d", value))[0]
    return bits if bits >= 0 else -(bits & 0x7FFF_FFFF_FFFF_FFFF)


def _double(position: int) -> float:
    value: float = struct.unpack("<d", struct.pack("<q", position))[0]
    return value


def _rounded_up(bound: Number) -> float:
    """The smallest double that is not below ``bound``, which need not be one itself."""
    if isinstance(bound, float):
        return bound
    try:
        nearest = float(bound)
    except OverflowError:
        return math.inf if bound > 0 else -_FLOAT_MAX
    return math.nextafter(nearest, math.inf) if nearest < bound else nearest
