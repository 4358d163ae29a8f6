"""Guards and other expressions in CEL: compile, evaluate, check, explain.

``compile(source, schema)`` gives a ``Program``; everything else hangs on it. Values are plain Python values, but for
``Uint``, ``Timestamp``, ``Duration`` and ``TypeValue``.
"""

from engine.cel.errors import CelError
from engine.cel.explain import Explanation, Part
from engine.cel.fields import (
    FieldReference,
    field_references,
    fields_read,
    reads_whole_context,
    rename_edits,
    rename_field,
)
from engine.cel.finding import CelFinding, CelFix
from engine.cel.functions import Function, Overload
from engine.cel.lexer import Coloured, tokens
from engine.cel.library import EXTENDED, STANDARD, Library
from engine.cel.outcome import Outcome, Round
from engine.cel.program import Program, compile
from engine.cel.schema import Schema
from engine.cel.tree import Node
from engine.cel.values import Duration, Timestamp, TypeValue, Uint

__all__ = [
    "EXTENDED",
    "STANDARD",
    "CelError",
    "CelFinding",
    "CelFix",
    "Coloured",
    "Duration",
    "Explanation",
    "FieldReference",
    "Function",
    "Library",
    "Node",
    "Outcome",
    "Overload",
    "Part",
    "Program",
    "Round",
    "Schema",
    "Timestamp",
    "TypeValue",
    "Uint",
    "compile",
    "field_references",
    "fields_read",
    "reads_whole_context",
    "rename_edits",
    "rename_field",
    "tokens",
]
