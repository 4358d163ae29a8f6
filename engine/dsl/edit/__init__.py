"""Editing verbs: pure functions from what was read to a patch of its text.

Each raises ``RefusedEdit`` with a sentence for the user where it cannot be done, and proves its patch by reading the
patched text: it says exactly what was meant, and every byte that need not change stays. Values are plain JSON values
as YAML would load them; paths start below ``fsm:``.
"""

from engine.dsl.edit.actors import (
    add_agent,
    add_command,
    add_user,
    allow,
    disallow,
    remove_agent,
    remove_command,
    remove_user,
    rename_agent,
    rename_command,
    rename_role,
    rename_user,
)
from engine.dsl.edit.basic import insert, move, move_key, remove, rename_key, set_value
from engine.dsl.edit.clipboard import Pasted, copy_states, paste_states
from engine.dsl.edit.fields import add_field, remove_field, rename_field
from engine.dsl.edit.requirements import add_requirement, move_requirement, remove_requirement
from engine.dsl.edit.states import add_state, remove_states, rename_state
from engine.dsl.edit.transitions import add_transition, move_transition, remove_transition, retarget, set_guards

__all__ = [
    "Pasted",
    "add_agent",
    "add_command",
    "add_field",
    "add_requirement",
    "add_state",
    "add_transition",
    "add_user",
    "allow",
    "copy_states",
    "disallow",
    "insert",
    "move",
    "move_key",
    "move_requirement",
    "move_transition",
    "paste_states",
    "remove",
    "remove_agent",
    "remove_command",
    "remove_field",
    "remove_requirement",
    "remove_states",
    "remove_transition",
    "remove_user",
    "rename_agent",
    "rename_command",
    "rename_field",
    "rename_key",
    "rename_role",
    "rename_state",
    "rename_user",
    "retarget",
    "set_guards",
    "set_value",
]
