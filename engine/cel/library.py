"""A set of functions and what finds the overload for the values of a call."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from functools import partial
from typing import Any

from engine.cel import messages
from engine.cel.errors import Failure
from engine.cel.functions import STANDARD_FUNCTIONS, STRING_FUNCTIONS, Function
from engine.cel.values import Duration, Timestamp, Uint

_CLASSES: Mapping[str, type] = {
    "bool": bool,
    "int": int,
    "uint": Uint,
    "double": float,
    "string": str,
    "bytes": bytes,
    "list": list,
    "map": dict,
    "timestamp": Timestamp,
    "duration": Duration,
}


class Library:
    """Functions by name. The macros ``has``, ``all``, ``exists``, ``exists_one``, ``map`` and ``filter`` are none."""

    def __init__(self, functions: Iterable[Function]) -> None:
        self.functions: Mapping[str, Function] = {function.name: function for function in functions}
        self._runs: dict[tuple[Any, ...], Callable[..., Any]] = {}
        for function in self.functions.values():
            for overload in function.overloads:
                classes = [_CLASSES.get(operand.kind, object) for operand in overload.operands]
                if function.member:
                    self._runs[(function.name, True, *classes)] = overload.run
                if function.free:
                    self._runs[(function.name, False, *classes)] = overload.run

    def call(self, name: str, member: bool, *operands: Any) -> Any:
        """What the function gives for these values. Raises ``Failure`` where no overload takes them."""
        run = self._runs.get((name, member, *map(type, operands)))
        if run is None:
            run = self._runs.get((name, member, *map(_class, operands)))
        if run is None:
            run = self._runs.get((name, member, *(object for _ in operands)))
        if run is None:
            raise Failure(messages.no_function(name, member, operands, name in self.functions))
        return run(*operands)

    def caller(self, name: str, member: bool) -> Callable[..., Any]:
        """``call`` for one function."""
        return partial(self.call, name, member)


def _class(value: Any) -> type:
    if isinstance(value, tuple):
        return list
    return dict if isinstance(value, Mapping) else type(value)


STANDARD = Library(STANDARD_FUNCTIONS)
"""CEL's standard library alone."""
EXTENDED = Library((*STANDARD_FUNCTIONS, *STRING_FUNCTIONS))
"""The standard library and the string extension functions: what the expressions of a machine can call."""
