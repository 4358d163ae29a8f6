"""Regular expressions of the language: RE2, whole match."""

from __future__ import annotations

from functools import lru_cache
from typing import Any


@lru_cache(maxsize=256)
def _compiled(pattern: str) -> Any:
    import re2  # loaded by the few machines that have a pattern

    options = re2.Options()
    options.log_errors = False
    return re2.compile(pattern, options=options)


def pattern_fault(pattern: str) -> str | None:
    """What RE2 has against a pattern, ``None`` if nothing."""
    import re2

    try:
        _compiled(pattern)
    except re2.error as error:
        reason = error.args[0] if error.args else error
        return reason.decode("utf-8", "replace") if isinstance(reason, bytes) else str(reason)
    return None


def matches(pattern: str, text: str) -> bool:
    """Whether the whole ``text`` matches; a pattern that RE2 refuses matches nothing."""
    return pattern_fault(pattern) is None and _compiled(pattern).fullmatch(text) is not None
