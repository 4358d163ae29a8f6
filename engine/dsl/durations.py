"""ISO 8601 durations in weeks, days, hours, minutes and seconds."""

from __future__ import annotations

import re

_WRITTEN = re.compile(
    r"P(?=[0-9T])(?:(?P<weeks>[0-9]+)W)?(?:(?P<days>[0-9]+)D)?"
    r"(?:T(?=[0-9])(?:(?P<hours>[0-9]+)H)?(?:(?P<minutes>[0-9]+)M)?(?:(?P<seconds>[0-9]+)S)?)?"
)
_SECONDS = {"weeks": 604_800, "days": 86_400, "hours": 3_600, "minutes": 60, "seconds": 1}
LONGEST = 1_000 * 365 * 86_400
"""A thousand years, in seconds: what a due time can be reckoned with."""


def parse_duration(text: str) -> int:
    """Seconds of ``PT1H30M``, ``P2D``, ``P1W``. Raises ``ValueError`` for anything else, and past ``LONGEST``."""
    found = _WRITTEN.fullmatch(text) if len(text) <= 100 else None
    if found is None:
        raise ValueError(f"{text!r} is no duration")
    total = sum(int(number) * _SECONDS[unit] for unit, number in found.groupdict().items() if number is not None)
    if total > LONGEST:
        raise ValueError(f"{text!r} is longer than a thousand years")
    return total


def format_duration(seconds: int) -> str:
    """The shortest way to write a number of seconds, days the largest unit: ``5400`` is ``PT1H30M``."""
    days, rest = divmod(seconds, 86_400)
    hours, rest = divmod(rest, 3_600)
    minutes, rest = divmod(rest, 60)
    clock = "".join(f"{number}{unit}" for number, unit in ((hours, "H"), (minutes, "M"), (rest, "S")) if number)
    day = f"{days}D" if days else ""
    if not clock and not day:
        return "PT0S"
    return f"P{day}" + (f"T{clock}" if clock else "")
