"""What users mean, one frozen value each; an intent plans a change and does nothing itself."""

from designer.document.intents.names import AddAgent, AddCommand, AddField, AddUser, Allow, Disallow, Rename
from designer.document.intents.requirements import AddRequirement, MoveRequirement, guessed_type
from designer.document.intents.states import AddState, Arrange, DeleteElements, MoveStates, PasteStates, RenameState
from designer.document.intents.text import ApplyPatch, Reload, ReplaceText
from designer.document.intents.transitions import (
    BranchOn,
    Connect,
    MoveTransition,
    Retarget,
    SetGuards,
    cel_string,
    place_for_new,
)
from designer.document.intents.values import InsertItem, MoveItem, MoveKey, RemoveValue, SetValue

__all__ = [
    "AddAgent",
    "AddCommand",
    "AddField",
    "AddRequirement",
    "AddState",
    "AddUser",
    "Allow",
    "ApplyPatch",
    "Arrange",
    "BranchOn",
    "Connect",
    "DeleteElements",
    "Disallow",
    "InsertItem",
    "MoveItem",
    "MoveKey",
    "MoveRequirement",
    "MoveStates",
    "MoveTransition",
    "PasteStates",
    "Reload",
    "RemoveValue",
    "Rename",
    "RenameState",
    "ReplaceText",
    "Retarget",
    "SetGuards",
    "SetValue",
    "cel_string",
    "guessed_type",
    "place_for_new",
]
