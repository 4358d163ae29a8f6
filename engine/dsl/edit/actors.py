"""Editing agents, users, roles and commands."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engine.diagnostics import Path
from engine.dsl import messages as say
from engine.dsl.edit import references
from engine.dsl.edit.basic import inserting, remove
from engine.dsl.edit.naming import check_new_name, renamed_entry, renamed_values, require_name
from engine.dsl.edit.operations import has, value_at
from engine.dsl.edit.proof import change
from engine.dsl.parsed import Parsed
from engine.errors import RefusedEdit
from engine.text import Patch


def add_agent(parsed: Parsed, name: str, value: Mapping[str, Any] | None = None) -> Patch:
    """The patch that declares an agent, last; ``value`` is its map as the file has it."""
    check_new_name(parsed, "agents", "agent", name)
    return change(parsed, inserting(parsed, ("agents",), name, dict(value or {})))


def rename_agent(parsed: Parsed, old: str, new: str) -> Patch:
    """The patch that renames an agent, also where a requirement or command names it."""
    operations = renamed_entry(parsed, "agents", "agent", old, new)
    return change(parsed, operations + renamed_values(references.contributors(parsed.data, "agent"), old, new))


def remove_agent(parsed: Parsed, name: str) -> Patch:
    """The patch that takes an agent's declaration out; requirements that name it are left to the user."""
    require_name(parsed, "agents", "agent", name)
    return remove(parsed, ("agents", name))


def allow(parsed: Parsed, agent: str, state: str) -> Patch:
    """The patch that lists a state in an agent's ``canTransition``; nothing where it is listed."""
    require_name(parsed, "agents", "agent", agent)
    path: Path = ("agents", agent, "canTransition")
    listed = value_at(parsed.data, path) if has(parsed.data, path) else []
    if isinstance(listed, list) and state in listed:
        return Patch()
    return change(parsed, inserting(parsed, path, len(listed) if isinstance(listed, list) else 0, state))


def disallow(parsed: Parsed, agent: str, state: str) -> Patch:
    """The patch that takes a state out of an agent's ``canTransition``; nothing where it is not listed."""
    require_name(parsed, "agents", "agent", agent)
    path: Path = ("agents", agent, "canTransition")
    listed = value_at(parsed.data, path) if has(parsed.data, path) else []
    if not isinstance(listed, list) or state not in listed:
        return Patch()
    return remove(parsed, (*path, listed.index(state)))


def add_user(parsed: Parsed, name: str, roles: tuple[str, ...] = ()) -> Patch:
    """The patch that declares a person, last, with the roles they hold."""
    check_new_name(parsed, "users", "user", name)
    return change(parsed, inserting(parsed, ("users",), name, {"roles": list(roles)} if roles else {}))


def rename_user(parsed: Parsed, old: str, new: str) -> Patch:
    """The patch that renames a person, also where a requirement or command names them; they need no declaration."""
    named = renamed_values(references.contributors(parsed.data, "user"), old, new)
    if named and not has(parsed.data, ("users", old)):
        check_new_name(parsed, "users", "user", new)
        return change(parsed, named)
    return change(parsed, renamed_entry(parsed, "users", "user", old, new) + named)


def remove_user(parsed: Parsed, name: str) -> Patch:
    """The patch that takes a person's declaration out; requirements that name them are left to the user."""
    require_name(parsed, "users", "user", name)
    return remove(parsed, ("users", name))


def rename_role(parsed: Parsed, old: str, new: str) -> Patch:
    """The patch that renames a role in ``users``, requirements and commands."""
    held = {role for _, role in references.every(parsed.data, "users", "*", "roles", "*") if isinstance(role, str)}
    named = renamed_values(references.every(parsed.data, "users", "*", "roles", "*"), old, new)
    named += renamed_values(references.contributors(parsed.data, "role"), old, new)
    if not named:
        raise RefusedEdit(say.UNKNOWN.format(kind="role", name=say.quoted(old)))
    if not new:
        raise RefusedEdit(say.NAME_EMPTY.format(kind="role"))
    if new in held:
        raise RefusedEdit(say.NAME_TAKEN.format(kind="role", name=say.quoted(new)))
    return change(parsed, named)


def add_command(parsed: Parsed, name: str, value: Mapping[str, Any] | None = None) -> Patch:
    """The patch that gives a command a policy, last; ``value`` is its map as the file has it."""
    check_new_name(parsed, "commands", "command", name)
    return change(parsed, inserting(parsed, ("commands",), name, dict(value or {})))


def rename_command(parsed: Parsed, old: str, new: str) -> Patch:
    """The patch that renames a command's policy and every ``send`` of it."""
    operations = renamed_entry(parsed, "commands", "command", old, new)
    return change(
        parsed, operations + renamed_values(references.inside_actions(parsed.data, "send", "command"), old, new)
    )


def remove_command(parsed: Parsed, name: str) -> Patch:
    """The patch that takes a command's policy out; what sends it is left to the user."""
    require_name(parsed, "commands", "command", name)
    return remove(parsed, ("commands", name))
