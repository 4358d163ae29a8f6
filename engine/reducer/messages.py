"""Every sentence of this room for the user: what is wrong, on what, and what to do."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from engine.diagnostics import Path
from engine.dsl import misfit, nearest
from engine.dsl.messages import sentence, subject
from engine.dsl.models import Field

if TYPE_CHECKING:
    from engine.reducer.actor import Actor
    from engine.reducer.contribution import Contribution
    from engine.reducer.definition import Definition


def _or_near(word: str, words: Iterable[str]) -> str:
    near = nearest(word, words)
    return f"; did you mean '{near}'?" if near else "."


# Contributions as they are written


def not_a_contribution() -> str:
    return "A contribution is a map with 'id', 'actor' and 'values'."


def unknown_contribution_key(key: str, keys: Iterable[str]) -> str:
    return f"A contribution has no key '{key}'{_or_near(key, sorted(keys))}"


def wrong_contribution_shape(key: str, due: str) -> str:
    return f"'{key}' of a contribution is {due}."


def contribution_without(key: str) -> str:
    return f"A contribution needs an '{key}'."


def not_an_actor(found: Any) -> str:
    return f"'actor' is {{agent: NAME}}, {{user: NAME}}, {{tool: NAME}}, {{fsm: NAME}} or system, not {found!r}."


# Contributions as they are judged


def ended() -> str:
    return "The run has ended; nothing can be contributed any more."


def faulted(reason: str) -> str:
    return f"The run is faulted and waits for an operator to clear it: {reason}"


def version_conflict(contribution: Contribution, version: int) -> str:
    return f"The contribution expects version {contribution.expected_version}, and the run has version {version}."


def unknown_field(field: str, fields: Iterable[str]) -> str:
    return f"The machine has no field '{field}'{_or_near(field, fields)}"


def misfits(field: str, declared: Field, value: Any) -> str:
    """``value`` is ``None`` where it must not be told."""
    reason = (None if value is None else misfit(declared, value)) or f"it takes another {declared.type.value}"
    return f"The value does not fit '{field}': {reason}."


def not_a_reference(field: str) -> str:
    return f"'{field}' takes a content, or a claim reference that this very run made."


def wrong_checksum(key: str) -> str:
    return f"The stored content of '{key}' is not the one that was claimed: its checksum differs."


def no_values() -> str:
    return "The contribution has no values; name at least one field."


def not_authorized(actor: Actor, field: str, state: str) -> str:
    return f"No requirement of '{state}' asks {actor} for '{field}'."


def no_separation(actor: Actor, approval: str, field: str) -> str:
    return f"{str(actor).capitalize()} is an author of '{field}' and so cannot decide '{approval}'; another must."


def approved_along(approval: str, field: str) -> str:
    return (
        f"'{approval}' decides on '{field}', which the same contribution writes; contribute them one after the other."
    )


def other_proposal(approval: str, given: str | None) -> str:
    if given is None:
        return f"The decision '{approval}' must carry the hash of the proposal it is about."
    return f"The decision '{approval}' is about another proposal than the one that is pending; look at it again."


def stage_budget(state: str, most: int) -> str:
    return f"Agents have contributed {most} times in this visit of '{state}', which is all the policy allows."


def agent_budget(agent: Actor, state: str, most: int) -> str:
    return f"{str(agent).capitalize()} has contributed {most} times in this visit of '{state}', all the policy allows."


def other_content(contribution: str) -> str:
    return f"The contribution '{contribution}' was accepted before with another content; give the new one its own id."


# Steps that fail


def compute_failed(field: str, reason: str) -> str:
    return f"The value of '{field}' could not be computed: {reason}"


def compute_misfits(field: str) -> str:
    return f"The value computed for '{field}' does not fit the field."


def approval_written(field: str) -> str:
    return f"'{field}' is an approval: only a decision on a proposal may give it a value."


def approval_given(field: str) -> str:
    return f"'{field}' is an approval and cannot be given when a run is created."


def no_input(field: str) -> str:
    return f"'{field}' cannot be given when a run is created; declare it 'input: true'."


def send_unapproved(command: str, field: str) -> str:
    return f"The command '{command}' needs a yes in '{field}' that is in force, and there is none."


def child_running(name: str) -> str:
    return f"A child machine is running as '{name}' already."


def invariant_broken(definition: Definition, state: str, number: int) -> str:
    expression = definition.workflow.states[state].invariants[number].expression
    return f"The run would rest in '{state}', whose invariant {expression} is not true."


def timer_storm(state: str, most: int) -> str:
    return f"More than {most} timers were due at once in '{state}'; the run is halted."


# Definitions that are refused


def state_unknown(state: str, states: Iterable[str]) -> str:
    return f"There is no state '{state}'{_or_near(state, states)}"


def field_unknown(field: str, fields: Iterable[str]) -> str:
    return f"There is no field '{field}' in the context{_or_near(field, fields)}"


def no_duration(found: str, path: Path) -> str:
    return f"{sentence(subject(path))} must be a duration such as PT1H30M or P2D, but is '{found}'; correct it."


def child_unknown(name: str, children: Iterable[str]) -> str:
    return f"No action spawns a machine as '{name}'{_or_near(name, children)}"


def approval_unknown(field: str, approvals: Iterable[str]) -> str:
    return f"'approvedBy' names '{field}', which no requirement asks for with 'approves'{_or_near(field, approvals)}"


def approval_forged(field: str) -> str:
    return f"'{field}' is an approval: only a decision on a proposal may give it a value; write another field here."


def approval_without_terms(field: str) -> str:
    return f"'{field}' is an approval elsewhere and is asked for here without 'approves'; say what it approves."


def approval_on_other_terms(field: str) -> str:
    return f"'{field}' is an approval on other terms elsewhere; give both the same or use two fields."


def approved_key(command: str) -> str:
    return f"'{command}' is sent with 'approvedBy', which makes its idempotency key; remove 'idempotencyKey'."


def unapproved_payload(command: str, field: str, approval: str) -> str:
    return f"'{command}' sends '{field}', which '{approval}' does not approve; add it to 'approves' or leave it out."


def other_definition(run: str, machine: str, version: int) -> str:
    return f"The run '{run}' is pinned to '{machine}' version {version} as it was then; open it with that definition."


# Commands, operators, migrations


def no_such_command(named: str, open_ones: int) -> str:
    if open_ones:
        return f"{open_ones} commands named '{named}' are open; name the one that is meant by its id."
    return f"No command '{named}' was sent by this run."


def other_addressee(command: str, addressee: Actor, actor: Actor) -> str:
    return f"The command '{command}' was sent to {addressee}; its outcome cannot come from {actor}."


def not_claimable(command: str, status: str) -> str:
    return f"The command '{command}' cannot be taken now: it is {status}."


def not_failed(command: str, status: str) -> str:
    return f"Only a failed command can be tried again, and '{command}' is {status}."


def not_faulted() -> str:
    return "The run is not faulted; there is nothing to clear."


def no_migration(machine: str, old: int, new: int) -> str:
    return f"No migration of '{machine}' leads from version {old} to version {new}; add one to 'migrations'."


def state_gone(state: str, version: int) -> str:
    return f"Version {version} has no state '{state}'; let a migration rename it."


def no_longer_fits(field: str, version: int) -> str:
    return f"The value of '{field}' does not fit the field of version {version}."
