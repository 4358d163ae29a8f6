"""Values written as YAML in an author's habits: in one line, or as the lines of a block."""

from __future__ import annotations

import re
from math import inf, isfinite
from typing import Any

from engine.text.habits import Habits
from engine.text.write import is_plain, write_scalar

_WIDTH = 120
"""A list or map that would reach further in one line becomes a block, where it may."""
_SMALL = 60
"""What an author who wrote none yet would put in one line."""

_NEVER_LITERAL = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]|[ \t]\n|[ \t]\\Z|\\A[ \n\t]|\n\n\\Z"
)


def write_flow(value: Any, habits: Habits, where: str = "", *, inside: bool = True) -> str:
    """A value on one line; ``inside`` says that it stands within flow brackets, ``where`` under which key.

    Raises ``ValueError`` for what is no JSON value; a number that is not finite is written all the same, since a fix
    elsewhere may have to write a fault again.
    """
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case float():
            return _float(value)
        case str():
            return write_text(value, habits, where, flow=inside)
        case list() | tuple():
            parts = [write_flow(item, habits, where + "[]") for item in value]
            return _bracketed("[", parts, "]", habits)
        case dict():
            parts = [f"{write_key(key, habits)}: {write_flow(item, habits, key)}" for key, item in value.items()]
            return _bracketed("{", parts, "}", habits)
    raise ValueError(f"{value!r} is no JSON value")


def _bracketed(opening: str, parts: list[str], closing: str, habits: Habits) -> str:
    pad = habits.pad(opening) if parts else ""
    return f"{opening}{pad}{', '.join(parts)}{pad}{closing}"


def _float(value: float) -> str:
    if not isfinite(value):
        return {inf: ".inf", -inf: "-.inf"}.get(value, ".nan")
    text = repr(value)
    mantissa, mark, exponent = text.partition("e")
    return text if "." in mantissa or not mark else f"{mantissa}.0e{exponent}"


def write_key(name: str, habits: Habits) -> str:
    """A name as a key, quoted only where it must be."""
    return write_text(name, habits, "", flow=True, style="")


def write_text(text: str, habits: Habits, where: str, *, flow: bool, style: str | None = None) -> str:
    """A string on one line: in ``style`` if given, else quoted as strings there are; always where it must be."""
    if style is None:
        style = habits.scalar_style(where) or ""
    if style == "" and not is_plain(text, flow=flow):
        style = habits.quote
    if style == '"' and ('"' in text or "\\" in text) and "'" not in text:
        style = "'"
    elif style == "'" and "'" in text and '"' not in text and "\\" not in text:
        style = '"'
    return write_scalar(text, style=style, flow=flow)


def write_entry(key: str, value: Any, indent: int, habits: Habits, flow: bool | None = None) -> list[str]:
    """The lines of ``key: value`` in a block map whose keys stand at column ``indent``.

    The first line lacks its indentation, the others have it. ``flow`` prefers a style for a list or map, ``None``
    leaves it to the habits.
    """
    return write_after(f"{write_key(key, habits)}:", value, indent, habits, key, flow)


def write_after(head: str, value: Any, indent: int, habits: Habits, where: str, flow: bool | None = None) -> list[str]:
    """The lines of a value after ``head``, the key with its colon as it stands at column ``indent``."""
    line = _one_line(value, habits, where, indent + len(head) + 1, flow)
    if line is not None:
        return [f"{head} {line}"]
    if isinstance(value, str):
        return literal_lines(f"{head} |", value, indent + habits.step)
    inner = indent + (habits.step if isinstance(value, dict) else habits.dash)
    return [head, *write_block(value, inner, habits, where)]


def write_item(
    value: Any, indent: int, habits: Habits, where: str, flow: bool | None = None, *, compact: bool = True
) -> list[str]:
    """The lines of ``- value`` in a block list under the key ``where``, its dashes at column ``indent``.

    A block in it begins behind the dash, unless it is not to be ``compact``.
    """
    where += "[]"
    line = _one_line(value, habits, where, indent + 2, flow)
    if line is not None:
        return [f"- {line}"]
    if isinstance(value, str):
        return literal_lines("- |", value, indent + 2)
    first, *rest = write_block(value, indent + 2, habits, where)
    if not compact:
        return ["-", first, *rest]
    return [f"- {first.lstrip(' ')}", *rest]


def write_block(value: Any, indent: int, habits: Habits, where: str) -> list[str]:
    """The lines of a list or map that is not empty, at column ``indent``."""
    lines: list[str] = []
    entries = (
        (write_entry(key, item, indent, habits) for key, item in value.items())
        if isinstance(value, dict)
        else (write_item(item, indent, habits, where) for item in value)
    )
    for first, *rest in entries:
        lines += [" " * indent + first, *rest]
    return lines


def literal_lines(head: str, text: str, indent: int) -> list[str]:
    """The lines of a literal or folded block scalar; ``head`` ends with its ``|`` or ``>``."""
    body = text.removesuffix("\n")
    mark = head + ("" if text.endswith("\n") else "-")
    return [mark, *(" " * indent + line if line else "" for line in body.split("\n"))]


def is_literal(text: str) -> bool:
    """Whether a literal block scalar can hold a string exactly, without an indentation mark."""
    return bool(text) and not _NEVER_LITERAL.search(text)


def _one_line(value: Any, habits: Habits, where: str, start: int, flow: bool | None) -> str | None:
    """The value on one line, or ``None`` where it is better a block."""
    if isinstance(value, str):
        if "\n" in value and is_literal(value):
            return None
        return write_text(value, habits, where, flow=False)
    line = write_flow(value, habits, where, inside=False)
    if not isinstance(value, dict | list | tuple) or not value:
        return line
    if flow is None:
        flow = habits.is_flow(where, "map" if isinstance(value, dict) else "list")
    if flow is None:
        flow = len(line) <= _SMALL and not any(isinstance(part, dict) for part in value)
    return line if flow and start + len(line) <= _WIDTH and "\n" not in line else None
