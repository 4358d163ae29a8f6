"""Functions of strings in the standard library."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import re2

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.limits import MAX_PATTERN


@lru_cache(maxsize=512)
def pattern(text: str) -> Any:
    """A compiled RE2 pattern. Raises ``Failure`` with RE2's reason if it is none."""
    if len(text) > MAX_PATTERN:
        raise Failure(messages.bad_pattern(text, f"it is longer than {MAX_PATTERN:,} characters"))
    options = re2.Options()
    options.log_errors = False
    try:
        return re2.compile(text, options)
    except re2.error as error:
        reason = error.args[0] if error.args else ""
        raise Failure(
            messages.bad_pattern(text, reason.decode() if isinstance(reason, bytes) else str(reason))
        ) from None
    except UnicodeEncodeError:
        raise Failure(messages.no_utf8()) from None


def matches(text: str, expression: str) -> bool:
    """Whether RE2 finds the expression anywhere in the text."""
    try:
        return pattern(expression).search(text) is not None
    except UnicodeEncodeError:
        raise Failure(messages.no_utf8()) from None


def contains(text: str, part: str) -> bool:
    return part in text


def starts_with(text: str, prefix: str) -> bool:
    return text.startswith(prefix)


def ends_with(text: str, suffix: str) -> bool:
    return text.endswith(suffix)


def size(value: Any) -> int:
    return len(value)
