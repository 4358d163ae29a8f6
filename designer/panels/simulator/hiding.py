"""What must not be read off the screen: values of sensitive fields, and what expressions make of them."""

from __future__ import annotations

from typing import Any

from engine.cel import Node, fields_read, reads_whole_context
from engine.reducer import Definition


def tells(definition: Definition, tree: Node, value: Any) -> bool:
    """Whether the value of an expression would show something sensitive; yes and no are what guards show anyway."""
    if not definition.sensitive or isinstance(value, bool):
        return False
    return reads_whole_context(tree) or not definition.sensitive.isdisjoint(fields_read(tree))
