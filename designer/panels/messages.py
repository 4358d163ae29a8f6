"""Every text of the panels, in one place: names of what is shown, and sentences for what is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import count

from engine.diagnostics import Diagnostic
from engine.dsl import Field

COMPLETIONS = "Completions"
AGENT = "agent"
ROLE = "role"
COMMAND = "command"

WORK = "work"
AUTOMATIC = "automatic"
TERMINAL = "terminal"
WAITS_FOR_PERSON = "waits for person"
WAITS_FOR_AGENT = "waits for agent"
WAITS_FOR_MACHINE = "waits for machine"

SOURCE = "Source text"
LINE_NUMBERS = "Line numbers"
GO_TO_DEFINITION = "Go to definition\tF12"
RENAME_SYMBOL = "Rename everywhere\tF2"
FOLD_ALL = "Fold all"
UNFOLD_ALL = "Unfold all"
SHOW_FIXES = "Fixes\tCtrl+."
FIXES = "Fixes"
NO_FIXES = "Nothing to fix here"
NOTHING_TO_RENAME = "There is no name under the cursor; put it on a state, field, agent, user or command to rename it."
FIND = "Find"
REPLACE_BY = "Replace by"
REPLACE = "Replace"
REPLACE_ALL = "Replace all"
MATCH_CASE = "Match case"
REGEX = "Regular expression"
PREVIOUS_HIT = "Previous hit (Shift+Enter)"
NEXT_HIT = "Next hit (Enter)"
CLOSE_FIND = "Close (Esc)"

OUTLINE = "Outline of states"
FILTER_STATES = "Filter states"
ADD_STATE = "Add a state (Insert)"
INITIAL_STATE = "initial state"
OUTLINE_MENU = (
    ("Show on canvas\tEnter", "reveal"),
    ("Rename\tF2", "rename"),
    ("Connect to…\tCtrl+Enter", "connect"),
    ("Start here", "initial"),
    ("Earlier\tAlt+Up", "up"),
    ("Later\tAlt+Down", "down"),
    ("Add a state\tInsert", "add"),
    ("Delete\tDel", "delete"),
)

PROBLEMS = "Problems"
MACHINE = "machine"
PART_WORDS: Mapping[str, str] = {
    "context": "field",
    "agents": "agent",
    "users": "user",
    "commands": "command",
    "policy": "policy",
    "migrations": "migrations",
    "initialState": "initial state",
    "name": "name",
    "version": "version",
}
FILTER_PROBLEMS = "Filter problems"
GROUP_BY = "Group by"
GROUPINGS = (("severity", "By severity"), ("element", "By element"), ("machine", "By machine"))
SEVERITY_GROUPS: Mapping[str, str] = {"error": "Errors", "warning": "Warnings", "info": "Hints"}
TO_DO = "To do"
CHECKING = "Checking…"
FILTER_HIDES_ALL = "No problem fits the filter; clear it to see all of them."
NOTHING_TO_CHECK = (
    "Nothing is checked: there is no state yet. Double-click the canvas, or press + above the states, to add one."
)
STEP_THROUGH = "Step through"
SUPPRESS = "Suppress"
CANCEL = "Cancel (Esc)"
REASON_MISSING = "A finding is taken back only with a reason; say why it does not matter here."
REASON_EXAMPLE = "why it does not matter here"

CHOICE_MEANINGS: Mapping[str, str] = {
    "guidance.full": "description and context",
    "guidance.objective": "description only",
    "guidance.none": "nothing",
    "onTerminal.keep": "blobs stay",
    "onTerminal.purge": "blobs are deleted at the end",
    "source.agent": "the driving agent",
    "source.system": "the system",
    "type.string": "text",
    "type.enum": "one of the listed values",
    "type.int": "64-bit integer",
    "type.number": "double",
    "type.bool": "true or false",
    "type.list": "items in order",
    "type.map": "keys and values",
    "type.timestamp": "point in time with its zone",
    "type.blob": "content kept outside, referred to by a claim",
    "type.any": "any JSON value",
}


FSM_MEANING = "The machine this file defines."
HELP = "Help"
FIND_HELP = "Find help on a key, finding or term"
HELP_BACK = "Back"
HELP_FORWARD = "Forward"
INSERT_EXAMPLE = "Insert the example"
NOTHING_FITS = "Nothing fits; type less of it."
COPY = "Copy"
CHOOSE = "choose"
VALUE_HINTS: Mapping[str, str] = {
    "int": "a whole number",
    "number": "a number",
    "timestamp": "2026-11-30T09:00:00+01:00",
    "list": '["first", "second"]',
    "map": '{"key": "value"}',
    "any": "any JSON value",
    "blob": "the content",
}


def who(kind: str, name: str | None) -> str:
    """Who contributes, in words: ``driving agent``, ``reviewer``, ``role approver``."""
    if name is None:
        return "system" if kind == "system" else "driving agent"
    return name if kind in ("agent", "user") else f"{'machine' if kind == 'fsm' else kind} {name}"


def shown_name(name: str) -> str:
    """A name as a row shows it: on one line, and quoted where nothing would be seen."""
    return " ".join(name.split("\n")) if name.strip() else f"“{name}”"


def capital(text: str) -> str:
    """``text`` with its first letter a capital."""
    return text[:1].upper() + text[1:]


def rename(kind: str, name: str) -> str:
    return f"New name of {kind} {name}"


def replacing(text: str) -> str:
    return f"replace “{text}”"


def hits(current: int, total: int, asked: bool, wrong: bool) -> str:
    if wrong:
        return "not valid"
    if not asked:
        return ""
    if not total:
        return "no hits"
    return f"{current} of {total}" if current else f"{total} hits"


def member_of(field: str) -> str:
    return f"member of {field}"


def the_value(field: str) -> str:
    return f"the value given for {field}" if field else "the value given"


def fresh_name(stem: str, taken: Iterable[str]) -> str:
    """``state``, ``state 2``, ``state 3`` …: the first that is not taken."""
    names = set(taken)
    return next(name for name in (stem if n == 1 else f"{stem} {n}" for n in count(1)) if name not in names)


def plural(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"


def state_spoken(name: str, kind: str, problems: int) -> str:
    return f"{name}, {kind}" + (f", {plural(problems, 'problem')}" if problems else "")


def part_spoken(requirement: bool, text: str, detail: str, problems: int) -> str:
    words = f"requires {text} from {detail}" if requirement else f"transition {text}, {detail or 'unconditional'}"
    return words + (f", {plural(problems, 'problem')}" if problems else "")


def connect_to(state: str) -> str:
    return f"Connect “{state}” to: a state, or a new name"


def proof(decided: int, undecided: Sequence[str], situations: int) -> str:
    """How much of a machine is proved: how many exact checks are decided, and the ids of those that are not."""
    if not undecided:
        return f"Proof: all {decided} exact checks are decided, over {_situations(situations)}."
    shown = ", ".join(undecided[:PROOF_IDS]) + (f" and {more} more" if (more := len(undecided) - PROOF_IDS) > 0 else "")
    whole = decided + len(undecided)
    return f"Proof: {decided} of {whole} exact checks are decided, over {_situations(situations)}; open: {shown}."


def proof_open(check: str, place: str, why: str) -> str:
    """One question that is open, for a list of them."""
    return f"{check} {place}: {why}" if place else f"{check}: {why}"


def _situations(count: int) -> str:
    return "one situation a run can wait in" if count == 1 else f"{count:,} situations a run can wait in"


PROOF_IDS = 6
"""Ids of open checks that are named outright."""


def no_problems(states: int) -> str:
    return f"No problems: {plural(states, 'state')} checked."


def about_check(check: str) -> str:
    return f"About {check}\tF1"


def more_about(check: str) -> str:
    return f"More for {check}"


def suppress(check: str) -> str:
    return f"Suppress {check} here, with a reason…"


def suppress_label(check: str) -> str:
    return f"suppress {check}"


def reason_for(check: str) -> str:
    return f"Why {check} does not matter here"


def suppression_inside_text(check: str) -> str:
    return (
        f"{check} lies inside a text of several lines, where a comment would become part of the text; "
        "write the text on one line to suppress it."
    )


def problem_spoken(finding: Diagnostic, element: str) -> str:
    return f"{finding.severity} {finding.id}, {element}: {finding.message}"


def no_number(text: str, whole: bool) -> str:
    return f"“{text}” is no {'whole number' if whole else 'number'}; type one such as {'3' if whole else '2.5'}."


def no_duration(text: str) -> str:
    return f"“{text}” is no span of time; type one such as 1h 30m, 2d or PT15M."


def no_json(text: str, kind: str) -> str:
    example = '["a", "b"]' if kind == "list" else '{"key": "value"}' if kind == "map" else "true"
    return f"“{text}” is no {kind}; type JSON such as {example}."


def does_not_fit(text: str, field: Field, nearest: str | None, reason: str) -> str:
    if field.values:
        hint = f"; did you mean “{nearest}”?" if nearest else f"; choose one of {', '.join(field.values)}."
        return f"“{text}” is not a member{hint}"
    return f"“{text}” does not fit: {reason}."


def no_page(topic: str, near: str | None) -> str:
    hint = f" Did you mean [{near}]({near})?" if near else ""
    return f"# {topic}\n\nThere is no page about this word.{hint}"


HAS = "true when the field is set"
