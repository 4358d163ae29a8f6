"""What each key of the language means, in a sentence: for editors, hovers and help."""

from __future__ import annotations

from collections.abc import Mapping

from engine.diagnostics import Path
from engine.dsl.catalog import shape_at
from engine.dsl.models import Model

MEANINGS: Mapping[str, Mapping[str, str]] = {
    "Workflow": {
        "name": "What the machine is called; unique in its project.",
        "version": "A whole number from 1 up; runs are pinned to the version they started with.",
        "description": "What the machine is for, in words.",
        "initialState": "The state in which a run begins.",
        "context": "The typed fields of the machine: all that guards, templates and agents can see.",
        "agents": "The agents that may act in the machine, and in which states.",
        "users": "The people who take part, with the roles they hold.",
        "states": "The states of the machine, at least one.",
        "commands": "How commands to the outside world are tried again, and what is written when they fail.",
        "policy": "Budgets for agents, snapshots, and what happens to stored contents at the end.",
        "migrations": "How runs of earlier versions are carried over to this one.",
    },
    "Field": {
        "type": "The type of the field's values.",
        "values": "The words an enum can be, distinct and not empty.",
        "maxLength": "The greatest number of characters.",
        "pattern": "A regular expression (RE2) that the whole text must match.",
        "min": "The least number allowed.",
        "max": "The greatest number allowed.",
        "items": "The field that every item of the list must fit.",
        "maxItems": "The greatest number of items.",
        "fields": "The fields inside the map; without it the map may hold anything.",
        "ttl": "How long the content is kept; then the field is unset.",
        "mediaType": "What kind of content it is, e.g. text/markdown.",
        "description": "What the field is for, in words.",
        "default": "The value when a run is created.",
        "input": "Whether a value may be given when a run is created.",
        "sensitive": "Whether the value is masked in everything shown, logged or exported.",
    },
    "Agent": {
        "canTransition": "Every state in which the agent may contribute.",
        "guidance": "What the agent's turn shows: full (description and context), objective (description), none.",
        "description": "What the agent is, in words.",
    },
    "User": {
        "roles": "The roles the person holds.",
        "description": "Who the person is, in words.",
    },
    "State": {
        "description": "The objective shown to whoever acts here; a template.",
        "requires": "What must be contributed before the machine can leave the state.",
        "transitions": "The ways out, tried in this order; the first whose guards are all true is taken.",
        "entry": "Actions run when the state is entered.",
        "exit": "Actions run when the state is left.",
        "invariants": "Guards that must hold whenever the machine rests here.",
        "timers": "What happens after a time in the state.",
        "terminal": "Whether the run ends here.",
    },
    "Requirement": {
        "name": "The field that is asked for.",
        "from": "Who contributes it: agent, system, or a named agent, user, role, tool or child machine.",
        "required": "Whether the machine waits for it; an optional one is asked for too.",
        "validate": "Guards over context and value that the value must pass.",
        "prompt": "What the contributor is asked; a template.",
        "description": "What the requirement is for, in words.",
        "approves": "The fields whose very values are decided upon; makes the field an approval.",
        "approvedWhen": "The values that are a yes; true for a bool.",
        "separateFrom": "Fields whose authors may not give this decision.",
        "expiresAfter": "How long a decision stays in force.",
    },
    "Guard": {
        "backend": "The language of the expression: cel.",
        "expression": "A CEL expression over context that must be true.",
    },
    "Transition": {
        "toState": "The state this transition leads to.",
        "guards": "Expressions that must all be true for it to be taken.",
        "onTransition": "Actions run on the way.",
        "description": "What the transition stands for, in words.",
    },
    "Timer": {
        "name": "What the timer is called in the state.",
        "after": "How long after entering the state it is due, e.g. PT1H30M.",
        "assign": "What is written when it is due.",
        "toState": "The state it leads to when it is due, whatever is still asked for.",
        "onTransition": "Actions run on the way to that state.",
    },
    "Assign": {"assign": "Writes literals to fields; null or an empty text unsets one."},
    "Compute": {"compute": "Writes the values of CEL expressions to fields."},
    "Emit": {"emit": "Publishes an event."},
    "Send": {"send": "Puts a command for the outside world into the outbox."},
    "Spawn": {"spawn": "Starts a child machine."},
    "Inject": {"inject": "Gives a message to whoever acts in the state entered next."},
    "Restrict": {"restrict": "Limits the tools in the state entered next."},
    "EmitSpec": {
        "event": "The name of the event.",
        "data": "What goes with the event; texts in it are templates.",
    },
    "SendSpec": {
        "command": "The name of the command.",
        "to": "Who performs it.",
        "with": "What it is performed with; texts in it are templates.",
        "idempotencyKey": "What makes two sendings the same; a template.",
        "approvedBy": "The approval field without whose yes it is not performed.",
    },
    "SpawnSpec": {
        "fsm": "The machine to start.",
        "as": "What the child is called here.",
        "with": "The inputs of the child; texts in it are templates.",
        "into": "The field that gets the name of the state in which the child ends.",
        "outputs": "Fields of this machine, each with the child's field it is filled from.",
    },
    "InjectSpec": {
        "message": "The message; a template.",
        "role": "Who it comes from; system unless given.",
    },
    "RestrictSpec": {
        "allow": "The only tools that may be used.",
        "deny": "Tools that may not be used.",
    },
    "CommandPolicy": {
        "maxAttempts": "How often the command is tried; 1 unless given.",
        "backoff": "How long to wait between attempts.",
        "deadline": "After how long no further attempt is made.",
        "retryable": "The classes of failure after which it is tried again.",
        "onFailure": "What is written when it has failed for good.",
    },
    "Backoff": {
        "initial": "The wait after the first attempt.",
        "factor": "By what each further wait grows.",
        "max": "The longest wait.",
    },
    "Policy": {
        "maxExchangesPerStage": "How many contributions agents may make in one visit of a state, all together.",
        "maxExchangesPerAgentPerStage": "How many contributions one agent may make in one visit of a state.",
        "onExhausted": "What is written when such a budget is spent, so that a guard can route on it.",
        "checkpointEvery": "After how many transitions a snapshot is stored.",
        "onTerminal": "Whether stored contents are kept (keep) or deleted (purge) at the end.",
    },
    "Migration": {
        "from": "The version that runs are carried over from.",
        "states": "Old names of states, each with its new one.",
        "fields": "Old names of fields, each with its new one.",
        "actions": "What is assigned or computed on the way.",
    },
}


def meaning(path: Path) -> str | None:
    """What the key at ``path`` means; ``None`` where keys are names of the user's."""
    if not path:
        return None
    shape = shape_at(path[:-1])
    if isinstance(shape, type) and issubclass(shape, Model):
        return MEANINGS.get(shape.__name__, {}).get(str(path[-1]))
    return None
