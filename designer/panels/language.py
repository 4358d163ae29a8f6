"""The keys of the language as the panels speak of them: what a construct may hold, and what it means."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from engine.diagnostics import Path


@dataclass(frozen=True, slots=True)
class Key:
    """A key of a construct. ``kind`` is a construct's name, ``list of …``, ``map of …`` or a scalar's kind."""

    name: str
    kind: str
    meaning: str


def _keys(*rows: tuple[str, str, str]) -> tuple[Key, ...]:
    return tuple(Key(*row) for row in rows)


CONSTRUCTS: Mapping[str, tuple[Key, ...]] = {
    "file": _keys(("fsm", "machine", "The machine this file defines.")),
    "machine": _keys(
        ("name", "text", "The machine's name, unique in the project."),
        ("version", "int", "Counts the definitions; a run stays with the version it started on."),
        ("description", "text", "What the machine is for."),
        ("initialState", "state name", "The state a run starts in."),
        ("context", "map of field", "The typed fields of a run: the only thing a guard sees."),
        ("agents", "map of agent", "Who drives the machine, and in which states."),
        ("users", "map of user", "People and the roles they hold."),
        ("states", "map of state", "The states, each with what it requires and where it leads."),
        ("commands", "map of command", "How commands are retried, and what a final failure writes."),
        ("policy", "policy", "Budgets of exchanges, snapshots, what happens at the end."),
        ("migrations", "list of migration", "How a run of an earlier version is carried to this one."),
    ),
    "field": _keys(
        ("type", "type", "What values the field takes."),
        ("values", "list of text", "The members of an enum, in order."),
        ("maxLength", "int", "The longest string, in characters."),
        ("pattern", "pattern", "A regular expression (RE2) that the whole string must match."),
        ("min", "number", "The smallest value."),
        ("max", "number", "The largest value."),
        ("items", "field", "What each item of the list is."),
        ("maxItems", "int", "The longest list."),
        ("fields", "map of field", "The keys of the map and their types; without it, any."),
        ("ttl", "duration", "How long the content is kept; afterwards the field is unset."),
        ("mediaType", "text", "The content's media type, such as text/markdown."),
        ("description", "text", "What the field means."),
        ("default", "json", "The value when a run is created."),
        ("input", "bool", "May be given when a run is created."),
        ("sensitive", "bool", "Masked in everything shown, logged or exported."),
    ),
    "agent": _keys(
        ("canTransition", "list of state name", "Every state in which the agent may contribute."),
        ("guidance", "guidance", "What the agent's turn shows: full, objective or none."),
        ("description", "text", "What the agent does."),
    ),
    "user": _keys(
        ("roles", "list of role name", "The roles this person holds."),
        ("description", "text", "Who this is."),
    ),
    "state": _keys(
        ("description", "template", "The objective shown to whoever acts here."),
        ("requires", "list of requirement", "The fields that must be set before the state can be left."),
        ("transitions", "list of transition", "Where it leads; the first whose guards are all true is taken."),
        ("entry", "list of action", "What happens on entering."),
        ("exit", "list of action", "What happens on leaving."),
        ("invariants", "list of guard", "What must hold whenever the machine rests here."),
        ("timers", "list of timer", "What happens after a time in this state."),
        ("terminal", "bool", "A run ends here."),
    ),
    "transition": _keys(
        ("toState", "state name", "The state it leads to."),
        ("guards", "list of guard", "All must be true for the transition to be taken."),
        ("onTransition", "list of action", "What happens on the way."),
        ("description", "text", "Why a run goes this way."),
    ),
    "guard": _keys(
        ("backend", "backend", "The guard's language: cel."),
        ("expression", "cel", "A CEL expression over the context; false or failing does not pass."),
    ),
    "requirement": _keys(
        ("name", "field name", "The context field that must be set."),
        ("from", "source", "Who contributes it."),
        ("required", "bool", "An optional one is asked for too, but does not block."),
        ("validate", "list of guard", "What the value must fulfil, over context and value."),
        ("prompt", "template", "What the contributor is asked."),
        ("description", "text", "A note for readers of the definition."),
        ("approves", "list of field name", "The decision is bound to exactly the values of these fields."),
        ("approvedWhen", "list of json", "Which values are a yes."),
        ("separateFrom", "list of field name", "The person must be no author of these fields' values."),
        ("expiresAfter", "duration", "The decision falls after this time."),
    ),
    "source": _keys(
        ("agent", "agent name", "This agent contributes."),
        ("user", "user name", "This person contributes."),
        ("role", "role name", "Any person who holds this role contributes."),
        ("tool", "text", "This tool contributes."),
        ("fsm", "text", "The child machine spawned under this name contributes."),
    ),
    "action": _keys(
        ("assign", "map of json", "Writes values; null or an empty string unsets."),
        ("compute", "map of cel", "Writes the values of CEL expressions over the context as it was before."),
        ("emit", "emit", "Publishes an event."),
        ("send", "send", "Puts a command in the outbox."),
        ("spawn", "spawn", "Starts a child machine."),
        ("inject", "inject", "A message to whoever acts in the state entered next."),
        ("restrict", "restrict", "Limits the tools in the state entered next."),
    ),
    "emit": _keys(
        ("event", "text", "The event's name."),
        ("data", "json", "What it carries; strings are templates."),
    ),
    "send": _keys(
        ("command", "command name", "The command's name."),
        ("to", "json", "Who performs it, such as { tool: bank }."),
        ("with", "map of json", "Its arguments; strings are templates."),
        ("idempotencyKey", "template", "The key under which the effect happens once."),
        ("approvedBy", "field name", "Demands a yes on this approval field that is in force."),
    ),
    "spawn": _keys(
        ("fsm", "machine name", "The machine to start."),
        ("as", "text", "The child's name in this run."),
        ("with", "map of json", "Its inputs; strings are templates."),
        ("into", "field name", "The field that gets the name of the child's final state."),
        ("outputs", "map of text", "Fields of this machine, each from a field of the child."),
    ),
    "inject": _keys(
        ("message", "template", "The message."),
        ("role", "text", "In whose voice; system by default."),
    ),
    "restrict": _keys(
        ("allow", "list of text", "Only these tools."),
        ("deny", "list of text", "None of these tools."),
    ),
    "timer": _keys(
        ("name", "text", "The timer's name in its state."),
        ("after", "duration", "How long after entering the state it is due."),
        ("assign", "map of json", "What the system then writes, once."),
        ("toState", "state name", "Makes it a delayed transition to this state."),
        ("onTransition", "list of action", "What happens on the way."),
    ),
    "command": _keys(
        ("maxAttempts", "int", "How often it is tried."),
        ("backoff", "backoff", "How long to wait between attempts."),
        ("deadline", "duration", "The time for all attempts together."),
        ("retryable", "list of text", "The classes of failure that are tried again."),
        ("onFailure", "map of json", "What the system writes when it has failed for good."),
    ),
    "backoff": _keys(
        ("initial", "duration", "The first wait."),
        ("factor", "number", "What each further wait is multiplied by."),
        ("max", "duration", "The longest wait."),
    ),
    "policy": _keys(
        ("maxExchangesPerStage", "int", "Contributions by agents in one visit of a state, in all."),
        ("maxExchangesPerAgentPerStage", "int", "The same by one agent."),
        ("onExhausted", "map of json", "What the system writes, once, when a budget is spent."),
        ("checkpointEvery", "int", "Transitions between snapshots."),
        ("onTerminal", "onTerminal", "keep, or purge the blobs at the end."),
    ),
    "migration": _keys(
        ("from", "int", "The version that is carried to this one."),
        ("states", "map of state name", "Old state names and the new ones."),
        ("fields", "map of field name", "Old field names and the new ones."),
        ("actions", "list of action", "What is written on the way: assign and compute."),
    ),
}

CHOICES: Mapping[str, tuple[str, ...]] = {
    "bool": ("true", "false"),
    "type": ("string", "enum", "int", "number", "bool", "list", "map", "timestamp", "blob", "any"),
    "guidance": ("full", "objective", "none"),
    "backend": ("cel",),
    "onTerminal": ("keep", "purge"),
    "source": ("agent", "system"),
}
"""The scalar kinds with a fixed set of values."""


def item_kind(kind: str) -> str | None:
    """``state`` of ``list of state`` and ``map of state``; ``None`` where there are no items."""
    head, _, rest = kind.partition(" of ")
    return rest if rest and head in ("list", "map") else None


def keys_of(kind: str) -> tuple[Key, ...]:
    return CONSTRUCTS.get(kind, ())


def key_at(path: Path) -> Key | None:
    """The key a path ends at; ``None`` where it ends at a name, an index or nothing known."""
    if not path or not isinstance(path[-1], str):
        return None
    return next((key for key in keys_of(kind_at(path[:-1])) if key.name == path[-1]), None)


def kind_at(path: Path) -> str:
    """What stands at ``path`` (below ``fsm:``); ``json`` where the language does not say."""
    kind = "machine"
    for step in path:
        inner = item_kind(kind)
        if inner is not None:
            kind = inner
            continue
        kind = next((key.kind for key in keys_of(kind) if key.name == step), "json")
    return kind
