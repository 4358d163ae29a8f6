"""Timestamps and durations: reading, writing and their parts in a time zone, to the nanosecond."""

from __future__ import annotations

import re
from datetime import UTC, date, datetime, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.values import NANOS, Duration, Timestamp

MIN_TIME = -62_135_596_800 * NANOS
MAX_TIME = 253_402_300_800 * NANOS - 1
MAX_DURATION = 315_576_000_000 * NANOS + NANOS - 1
"""What a duration can be written as; arithmetic is bound to 64 bits of nanoseconds."""

_RFC3339 = re.compile(
    r"([0-9]{4})-([0-9]{2})-([0-9]{2})[Tt]([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.([0-9]+))?"
    r"(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))"
)
_EPOCH = date(1970, 1, 1).toordinal()


@lru_cache(maxsize=4096)
def read_timestamp(text: str) -> Timestamp | None:
    """The moment an RFC 3339 string names, fractions cut at nanoseconds; ``None`` if it names none."""
    match = _RFC3339.fullmatch(text)
    if match is None:
        return None
    year, month, day, hour, minute, second = map(int, match.group(1, 2, 3, 4, 5, 6))
    zone_hour, zone_minute = int(match[9] or 0), int(match[10] or 0)
    if hour > 23 or minute > 59 or second > 60 or zone_hour > 23 or zone_minute > 59:
        return None
    try:
        days = date(year, month, day).toordinal() - _EPOCH
    except ValueError:
        return None
    offset = (zone_hour * 60 + zone_minute) * (-60 if match[8] == "-" else 60)
    seconds = days * 86_400 + hour * 3_600 + minute * 60 + second - offset
    nanos = seconds * NANOS + int((match[7] or "0")[:9].ljust(9, "0"))
    return Timestamp(nanos) if MIN_TIME <= nanos <= MAX_TIME else None


_UNITS = {"h": 3_600 * NANOS, "m": 60 * NANOS, "s": NANOS, "ms": 1_000_000, "us": 1_000, "ns": 1}
_PART = re.compile(r"([0-9]*)(?:\.([0-9]*))?(h|ms|m|s|us|ns)")


def read_duration(text: str) -> Duration:
    """A duration such as ``1h30m`` or ``-1.5s``. Raises ``Failure``."""
    sign = -1 if text.startswith("-") else 1
    position = 1 if text[:1] in ("-", "+") else 0
    if text[position:] == "0":
        return Duration(0)
    if position == len(text):
        raise Failure(messages.no_duration(text))
    nanos = 0
    while position < len(text):
        match = _PART.match(text, position)
        if match is None or not (match[1] or match[2]):
            raise Failure(messages.no_duration(text))
        unit, whole, fraction = _UNITS[match[3]], match[1].lstrip("0"), (match[2] or "")[:18]
        if len(whole) > 25:
            raise Failure(messages.duration_range(text))
        nanos += int(whole or "0") * unit + int(fraction or "0") * unit // 10 ** len(fraction)
        position = match.end()
    if nanos > MAX_DURATION:
        raise Failure(messages.duration_range(text))
    return Duration(sign * nanos)


# Parts. ``zone`` is an IANA name or an offset such as ``+05:30``.

_OFFSET = re.compile(r"([+-]?)([0-9]{1,2}):([0-9]{1,2})")


@lru_cache(maxsize=256)
def _zone(name: str) -> ZoneInfo | int:
    if match := _OFFSET.fullmatch(name):
        seconds = int(match[2]) * 3_600 + int(match[3]) * 60
        return -seconds if match[1] == "-" else seconds
    try:
        return ZoneInfo(name or "UTC")
    except (KeyError, ValueError, OSError):
        raise Failure(messages.no_zone(name)) from None


def _local(moment: Timestamp, name: str) -> tuple[int, int]:
    """Days since 1970-01-01 and seconds of the day, as a clock in the zone shows them."""
    seconds = moment.nanos // NANOS
    zone = _zone(name)
    if isinstance(zone, int):
        return divmod(seconds + zone, 86_400)
    # A zone's clock may leave the years 1 to 9999; its offset there is that of a day further in.
    inside = min(max(seconds, MIN_TIME // NANOS + 86_400), MAX_TIME // NANOS - 86_400)
    local = (datetime(1970, 1, 1, tzinfo=UTC) + timedelta(seconds=inside)).astimezone(zone)
    offset = local.utcoffset() or timedelta()
    return divmod(seconds + offset.days * 86_400 + offset.seconds, 86_400)


def _civil(days: int) -> tuple[int, int, int, int]:
    """Year, month, day of month and day of year, the last three from 0; right in the years 0 and 10000, too."""
    years, shifted = 0, days
    while not 1 <= shifted + _EPOCH <= date.max.toordinal():
        step = 1 if shifted + _EPOCH < 1 else -1
        shifted, years = shifted + step * 146_097, years - step * 400  # the calendar repeats
    day = date.fromordinal(shifted + _EPOCH)
    return day.year + years, day.month - 1, day.day - 1, day.timetuple().tm_yday - 1


def full_year(moment: Timestamp, zone: str = "") -> int:
    return _civil(_local(moment, zone)[0])[0]


def month(moment: Timestamp, zone: str = "") -> int:
    return _civil(_local(moment, zone)[0])[1]


def day_of_month(moment: Timestamp, zone: str = "") -> int:
    return _civil(_local(moment, zone)[0])[2]


def date_of_month(moment: Timestamp, zone: str = "") -> int:
    return _civil(_local(moment, zone)[0])[2] + 1


def day_of_year(moment: Timestamp, zone: str = "") -> int:
    return _civil(_local(moment, zone)[0])[3]


def day_of_week(moment: Timestamp, zone: str = "") -> int:
    return (_local(moment, zone)[0] + 4) % 7  # 1970-01-01 was a Thursday; Sunday is 0


def hours(moment: Timestamp, zone: str = "") -> int:
    return _local(moment, zone)[1] // 3_600


def minutes(moment: Timestamp, zone: str = "") -> int:
    return _local(moment, zone)[1] // 60 % 60


def seconds(moment: Timestamp, zone: str = "") -> int:
    return _local(moment, zone)[1] % 60


def milliseconds(moment: Timestamp, zone: str = "") -> int:
    _zone(zone)
    return moment.nanos % NANOS // 1_000_000


def _toward_zero(value: int, unit: int) -> int:
    return value // unit if value >= 0 else -(-value // unit)


def whole_hours(length: Duration) -> int:
    return _toward_zero(length.nanos, 3_600 * NANOS)


def whole_minutes(length: Duration) -> int:
    return _toward_zero(length.nanos, 60 * NANOS)


def whole_seconds(length: Duration) -> int:
    return _toward_zero(length.nanos, NANOS)


def rest_milliseconds(length: Duration) -> int:
    """The milliseconds beyond the whole seconds."""
    return _toward_zero(length.nanos - whole_seconds(length) * NANOS, 1_000_000)
