"""What can be answered in a state: fields, actors, and values worth giving, each found once."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from engine.dsl import Field, FieldType
from engine.reducer import Actor, Definition, fits
from engine.reducer.definition import Gate, StatePlan
from engine.reducer.moves import literals_of

_WORDS = ("alpha", "beta", "gamma")
_TIMES = ("2026-01-02T03:04:05Z", "2027-06-07T08:09:10Z")


class Ask(NamedTuple):
    """One field a state asks for: who may give it, and values that fit it. ``plain`` is satisfied once it is set."""

    field: str
    gate: Gate
    plain: bool
    decision: bool
    actors: tuple[Actor, ...]
    values: tuple[Any, ...]

    def is_open(self, context: Mapping[str, Any], approvals: Collection[str]) -> bool:
        """Whether it is still asked for over this context, while these approvals are in force."""
        if self.field not in context:
            return True
        return not self.plain and not self.gate.satisfied(context, approvals)


def asks_of(definition: Definition, plan: StatePlan) -> tuple[Ask, ...]:
    """What a state asks for that somebody may give and that a value is known for."""
    literals = list(literals_of(definition, plan))
    found = []
    for field, admitted in plan.admits.items():
        values = values_of(definition.fields[field], literals)
        actors = tuple(sorted(admitted, key=str))
        if actors and values and field in plan.by_field:
            gate = plan.by_field[field]
            plain = not gate.approval and gate.fit is None and () in gate.alternatives
            found.append(Ask(field, gate, plain, field in definition.terms, actors, values))
    return tuple(found)


def values_of(field: Field, literals: Iterable[Any] = ()) -> tuple[Any, ...]:
    """A few values that fit a field, those first that expressions speak of."""
    fitting: list[Any] = []
    for value in _suggested(field, list(literals)):
        if value not in fitting and (field.type is FieldType.BLOB or fits(field, value)[0]):
            fitting.append(value)
    return tuple(fitting)


def _suggested(field: Field, literals: list[Any]) -> Iterator[Any]:
    match field.type:
        case FieldType.ENUM:
            yield from field.values
        case FieldType.BOOL:
            yield from (True, False)
        case FieldType.INT | FieldType.NUMBER:
            numbers = [each for each in literals if isinstance(each, int | float) and not isinstance(each, bool)]
            bounds = [each for each in (field.min, field.max) if each is not None]
            for number in (*numbers, *bounds, 0, 1, 100):
                yield from (number, number + 1, number - 1)
        case FieldType.TIMESTAMP:
            yield from _TIMES
        case FieldType.LIST:
            inner = list(values_of(field.items, literals)) if field.items else ["item"]
            yield []
            yield from (inner[:length] for length in range(1, len(inner) + 1))
        case FieldType.MAP:
            yield {name: next(iter(values_of(each, literals)), None) for name, each in (field.fields or {}).items()}
        case _:
            yield from (each for each in literals if isinstance(each, str))
            yield from (field.default,) if field.default is not None else ()
            yield from _WORDS
