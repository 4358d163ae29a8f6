"""Every sentence the reader and the editing verbs say: what is wrong, on what, then what to do."""

# ruff: noqa: E501  (a sentence a line)

from __future__ import annotations

from typing import Any

from engine.diagnostics import Path

_SHOWN = 60

UNREADABLE = {
    "too-big": "The file is larger than 16 MiB; a machine is text, so keep long contents elsewhere.",
    "character": "The character {char} may not stand in a YAML file; delete it, or write it as an escape in double quotes.",
    "too-deep": "Lists and maps are nested more than 100 deep here; flatten them.",
    "too-wide": "The aliases of this file expand to more than 100,000 values; write the values out, or drop aliases of aliases.",
    "too-many": "The file holds more than 1,000,000 values; split it into several machines.",
    "unknown-alias": "The alias {alias} names no anchor above it; write &{name} where the value first stands.",
    "cyclic-alias": "The alias {alias} stands inside its own anchor, so it would never end; write the value out.",
    "second-document": "A second document begins here; keep one machine a file and delete the line '---'.",
    "undecodable": "The file is not UTF-8: the byte {reason} does not fit here; save it as UTF-8.",
    "utf-16": "The file is UTF-16; save it as UTF-8.",
}

# The parser's own words on the left; the user's on the right.
SYNTAX = {
    "tab": "A tab cannot indent YAML; use spaces.",
    "found a tab character": "A tab cannot indent YAML; use spaces.",
    "found character that cannot start any token": "{found} cannot begin a value; put the value in quotes.",
    "mapping values are not allowed": "A ': ' cannot stand here; put text that holds a colon in quotes, or check the indentation.",
    "block sequence entries are not allowed": "A list item cannot begin here; put it on a line of its own.",
    "could not find expected ':'": "What begins here has no ':'; add one, or put text over several lines in quotes.",
    "did not find expected key": "This line does not fit the map that begins on line {opened}; check its indentation.",
    "did not find expected '-' indicator": "This line does not fit the list that begins on line {opened}; begin it with '- ' or indent it.",
    "did not find expected ',' or ']'": "The list opened by '[' on line {opened} is not closed before this; add ',' or ']'.",
    "did not find expected ',' or '}'": "The map opened by '{{' on line {opened} is not closed before this; add ',' or '}}'.",
    "did not find expected node content": "A value is missing before {found}; write it, or remove the comma.",
    "did not find expected <document start>": "This line does not belong to the map above it; check its indentation.",
    "found unexpected end of stream": "The quoted text that begins here is never closed; add the closing quote.",
    "found unexpected document indicator": "The quoted text that begins here is never closed; add the closing quote.",
    "found unknown escape character": "'\\{next}' is no escape; write '\\\\' for a backslash, or use single quotes.",
    "did not find expected hexdecimal number": "The escape here lacks hexadecimal digits; write '\\\\' for a backslash, or use single quotes.",
    "found invalid Unicode character escape code": "The escape here stands for no character; write another, or the character itself.",
    "found undefined tag handle": "The tag '{token}' is not known; remove it.",
    "found unknown directive name": "This '%' line is no directive of YAML; remove it.",
    "found incompatible YAML document": "The version on the line '%YAML' is not 1.1 or 1.2; remove the line.",
    "did not find expected alphabetic or numeric character": "A name must follow '{token}' directly; put text that begins with it in quotes.",
    "did not find expected comment or line break": "After '|' or '>' the line may hold nothing but a comment; put the text on the next line.",
}
# Of these the parser reports where it gave up; where they begin helps more.
AT_THE_OPENING = (
    "could not find expected ':'",
    "did not find expected alphabetic or numeric character",
    "found undefined tag handle",
    "found unexpected document indicator",
    "found unexpected end of stream",
)
SYNTAX_ELSE = "The YAML breaks here, at {found}: {problem}."

NO_DOCUMENT = "The file is empty; a machine stands under the key 'fsm:'."
NOT_A_MAP = "The file is {found}; a machine is a map under the key 'fsm:'."
NO_FSM = "The key 'fsm:' is missing; put the machine under it."
NEAR_FSM = "The key 'fsm:' is missing; did you mean it by '{key}'?"
BESIDE_FSM = (
    "'{key}' cannot stand beside 'fsm:'; indent it below 'fsm:', or call it 'x-{key}' to keep a note of your own."
)
FSM_NOT_A_MAP = "'fsm:' must be a map with the machine's keys, but is {found}."

