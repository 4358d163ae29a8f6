"""The first difference between what was and what is, named by its field."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import zip_longest
from typing import Any, NamedTuple

from engine.reducer import Step, step_json
from engine.simulate.session import Session


class Difference(NamedTuple):
    """``at`` is the number of the line or event, from 1; ``field`` a path such as ``context.draft`` or ``pending[0]``.

    ``expected`` and ``found`` are ``MISSING`` where there is nothing.
    """

    at: int
    field: str
    expected: Any
    found: Any


class _Missing:
    def __repr__(self) -> str:
        return "nothing"

    def __reduce__(self) -> str:
        return "MISSING"


MISSING: Any = _Missing()


def first_difference(expected: Iterable[Mapping[str, Any]], found: Iterable[Mapping[str, Any]]) -> Difference | None:
    """The first place where two series of JSON maps part."""
    for number, (one, other) in enumerate(zip_longest(expected, found, fillvalue=MISSING), 1):
        for field, left, right in differences("", one, other):
            return Difference(number, field, left, right)
    return None


def compare_sessions(one: Session, other: Session) -> Difference | None:
    """Where the present ways of two sessions part, as the lines of ``statewright run``."""
    return first_difference(_lines(one), _lines(other))


def _lines(session: Session) -> Iterator[Mapping[str, Any]]:
    for node in session.path():
        for run, step in node.steps:
            yield {"run": run, **_line(step)}


def _line(step: Step) -> dict[str, Any]:
    """The line of a step without what only names or describes it."""
    line = step_json(step)
    line.pop("message", None)
    line.pop("id", None)
    return line


def differences(path: str, one: Any, other: Any) -> Iterator[tuple[str, Any, Any]]:
    """Every field below ``path`` in which two JSON values differ, with the value of each."""
    if isinstance(one, Mapping) and isinstance(other, Mapping):
        for key in dict.fromkeys((*one, *other)):
            inner = f"{path}.{key}" if path else str(key)
            yield from differences(inner, one.get(key, MISSING), other.get(key, MISSING))
    elif isinstance(one, list) and isinstance(other, list):
        for number, (left, right) in enumerate(zip_longest(one, other, fillvalue=MISSING)):
            yield from differences(f"{path}[{number}]", left, right)
    elif type(one) is not type(other) or one != other:
        yield path or "line", one, other
