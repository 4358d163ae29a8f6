"""Every text a user reads about an expression."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from engine.cel.types import Type
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
    shown = text if text[-1:] in ("'", '"') else f"'{text}'"
    return f"{shown} is not expected here; check the operator or bracket before it."


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


def too_many_macros(limit: int) -> str:
    return f"More than {limit} all(), exists(), map() and filter() stand inside one another; split the expression."


def has_needs_field(better: str | None) -> str:
    return f"has() asks whether a field is set; write has({better or 'context.field'})."


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


def no_fields(operand: Any, field: str) -> str:
    return f"{shown(operand)} is {kind(operand)} and has no field {field}; only maps have fields."


def no_index(container: Any) -> str:
    return f"{shown(container)} is {kind(container)} and has no elements; only lists and maps do."


def bad_index(key: Any) -> str:
    return f"{shown(key)} is {kind(key)}; the position in a list is a whole number."


def index_range(position: int, length: int) -> str:
    if length == 0:
        return f"The list is empty; there is no element at {position}."
    return f"The elements of this list go from 0 to {length - 1}; there is none at {position}."


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


def position_range(position: int, length: int) -> str:
    return f"The positions of this string go from 0 to {length}; there is no {position}."


def substring_range(start: int, end: int) -> str:
    return f"A part of a string cannot begin at {start} and end at {end}; the end comes first."


def join_of_strings() -> str:
    return "join() takes a list of strings; convert the others with string()."


def bad_clause(clause: str) -> str:
    return f"'{clause}' is no clause of format(); use %s, %d, %f, %e, %b, %o, %x or %X, and %% for a percent sign."


def missing_value(position: int) -> str:
    return f"format() has no value for clause {position + 1}; give the list as many values as there are clauses."


def precision_range(limit: int) -> str:
    return f"A precision in format() is at most {limit}."


def clause_type(clause: str, value: Any) -> str:
    return f"'%{clause}' in format() cannot show {kind(value)}; use %s."


def no_zone(name: str) -> str:
    return f"{shown(name)} is no time zone; use a name such as Europe/Berlin, or an offset such as +01:00."


def bad_pattern(text: str, reason: str) -> str:
    return f"{shown(text)} is no regular expression: {reason}."


# Checks.


def use(text: str) -> str:
    return f"use {text}"


def a(kind_of: Type) -> str:
    """A static type with its article."""
    if kind_of.members:
        return "an enum"
    words = {"int": "an int", "uint": "an unsigned int", "null_type": "null", "bytes": "bytes", "dyn": "any value"}
    return words.get(kind_of.kind, f"a {kind_of}")


def undeclared(name: str, near: str | None) -> str:
    if name == "value":
        return "There is no value here, only in the checks of a requirement; read a field of the context."
    if near is not None:
        return f"There is no variable {name}; use {near}."
    return f"There is no variable {name}; write '{name}' in quotes for a text, or context.{name} for a field."


def bare_member(name: str, member: str) -> str:
    return f"There is no variable {name}; write '{member}' in quotes for the member of the enum."


def bare_field(name: str) -> str:
    return f"{name} is a field of the context; write context.{name}."


def unknown_function(name: str, near: str | None) -> str:
    if near is not None:
        return f"There is no function {name}(); use {near}()."
    return f"There is no function {name}(); see the list of functions."


def macro_form(name: str) -> str:
    form = {"has": "has(context.field)", "map": "list.map(x, …)"}.get(name, f"list.{name}(x, …)")
    return f"{name}() is not written like this; write {form}."


def impure(name: str) -> str:
    return f"{name}() would not depend on the context alone; let a contribution or a timer write the value to a field."


def no_such_field(text: str, found: Type, field: str) -> str:
    return f"{text} is {a(found)} and has no field {field}; only maps have fields."


def has_on_no_map(text: str, found: Type) -> str:
    return f"has() asks for a field of a map, and {text} is {a(found)}; ask for {text} itself."


def not_indexed(text: str, container: Type, key: Type) -> str:
    if container.kind in ("list", "map"):
        return f"{text} is {a(container)} and takes no {key} between the brackets; use {_key(container)}."
    return f"{text} is {a(container)} and has no elements; only lists and maps do."


def _key(container: Type) -> str:
    return "an int" if container.kind == "list" else f"{a(container.key)}" if container.key else "a string"


def no_arithmetic(operator: str, left: str, left_type: Type, right: str, right_type: Type) -> str:
    advice = "convert one of them"
    if {left_type.kind, right_type.kind} <= {"int", "uint", "double"}:
        advice = "numbers of different types do not mix: convert one, with int() or double()"
    elif "string" in (left_type.kind, right_type.kind) and operator == "+":
        advice = "convert the other one, with string()"
    return f"'{operator}' cannot join {left}, {a(left_type)}, and {right}, {a(right_type)}; {advice}."


def no_negation(text: str, found: Type) -> str:
    return f"{text} is {a(found)} and has no negative; '-' takes an int or a double."


def not_called(function: Any, member: bool, given: Sequence[tuple[str, Type]]) -> str:
    name = function.name
    if member and not function.member:
        return f"{name}() is not called on a value; write {name}({given[0][0]})."
    if not member and not function.free:
        target = given[0][0] if given else "value"
        return f"{name}() is called on a value; write {target}.{name}(…)."
    takes = " or ".join(dict.fromkeys(_signature(overload.operands, member) for overload in function.overloads))
    found = ", ".join(str(kind_of) for _, kind_of in given) or "nothing"
    return f"{name}() takes {takes}, not {found}."


def _signature(operands: Sequence[Type], member: bool) -> str:
    return ", ".join(map(str, operands)) or "nothing"


def not_a_bool(text: str, found: Type) -> str:
    return f"{text} is {a(found)} where true or false is needed; compare it with something."


def no_range(text: str, found: Type) -> str:
    return f"{text} is {a(found)}; only lists and maps have elements to go through."


def not_ordered(operator: str, left: str, left_type: Type, right: str, right_type: Type) -> str:
    return f"'{operator}' cannot compare {left}, {a(left_type)}, with {right}, {a(right_type)}; use values of one type."


def compared_with_nothing(name: str, better: str) -> str:
    return f"An unset field is never null or '', reading it fails: {name} is unset or has a value; use {better}."


def never_equal(left: str, left_type: Type, right: str, right_type: Type) -> str:
    return f"{left} is {a(left_type)} and {right} is {a(right_type)}, so they are never equal; use values of one type."


def never_in(left: str, left_type: Type, right: str, items: Type) -> str:
    return f"{left} is {a(left_type)}, and {right} has no such elements but {items}; use values of one type."


def no_member(left: str, value: Type, right: str, container: Type) -> str:
    if container.kind != "map":
        return f"{right} is {a(container)}; 'in' looks into lists and maps."
    return f"{left} is {a(value)} and cannot be the key of a map; use a string, int or bool."


def no_enum_member(value: str, field: str, members: Sequence[str], near: str | None) -> str:
    if near is not None:
        return f"'{value}' is not a member of {field}; use '{near}'."
    choices = ", ".join(f"'{member}'" for member in members[:8]) + (", …" if len(members) > 8 else "")
    return f"'{value}' is not a member of {field}; use one of {choices}."