TAG = "The tag '{tag}' is not one of a machine's file; remove it."
TAG_VALUE = "'{text}' is no {tag}; remove the tag or correct the value."
MERGE_KEY = "The merge key '<<' is not supported; write the keys out, or use an alias for a whole value."
COMPLEX_KEY = "A list or map cannot be a key; write a name."
DUPLICATE_KEY = "'{key}' stands twice in {where}, {places}; rename or remove one of them."
TWO_LINES = "on line {first} and again on line {second}"
ONE_LINE = "both times on line {first}"
FIRST_KEY = "'{key}' stands here first"

AMBIGUOUS = "'{text}' is read as {here}, but readers of YAML 1.1 take it for something else; {advice}."
QUOTE_ADVICE = "put it in quotes"
REWRITE_ADVICE = "write {plain}"
QUOTE_FIX = "Put '{text}' in quotes"
REWRITE_FIX = "Write {plain}"

UNKNOWN_KEY = "'{key}' is no key of {where}; {advice}"
USE_NEAREST = "did you mean '{nearest}'?"
USE_EXTENSION = "remove it, or call it 'x-{key}' to keep it as a note of your own."
RENAME_FIX = "Use '{nearest}'"
FOREIGN_KEY = "'{key}' says nothing about {where}, which is of type '{type}'; remove it or change the type."

MISSING = "{where} has no '{key}'; add it."
NO_INITIAL_STATE = "The machine has no 'initialState'; name the state in which a run begins."
NO_STATES = "The machine has no states; add at least one under 'states'."
USE_ONE_OF = "use one of {choices}."
WRONG_SHAPE = "{where} must be {due}, but is {found}{advice}."
QUOTED_ADVICE = "; put it in quotes"
DASH_ADVICE = "; begin each item with '- '"
EMPTY_ADVICE = "; write {written} for an empty one"
INSTEAD_ADVICE = "; write {written}"
INSTEAD_FIX = "Write {written}"
NOT_A_CHOICE = "{where} must be one of {choices}, but is '{found}'{advice}"
NEAREST_ADVICE = "; did you mean '{nearest}'?"
UNKNOWN_BACKEND = "{where} must be 'cel', the only language for guards, but is '{found}'."
ACTION_COUNT = "{where} must have exactly one of the keys {choices}, but has {found}; write one action an item."
UNKNOWN_ACTION = "'{key}' is no action of {where}; {advice}"
SOURCE_WORD = "{where} must be agent, system or a map such as {{ agent: {found} }}, but is '{found}'."
SOURCE_SHAPE = "{where} must be agent, system, or a map with one of the keys agent, user, role, tool, fsm and a name."

BAD_NAME = "{where} cannot be called {name}: a name has 1 to 200 characters and no control characters; rename it."
BAD_FIELD_NAME = "{where} cannot be called {name}: a field's name begins with a letter or '_', then has letters, digits and '_'; rename it."
RESERVED_NAME = "{where} cannot be called {name}, which expressions reserve for themselves; rename it."
SAME_TIMER = "{where} has the same name, {name}, as an earlier timer of the state; rename one of them."

TOO_SMALL = "{where} must be at least {least}, but is {found}."
MIN_ABOVE_MAX = "'min' of {where} is {min}, which is above its 'max', {max}; swap or correct them."
NO_VALUES = "{where} is an enum without 'values'; list at least one."
EMPTY_VALUE = "{where} is empty; an enum's values are texts of at least one character."
SAME_VALUE = "{where}, {value}, is listed twice; remove one."
BAD_DEFAULT = "The default of {where}, {found}, does not fit: {reason}; {advice}"
DEFAULT_ADVICE = "correct the default or the type."
BAD_APPROVED_WHEN = "{where}, {found}, is no value of the field '{field}': {reason}; {advice}"
CORRECT_ADVICE = "correct it."
BAD_PATTERN = "{where} is no regular expression (RE2): {reason}; correct it."
BAD_DURATION = "{where} must be a duration such as PT1H30M or P2D, but is {found}; correct it."
LONG_DURATION = "{where} is longer than a thousand years; shorten it."
SHORT_DURATION = "{where} must be at least one second, but is {found}."
NOT_FINITE = "{found} is no value that can be stored; write a finite number or a text in quotes."
MIGRATION_FROM = "{where} must be a version before {version}, but is {found}."
SAME_MIGRATION = "{where} starts from version {found} as an earlier one does; keep one of them."
MIGRATION_ACTION = "{where} is '{kind}', but a migration may only assign and compute; remove it."

