"""What a plain scalar means: the YAML 1.2 core schema, and where YAML 1.1 readers differ."""

from __future__ import annotations

import re
from functools import lru_cache

Plain = None | bool | int | float | str

_WORDS: dict[str, Plain] = {
    **dict.fromkeys(("", "~", "null", "Null", "NULL"), None),
    **dict.fromkeys(("true", "True", "TRUE"), True),
    **dict.fromkeys(("false", "False", "FALSE"), False),
    **dict.fromkeys((".inf", ".Inf", ".INF", "+.inf", "+.Inf", "+.INF"), float("inf")),
    **dict.fromkeys(("-.inf", "-.Inf", "-.INF"), float("-inf")),
    **dict.fromkeys((".nan", ".NaN", ".NAN"), float("nan")),
}
_INT = re.compile(r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+")
_FLOAT = re.compile(r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?")
_LONGEST = 300
_STARTS = frozenset("~nNtTfF.+-0123456789")

_OTHER_BOOLS = frozenset(word for low in ("yes", "no", "on", "off") for word in (low, low.capitalize(), low.upper()))
_OTHER_LETTERS = frozenset("yYnN")
# The types of YAML 1.1 as published, and what PyYAML, Ruby, Go's yaml.v2 and SnakeYAML make of them.
_OTHER_NUMBER = re.compile(
    r"[-+]?0[0-9_]+"
    r"|0o[0-7]+"
    r"|[-+]?0b[01_]+"
    r"|[-+]?0x[0-9a-fA-F]*_[0-9a-fA-F_]*"
    r"|[-+]0x[0-9a-fA-F_]+"
    r"|[-+]?[0-9][0-9_]*_[0-9_]*(?:\.[0-9_]*)?(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?[0-9][0-9_]*\.[0-9_]*_[0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|[-+]\.[0-9]+(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?\.[0-9_]*_[0-9_]*(?:[eE][-+]?[0-9]+)?"
    r"|[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?"
    r"|[-+]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)[eE][0-9]+"
    r"|[-+]?[0-9]+[eE][-+][0-9]+"
)
_OTHER_TIME = re.compile(
    r"[0-9]{4}-[0-9]{2}-[0-9]{2}"
    r"|[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt]|[ \t]+)[0-9]{1,2}:[0-9]{2}:[0-9]{2}(?:\.[0-9]*)?"
    r"(?:[ \t]*(?:Z|[-+][0-9]{1,2}(?::?[0-9]{2})?))?"
)
_OTHER_STARTS = frozenset("yYnNoO.+-0123456789=<")
_OTHER_ENDS = frozenset("0123456789.Z_abcdefABCDEF")


@lru_cache(maxsize=8192)
def _short_value(text: str) -> Plain:
    if text in _WORDS:
        return _WORDS[text]
    if _INT.fullmatch(text):
        return int(text, {"0o": 8, "0x": 16}.get(text[:2], 10))
    return float(text) if _FLOAT.fullmatch(text) else text


def value_of(text: str) -> Plain:
    """The value of a plain scalar by the core schema: ``012`` is twelve, ``on`` and ``12:30`` are strings.

    A number of more than 300 characters counts as infinite.
    """
    if text and text[0] not in _STARTS:
        return text
    if len(text) <= _LONGEST:
        return _short_value(text)
    return float("inf") if _INT.fullmatch(text) or _FLOAT.fullmatch(text) else text


@lru_cache(maxsize=8192)
def _is_ambiguous(text: str) -> bool:
    if text in _OTHER_BOOLS or text in ("=", "<<"):
        return True
    return text[-1] in _OTHER_ENDS and bool(_OTHER_NUMBER.fullmatch(text) or _OTHER_TIME.fullmatch(text))


def is_ambiguous(text: str) -> bool:
    """Whether common YAML 1.1 readers take a plain scalar otherwise than this one does (``y``, ``n`` apart)."""
    return bool(text) and text[0] in _OTHER_STARTS and len(text) <= _LONGEST and _is_ambiguous(text)


def is_taken_otherwise(text: str) -> bool:
    """Whether any YAML reader, 1.1 or 1.2, might take this string, written plain, for something else."""
    if text and len(text) > _LONGEST:
        return text[0] in _OTHER_STARTS
    return not isinstance(value_of(text), str) or text in _OTHER_LETTERS or is_ambiguous(text)
