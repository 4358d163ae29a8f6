"""ISO 8601 durations in weeks, days, hours, minutes and seconds."""

from __future__ import annotations

import re

PATTERN = r"P(?=[0-9T])(?:([0-9]+)W)?(?:([0-9]+)D)?(?:T(?=[0-9])(?:([0-9]+)H)?(?:([0-9]+)M)?(?:([0-9]+)S)?)?"
"""What a duration looks like: ``PT1H30M``, ``P2D``, ``P1W``."""
_WRITTEN = re.compile(PATTERN)
_SECONDS = (604_800, 86_400, 3_600, 60, 1)
LONGEST = 1_000 * 365 * 86_400
"""A thousand years, in seconds: what a due time can be reckoned with."""


def parse_duration(text: str) -> int:
    """Seconds of ``PT1H30M``, ``P2D``, ``P1W``. Raises ``ValueError`` for anything else, and past ``LONGEST``."""
    found = _WRITTEN.fullmatch(text) if len(text) <= 100 else None
    if found is None:
        raise ValueError(f"{text!r} is no duration")
    total = sum(int(number or 0) * unit for number, unit in zip(found.groups(), _SECONDS, strict=True))
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
