"""The expressions of one machine, compiled against its schema; one that cannot be compiled never passes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engine.cel import (
    CelError,
    Duration,
    Program,
    Schema,
    Timestamp,
    Uint,
    compile,
    fields_read,
    reads_whole_context,
)
from engine.dsl.models import Field, Guard
from engine.reducer.clock import format_time


class Expressions:
    """Compiles guards, checks of values and computations."""

    def __init__(self, fields: Mapping[str, Field]) -> None:
        self._schema = Schema.of(fields)
        self._all = tuple(fields)

    def program(self, source: str) -> Program | CelError:
        """The program of a guard, or the error where its syntax is wrong."""
        return _compile(source, self._schema)

    def checker(self, field: Field, source: str) -> Program | CelError:
        """The program of a ``validate`` of this field."""
        return _compile(source, self._schema.with_value(field))

    def guard(self, source: str) -> Callable[..., bool]:
        """Whether a guard passes over a context; one that cannot be read never does."""
        return _passes(self.program(source))

    def guards(self, guards: tuple[Guard, ...]) -> tuple[Callable[..., bool], ...]:
        return tuple(self.guard(guard.expression) for guard in guards)

    def check(self, field: Field, source: str) -> Callable[..., bool]:
        """Whether a ``validate`` of this field passes over a context and a value."""
        return _passes(self.checker(field, source))

    def compiled(self, source: str) -> Callable[[Mapping[str, Any]], Any]:
        """The value of an expression over a context, as JSON. Raises ``CelError`` when called."""
        program = self.program(source)
        if isinstance(program, CelError):
            return _raising(program)
        evaluate = program.evaluate
        return lambda context: plain(evaluate({"context": context}))

    def fields_read(self, source: str) -> tuple[str, ...]:
        """The fields whose values have a part in the result; all of them where the context is read as a whole."""
        program = self.program(source)
        if isinstance(program, CelError):
            return ()
        if reads_whole_context(program.tree):
            return self._all
        return tuple(sorted(fields_read(program.tree)))


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


def _compile(source: str, schema: Schema) -> Program | CelError:
    try:
        return compile(source, schema)
    except CelError as error:
        return error


def _passes(program: Program | CelError) -> Callable[..., bool]:
    return _never if isinstance(program, CelError) else program.passes


def _never(*values: Any) -> bool:
    return False


def _raising(error: CelError) -> Callable[[Mapping[str, Any]], Any]:
    def evaluate(context: Mapping[str, Any]) -> Any:
        raise error

    return evaluate