NOTHING_TO_EDIT = "The file holds no machine that can be read; mend its text first."
NO_PLACE = "This change of {where} finds no place in the file as it is written; make it in the text."
NOT_THERE = "{where} is not there any more; nothing was changed."
NAME_TAKEN = "There is already a {kind} {name}; choose another name."
NAME_EMPTY = "A {kind} needs a name; type one."
NAME_BAD = "{name} cannot name a {kind}: a name has 1 to 200 characters and no control characters; choose another."
FIELD_BAD = "{name} cannot name a field: begin with a letter or '_', then use letters, digits and '_'; choose another."
FIELD_RESERVED = "{name} cannot name a field, since expressions reserve it for themselves; choose another."
UNKNOWN = "There is no {kind} {name}; nothing was changed."
NOT_JSON = "A value of type {kind} cannot be written to a machine; use text, numbers, true, false, lists and maps."
NO_STATES_IN_TEXT = "The text to paste holds no states; copy states, or YAML such as 'review: {{ terminal: true }}'."

REASONS = {
    "type": "{due} is due",
    "member": "it is none of {choices}",
    "min": "it is below 'min', {bound}",
    "max": "it is above 'max', {bound}",
    "length": "it is longer than 'maxLength', {bound}",
    "items": "it has more items than 'maxItems', {bound}",
    "pattern": "it does not match the pattern {bound}",
    "range": "a whole number has at most 64 bits",
    "timestamp": "a time such as 2030-01-31T12:00:00Z, with its zone, is due",
    "blob": "only the program itself makes references to stored contents",
    "unknown": "the map has no field '{name}'",
    "inside": "in {part}, {reason}",
}

TYPE_WORDS = {
    "string": "text",
    "enum": "text",
    "int": "a whole number",
    "number": "a number",
    "bool": "true or false",
    "list": "a list",
    "map": "a map",
    "timestamp": "a time",
    "blob": "stored content",
    "any": "any value",
}

_SECTIONS = {
    "states": "state",
    "context": "field",
    "fields": "field",
    "agents": "agent",
    "users": "user",
    "commands": "command",
}
_ITEMS = {
    "transitions": "transition",
    "requires": "requirement",
    "guards": "guard",
    "validate": "validation",
    "invariants": "invariant",
    "entry": "entry action",
    "exit": "exit action",
    "onTransition": "action",
    "actions": "action",
    "timers": "timer",
    "migrations": "migration",
    "values": "value",
}


def subject(path: Path) -> str:
    """What stands at a path, as people say it: ``'toState' of transition 2 of state 'review'``."""
    words: list[str] = []
    for depth, part in enumerate(path):
        before = path[depth - 1] if depth else None
        named = before in _SECTIONS and (depth == 1 or before == "fields")
        if named or (before in _ITEMS and isinstance(part, int)):
            words.pop()
        if isinstance(part, int):
            words.append(f"{_ITEMS.get(str(before), 'item')} {part + 1}")
        else:
            words.append(f"{_SECTIONS[str(before)]} {quoted(part)}" if named else quoted(part))
    return " of ".join(reversed(words)) if words else "the machine"


def quoted(name: str) -> str:
    """A name of the user's in quotes, shortened in the middle where it is long, control characters shown."""
    shown = "".join(char if char.isprintable() else f"\\u{{{ord(char):x}}}" for char in name)
    if len(shown) > _SHOWN:
        shown = f"{shown[: _SHOWN // 2]}…{shown[-_SHOWN // 2 + 1 :]}"
    return f"'{shown}'"


def shown(value: Any) -> str:
    """A value as people say it: ``the text 'abc'``, ``12``, ``a list``, ``empty``."""
    match value:
        case None:
            return "empty"
        case bool():
            return "true" if value else "false"
        case int() | float():
            return f"the number {value}" if len(str(value)) <= _SHOWN else "a very long number"
        case str():
            return f"the text {quoted(value)}"
        case list():
            return "a list"
    return "a map"


def sentence(text: str) -> str:
    return text[:1].upper() + text[1:]
