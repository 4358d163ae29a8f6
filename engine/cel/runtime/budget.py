"""What an evaluation has left to spend, in steps: one for each element a macro goes through.

Inside macros, operators and functions pay for the size of what they read and make, so that a step stays a step.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NoReturn

from engine.cel import messages
from engine.cel.errors import Exhausted
from engine.cel.limits import MAX_STEPS

if TYPE_CHECKING:
    from engine.cel.tree import Node

Meter = list[int]
"""The steps left, alone in a list that all parts of one evaluation share."""


def spend(meter: Meter, steps: int) -> None:
    """Raises ``Exhausted`` when nothing is left."""
    meter[0] -= steps
    if meter[0] < 0:
        exhausted()


def exhausted(node: Node | None = None) -> NoReturn:
    raise Exhausted(messages.too_many_steps(MAX_STEPS), node)


def cost(*values: Any) -> int:
    """The steps that reading and making these values take beyond the one that is paid: none for small ones."""
    steps = 0
    for value in values:
        if isinstance(value, str | bytes):
            steps += len(value) // 100
        elif isinstance(value, list | tuple | dict):
            steps += len(value) // 4
    return steps


def paid(meter: Meter, result: Any, *operands: Any) -> Any:
    """The result, once it and its operands are paid for."""
    steps = cost(result, *operands)
    if steps:
        spend(meter, steps)
    return result
