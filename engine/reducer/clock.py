"""Moments of a run: whole nanoseconds since 1970 inside, RFC 3339 text outside."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from functools import lru_cache

SECOND = 1_000_000_000
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
_RFC3339 = re.compile(
    r"(\d{4})-(\d\d)-(\d\d)[Tt](\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(?:[Zz]|([+-])(\d\d):(\d\d))", re.ASCII
)


def parse_time(text: str) -> int:
    """Nanoseconds since 1970 of an RFC 3339 time with a zone. Raises ``ValueError``."""
    found = _RFC3339.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no time with a zone, such as 2000-01-01T00:00:00Z")
    year, month, day, hour, minute, second = (int(part) for part in found.groups()[:6])
    fraction, sign, offset_hours, offset_minutes = found.groups()[6:]
    shift = timedelta()
    if sign:
        if int(offset_hours) > 23 or int(offset_minutes) > 59:
            raise ValueError(f"{text!r} has no such zone")
        shift = timedelta(hours=int(offset_hours), minutes=int(offset_minutes)) * (1 if sign == "+" else -1)
    try:
        moment = datetime(year, month, day, hour, minute, second, tzinfo=UTC) - shift
    except (ValueError, OverflowError) as error:
        raise ValueError(f"{text!r} is no moment of the calendar") from error
    return (moment - _EPOCH) // timedelta(seconds=1) * SECOND + int((fraction or "0").ljust(9, "0"))


@lru_cache(maxsize=1_000)
def format_time(moment: int) -> str:
    """RFC 3339 in UTC, with as many digits of a second as it takes."""
    seconds, nanos = divmod(moment, SECOND)
    text = (_EPOCH + timedelta(seconds=seconds)).strftime("%Y-%m-%dT%H:%M:%S").rjust(19, "0")
    return f"{text}.{nanos:09d}".rstrip("0") + "Z" if nanos else text + "Z"


START_OF_TIME = parse_time("2000-01-01T00:00:00Z")
"""When a run begins whose creation names no time."""

END_OF_TIME = parse_time("9999-12-31T23:59:59Z")
"""The last moment that can be written: what falls due later falls due then."""


def due(moment: int, seconds: int) -> int:
    """``seconds`` after ``moment``, as far as the calendar goes."""
    return min(moment + seconds * SECOND, END_OF_TIME)
