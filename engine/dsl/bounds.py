"""Numbers and durations that must not be too small."""

from __future__ import annotations

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.durations import parse_duration
from engine.dsl.faults import Faults


def at_least(least: float, value: float | None, path: Path, faults: Faults, id: str = "Y108") -> None:
    """Tell a number that is below ``least``, or is none."""
    if value is not None and not value >= least and path not in faults.told:
        where = say.sentence(say.subject(path))
        faults.at_path(id, say.TOO_SMALL.format(where=where, least=least, found=value), path)


def check_duration(text: str | None, path: Path, faults: Faults, least: int = 1) -> None:
    """Tell a text that is no duration, or one shorter than ``least`` seconds."""
    if text is None or path in faults.told or path[:-1] in faults.told:
        return
    where = say.sentence(say.subject(path))
    try:
        seconds = parse_duration(text)
    except ValueError as error:
        long = "thousand" in str(error)
        message = (
            say.LONG_DURATION.format(where=where)
            if long
            else say.BAD_DURATION.format(where=where, found=say.quoted(text))
        )
        faults.at_path("Y108", message, path)
        return
    if seconds < least:
        faults.at_path("Y108", say.SHORT_DURATION.format(where=where, found=say.quoted(text)), path)
