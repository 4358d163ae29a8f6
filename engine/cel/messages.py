"""Every text a user reads about an expression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cel.values import Duration, Timestamp, TypeValue, type_name

# Syntax.


def unterminated() -> str:
    return "This string is not closed; end it with the quote it begins with."


def unreadable(character: str) -> str:
    match character:
        case "=":
            return "'=' is no operator here; use '==' to compare."
        case "&":
            return "'&' is no operator here; use '&&'."
        case "|":
            return "'|' is no operator here; use '||'."
        case "“" | "”" | "‘" | "’" | "„" | "«" | "»":
            return f"'{character}' is a typographic quote; use a straight one, ' or \"."
        case "`":
            return "A name between backticks is not closed, or has a character that is not allowed there."
    shown = character if character.isprintable() and not character.isspace() else f"U+{ord(character):04X}"
    return f"'{shown}' has no meaning in an expression; remove it."


def unexpected(text: str, before: str = "") -> str:
    match text:
        case "and":
            return "'and' is no operator here; use '&&'."
        case "or":
            return "'or' is no operator here; use '||'."
        case "is" | "is not":
            return "'is' is no operator here; use '=='."
    if before == "not":
        return "'not' is no operator here; use '!'."
    return f"'{text}' is not expected here; check the operator or bracket before it."


def incomplete() -> str:
    return "The expression ends too early; a value or a closing bracket is missing."


def empty() -> str:
    return "There is no expression here; write one, such as has(context.field)."


def reserved(name: str) -> str:
    return f"'{name}' is a reserved word; a name cannot be called so."


def mixed_signs() -> str:
    return "'!' and '-' cannot follow each other; put the inner part in parentheses."


def literal_range(text: str, type_name: str) -> str:
    return f"{text if len(text) <= 40 else text[:37] + '…'} does not fit a 64-bit {type_name}; use a smaller number."


def no_character(text: str) -> str:
    return f"{text} is no Unicode character; use the code point of one."


def bad_escape(text: str) -> str:
    return f"{text} is no escape sequence here; write \\\\ for a backslash."


def lone_surrogate() -> str:
    return "Half a surrogate pair is no character; write the whole character."


def too_long(length: int, limit: int) -> str:
    return f"The expression has {length:,} characters; at most {limit:,} are read."


def too_deep(limit: int) -> str:
    return f"The expression is nested more than {limit} levels deep; split it."


def has_needs_field() -> str:
    return "has() asks whether a field is set; give it one, such as has(context.field)."


def variable_needs_name(macro: str) -> str:
    return f"The first part in the parentheses of {macro}() names the element; use a plain name."


def quoted_name(name: str) -> str:
    return f"{name} can only name a field, behind a dot; write it without backticks."


def bad_type_name() -> str:
    return "'{' can follow only the name of a type; put a space or an operator before a map."


# Evaluation.

_LIMIT = 40


def shown(value: Any) -> str:
    """A value as an expression would write it, cut to a readable length."""
    match value:
        case None:
            return "null"
        case bool():
            return "true" if value else "false"
        case str():
            text = repr(value[: _LIMIT + 1])
        case bytes():
            text = repr(value[: _LIMIT + 1])
        case Timestamp():
            text = f"timestamp({str(value)!r})"
        case Duration():
            text = f"duration({str(value)!r})"
        case TypeValue():
            text = value.name
        case Mapping():
            return f"a map of {len(value)}" if value else "{}"
        case list() | tuple():
            return f"a list of {len(value)}" if value else "[]"
        case int() if abs(value) >= 10**_LIMIT:
            return "a very large number"
        case _:
            text = str(value)
    return text if len(text) <= _LIMIT else text[: _LIMIT - 1] + "…"


_ARTICLES = {
    "bool": "a bool",
    "int": "an int",
    "uint": "an unsigned int",
    "double": "a double",
    "string": "a string",
    "bytes": "bytes",
    "list": "a list",
    "map": "a map",
    "null_type": "null",
    "type": "a type",
    "google.protobuf.Timestamp": "a timestamp",
    "google.protobuf.Duration": "a duration",
}


def kind(value: Any) -> str:
    return _ARTICLES.get(type_name(value), type_name(value))


def no_overload(symbol: str, operands: Sequence[Any]) -> str:
    return (
        f"'{symbol}' cannot be applied to {' and '.join(map(kind, operands))}; convert or compare values of one type."
    )


def no_function(name: str, member: bool, operands: Sequence[Any], known: bool) -> str:
    if not known:
        return f"There is no function {name}(); check its name."
    if not operands:
        return f"{name}() needs a value; give it one."
    given = " and ".join(map(kind, operands))
    return f"{name}() cannot be called {'on' if member else 'with'} {given}; check what it takes."


def overflow(type_name: str) -> str:
    article = "an int" if type_name == "int" else f"a {type_name}"
    return f"The result does not fit {article}, which has 64 bits."


def division_by_zero() -> str:
    return "Nothing can be divided by zero; check for it first."


def time_range() -> str:
    return "The time lies outside the years 1 to 9999."


def too_large(limit: int) -> str:
    return f"The result would have more than {limit:,} elements; make it smaller."


def too_many_steps(limit: int) -> str:
    return f"The evaluation took more than {limit:,} steps; look at fewer elements."


def too_deep_value() -> str:
    return "A value is nested too deeply to be compared."


def not_set(name: str) -> str:
    return f"{name} is not set; ask has({name}) first."


def no_variable(name: str) -> str:
    return f"There is no variable {name} here."


def no_key(key: Any) -> str:
    return f"The map has no key {shown(key)}; ask for it first."


def bad_key(key: Any) -> str:
    return f"{kind(key).capitalize()} cannot be the key of a map; use a string, int or bool."


def duplicate_key(key: Any) -> str:
    return f"The key {shown(key)} stands twice in this map; remove one."


def mixed_keys(key: Any) -> str:
    return f"The keys 1 and true, or 0 and false, cannot stand in one map; rename {shown(key)}."


def no_fields(operand: Any, field: str) -> str:
    return f"{shown(operand)} is {kind(operand)} and has no field {field}; only maps have fields."


def no_index(container: Any) -> str:
    return f"{shown(container)} is {kind(container)} and has no elements; only lists and maps do."


def bad_index(key: Any) -> str:
    return f"{shown(key)} is {kind(key)}; the position in a list is a whole number."


def index_range(position: int, length: int) -> str:
    return f"The list has {length} elements, from 0 on; there is none at {position}."


def no_elements(value: Any) -> str:
    return f"{shown(value)} is {kind(value)}; only lists and maps have elements to go through."


def not_bool(value: Any) -> str:
    return f"{shown(value)} is {kind(value)} where true or false is needed; compare it with something."


def no_message(name: str) -> str:
    return f"There is no type {name}; write a map, such as {{'key': 1}}."


def no_conversion(text: str, target: str) -> str:
    return f"{shown(text)} cannot be read as {_ARTICLES[target]}."


def conversion_range(value: Any, target: str) -> str:
    return f"{shown(value)} does not fit {_ARTICLES[target]}, which has 64 bits."


def no_utf8() -> str:
    return "The bytes are no valid UTF-8."


def no_timestamp(text: Any) -> str:
    return f"{shown(text)} is no timestamp; write one as 2026-01-31T12:00:00Z."


def no_duration(text: str) -> str:
    return f"{shown(text)} is no duration; write one as 1h30m or 90s."


def duration_range(text: str) -> str:
    return f"{shown(text)} is too long a time; at most about 10,000 years can be written."


def no_zone(name: str) -> str:
    return f"{shown(name)} is no time zone; use a name such as Europe/Berlin, or an offset such as +01:00."


def bad_pattern(text: str, reason: str) -> str:
    return f"{shown(text)} is no regular expression: {reason}."
