"""The expressions of one machine, compiled against its schema; one that cannot be compiled never passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.cel import CelError, Duration, Program, Schema, Timestamp, Uint, compile
from engine.cel.tree import Has, Ident, Index, Literal, Node, Select, walk
from engine.dsl.models import Field, Guard
from engine.reducer.clock import format_time


class Expressions:
    """Compiles guards, checks of values and computations."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._schema = Schema.of(fields)
        self._all = tuple(fields)

    def program(self, source: str) -> Program:
        """Raises ``CelError`` where the syntax is wrong."""
        return compile(source, self._schema)

    def guards(self, guards: tuple[Guard, ...]) -> tuple[Callable[..., bool], ...]:
        return tuple(self.guard(guard.expression) for guard in guards)

    def guard(self, source: str) -> Callable[..., bool]:
        try:
            return self.program(source).passes
        except CelError:
            return _never

    def check(self, field: Field, source: str) -> Callable[..., bool]:
        """A ``validate`` of this field: takes the context and the value."""
        try:
            return compile(source, self._schema.with_value(field)).passes
        except CelError:
            return _never

    def compiled(self, source: str) -> Callable[[Mapping[str, Any]], Any]:
        """The value of an expression over a context, as JSON. Raises ``CelError`` when called."""
        try:
            evaluate = self.program(source).evaluate
        except CelError as error:
            return _raising(error)
        return lambda context: plain(evaluate({"context": context}))

    def fields_read(self, source: str) -> tuple[str, ...]:
        """The fields whose values have a part in the result; all of them where the context is read as a whole."""
        try:
            tree = self.program(source).tree
        except CelError:
            return ()
        named = {id(node.operand): node.field for node in walk(tree) if isinstance(node, Select | Has)}
        for node in walk(tree):
            if isinstance(node, Index) and isinstance(node.index, Literal) and isinstance(node.index.value, str):
                named[id(node.operand)] = node.index.value
        reads = [named.get(id(node)) for node in walk(tree) if _is_context(node)]
        return self._all if None in reads else tuple(sorted({field for field in reads if field is not None}))


def _is_context(node: Node) -> bool:
    return isinstance(node, Ident) and node.name == "context"


def plain(value: Any) -> Any:
    """A value of CEL as JSON; what JSON has no value for stays as it is and fits no field."""
    match value:
        case bool():
            return value
        case Timestamp(nanos=nanos):
            return format_time(nanos)
        case Uint():
            return int(value)
        case Duration():
            return value
        case list():
            return [plain(item) for item in value]
        case dict():
            return {plain(key): plain(item) for key, item in value.items()}
    return value


def _never(*values: Any) -> bool:
    return False


def _raising(error: CelError) -> Callable[[Mapping[str, Any]], Any]:
    def evaluate(context: Mapping[str, Any]) -> Any:
        raise error

    return evaluate
