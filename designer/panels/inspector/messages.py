"""Every text of the inspector: titles of keys, what a new item's line hints at, sentences for what is refused."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from designer.panels.messages import (
    CHOICE_MEANINGS,
    INITIAL_STATE,
    MACHINE,
    capital,
    fresh_name,
    no_number,
    plural,
    shown_name,
)

if TYPE_CHECKING:
    from engine.analysis import DecisionTable

__all__ = [
    "CHOICE_MEANINGS",
    "INITIAL_STATE",
    "MACHINE",
    "capital",
    "fresh_name",
    "no_number",
    "plural",
    "shown_name",
]

SIGNS: Mapping[str, str] = {"error": "✕", "warning": "⚠", "info": "ℹ"}

ELEMENTS: Mapping[str, str] = {
    "machine": "Machine",
    "state": "State",
    "transition": "Transition",
    "requirement": "Requirement",
    "timer": "Timer",
    "field": "Field",
    "agent": "Agent",
    "user": "User",
    "command": "Command",
    "migration": "Migration",
}
TEXT_BROKEN = "The text cannot be read as a machine right now, so the forms rest; mend it in the source first."
NOTHING_TO_INSPECT = "There is no machine in this text yet; write one in the source, or undo."
NO_FORM_OF_SCENARIO = "A scenario is edited as text, in the source."
NOT_SET = "not set"
ANY_VALUE = "any JSON value"
DRAG = "Drag to reorder, or Alt+Up and Alt+Down"
DELETE_ALL = "Delete all of them"

NAME = "Name"
DESCRIPTION = "Description"
NOTE = "Note"
VERSION = "Version"
INITIAL_STATE_TITLE = "Initial state"
OBJECTIVE_HINT = "The objective shown to whoever acts here"

FIELDS = "Context fields"
FIELD = "field"
FIELD_TITLE = "Field"
FIELD_HINT = "verdict, or verdict: approved, changes"
FIELD_NAME_HINT = "Name of the field"
ADD_FIELD = "+ add field"
AGENTS = "Agents"
AGENT_HINT = "Name of the agent"
ADD_AGENT = "+ add agent"
USERS = "Users"
USER_HINT = "Name of the user"
ADD_USER = "+ add user"
COMMANDS = "Commands"
COMMAND_HINT = "Name of the command"
ADD_COMMAND = "+ add command"
WHO_MAY_ACT = "Who may act"
MAY_ACT_IN = "May act in"
POLICY = "Policy"
MAX_EXCHANGES = "Exchanges a visit, in all"
MAX_EXCHANGES_AGENT = "Exchanges a visit, by one agent"
ON_EXHAUSTED = "When spent, write"
CHECKPOINT_EVERY = "Snapshot every (transitions)"
ON_TERMINAL = "At the end, blobs"
MIGRATIONS = "Migrations"
MIGRATION = "migration"
ADD_MIGRATION = "+ add migration"
FROM_VERSION = "From version"
STATES_RENAMED = "States, old = new"
FIELDS_RENAMED = "Fields, old = new"
OLD_STATE = "old state"
OLD_FIELD = "old field"

TERMINAL_STATE = "A run ends here"
START_HERE = "Start here"
INITIAL = "Runs start here"
REQUIRES = "Requires"
REQUIREMENT = "requirement"
ADD_REQUIREMENT = "+ add requirement"
REQUIREMENT_HINT = "verdict, or verdict: approved, changes"
OPTIONAL = "optional"
UNDECLARED = "not declared"
TRANSITIONS_IN_ORDER = "Transitions, in order"
TRANSITION = "transition"
ADD_TRANSITION = "+ add transition"
TARGET_HINT = "To: a state, or a new name"
UNCONDITIONAL = "always"
WITH_ACTIONS = "acts"
ENTRY = "On entry"
EXIT = "On exit"
ADD_TO: Mapping[str, str] = {"entry": "+ on entry", "exit": "+ on exit"}
INVARIANTS = "Invariants"
INVARIANT = "invariant"
ADD_INVARIANT = "+ invariant"
TIMERS = "Timers"
TIMER = "timer"
ADD_TIMER = "+ timer"
AFTER = "After"
THEN_WRITES = "Then writes"
THEN_GOES = "Then goes to"

TARGET = "To state"
GUARDS_TITLE = "Guards, all true"
GUARDS = "guards"
GUARD = "guard"
ADD_GUARD = "+ add guard"
GUARD_HINT = "context.verdict == 'approved'"
MERGE = "Merge into one"
SPLIT = "Split at &&"
LARGE_EDITOR = "Large editor"
TERM_A_LINE = "One term a line"
ONE_LINE = "One line"
CANCEL_PLAIN = "Cancel"
USE_IT = "Use it"
EMPTY_EXPRESSION = "There is no expression; type one, such as context.verdict == 'approved'."
ON_THE_WAY = "On the way"

FROM = "From"
FROM_KIND = "Who contributes"
FROM_NAME = "Name of who contributes"
SOURCE_KINDS = (
    ("agent-driving", "Driving agent"),
    ("agent", "Agent"),
    ("user", "User"),
    ("role", "Role"),
    ("tool", "Tool"),
    ("system", "System"),
    ("fsm", "Child machine"),
)
NAME_THE_SOURCE = "Say who contributes: type a name."
MUST_BE_SET = "Must be set before the state is left"
PROMPT = "Prompt"
PROMPT_HINT = "What the contributor is asked"
VALIDATE = "Valid when"
CONDITION = "condition"
ADD_CONDITION = "+ add condition"
APPROVAL = "Approval"
APPROVES = "Approves the values of"
APPROVED_WHEN = "A yes is"
SEPARATE_FROM = "Not by an author of"
EXPIRES_AFTER = "Expires after"

TYPE = "Type"
VALUES = "Values"
VALUE = "value"
MAX_LENGTH = "Longest, in characters"
PATTERN = "Pattern"
MIN = "Smallest"
MAX = "Largest"
MAX_ITEMS = "Most items"
ITEMS = "items"
ITEMS_TYPED = "Every item is of one type"
FIELDS_OF_MAP = "Keys of the map"
TTL = "Kept for"
MEDIA_TYPE = "Media type"
DEFAULT = "Default"
IS_INPUT = "May be given when a run is created"
SENSITIVE = "Sensitive: masked wherever it is shown"

GUIDANCE = "Guidance"
ROLES = "Roles"
ROLE = "role"
MAX_ATTEMPTS = "Attempts"
BACKOFF = "Wait between attempts"
BACKOFF_INITIAL = "First"
BACKOFF_FACTOR = "Then times"
BACKOFF_MAX = "At most"
DEADLINE = "Deadline for all attempts"
RETRYABLE = "Tried again after failures of class"
FAILURE_CLASS = "class"
ON_FAILURE = "When it has failed for good, write"

ACTION = "action"
ADD_ACTION = "+ add action"
NO_ACTION = "not an action"
EVENT = "Event"
DATA = "Data"
COMMAND_NAME = "Command"
TO = "To"
WITH = "With"
ARGUMENT = "argument"
IDEMPOTENCY_KEY = "Idempotency key"
APPROVED_BY = "Approved by"
MACHINE_NAME = "Machine"
AS = "As"
INPUTS = "Inputs"
INPUT = "input"
INTO = "Its final state into"
OUTPUTS = "Outputs, field = field of the child"
MESSAGE = "Message"
ROLE_OF_MESSAGE = "In the voice of"
ALLOW = "Only these tools"
DENY = "Not these tools"
TOOL = "tool"


LEADS_TO = "leads to"
NOWHERE = "✕ nowhere"
RUN_WITH_THESE = "Run with these values"
ADD_FOR_ROW = "+ add transition for them"


def several(number: int) -> str:
    return f"{number} elements"


def and_more(number: int) -> str:
    return f"and {number} more"


def numbered(what: str, at: int, total: int) -> str:
    """``guard 2`` of several, ``guard`` where it is the only one."""
    return f"{capital(what)} {at + 1}" if total > 1 else capital(what)


def add_word(what: str) -> str:
    return f"+ {what}"


def move(name: str) -> str:
    return f"Move {name}"


def remove(name: str) -> str:
    return f"Remove {name}"


def value_of(key: str) -> str:
    return f"Value of {key}"


def field_of(name: str) -> str:
    return f"Key {name}"


def large_title(name: str) -> str:
    return f"{name}: large editor"


def live_value(value: str) -> str:
    return f"now {value}"


def live_error(reason: str) -> str:
    return f"now fails: {reason}"


def action_at(kind: str, at: int) -> str:
    return f"{capital(kind or ACTION)}, action {at + 1}"


def summary_spoken(lead: str, title: str, who: str, detail: str) -> str:
    words = [f"{lead} {title}".strip(), f"from {who}" if who else "", detail]
    return ", ".join(word for word in words if word)


def writes(fields: Iterable[str]) -> str:
    names = ", ".join(map(str, fields))
    return f"writes {names}" if names else "does nothing yet"


def marks_of(raw: Mapping[str, Any]) -> str:
    """What is worth knowing of a field or agent at a glance: ``input``, ``sensitive``, its default."""
    marks = [word for word in ("input", "sensitive") if raw.get(word) is True]
    return ", ".join(marks)


def acts_in(states: Any) -> str:
    names = [str(name) for name in states] if isinstance(states, list) else []
    if not names:
        return "may act nowhere yet"
    shown = ", ".join(names[:4])
    return f"acts in {shown}" + (f" and {len(names) - 4} more" if len(names) > 4 else "")


def attempts(number: Any) -> str:
    return plural(number, "attempt") if isinstance(number, int) else str(number)


def migration_from(version: Any) -> str:
    return f"from version {version}"


def may_act(agent: str, state: str, allowed: bool) -> str:
    return f"{agent} {'may' if allowed else 'may not'} act in {state}"


def nobody_covers(state: str) -> str:
    return f"“{state}” asks an agent, and none that could answer may act there; tick one."


def nobody_covers_any(states: list[str]) -> str:
    names = ", ".join(f"“{name}”" for name in states[:4]) + (" and more" if len(states) > 4 else "")
    return f"⚠ Nobody may act in {names}; tick an agent there."


def decision_table(state: str) -> str:
    return f"Decisions in {shown_name(state)}"


def leads_to(number: int, target: str, also: list[str]) -> str:
    words = f"{number} → {shown_name(target)}"
    return f"{words} (also {', '.join(also)})" if also else words


def table_words(table: DecisionTable) -> str:
    """What is to be said below a decision table."""
    if not table.complete:
        return "There are too many cases to list; fewer fields in the guards make a table."
    gaps = sum(row.gap for row in table.rows)
    lines = []
    if gaps:
        lines.append(
            f"✕ {plural(gaps, 'row')} {'leads' if gaps == 1 else 'lead'} nowhere: the run would be stuck there."
        )
    if table.more:
        lines.append(f"and {plural(table.more, 'more row')}")
    return "\n".join(lines)


def no_field(name: str, near: str | None) -> str:
    return f"There is no field “{name}”; " + (f"did you mean “{near}”?" if near else "declare it, or name another.")
