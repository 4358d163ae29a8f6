"""Durations as people type and read them: ``1h 30m`` for ``PT1H30M``, and the words beside it."""

from __future__ import annotations

import re

from designer.panels import messages
from engine.dsl import format_duration, parse_duration

_UNITS = {"w": 604_800, "d": 86_400, "h": 3_600, "m": 60, "s": 1}
_WORDS = (("week", 604_800), ("day", 86_400), ("hour", 3_600), ("minute", 60), ("second", 1))
_TYPED = re.compile(
    r"(\d+)\s*(w(?:eeks?)?|d(?:ays?)?|h(?:ours?|rs?)?|m(?:in(?:ute)?s?)?|s(?:ec(?:ond)?s?)?)\s*,?\s*", re.IGNORECASE
)


def written(typed: str) -> str:
    """The ISO form of what was typed: ISO itself or units such as ``1h 30m``.

    Raises ``ValueError`` with a sentence for the user.
    """
    text = typed.strip()
    try:
        parse_duration(text.upper())
        return text.upper()
    except ValueError:
        pass
    total, at = 0, 0
    while at < len(text):
        match = _TYPED.match(text, at)
        if match is None:
            raise ValueError(messages.no_duration(text))
        total += int(match[1]) * _UNITS[match[2][0].lower()]
        at = match.end()
    if not text:
        raise ValueError(messages.no_duration(text))
    iso = format_duration(total)
    parse_duration(iso)
    return iso


def words(iso: str) -> str:
    """``1 hour 30 minutes`` of ``PT1H30M``; nothing where it is no duration."""
    try:
        rest = parse_duration(iso)
    except ValueError:
        return ""
    return span_words(rest)


def span_words(seconds: int) -> str:
    """A number of seconds in words, at most its three largest units."""
    parts = []
    for unit, size in _WORDS:
        number, seconds = divmod(seconds, size)
        if number and not (unit == "week" and seconds):
            parts.append(messages.plural(number, unit))
        elif number:
            seconds += number * size
    return " ".join(parts[:3]) or messages.plural(0, "second")
